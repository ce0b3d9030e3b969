//! Combinational blocks at their corners, expectations computed by hand.

mod common;

use common::{connected, settle};
use rtl::blocks::*;
use rtl::primitives::*;
use rust_hdl::prelude::*;

const SHARED_BASE: u64 = 0x12_fe00_0000;
const LOCAL_BASE: u64 = 0x12_ff00_0000;

fn word(value: u64) -> Bits<32> {
    bits(value & 0xffff_ffff)
}

#[test]
fn immediates_are_extended_by_kind() {
    let mut block: ImmediateExtension = connected();
    for (raw, kind, absolute, expected) in [
        (0xffff_ffff, 0, false, 0xffff_ffff),
        (0x7f_ffff, 1, false, 0x007f_ffff),
        (0x80_0000, 1, false, 0xff80_0000),
        (0x80_0000, 1, true, 0x0080_0000),
        (0xff_ffff, 1, false, 0xffff_ffff),
        (0x8000, 1, false, 0x8000),
        (0xffff, 2, false, 0xffff),
        (0xffff, 2, true, 0xffff),
        (0x7fff, 3, false, 0x7fff),
        (0x8000, 3, false, 0xffff_8000),
        (0x8000, 3, true, 0x8000),
        (0x8080_8000, 0, false, 0x8080_8000),
    ] {
        block.immediate.next = bits(raw);
        block.kind.next = bits(kind);
        block.absolute.next = absolute;
        settle(&mut block);
        assert_eq!(
            block.extended.val(),
            bits(expected),
            "{raw:x} of kind {kind}"
        );
    }
}

#[test]
fn offsets_are_shifted_in_two_steps() {
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
fn an_inverted_word_needs_a_1_where_nothing_is_left_below() {
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
fn a_word_of_ones_carries_when_it_is_incremented() {
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
fn windows_end_where_the_upper_40_bits_change() {
    let mut block: WindowCompare = connected();
    block.shared_base_lo.next = bits(SHARED_BASE >> 24 & 0xff);
    block.shared_base_hi.next = bits(SHARED_BASE >> 32);
    block.local_base_lo.next = bits(LOCAL_BASE >> 24 & 0xff);
    block.local_base_hi.next = bits(LOCAL_BASE >> 32);
    for (address, in_shared, in_local) in [
        (SHARED_BASE - 1, false, false),
        (SHARED_BASE, true, false),
        (SHARED_BASE + 0xff_ffff, true, false),
        (LOCAL_BASE, false, true),
        (LOCAL_BASE + 0xff_ffff, false, true),
        (LOCAL_BASE + 0x100_0000, false, false),
        (SHARED_BASE + (1 << 32), false, false),
        (LOCAL_BASE + (1 << 63), false, false),
        (SHARED_BASE & 0xffff_ffff, false, false),
    ] {
        block.sum_lo.next = word(address);
        block.sum_hi.next = word(address >> 32);
        block.high.next = false;
        settle(&mut block);
        assert_eq!(block.in_shared.val(), in_shared, "{address:x}");
        assert_eq!(block.in_local.val(), in_local, "{address:x}");
        // LEA.LO looks at bits 31:24 alone.
        assert_eq!(
            block.miss.val(),
            address >> 24 & 0xff != 0xfe,
            "{address:x}"
        );
    }
    // LEA.HI: the sum itself is the upper word.
    for (sum, low_missed, miss) in [
        (0x12, false, false),
        (0x12, true, true),
        (0x13, false, true),
        (0x8000_0012, false, true),
    ] {
        block.sum_lo.next = bits(sum);
        block.sum_hi.next = bits(0x12);
        block.high.next = true;
        block.low_missed.next = low_missed;
        settle(&mut block);
        assert_eq!(block.miss.val(), miss, "{sum:x}");
    }
}

#[test]
fn condition_codes_are_those_of_leas() {
    let mut block: ConditionCode = connected();
    for (result, carry, miss, lea, expected) in [
        (0, false, false, true, 0b0010),
        (0x8000_0000, true, false, true, 0b0101),
        (1, false, true, true, 0b1000),
        (0, true, true, true, 0b1011),
        (0, true, true, false, 0),
    ] {
        block.result.next = bits(result);
        block.carry.next = carry;
        block.miss.next = miss;
        block.lea.next = lea;
        settle(&mut block);
        assert_eq!(block.cc.val(), bits(expected));
    }
}

#[test]
fn steering_follows_the_table() {
    // One lane for each combination: {plg, in_shared, in_local}.
    let mut block: Steering<8> = connected();
    block.steering.next = bits(0b1111_0000);
    block.in_shared.next = bits(0b1100_1100);
    block.in_local.next = bits(0b1010_1010);
    block.generic.next = true;
    settle(&mut block);
    assert_eq!(block.shared.val(), bits(0b0000_1100));
    assert_eq!(block.local_memory.val(), bits(0b1010_0000));
    assert_eq!(block.outside.val(), bits(0b0100_0011));
    assert_eq!(block.window.val(), bits(0b1010_1100));
    assert_eq!(block.space_0.val(), bits(0b0000_1100));
    assert_eq!(block.space_1.val(), bits(0b1010_0000));
    // The window steers: plg is the inverse of in_shared, nothing is outside.
    block.steer_by_window.next = true;
    settle(&mut block);
    assert_eq!(block.shared.val(), bits(0b1100_1100));
    assert_eq!(block.local_memory.val(), bits(0b0010_0010));
    assert_eq!(block.outside.val(), bits(0));
    // A form that names its space.
    for (form, shared, local, space_0, space_1) in [
        (0, 0xff, 0, 0xff, 0),
        (1, 0, 0xff, 0, 0xff),
        (2, 0, 0, 0xff, 0xff),
        (3, 0, 0, 0, 0),
    ] {
        block.generic.next = false;
        block.shared_form.next = form == 0;
        block.local_form.next = form == 1;
        block.constant_form.next = form == 2;
        settle(&mut block);
        assert_eq!(block.shared.val(), bits(shared));
        assert_eq!(block.local_memory.val(), bits(local));
        assert_eq!(block.space_0.val(), bits(space_0));
        assert_eq!(block.space_1.val(), bits(space_1));
        assert_eq!(block.window.val(), bits(0));
        assert_eq!(block.outside.val(), bits(0));
    }
}

#[test]
fn addresses_count_from_the_window() {
    let mut block: SpaceAddress = connected();
    block.sum_lo.next = bits(0xfe12_3456);
    block.sum_hi.next = bits(0x12);
    for (window, address) in [(true, 0x12_3456_u64), (false, 0x12_fe12_3456)] {
        block.window.next = window;
        settle(&mut block);
        assert_eq!(block.address_lo.val(), word(address));
        assert_eq!(block.address_hi.val(), bits(address >> 32));
        assert!(!block.misaligned.val());
    }
}

#[test]
fn sizes_align_to_themselves() {
    let mut decode: SizeDecode = connected();
    let mut align: SpaceAddress = connected();
    for (size, n) in [1_u64, 1, 2, 2, 4, 8, 16, 16].into_iter().enumerate() {
        decode.size.next = bits(size as u64);
        settle(&mut decode);
        assert_eq!(decode.offset_bits.val(), bits(n - 1));
        assert_eq!(decode.bytes.val(), bits((1 << n) - 1));
        for low in 0..32 {
            let address = 0xffff_ffe0 + low;
            align.sum_lo.next = bits(address);
            align.offset_bits.next = decode.offset_bits.val();
            settle(&mut align);
            assert_eq!(align.address_lo.val(), bits(address / n * n));
            assert_eq!(align.misaligned.val(), low % n != 0, "{low} to {n}");
        }
    }
}

#[test]
fn faults_have_their_priority() {
    // One lane for each combination: {outside, in_bounds, misaligned}.
    let mut block: Fault<8> = connected();
    block.outside.next = bits(0b1111_0000);
    // Half of the lanes in local memory, below its limit or not.
    block.shared.next = bits(0);
    block.local_memory.next = bits(0b1111_0101);
    block.below_shared.next = bits(0xff);
    block.below_local.next = bits(0b1100_1110);
    block.below_other.next = bits(0b0011_1101);
    block.misaligned.next = bits(0b1010_1010);
    block.execute.next = bits(0xff);
    block.misaligned_is_error.next = true;
    settle(&mut block);
    // Codes of lanes 7..0: 1 1 1 1 3 0 2 2.
    assert_eq!(block.fault_0.val(), bits(0b1111_1000));
    assert_eq!(block.fault_1.val(), bits(0b0000_1011));
    assert_eq!(block.faulted.val(), bits(0b1111_1011));
    assert_eq!(block.live.val(), bits(0b0000_1100));
    block.misaligned_is_error.next = false;
    settle(&mut block);
    assert_eq!(block.fault_0.val(), bits(0b1111_0000));
    assert_eq!(block.fault_1.val(), bits(0b0000_0011));
    assert_eq!(block.faulted.val(), bits(0b1111_0011));
    assert_eq!(block.live.val(), bits(0b0000_1100));
    block.execute.next = bits(0);
    settle(&mut block);
    assert_eq!(block.faulted.val(), bits(0));
    assert_eq!(block.fault_0.val() | block.fault_1.val(), bits(0));
    assert_eq!(block.live.val(), bits(0));
}

#[test]
fn the_lowest_lane_is_found() {
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
fn every_word_is_folded() {
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

#[test]
fn a_live_lane_has_a_one_or_a_zero_in_every_bit() {
    let mut block: UniformKey = connected();
    block.address_lo.next = bits(0x8000_0003);
    block.address_hi.next = bits(0x81);
    block.live.next = true;
    settle(&mut block);
    assert_eq!(block.ones_lo.val(), bits(0x8000_0003));
    assert_eq!(block.zeros_lo.val(), bits(0x7fff_fffc));
    assert_eq!(block.ones_hi.val(), bits(0x81));
    assert_eq!(block.zeros_hi.val(), bits(0x7e));
    block.live.next = false;
    settle(&mut block);
    for word in [
        &block.ones_lo,
        &block.ones_hi,
        &block.zeros_lo,
        &block.zeros_hi,
    ] {
        assert_eq!(word.val(), bits(0));
    }
}
