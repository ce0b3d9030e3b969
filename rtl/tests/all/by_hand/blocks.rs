//! Blocks at their corners, expectations computed by hand.

use super::{connected, settle, word};
use rtl::blocks::*;
use rust_hdl::prelude::*;

const SHARED_BASE: u64 = 0x12_fe00_0000;
const LOCAL_BASE: u64 = 0x12_ff00_0000;

#[test]
fn immediate_extension_goes_by_kind() {
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
fn window_compare_sees_the_upper_40_bits_change() {
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
fn condition_code_is_that_of_an_lea() {
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
fn space_address_counts_from_the_window() {
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

/// A sum, whether it is an offset in a window, a limit, and what is below the limit as
/// shared, local and other memory.
type BoundsCase = (u64, bool, u64, [bool; 3]);

const BOUNDS: [BoundsCase; 20] = [
    (0, false, 0, [false, false, false]),
    (0, false, 1, [true, true, true]),
    (0xbfff, false, 0xc000, [true, true, true]),
    (0xc000, false, 0xc000, [false, false, false]),
    (0xc001, false, 0xc000, [false, false, false]),
    (0xff_ffff, false, 1 << 24, [true, true, true]),
    // The bits above a window's offset count where the sum is no offset, one by one.
    (1 << 24, false, 1 << 24, [false, false, false]),
    (1 << 24, true, 1 << 24, [true, true, false]),
    (0x0100_0005, false, 6, [false, false, false]),
    (0x12_fe00_0005, true, 6, [true, true, false]),
    (0x12_fe00_0006, true, 6, [false, false, false]),
    (1 << 63 | 5, false, 6, [false, false, false]),
    (1 << 63 | 5, true, 6, [true, true, false]),
    // Wider limits are those of other memory: 40 bits, in two chains.
    (0xff_ffff_ffff, false, 1 << 40, [false, false, true]),
    (1 << 40, false, 1 << 40, [false, false, false]),
    (u64::MAX, false, 1 << 40, [false, false, false]),
    (0x0_ffff_ffff, false, 0x1_0000_0000, [false, false, true]),
    (0x1_0000_0000, false, 0x1_0000_0001, [false, false, true]),
    (0x1_0000_0000, false, 0x0_ffff_ffff, [false, false, false]),
    (0x8000_0000, false, 0x7fff_ffff, [false, false, false]),
];

#[test]
fn bounds_are_exact_one_off_each_way() {
    let mut block: Bounds = connected();
    block.advance.next = true;
    for (sum, window, limit, below) in BOUNDS {
        // Memory behind a window has at most 2^24 bytes.
        let of_window = if limit > 1 << 24 { 0 } else { limit };
        block.sum_lo.next = word(sum);
        block.sum_hi.next = word(sum >> 32);
        block.not_shared_limit.next = bits(!of_window & 0x1ff_ffff);
        block.not_local_limit.next = bits(!of_window & 0x1ff_ffff);
        block.not_other_limit_lo.next = word(!limit);
        block.not_other_limit_hi.next = bits(!limit >> 32 & 0x1ff);
        for level in [false, true] {
            block.clock.next = level.into();
            settle(&mut block);
        }
        block.window_s1.next = window;
        settle(&mut block);
        let found = [&block.below_shared, &block.below_local, &block.below_other];
        assert_eq!(found.map(|port| port.val()), below, "{sum:x} < {limit:x}");
    }
}

#[test]
fn bounds_of_the_three_spaces_are_independent() {
    let mut block: Bounds = connected();
    block.advance.next = true;
    block.sum_lo.next = bits(0x1000);
    for below in 0..8_u64 {
        let limit = |bit: u64| 0x1000 + (below >> bit & 1);
        block.not_shared_limit.next = bits(!limit(0) & 0x1ff_ffff);
        block.not_local_limit.next = bits(!limit(1) & 0x1ff_ffff);
        block.not_other_limit_lo.next = word(!limit(2));
        block.not_other_limit_hi.next = bits(0x1ff);
        for level in [false, true] {
            block.clock.next = level.into();
            settle(&mut block);
        }
        let found = [&block.below_shared, &block.below_local, &block.below_other];
        assert_eq!(
            found.map(|port| port.val()),
            [0, 1, 2].map(|bit| below >> bit & 1 == 1)
        );
    }
}

#[test]
fn size_decode_and_space_address_align() {
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
fn fault_has_its_priority() {
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
fn uniform_key_has_a_one_or_a_zero_in_every_bit() {
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
