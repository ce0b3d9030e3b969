//! Loads and stores of a warp: registers, memory, faults.

use crate::common::programs::{ACCESS, LANES, run, stored, warp};
use agu_model::{ConfigError, Fault, FaultKind, Space, Warp, WarpConfig};
use isa::instruction::{Access, AccessForm, AccessSize, Immediate, PT, RZ, Steering};

const LD: Access = ACCESS;
const ST: Access = Access {
    form: AccessForm::St,
    ..ACCESS
};

#[test]
fn loads_of_every_size_extend_to_registers() -> Result<(), ConfigError> {
    let mut start = warp()?;
    for (byte, address) in (0x81..).zip(0x1000..0x1010) {
        start.memory.global.set(address, byte);
    }
    start.write_register(1, &[0x1000; 32], u32::MAX);
    for index in 8..13 {
        start.write_register(index, &[5; 32], u32::MAX);
    }
    for (size, expected) in [
        (AccessSize::U8, vec![0x81]),
        (AccessSize::S8, vec![0xffff_ff81]),
        (AccessSize::U16, vec![0x8281]),
        (AccessSize::S16, vec![0xffff_8281]),
        (AccessSize::B32, vec![0x8483_8281]),
        (AccessSize::B64, vec![0x8483_8281, 0x8887_8685]),
        (
            AccessSize::B128,
            vec![0x8483_8281, 0x8887_8685, 0x8c8b_8a89, 0x908f_8e8d],
        ),
        (
            AccessSize::U128,
            vec![0x8483_8281, 0x8887_8685, 0x8c8b_8a89, 0x908f_8e8d],
        ),
    ] {
        let mut warp = start.clone();
        let load = Access {
            size,
            data: 8,
            address: 1,
            ..LD
        };
        assert_eq!(run(&mut warp, load), []);
        for (number, index) in (8..13).enumerate() {
            let value = expected.get(number).copied().unwrap_or(5);
            assert_eq!(warp.register(index), [value; 32], "{size:?} R{index}");
        }
        // A load stores nothing.
        assert_eq!(warp.memory, start.memory);
    }
    Ok(())
}

#[test]
fn positive_bytes_and_halves_extend_with_zeros() -> Result<(), ConfigError> {
    let mut warp = warp()?;
    warp.memory.global.set_word(0, 0x7f7f_7f7f);
    for (size, expected) in [(AccessSize::S8, 0x7f), (AccessSize::S16, 0x7f7f)] {
        run(
            &mut warp,
            Access {
                size,
                data: 8,
                ..LD
            },
        );
        assert_eq!(warp.register(8), [expected; 32]);
    }
    Ok(())
}

#[test]
fn stores_of_every_size_are_little_endian() -> Result<(), ConfigError> {
    for (size, bytes) in [
        (AccessSize::U8, 1),
        (AccessSize::S8, 1),
        (AccessSize::U16, 2),
        (AccessSize::S16, 2),
        (AccessSize::B32, 4),
        (AccessSize::B64, 8),
        (AccessSize::B128, 16),
    ] {
        let mut warp = warp()?;
        warp.active_mask = 1;
        for (number, index) in (8..12).enumerate() {
            let word = 0x0403_0201 + 0x0404_0404 * number as u32;
            warp.write_register(index, &[word; 32], u32::MAX);
        }
        let store = Access {
            size,
            data: 8,
            immediate: Immediate::Word(0x2000),
            ..ST
        };
        assert_eq!(run(&mut warp, store), []);
        let expected: Vec<(u64, u8)> = (0x2000..).zip(1..=bytes).collect();
        assert_eq!(stored(&warp.memory.global), expected, "{size:?}");
    }
    Ok(())
}

#[test]
fn of_lanes_that_store_to_one_byte_the_highest_stays() -> Result<(), ConfigError> {
    let mut warp = warp()?;
    warp.write_register(2, &[0; 32], u32::MAX);
    let store = Access {
        address: 2,
        data: LANES,
        ..ST
    };
    run(&mut warp, store);
    assert_eq!(warp.memory.global.byte(0), 31);
    warp.active_mask = 0x0000_1234;
    run(&mut warp, store);
    assert_eq!(warp.memory.global.byte(0), 12);
    // Overlapping bytes of neighbours: 16 bytes that half of the next lane's cover.
    warp.active_mask = u32::MAX;
    let quads = Access {
        size: AccessSize::B64,
        data: 4,
        address: LANES,
        ..ST
    };
    warp.write_register(4, &std::array::from_fn(|lane| lane as u32), u32::MAX);
    warp.write_register(5, &[0xaa; 32], u32::MAX);
    run(&mut warp, quads);
    // Lanes 0 to 7 are aligned to 0, 24 to 31 to 24.
    let low: Vec<u8> = [0, 8, 16, 24]
        .map(|address| warp.memory.global.byte(address))
        .into();
    assert_eq!(low, [7, 15, 23, 31]);
    Ok(())
}

#[test]
fn every_space_is_a_memory_of_its_own_and_local_one_a_lane() -> Result<(), ConfigError> {
    let mut warp = warp()?;
    let store = |form, base: u32| Access {
        form,
        size: AccessSize::U8,
        data: LANES,
        immediate: Immediate::Word(base),
        ..LD
    };
    warp.active_mask = 0b110;
    run(&mut warp, store(AccessForm::Stg, 0x10));
    run(&mut warp, store(AccessForm::Sts, 0x10));
    run(&mut warp, store(AccessForm::Stl, 0x10));
    let memory = &warp.memory;
    assert_eq!(stored(&memory.global), [(0x10, 2)]);
    assert_eq!(stored(&memory.shared), [(0x10, 2)]);
    for lane in 0..32 {
        let expected = match lane {
            1 | 2 => vec![(0x10, lane as u8)],
            _ => Vec::new(),
        };
        assert_eq!(stored(&memory.local[lane]), expected);
    }
    // The same bytes through the windows.
    warp.active_mask = u32::MAX;
    warp.write_predicate(1, 0, u32::MAX);
    let load = |base, plg| Access {
        size: AccessSize::U8,
        data: 9,
        immediate: Immediate::Word(base),
        steering: Steering::Predicate(plg),
        ..LD
    };
    run(&mut warp, load(0xfe00_0010, 1));
    assert_eq!(warp.register(9), [2; 32]);
    run(&mut warp, load(0xff00_0010, PT));
    let local = std::array::from_fn(|lane| match lane {
        1 | 2 => lane as u32,
        _ => 0,
    });
    assert_eq!(warp.register(9), local);
    Ok(())
}

#[test]
fn a_lane_outside_loads_0_into_the_whole_group() -> Result<(), ConfigError> {
    // Lanes 0, 1: shared against Plg; 2, 3: past the allocated size; others: good.
    let bases: [u32; 32] = std::array::from_fn(|lane| match lane {
        0 | 1 => 0xfe00_0000,
        2 | 3 => 0xff00_0100,
        _ => 0x1000,
    });
    let config = WarpConfig {
        local_size: 0x100,
        ..WarpConfig::default()
    };
    for size in AccessSize::ALL {
        let mut warp = Warp::new(config.clone())?;
        for address in 0x1000..0x1010 {
            warp.memory.global.set(address, 0x11);
        }
        warp.write_register(1, &bases, u32::MAX);
        for index in 8..12 {
            warp.write_register(index, &[5; 32], u32::MAX);
        }
        warp.active_mask = !0b1010;
        let faults = run(
            &mut warp,
            Access {
                size,
                data: 8,
                address: 1,
                ..LD
            },
        );
        let fault = |lane, kind, ea, space| Fault {
            lane: Some(lane),
            kind,
            ea: Some(ea),
            space,
            size: size.bytes(),
        };
        assert_eq!(
            faults,
            [
                fault(0, FaultKind::OutsideWindow, 0xfe00_0000, None),
                fault(
                    2,
                    FaultKind::OutsideAllocation,
                    0xff00_0100,
                    Some(Space::Local)
                ),
            ]
        );
        for index in 8..8 + size.registers() {
            let register = warp.register(index);
            // 1 and 3 do not execute.
            assert_eq!(register[..4], [0, 5, 0, 5], "{size:?} R{index}");
            assert!(register[4..].iter().all(|&value| value & 0x11 == 0x11));
        }
    }
    Ok(())
}

#[test]
fn a_lane_outside_stores_nothing() -> Result<(), ConfigError> {
    let mut warp = warp()?;
    warp.write_register(
        2,
        &std::array::from_fn(|lane| if lane == 7 { 0x10 } else { 0xfe00_0000 }),
        u32::MAX,
    );
    let store = Access {
        data: LANES,
        address: 2,
        ..ST
    };
    let faults = run(&mut warp, store);
    assert_eq!(faults.len(), 31);
    assert!(
        faults
            .iter()
            .all(|fault| fault.kind == FaultKind::OutsideWindow && fault.lane != Some(7))
    );
    assert_eq!(
        stored(&warp.memory.global),
        [(0x10, 7), (0x11, 0), (0x12, 0), (0x13, 0)]
    );
    assert_eq!(stored(&warp.memory.shared), []);
    Ok(())
}

#[test]
fn a_misaligned_lane_does_everything_and_faults_where_asked_to() -> Result<(), ConfigError> {
    for misaligned_is_error in [false, true] {
        let config = WarpConfig {
            misaligned_is_error,
            ..WarpConfig::default()
        };
        let mut warp = Warp::new(config)?;
        warp.active_mask = 0b11;
        warp.write_register(1, &[0x1003; 32], u32::MAX);
        warp.write_register(2, &[0xdead_beef; 32], u32::MAX);
        let store = Access {
            data: 2,
            address: 1,
            ..ST
        };
        let load = Access {
            data: 3,
            address: 1,
            ..LD
        };
        let fault = |lane| Fault {
            lane: Some(lane),
            kind: FaultKind::Misaligned,
            ea: Some(0x1003),
            space: Some(Space::Global),
            size: 4,
        };
        let expected = if misaligned_is_error {
            vec![fault(0), fault(1)]
        } else {
            Vec::new()
        };
        assert_eq!(run(&mut warp, store), expected);
        assert_eq!(run(&mut warp, load), expected);
        assert_eq!(warp.register(3)[..3], [0xdead_beef, 0xdead_beef, 0]);
        assert_eq!(stored(&warp.memory.global)[0], (0x1000, 0xef));
    }
    Ok(())
}

#[test]
fn groups_that_start_at_rz_are_legal_and_keep_nothing() -> Result<(), ConfigError> {
    let mut warp = warp()?;
    for address in 0..16 {
        warp.memory.global.set(address, 0xff);
    }
    let before = warp.clone();
    for size in AccessSize::ALL {
        let load = Access {
            size,
            data: RZ,
            ..LD
        };
        assert_eq!(run(&mut warp, load), []);
    }
    assert_eq!(warp, before);
    warp.active_mask = 1;
    let store = Access {
        size: AccessSize::B128,
        data: RZ,
        ..ST
    };
    assert_eq!(run(&mut warp, store), []);
    let zeros: Vec<(u64, u8)> = (0..16).map(|address| (address, 0)).collect();
    assert_eq!(stored(&warp.memory.global), zeros);
    Ok(())
}

#[test]
fn a_load_may_overwrite_its_own_base() -> Result<(), ConfigError> {
    let mut warp = warp()?;
    for (address, word) in (0x1000..).step_by(4).zip(1..5) {
        warp.memory.global.set_word(address, word);
    }
    warp.write_register(4, &[0x1000; 32], u32::MAX);
    let load = Access {
        size: AccessSize::B128,
        data: 4,
        address: 4,
        ..LD
    };
    run(&mut warp, load);
    assert_eq!((4..8).map(|index| warp.register(index)[9]).sum::<u32>(), 10);
    Ok(())
}

#[test]
fn an_extended_base_is_a_pair() -> Result<(), ConfigError> {
    let mut warp = warp()?;
    warp.memory.global.set_word(0x12_0000_0ffc, 77);
    warp.write_register(4, &[0x0000_1000; 32], u32::MAX);
    warp.write_register(5, &[0x12; 32], u32::MAX);
    let load = Access {
        extended: true,
        data: 9,
        address: 4,
        immediate: Immediate::Word(0xffff_fffc),
        ..LD
    };
    run(&mut warp, load);
    assert_eq!(warp.register(9), [77; 32]);
    // Without .E the pair's upper register does not count.
    warp.memory.global.set_word(0xffc, 78);
    run(
        &mut warp,
        Access {
            extended: false,
            ..load
        },
    );
    assert_eq!(warp.register(9), [78; 32]);
    Ok(())
}

#[test]
fn constants_are_read_by_bytes_and_what_nobody_set_is_0() -> Result<(), ConfigError> {
    let mut config = WarpConfig::default();
    config.const_size[3] = 256;
    let mut warp = Warp::new(config)?;
    warp.constants.set_word(3, 0xf8, 0x8899_aabb);
    warp.constants.set_word(3, 0xfc, 0xccdd_eeff);
    warp.constants.set_word(3, 0x100, 0x1234_5678);
    let ldc = |size, offset| Access {
        form: AccessForm::Ldc,
        size,
        data: 8,
        immediate: Immediate::Unsigned16(offset),
        bank: 3,
        ..LD
    };
    let mut read = |size, offset| {
        let faults = run(&mut warp, ldc(size, offset)).len();
        (warp.register(8)[31], warp.register(9)[31], faults)
    };
    assert_eq!(read(AccessSize::B64, 0xf8), (0x8899_aabb, 0xccdd_eeff, 0));
    assert_eq!(read(AccessSize::S8, 0xfb).0, 0xffff_ff88);
    assert_eq!(read(AccessSize::U16, 0xfa).0, 0x8899);
    assert_eq!(read(AccessSize::B32, 0x10).0, 0);
    assert_eq!(read(AccessSize::B64, 0x100), (0, 0, 32));
    assert_eq!(read(AccessSize::B32, 0xff).0, 0xccdd_eeff);
    let faults = run(&mut warp, ldc(AccessSize::B32, 0x100));
    assert_eq!(
        (faults[5].space, faults[5].ea),
        (Some(Space::Constant), Some(0x100))
    );
    // Other banks have nothing.
    run(
        &mut warp,
        Access {
            bank: 4,
            ..ldc(AccessSize::B32, 0xf8)
        },
    );
    assert_eq!(warp.register(8), [0; 32]);
    Ok(())
}
