//! Primitives at their corners, expectations computed by hand.

use super::{connected, settle, word};
use rtl::primitives::*;
use rust_hdl::prelude::*;

#[test]
fn shift_bytes_and_shift_bits_are_two_steps() {
    let mut bytes: ShiftBytes = connected();
    let mut bits_left: ShiftBits = connected();
    // 0x0123_4567_89ab_cdef shifted left by 20, and its lower word alone.
    bytes.offset_lo.next = bits(0x89ab_cdef);
    bytes.offset_hi.next = bits(0x0123_4567);
    bytes.bytes.next = bits(2);
    bits_left.bits.next = bits(4);
    for (low, high, invert, expected) in [
        (false, true, false, 0x5678_9abc_u64),
        (true, false, false, 0xdef0_0000),
        (false, true, true, 0xa987_6543),
        (true, false, true, 0x210f_ffff),
        (false, false, false, 0),
    ] {
        bytes.low.next = low;
        bytes.high.next = high;
        settle(&mut bytes);
        bits_left.upper.next = bytes.upper.val();
        bits_left.lower.next = bytes.lower.val();
        bits_left.invert.next = invert;
        settle(&mut bits_left);
        assert_eq!(bits_left.addend.val(), word(expected));
    }
}

#[test]
fn negation_needs_a_1_where_nothing_is_left_below() {
    let mut block: Negation = connected();
    for (offset, negate, absolute, below, negated, increment) in [
        (0_u64, false, false, 0_u64, false, false),
        (5, true, false, 0, true, true),
        // The upper word: of what the shift leaves, of nothing, of what it takes away.
        (5, true, false, 0xffff_ffff, true, false),
        (0, true, false, 0xffff_ffff, true, true),
        (0x8000_0000, true, false, 0x7fff_ffff, true, true),
        (0x4000_0000, true, false, 0x7fff_ffff, true, false),
        (0x4000_0000, false, false, 0, false, false),
        // A magnitude of 16 bits.
        (0x8000, false, true, 0, true, true),
        (0x8000, true, true, 0, false, false),
        (0x7fff, true, true, 0, true, true),
    ] {
        block.offset_lo.next = word(offset);
        block.negate.next = negate;
        block.absolute.next = absolute;
        block.below.next = word(below);
        settle(&mut block);
        assert_eq!(block.negated.val(), negated, "{offset:x} {below:x}");
        assert_eq!(block.increment.val(), increment, "{offset:x} {below:x}");
    }
}

#[test]
fn increment_of_a_word_of_ones_carries() {
    let mut block: Increment = connected();
    for (value, increment, next, above) in [
        (0xffff_ffff_u64, true, 0, true),
        (0xffff_ffff, false, 0xffff_ffff, false),
        (0x7fff_ffff, true, 0x8000_0000, false),
    ] {
        block.word.next = word(value);
        block.increment.next = increment;
        settle(&mut block);
        assert_eq!(block.next_word.val(), word(next));
        assert_eq!(block.above.val(), above);
    }
}

#[test]
fn lowest_lane_is_found() {
    let mut block: LowestLane = connected();
    for lane in 0..32_u64 {
        for above in [0, 0x8000_0000, 0xffff_ffff] {
            let mask = (above << lane | 1 << lane) & 0xffff_ffff;
            block.mask.next = bits(mask);
            settle(&mut block);
            assert_eq!(block.lowest.val(), bits(1 << lane));
            assert_eq!(block.number.val(), bits(lane), "{mask:x}");
        }
    }
    block.mask.next = bits(0);
    settle(&mut block);
    assert_eq!(block.lowest.val(), bits(0));
    assert_eq!(block.number.val(), bits(0));
}

#[test]
fn or_fold_takes_every_word() {
    let mut block: OrFold = connected();
    for index in 0..32_u64 {
        block.words.next = bits::<1024>(1 << index) << (32 * index);
        settle(&mut block);
        assert_eq!(block.any.val(), bits(1 << index));
    }
    block.words.next = !Bits::<1024>::default();
    settle(&mut block);
    assert_eq!(block.any.val(), bits(0xffff_ffff));
}
