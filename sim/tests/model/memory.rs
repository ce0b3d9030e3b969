//! Memory's bytes, and what the init file puts there.

use agu_model::{Bytes, Memory, RegisterFile, Warp, parse_init};
use std::error::Error;

#[test]
fn what_nobody_set_reads_0_and_takes_no_room() {
    let bytes = Bytes::default();
    assert_eq!(
        [0, 0xfff, 1 << 40, u64::MAX].map(|at| bytes.byte(at)),
        [0; 4]
    );
    assert_eq!(bytes.stored().count(), 0);
}

#[test]
fn only_stored_bytes_are_listed_and_those_in_order() {
    let mut bytes = Bytes::default();
    bytes.set_word(0x1ffe, 0x4433_2211);
    for (address, byte) in [(1 << 39, 9), (0x1fff, 7), (0x2000, 0), (3, 1), (3, 2)] {
        bytes.store(address, byte);
    }
    let stored: Vec<(u64, u8)> = bytes.stored().collect();
    assert_eq!(stored, [(3, 2), (0x1fff, 7), (0x2000, 0), (1 << 39, 9)]);
    assert_eq!([0x1ffe, 0x2001].map(|at| bytes.byte(at)), [0x11, 0x44]);
}

#[test]
fn a_page_of_zeros_equals_none() {
    let (mut one, mut other) = (Bytes::default(), Bytes::default());
    one.set(5, 0);
    assert_eq!(one, other);
    assert_eq!(other, one);
    one.set(5, 1);
    assert_ne!(one, other);
    assert_ne!(other, one);
    other.set(5, 1);
    assert_eq!(one, other);
    // The same byte, but stored by the program.
    other.store(5, 1);
    assert_ne!(one, other);
}

#[test]
fn codes_and_lanes_that_do_not_exist_have_no_memory() {
    let mut memory = Memory::default();
    assert!(memory.space(2, 31).is_some());
    assert!(memory.space(2, 32).is_none());
    assert!(memory.space(3, 0).is_none());
}

#[test]
fn the_init_file_fills_all_memories() -> Result<(), Box<dyn Error>> {
    let text = r#"
        [memory.global]
        "0x1_0001" = [0x44332211, 0x88776655]
        "0x10003" = 0xffff_ffff
        [memory.shared]
        0 = 1
        [memory.local]
        "0xfffffc" = 0x01020304
    "#;
    let warp = parse_init(text)?.warp()?;
    let global = |at: u64| warp.memory.global.byte(0x1_0000 + at);
    let bytes: [u8; 10] = std::array::from_fn(|at| global(at as u64));
    assert_eq!(
        bytes,
        [0, 0x11, 0x22, 0xff, 0xff, 0xff, 0xff, 0x77, 0x88, 0]
    );
    assert_eq!(warp.memory.shared.byte(0), 1);
    for local in &warp.memory.local {
        assert_eq!([0xff_fffc, 0xff_ffff].map(|at| local.byte(at)), [4, 1]);
    }
    // The program has stored nothing yet.
    let memory = &warp.memory;
    assert_eq!(memory.global.stored().count(), 0);
    assert_eq!(memory.shared.stored().count(), 0);
    let empty = agu_model::Init::new(RegisterFile::Maxwell).warp()?;
    assert_eq!(empty, Warp::new(empty.config().clone())?);
    Ok(())
}
