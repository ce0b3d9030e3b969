//! Bytes of memory, and constant banks.

use agu_model::{Bytes, ConfigError, Memory, Warp, WarpConfig};

#[test]
fn bytes_never_set_read_0_and_take_no_room() {
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
fn constants_past_the_size_of_their_bank_read_zero() -> Result<(), ConfigError> {
    let mut config = WarpConfig::default();
    config.const_size[1] = 8;
    let mut warp = Warp::new(config)?;
    for offset in [0, 4, 8, 65532] {
        assert!(warp.constants.set_word(1, offset, 0xffff_ffff));
        assert!(warp.constants.set_word(0, offset, 0xffff_ffff));
    }
    assert!(!warp.constants.set_word(1, 65533, 1));
    assert!(!warp.constants.set_word(32, 0, 1));
    let words = [0, 4, 5, 8].map(|offset| warp.constant(1, offset));
    assert_eq!(words, [u32::MAX, u32::MAX, 0, 0]);
    let words = [100, 65532, 65533, 65536].map(|offset| warp.constant(0, offset));
    assert_eq!(words, [0, u32::MAX, 0, 0]);
    assert_eq!([2, 32].map(|bank| warp.constant(bank, 0)), [0, 0]);
    Ok(())
}
