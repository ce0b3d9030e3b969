//! ADDR_ADD in the golden pipeline: at its ports, among other instructions.

use crate::common::ports::{PLACES, Words, ZEROS, accepted, addresses, lea, load, result};
use agu_model::LaneResults;
use agu_model::pipeline::{Pipeline, PortInputs, PortResult};
use isa::visa::{ChannelMask, ExecSize};

/// A whole warp of A7(3) = src0 + src1, everything else set to what must not count.
fn addr_add(words: &Words) -> PortInputs<'_, 32> {
    PortInputs {
        address_add: true,
        destination: 255,
        element: 3,
        exec_size: 5,
        channel_mask: 0,
        execution_mask: u32::MAX,
        extended: true,
        lane_mask: 0,
        high: true,
        scale: 31,
        write_cc: true,
        predicate: 2,
        store: true,
        access_size: 5,
        immediate: u32::MAX,
        active_mask: 0,
        guard_mask: 0,
        helper_mask: u32::MAX,
        carry_in: u32::MAX,
        overflow_in: u32::MAX,
        ..lea(words)
    }
}

/// src0 and src1 in all lanes, below bits that do not count.
fn operands(src0: u16, src1: u16) -> Words {
    Words {
        base_lo: [0xdead_0000 | u32::from(src0); 32],
        base_hi: [u32::MAX; 32],
        offset_lo: [0xbeef_0000 | u32::from(src1); 32],
        offset_hi: [0x1234_5678; 32],
    }
}

#[test]
fn sums_wrap_at_16_bits() {
    // src0, src1, (abs), (-), sum
    for (src0, src1, absolute, negate, sum) in [
        (0, 0, false, false, 0),
        (0xffff, 1, false, false, 0),
        (0xffff, 0xffff, false, false, 0xfffe),
        (0x7fff, 1, false, false, 0x8000),
        (5, 7, false, true, 0xfffe),
        (0, 0, false, true, 0),
        (0, 0x8000, false, true, 0x8000),
        (0, 0x8000, true, false, 0x8000),
        (1, 0xffff, true, false, 2),
        (1, 0x7fff, true, false, 0x8000),
        (1, 0xffff, true, true, 0),
        (10, 3, true, true, 7),
    ] {
        let words = operands(src0, src1);
        let result = result(&PortInputs {
            absolute,
            negate,
            ..addr_add(&words)
        });
        let expected = PortResult {
            address_add: true,
            destination: 255,
            element: 3,
            predicate: 2,
            store: true,
            size: 5,
            rd_write: u32::MAX,
            execute_mask: u32::MAX,
            lanes: LaneResults {
                sum_lo: [sum; 32],
                address_lo: [sum; 32],
                lock_index: [(sum >> 2) as u8; 32],
                ..LaneResults::default()
            },
            ..PortResult::default()
        };
        assert_eq!(result, expected, "{src0:#x} {src1:#x} {absolute} {negate}");
    }
}

#[test]
fn channels_are_enabled_by_size_mask_and_em() {
    // exec size, mask code, EM, enabled
    for (exec_size, channel_mask, execution_mask, enabled) in [
        (0, 0, 0x0000_0001, 0x1),
        (0, 0, 0xffff_fffe, 0x0),
        (0, 7, 0x1000_0000, 0x1),
        (1, 7, 0xe000_0000, 0x2),
        (2, 3, 0x0000_a000, 0xa),
        (3, 2, 0x0000_8100, 0x81),
        (4, 4, 0xf00f_ffff, 0xf00f),
        (5, 0, 0x8000_0001, 0x8000_0001),
        (4, 8, 0, 0xffff),
        (0, 15, 0, 0x1),
        (5, 8, 0, 0xffff_ffff),
        // Sizes without a meaning, offsets that are no multiple, that run past.
        (6, 8, u32::MAX, 0),
        (7, 0, u32::MAX, 0),
        (3, 1, u32::MAX, 0),
        (3, 7, u32::MAX, 0),
        (4, 2, u32::MAX, 0),
        (5, 12, u32::MAX, 0),
    ] {
        let result = result(&PortInputs {
            exec_size,
            channel_mask,
            execution_mask,
            ..addr_add(&ZEROS)
        });
        assert_eq!(
            [result.execute_mask, result.rd_write],
            [enabled; 2],
            "size {exec_size}, mask {channel_mask}, EM {execution_mask:#x}"
        );
    }
}

#[test]
fn nothing_of_others_is_left() {
    let words = addresses(|lane| 0xfe00_bfc1 + 4 * lane);
    let mut pipeline = Pipeline::<32>::default();
    let alone = result(&addr_add(&words));
    for other in [load(&words), lea(&words)] {
        // Every place of the ring once.
        accepted(&mut pipeline, &other, PLACES);
        accepted(&mut pipeline, &addr_add(&words), PLACES);
        let expected = PortResult {
            instruction: pipeline.result().instruction,
            ..alone.clone()
        };
        assert_eq!(*pipeline.result(), expected);
    }
}

/// Exec size and channel mask by their codes, against the rule that the assembler checks.
#[test]
fn codes_that_do_not_go_together_have_no_channels() {
    let offset = |mask: ChannelMask| u32::from(mask.group.offset());
    for (size_code, mask_code) in (0..8).flat_map(|size| (0..16).map(move |mask| (size, mask))) {
        for execution_mask in [u32::MAX, 0x9234_5678, 0] {
            let result = result(&PortInputs {
                exec_size: size_code,
                channel_mask: mask_code,
                execution_mask,
                ..addr_add(&ZEROS)
            });
            let mask = ChannelMask::from_code(mask_code).expect("a code of four bits");
            let size = ExecSize::from_code(size_code);
            let size = size.filter(|&size| mask.is_aligned_to(size) && !mask.is_overrun_by(size));
            let channels = 0..size.map_or(0, |size| size.channels().into());
            let enabled = channels
                .filter(|i| mask.no_mask || execution_mask >> (i + offset(mask)) & 1 != 0)
                .fold(0, |enabled, channel| enabled | 1 << channel);
            assert_eq!(result.rd_write, enabled, "{size_code}, {mask_code}");
        }
    }
}
