//! LDLK, LDSLK, STUL, STSUL: who gets a lock, and when it is free again.

use crate::common::programs::{ACCESS, LANES, run, warp};
use agu_model::{ConfigError, FaultKind, Warp, WarpConfig};
use isa::control::SpaceCode;
use isa::instruction::{Access, AccessForm, AccessSize, Immediate, Steering};

const GENERIC: u8 = SpaceCode::Global as u8;
const SHARED: u8 = SpaceCode::Shared as u8;

/// `LDLK P2, R8, [R4]`, steered by the window.
const LDLK: Access = Access {
    form: AccessForm::Ldlk,
    data: 8,
    address: 4,
    lock: 2,
    steering: Steering::Window,
    ..ACCESS
};

const STUL: Access = Access {
    form: AccessForm::Stul,
    data: LANES,
    ..LDLK
};

fn at(addresses: impl Fn(u32) -> u32) -> Result<Warp, ConfigError> {
    let mut warp = warp()?;
    let addresses = std::array::from_fn(|lane| addresses(lane as u32));
    warp.write_register(4, &addresses, u32::MAX);
    warp.write_predicate(2, 0x5a5a_5a5a, u32::MAX);
    Ok(warp)
}

#[test]
fn of_lanes_with_one_index_the_lowest_gets_a_free_lock() -> Result<(), ConfigError> {
    let mut warp = at(|_| 0x1000)?;
    warp.memory.global.set_word(0x1000, 77);
    run(&mut warp, LDLK);
    assert_eq!(warp.predicate(2), 1);
    // The load happens either way.
    assert_eq!(warp.register(8), [77; 32]);
    assert!(warp.locks.flag(GENERIC, 0));
    // Taken: nobody gets it.
    run(&mut warp, LDLK);
    assert_eq!(warp.predicate(2), 0);
    run(&mut warp, STUL);
    assert!(!warp.locks.flag(GENERIC, 0));
    assert_eq!(warp.memory.global.byte(0x1000), 31);
    run(&mut warp, LDLK);
    assert_eq!(warp.predicate(2), 1);
    Ok(())
}

#[test]
fn the_lowest_lane_is_the_lowest_that_executes() -> Result<(), ConfigError> {
    let mut warp = at(|lane| 0x1000 + 4 * (lane % 4))?;
    warp.active_mask = 0xffff_ff60;
    run(&mut warp, LDLK);
    // Indices 1, 2: lanes 5 and 6. 0, 3: lanes 8 and 11. Others keep theirs.
    let got = 1 << 5 | 1 << 6 | 1 << 8 | 1 << 11;
    assert_eq!(warp.predicate(2), got | 0x5a5a_5a5a & 0x9f);
    Ok(())
}

#[test]
fn indices_are_bits_9_to_2() -> Result<(), ConfigError> {
    // A kibibyte apart is one lock, and so are the bytes of a word.
    let mut warp = at(|lane| 0x400 * lane)?;
    run(&mut warp, LDLK);
    assert_eq!(warp.predicate(2), 1);
    let mut warp = at(|lane| 0x3f8 + lane)?;
    run(
        &mut warp,
        Access {
            size: AccessSize::U8,
            ..LDLK
        },
    );
    assert_eq!(warp.predicate(2), 0x1111_1111);
    Ok(())
}

#[test]
fn a_lane_that_lost_does_not_pass_the_lock_on() -> Result<(), ConfigError> {
    // The lock is taken; of those that wait only the lowest competes, in vain.
    let mut warp = at(|_| 0)?;
    *warp.locks.flag_mut(GENERIC, 0) = true;
    run(&mut warp, LDLK);
    assert_eq!(warp.predicate(2), 0);
    assert!(warp.locks.flag(GENERIC, 0));
    Ok(())
}

#[test]
fn a_faulting_lane_gets_no_lock_and_stands_in_nobodys_way() -> Result<(), ConfigError> {
    // Lane 0 is past shared memory, at the same index as all others.
    let mut warp = at(|lane| 0xfe00_0000 + if lane == 0 { 0x40_0000 } else { 0 })?;
    warp.write_predicate(2, u32::MAX, u32::MAX);
    let faults = run(&mut warp, LDLK);
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].kind, FaultKind::OutsideAllocation);
    assert_eq!(warp.predicate(2), 0b10);
    // Nor does it free one.
    warp.active_mask = 1;
    run(&mut warp, STUL);
    assert!(warp.locks.flag(SHARED, 0));
    warp.active_mask = 2;
    run(&mut warp, STUL);
    assert!(!warp.locks.flag(SHARED, 0));
    Ok(())
}

#[test]
fn a_misaligned_lane_competes_also_where_that_is_an_error() -> Result<(), ConfigError> {
    let mut warp = Warp::new(WarpConfig {
        misaligned_is_error: true,
        ..WarpConfig::default()
    })?;
    let addresses = std::array::from_fn(|lane| if lane == 0 { 0x1003 } else { 0x1000 });
    warp.write_register(4, &addresses, u32::MAX);
    let faults = run(&mut warp, LDLK);
    assert_eq!(faults.len(), 1);
    assert_eq!(warp.predicate(2), 1);
    Ok(())
}

#[test]
fn the_space_where_an_address_lands_chooses_the_table() -> Result<(), ConfigError> {
    // One index in three spaces: two tables.
    let mut warp = at(|lane| match lane {
        0..8 => 0x10,
        8..16 => 0xfe00_0010,
        _ => 0xff00_0010,
    })?;
    run(&mut warp, LDLK);
    assert_eq!(warp.predicate(2), 0x101);
    // LDSLK sees the same flag as a generic address inside the window.
    let shared = Access {
        form: AccessForm::Ldslk,
        address: isa::instruction::RZ,
        immediate: Immediate::Word24(0x10),
        lock: 3,
        ..LDLK
    };
    run(&mut warp, shared);
    assert_eq!(warp.predicate(3), 0);
    let free = Access {
        form: AccessForm::Stsul,
        ..shared
    };
    run(&mut warp, free);
    assert!(!warp.locks.flag(SHARED, 4) && warp.locks.flag(GENERIC, 4));
    run(&mut warp, shared);
    assert_eq!(warp.predicate(3), 1);
    Ok(())
}

#[test]
fn helpers_free_shared_locks_by_their_own_form_only() -> Result<(), ConfigError> {
    let mut warp = at(|_| 0xfe00_0010)?;
    run(&mut warp, LDLK);
    warp.helper_mask = u32::MAX;
    run(&mut warp, STUL);
    assert!(warp.locks.flag(SHARED, 4));
    let free = Access {
        form: AccessForm::Stsul,
        address: isa::instruction::RZ,
        immediate: Immediate::Word24(0x10),
        ..STUL
    };
    run(&mut warp, free);
    assert!(!warp.locks.flag(SHARED, 4));
    Ok(())
}
