//! Which lanes execute a load, a store or a MOV, which are legal, and what they name.

use crate::common::programs::{
    ACCESS, LANES, always, legal, run, statement, stored, warp, with_guard,
};
use agu_model::{ConfigError, Fault, Program, RegisterFile, Warp, WarpConfig};
use isa::instruction::{
    Access, AccessForm, AccessSize, Guard, Immediate, Move, Operation, PT, RZ, Source, Steering,
};

const LD: Access = ACCESS;

/// The effective address of lane 3.
fn address_of(warp: &Warp, access: Access) -> u64 {
    let result = warp.compute(&statement(access).meaning);
    result.map_or(u64::MAX, |result| result.lanes.sum(3))
}

#[test]
fn a_base_past_the_register_count_is_none() -> Result<(), ConfigError> {
    use AccessForm::*;
    for form in AccessForm::ALL {
        let limited = matches!(form, Ld | St | Ldg | Stg | Ldu | Ldlk | Stul);
        for (address, is_base) in [(7, true), (8, !limited), (9, !limited), (RZ, false)] {
            let mut warp = Warp::new(WarpConfig {
                register_count: 8,
                ..WarpConfig::default()
            })?;
            warp.write_register(address, &[0x20; 32], u32::MAX);
            let access = Access {
                form,
                address,
                immediate: Immediate::Word24(0x80_0000),
                ..LD
            };
            let expected = if is_base { 0xff80_0020 } else { 0x80_0000 };
            assert_eq!(address_of(&warp, access), expected, "{form:?} R{address}");
        }
    }
    // .E looks at Ra alone.
    let mut warp = Warp::new(WarpConfig {
        register_count: 7,
        ..WarpConfig::default()
    })?;
    warp.write_register(6, &[0x20; 32], u32::MAX);
    warp.write_register(7, &[0x1; 32], u32::MAX);
    let access = Access {
        extended: true,
        address: 6,
        ..LD
    };
    assert_eq!(address_of(&warp, access), 0x1_0000_0020);
    Ok(())
}

#[test]
fn helpers_and_lanes_that_do_not_execute_change_nothing() -> Result<(), ConfigError> {
    let mut config = WarpConfig {
        global_limit: 0x1000,
        ..WarpConfig::default()
    };
    config.const_size[0] = 0x100;
    let mut start = Warp::new(config)?;
    start.write_register(8, &[5; 32], u32::MAX);
    start.helper_mask = 0x0000_ffff;
    start.active_mask = 0x0ff0_0ff0;
    start.write_predicate(2, 0x00f0_00f0, u32::MAX);
    let guard = Guard {
        predicate: 2,
        inverted: true,
    };
    for (form, execute) in [
        (AccessForm::St, 0x0f00_0000),
        (AccessForm::Stg, 0x0f00_0000),
        (AccessForm::Stul, 0x0f00_0000),
        (AccessForm::Stl, 0x0f00_0f00),
        (AccessForm::Sts, 0x0f00_0f00),
        (AccessForm::Stsul, 0x0f00_0f00),
        (AccessForm::Ld, 0x0f00_0f00),
        (AccessForm::Lds, 0x0f00_0f00),
        (AccessForm::Ldl, 0x0f00_0f00),
        (AccessForm::Ldc, 0x0f00_0f00),
    ] {
        let mut warp = start.clone();
        // So far that every lane that executes faults.
        let access = Access {
            form,
            size: AccessSize::B32,
            data: 8,
            immediate: match form {
                AccessForm::Ldc => Immediate::Unsigned16(0xffff),
                _ => Immediate::Word(0xfeff_ffff),
            },
            address: RZ,
            ..LD
        };
        let step = warp.step(&with_guard(Operation::Access(access), guard));
        assert_eq!(step.execute(), execute, "{form:?}");
        let faulting = step
            .faults
            .iter()
            .filter_map(|fault| fault.lane)
            .fold(0, |mask, lane| mask | 1 << lane);
        assert_eq!(faulting, execute, "{form:?}");
        let register = warp.register(8);
        for (lane, value) in register.into_iter().enumerate() {
            let loaded = !form.is_store() && execute >> lane & 1 != 0;
            assert_eq!(value, if loaded { 0 } else { 5 }, "{form:?} lane {lane}");
        }
        assert_eq!(warp.memory, start.memory, "{form:?}");
    }
    Ok(())
}

#[test]
fn helpers_store_to_local_memory_by_its_own_form_only() -> Result<(), ConfigError> {
    let mut warp = warp()?;
    warp.helper_mask = 1;
    let store = |form, base| Access {
        form,
        size: AccessSize::U8,
        data: LANES,
        immediate: Immediate::Word(base),
        ..LD
    };
    run(&mut warp, store(AccessForm::St, 0xff00_0000));
    assert_eq!(stored(&warp.memory.local[0]), []);
    assert_eq!(stored(&warp.memory.local[1]), [(0, 1)]);
    run(&mut warp, store(AccessForm::Stl, 4));
    assert_eq!(stored(&warp.memory.local[0]), [(4, 0)]);
    Ok(())
}

#[test]
fn what_is_legal() {
    use AccessForm::*;
    use RegisterFile::{Fermi, Maxwell};
    let group = |size, data| Access { size, data, ..LD };
    let extended = |address| Access {
        extended: true,
        address,
        ..LD
    };
    for (access, maxwell, fermi) in [
        (group(AccessSize::B32, 62), true, true),
        (group(AccessSize::B32, 63), true, false),
        (group(AccessSize::B32, 254), true, false),
        (group(AccessSize::B32, RZ), true, true),
        (group(AccessSize::B64, 60), true, true),
        (group(AccessSize::B64, 61), false, false),
        (group(AccessSize::B64, 62), true, false),
        (group(AccessSize::B64, 252), true, false),
        (group(AccessSize::B64, 254), false, false),
        (group(AccessSize::B64, RZ), true, true),
        (group(AccessSize::B128, 56), true, true),
        (group(AccessSize::B128, 58), false, false),
        (group(AccessSize::B128, 60), true, false),
        (group(AccessSize::B128, 248), true, false),
        (group(AccessSize::B128, 252), false, false),
        (group(AccessSize::U128, RZ), true, true),
        (group(AccessSize::U128, 4), true, true),
        (extended(2), true, true),
        (extended(3), false, false),
        (extended(60), true, true),
        (extended(62), true, false),
        (extended(254), false, false),
        (extended(RZ), true, true),
    ] {
        assert_eq!(legal(access, Maxwell), maxwell, "{access:?}");
        assert_eq!(legal(access, Fermi), fermi, "{access:?}");
        // A store's data is a group as well.
        let store = Access { form: St, ..access };
        let size_exists = access.size != AccessSize::U128;
        assert_eq!(legal(store, Maxwell), maxwell && size_exists, "{store:?}");
    }
    for form in AccessForm::ALL {
        let extended = Access {
            form,
            extended: true,
            ..LD
        };
        let has_extended = matches!(form, Ld | St | Ldu | Ldg | Stg);
        assert_eq!(legal(extended, Maxwell), has_extended, "{form:?}");
    }
    let mode = |mode| Access {
        form: Ldc,
        mode,
        ..LD
    };
    assert!(legal(mode(0), Maxwell));
    assert!(!legal(mode(1), Maxwell) && !legal(mode(3), Maxwell));
    assert!(!legal(
        Access {
            bank: 32,
            ..mode(0)
        },
        Maxwell
    ));
    for bad in [
        Access { lock: 8, ..LD },
        Access {
            steering: Steering::Predicate(8),
            ..LD
        },
        Access {
            immediate: Immediate::Word24(1 << 24),
            ..LD
        },
    ] {
        assert!(!legal(bad, Maxwell), "{bad:?}");
    }
}

#[test]
fn an_illegal_access_faults_once_and_changes_nothing() -> Result<(), ConfigError> {
    let mut warp = warp()?;
    warp.active_mask = 0;
    let before = warp.clone();
    let odd = Access {
        size: AccessSize::B64,
        data: 3,
        ..LD
    };
    assert_eq!(run(&mut warp, odd), [Fault::ILLEGAL_INSTRUCTION]);
    assert_eq!(warp, before);
    Ok(())
}

#[test]
fn moves_take_their_source_in_the_lanes_of_their_mask() -> Result<(), ConfigError> {
    let mut warp = warp()?;
    warp.constants.set_word(2, 8, 0x8765_4321);
    let mov = |source, lane_mask| {
        Operation::Move(Move {
            rd: 9,
            source,
            wide: false,
            lane_mask,
            sync: false,
        })
    };
    for (source, value) in [
        (Source::Register(3), 7),
        (Source::Register(RZ), 0),
        (Source::Constant { bank: 2, offset: 8 }, 0x8765_4321),
        (Source::Immediate(-2), 0xffff_fffe),
    ] {
        warp.write_register(9, &[5; 32], u32::MAX);
        let cc = warp.cc;
        let step = warp.step(&always(mov(source, 0b1010)));
        assert_eq!(step.execute(), 0xaaaa_aaaa);
        let expected = std::array::from_fn(|lane| if lane % 2 == 1 { value } else { 5 });
        assert_eq!(warp.register(9), expected);
        assert_eq!(warp.cc, cc);
    }
    let step = warp.step(&always(mov(Source::Register(3), 0)));
    assert_eq!((step.execute(), step.faults.len()), (0, 0));
    for illegal in [
        mov(Source::Register(3), 16),
        mov(
            Source::Constant {
                bank: 32,
                offset: 0,
            },
            15,
        ),
        Operation::Move(Move {
            rd: 9,
            source: Source::Register(3),
            wide: true,
            lane_mask: 15,
            sync: false,
        }),
    ] {
        let step = warp.step(&always(illegal));
        assert_eq!(step.faults, [Fault::ILLEGAL_INSTRUCTION]);
    }
    let guard = Guard {
        predicate: PT,
        inverted: true,
    };
    let before = warp.clone();
    warp.step(&with_guard(mov(Source::Register(3), 15), guard));
    assert_eq!(warp, before);
    Ok(())
}

#[test]
fn names_are_whole_groups_and_predicates_that_count() {
    let quad = Access {
        size: AccessSize::B128,
        data: 8,
        address: 20,
        extended: true,
        steering: Steering::Predicate(3),
        ..LD
    };
    let rz = Access {
        size: AccessSize::B64,
        data: RZ,
        address: RZ,
        ..LD
    };
    let lock = Access {
        form: AccessForm::Ldslk,
        data: 30,
        address: 31,
        lock: 5,
        steering: Steering::Predicate(4),
        ..LD
    };
    let mov = Operation::Move(Move {
        rd: 40,
        source: Source::Register(41),
        wide: false,
        lane_mask: 15,
        sync: false,
    });
    let guard = Guard {
        predicate: 1,
        inverted: false,
    };
    let statements = vec![
        statement(quad),
        statement(rz),
        statement(lock),
        with_guard(mov, guard),
    ];
    let names = Program { statements }.names();
    let registers = [8, 9, 10, 11, 20, 21, 30, 31, 40, 41];
    assert!(names.registers.into_iter().eq(registers));
    assert!(names.predicates.into_iter().eq([1, 3, 5]));
}
