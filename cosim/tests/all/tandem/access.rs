//! Loads, stores and moves: what is wrong at a port or in the state is found there.

use super::broken::{Broken, Configure, Outcome, brief, compared, unit};
use cosim::dut::unit::Response;
use isa::Isa;
use isa::control::{FaultCode, SpaceCode};
use scoreboard::Mismatch;

/// R2 walks over global memory by words, R4 leaves it in lane 3, R6 wants two words of
/// each bank of shared memory.
const ACCESS_INIT: &str = "
    [config]
    global_limit = 0x10000
    [registers]
    R0 = { base = 0x40, step = 1 }
    R2 = { base = 0x1000, step = 4 }
    R4 = [0x1000, 0x1004, 0x1008, 0x10004, 0x1010]
    R6 = { base = 0, step = 8 }
    R8 = 7
    [memory.global]
    \"0x1000\" = [1, 2, 3, 4, 5, 6]";

/// The mismatches of the first instruction of `text`, where the response to it is
/// changed; sound hardware has none.
fn of_access(isa: Isa, text: &'static str, change: fn(&mut Response)) -> Outcome<Vec<Mismatch>> {
    assert_eq!(compared(isa, text, ACCESS_INIT, unit())?.concat(), []);
    let broken = Broken {
        request: 0,
        change,
        ..unit()
    };
    let mut steps = compared(isa, text, ACCESS_INIT, broken)?.into_iter();
    let first = steps.next().unwrap_or_default();
    assert!(steps.all(|step| step.is_empty()), "the state was repaired");
    Ok(first)
}

#[test]
fn a_wrong_address_of_a_store_shows_in_memory() -> Outcome<()> {
    let found = of_access(Isa::Maxwell, "ST [R2], R0\nLD R3, [R2]", |response| {
        response.address_lo[5] ^= 4;
    })?;
    let expected = [
        ("address_lo", Some(5), 0x1014, 0x1010),
        // The higher of two lanes stays.
        ("global[0x1010]", None, 0x44, 0x45),
        ("global[0x1014]", None, 0x45, 6),
        ("global[0x1015].stored", None, 1, 0),
        ("global[0x1016].stored", None, 1, 0),
        ("global[0x1017].stored", None, 1, 0),
    ];
    assert_eq!(brief(&found), expected);
    Ok(())
}

#[test]
fn a_wrong_address_of_a_load_shows_in_the_register() -> Outcome<()> {
    let found = of_access(Isa::Maxwell, "LD R3, [R2]", |response| {
        response.address_lo[5] ^= 4;
        response.address_hi[31] = 1;
    })?;
    let expected = [
        ("address_lo", Some(5), 0x1014, 0x1010),
        ("address_hi", Some(31), 0, 1),
        ("R3", Some(5), 6, 5),
    ];
    assert_eq!(brief(&found), expected);
    Ok(())
}

#[test]
fn a_wrong_byte_enable() -> Outcome<()> {
    let found = of_access(Isa::Maxwell, "ST [R2], R0", |response| {
        response.byte_enable[9] = 0x70;
    })?;
    assert_eq!(brief(&found), [("byte_enable", Some(9), 0xf0, 0x70)]);
    Ok(())
}

#[test]
fn a_fault_that_is_dropped() -> Outcome<()> {
    let found = of_access(Isa::Maxwell, "ST [R4], R0", |response| {
        response.fault[3] = FaultCode::None as u8;
        response.fault_mask &= !(1 << 3);
        response.fault_valid = 0;
        response.fault_lane = 0;
        response.live_mask |= 1 << 3;
    })?;
    let expected = [
        ("fault_valid", None, 1, 0),
        ("fault_lane", None, 3, 0),
        ("live_mask", Some(3), 0, 1),
        ("fault_mask", Some(3), 1, 0),
        ("fault", Some(3), FaultCode::OutsideAllocation as u64, 0),
        ("global[0x10004]", None, 0, 0x43),
        ("global[0x10005].stored", None, 0, 1),
        ("global[0x10006].stored", None, 0, 1),
        ("global[0x10007].stored", None, 0, 1),
    ];
    assert_eq!(brief(&found), expected);
    let found = of_access(Isa::Maxwell, "LD R3, [R4]", |response| {
        response.fault[3] = 1
    })?;
    assert_eq!(brief(&found), [("fault", Some(3), 2, 1)]);
    Ok(())
}

#[test]
fn a_lane_that_does_not_load() -> Outcome<()> {
    let found = of_access(Isa::Maxwell, "LD.64 R8, [R6+0x1000]", |response| {
        response.live_mask &= !(1 << 2);
        response.execute_mask &= !(1 << 1);
    })?;
    let expected = [
        ("execute_mask", Some(1), 1, 0),
        ("live_mask", Some(2), 1, 0),
        ("R8", Some(1), 3, 7),
        ("R8", Some(2), 5, 0),
        ("R9", Some(1), 4, 0),
        ("R9", Some(2), 6, 0),
    ];
    assert_eq!(brief(&found), expected);
    Ok(())
}

#[test]
fn a_lane_that_lands_in_another_space() -> Outcome<()> {
    let found = of_access(Isa::Maxwell, "ST.U8 [R2], R0", |response| {
        response.space[30] = SpaceCode::Local as u8;
        response.shared_mask = 1 << 31;
    })?;
    let expected = [
        ("shared_mask", Some(31), 0, 1),
        ("space", Some(30), 0, 2),
        ("global[0x1078]", None, 0x5e, 0),
        ("local[0x1078]", Some(30), 0, 0x5e),
    ];
    assert_eq!(brief(&found), expected);
    Ok(())
}

#[test]
fn what_a_result_says_of_itself_is_compared_too() -> Outcome<()> {
    let found = of_access(Isa::Maxwell, "ST [R2], R0", |response| {
        response.result_beat = 1;
        response.result_last = 0;
        response.result_access = 0;
        response.result_store = 0;
        response.uniform = 1;
        response.misaligned_mask = 1 << 4;
        response.rd_write = 1;
    })?;
    let expected = [
        ("result_beat", None, 0, 1),
        ("result_last", None, 1, 0),
        ("result_access", None, 1, 0),
        ("result_store", None, 1, 0),
        ("uniform", None, 0, 1),
        ("rd_write", Some(0), 0, 1),
        ("misaligned_mask", Some(4), 0, 1),
    ];
    assert_eq!(brief(&found), expected);
    let found = of_access(Isa::Maxwell, "LD R3, [R2]", |response| {
        response.result_size = 2
    })?;
    assert_eq!(brief(&found), [("result_size", None, 4, 2)]);
    Ok(())
}

#[test]
fn requests_to_memory_are_compared_one_by_one() -> Outcome<()> {
    let found = of_access(Isa::Maxwell, "ST [R2], R0", |response| {
        response.memory[0].sectors ^= 1;
        response.memory[0].lanes ^= 1 << 7;
        response.memory[0].line += 1;
        response.memory[0].store = false;
    })?;
    let expected = [
        ("memory_store[0]", None, 1, 0),
        ("memory_line[0]", None, 0x20, 0x21),
        ("memory_sectors[0]", None, 0xf, 0xe),
        ("memory_lanes[0]", Some(7), 1, 0),
    ];
    assert_eq!(brief(&found), expected);
    // Two words of each of 16 banks: two passes.
    let found = of_access(Isa::Maxwell, "LDS R3, [R6]", |response| {
        response.memory[0].shared = false;
        response.memory[0].last = true;
        response.memory[1].pass = 0;
    })?;
    let expected = [
        ("memory_shared[0]", None, 1, 0),
        ("memory_last[0]", None, 0, 1),
        ("memory_pass[1]", None, 1, 0),
    ];
    assert_eq!(brief(&found), expected);
    Ok(())
}

#[test]
fn requests_that_are_missing_or_too_many() -> Outcome<()> {
    let found = of_access(Isa::Maxwell, "LDS R3, [R6]", |response| {
        response.memory.pop();
    })?;
    assert_eq!(brief(&found), [("memory_valid[1]", None, 1, 0)]);
    let found = of_access(Isa::Maxwell, "LDL R3, [R6]", |response| {
        response.memory.push(Default::default());
    })?;
    assert_eq!(brief(&found), [("memory_valid[0]", None, 0, 1)]);
    let found = of_access(Isa::Maxwell, "LEA R3, R2, R4", |response| {
        response.memory.push(Default::default());
    })?;
    assert_eq!(brief(&found), [("memory_valid[0]", None, 0, 1)]);
    Ok(())
}

#[test]
fn a_lock_that_is_another() -> Outcome<()> {
    // Lanes at 8 * lane: lane 2 has flag 4, and takes flag 5 instead, which nobody wants.
    let found = of_access(Isa::Fermi, "LDSLK P1, R3, [R6]", |response| {
        response.lock_index[2] = 5;
    })?;
    let expected = [
        ("lock_index", Some(2), 4, 5),
        ("lock.shared[0x4]", None, 1, 0),
        ("lock.shared[0x5]", None, 0, 1),
    ];
    assert_eq!(brief(&found), expected);
    // Lane 2 comes after lane 1 and goes without.
    let found = of_access(Isa::Fermi, "LDLK P1, R3, [R2]", |response| {
        response.lock_index[2] = 1;
    })?;
    let expected = [
        ("lock_index", Some(2), 2, 1),
        ("P1", Some(2), 1, 0),
        ("lock.generic[0x2]", None, 1, 0),
    ];
    assert_eq!(brief(&found), expected);
    Ok(())
}

#[test]
fn a_move_in_the_wrong_lanes() -> Outcome<()> {
    let found = of_access(Isa::Fermi, "MOV R3, R0, 0x5", |response| {
        response.rd_write ^= 1 << 30 | 1 << 31;
        response.execute_mask |= 1 << 1;
    })?;
    let expected = [
        ("rd_write", Some(30), 1, 0),
        ("rd_write", Some(31), 0, 1),
        ("execute_mask", Some(1), 0, 1),
        ("R3", Some(30), 0x5e, 0),
        ("R3", Some(31), 0, 0x5f),
    ];
    assert_eq!(brief(&found), expected);
    Ok(())
}

/// Every field reaches the hardware: with another value there, lanes differ.
#[test]
fn the_whole_configuration_reaches_the_hardware() -> Outcome<()> {
    let cases: [(&'static str, Configure); 8] = [
        ("LD R3, [0xfe000000]", |config| {
            config.shared_base = 0xfd00_0000
        }),
        ("LD R3, [0xff000000]", |config| {
            config.local_base = 0xfd00_0000
        }),
        ("LDS R3, [0xbffc]", |config| config.shared_size -= 1),
        ("LDL R3, [0xfffffc]", |config| config.local_size -= 1),
        ("LDG R3, [0xfffc]", |config| config.global_limit -= 1),
        ("LD R3, [R8+0x1000]", |config| config.register_count = 8),
        ("LD R3, [R8+0x1000]", |config| {
            config.misaligned_is_error = true
        }),
        ("LDC R3, c[0x1f][0xfffc]", |config| {
            config.const_size[31] -= 1
        }),
    ];
    for (text, configure) in cases {
        assert_eq!(
            compared(Isa::Maxwell, text, ACCESS_INIT, unit())?,
            [[]],
            "{text}"
        );
        let broken = Broken {
            configure,
            ..unit()
        };
        let found = compared(Isa::Maxwell, text, ACCESS_INIT, broken)?.concat();
        assert!(found.iter().any(|row| row.lane == Some(31)), "{text}");
    }
    Ok(())
}
