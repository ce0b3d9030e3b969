//! Every output of every lane, in every cycle, against the golden pipeline.

use crate::dut::unit::{LANES, Outputs};
use crate::testbench::mismatch::{CC_FLAGS, Mismatch, Place};
use crate::testbench::predictor::prediction::{Predicted, Prediction};
use sim::pipeline::PortResult;
use std::ops::{BitOr, BitXor};

/// Whether all outputs are as predicted. The hot loop's check: no branch but on the
/// verdict.
#[inline(always)]
pub fn agree(outputs: &Outputs, predicted: Predicted<'_>) -> bool {
    let Predicted { ports, result } = predicted;
    let mut warp = 0;
    for_warp(outputs, predicted, |_, expected, got| {
        warp |= expected ^ got;
    });
    // What depends on a configuration that has changed since.
    let mut unless_stale = 0;
    for_warp_unless_stale(outputs, result, |_, expected, got| {
        unless_stale |= expected ^ got;
    });
    let mut masks = 0;
    for_masks(outputs, result, |_, expected, got| masks |= expected ^ got);
    let mut masks_unless_stale = 0;
    for_masks_unless_stale(outputs, result, |_, expected, got| {
        masks_unless_stale |= expected ^ got;
    });
    // Whole arrays: the compiler compares them a vector at a time.
    let lanes = &result.lanes;
    let always = same(&outputs.sum_lo, &lanes.sum_lo)
        & same(&outputs.sum_hi, &lanes.sum_hi)
        & same(&outputs.byte_enable, &lanes.byte_enable)
        & same(&outputs.lock_index, &lanes.lock_index);
    let if_fresh = same(&outputs.address_lo, &lanes.address_lo)
        & same(&outputs.address_hi, &lanes.address_hi)
        & same(&outputs.cc, &lanes.cc)
        & same(&outputs.space, &lanes.space)
        & same(&outputs.fault, &lanes.fault)
        & (unless_stale == 0)
        & (masks_unless_stale == 0);
    (warp == 0) & (masks == 0) & always & (if_fresh | ports.stale)
}

/// Whether each lane has the same value. Without a branch: `==` is a call of memcmp for so many
/// bytes.
#[inline(always)]
pub(crate) fn same<T>(got: &[T; LANES], expected: &[T; LANES]) -> bool
where
    T: Copy + Default + PartialEq + BitXor<Output = T> + BitOr<Output = T>,
{
    let lanes = got.iter().zip(expected);
    let differ = lanes.fold(T::default(), |differ, (&got, &expected)| {
        differ | (got ^ expected)
    });
    differ == T::default()
}

/// Names, expected and given values of the signals that belong to the whole warp.
#[inline(always)]
fn for_warp(
    outputs: &Outputs,
    predicted: Predicted<'_>,
    mut compare: impl FnMut(&'static str, u64, u64),
) {
    let Predicted { ports, result } = predicted;
    let Prediction {
        config_ready,
        request_ready,
        result_valid,
        result_last,
        memory_valid,
        ref memory,
        ..
    } = *ports;
    let mut byte = |signal, expected: u8, got: u8| compare(signal, expected.into(), got.into());
    byte("result_valid", result_valid.into(), outputs.result_valid);
    byte("request_ready", request_ready.into(), outputs.request_ready);
    byte("config_ready", config_ready.into(), outputs.config_ready);
    byte("result_beat", result.beat, outputs.result_beat);
    byte("result_last", result_last.into(), outputs.result_last);
    byte("result_access", result.access.into(), outputs.result_access);
    byte("result_store", result.store.into(), outputs.result_store);
    byte("result_size", result.size, outputs.result_size);
    let predicate = outputs.result_predicate;
    byte("result_predicate", result.predicate, predicate);
    let address_add = outputs.result_address_add;
    byte("result_address_add", result.address_add.into(), address_add);
    byte("result_element", result.element, outputs.result_element);
    byte("memory_valid", memory_valid.into(), outputs.memory_valid);
    byte("memory_shared", memory.shared.into(), outputs.memory_shared);
    byte("memory_store", memory.store.into(), outputs.memory_store);
    byte("memory_sectors", memory.sectors, outputs.memory_sectors);
    byte("memory_pass", memory.pass, outputs.memory_pass);
    byte("memory_last", memory.last.into(), outputs.memory_last);
    let destination = outputs.result_destination.into();
    compare("result_destination", result.destination.into(), destination);
    compare("memory_line", memory.line, outputs.memory_line);
    let lanes = memory.lanes.into();
    compare("memory_lanes", lanes, outputs.memory_lanes.into());
}

#[inline(always)]
fn for_warp_unless_stale(
    outputs: &Outputs,
    result: &PortResult<LANES>,
    mut compare: impl FnMut(&'static str, u8, u8),
) {
    compare("uniform", result.uniform.into(), outputs.uniform);
    compare(
        "fault_valid",
        result.fault_valid.into(),
        outputs.fault_valid,
    );
    compare("fault_lane", result.fault_lane, outputs.fault_lane);
}

/// The same for signals of one bit a lane.
#[inline(always)]
fn for_masks(
    outputs: &Outputs,
    result: &PortResult<LANES>,
    mut compare: impl FnMut(&'static str, u32, u32),
) {
    compare("rd_write", result.rd_write, outputs.rd_write);
    let predicate_write = outputs.predicate_write;
    compare("predicate_write", result.predicate_write, predicate_write);
    compare("cc_write", result.cc_write, outputs.cc_write);
    compare("execute_mask", result.execute_mask, outputs.execute_mask);
    let misaligned_mask = outputs.misaligned_mask;
    compare("misaligned_mask", result.misaligned_mask, misaligned_mask);
}

#[inline(always)]
fn for_masks_unless_stale(
    outputs: &Outputs,
    result: &PortResult<LANES>,
    mut compare: impl FnMut(&'static str, u32, u32),
) {
    compare("live_mask", result.live_mask, outputs.live_mask);
    compare("shared_mask", result.shared_mask, outputs.shared_mask);
    compare("fault_mask", result.fault_mask, outputs.fault_mask);
}

/// The same for signals with a value in each lane.
fn for_lane(
    outputs: &Outputs,
    predicted: Predicted<'_>,
    lane: usize,
    mut compare: impl FnMut(&'static str, u64, u64),
) {
    let expected = &predicted.result.lanes;
    let mut word = |signal, expected: u32, got: u32| compare(signal, expected.into(), got.into());
    word("sum_lo", expected.sum_lo[lane], outputs.sum_lo[lane]);
    word("sum_hi", expected.sum_hi[lane], outputs.sum_hi[lane]);
    let byte_enable = outputs.byte_enable[lane].into();
    word(
        "byte_enable",
        expected.byte_enable[lane].into(),
        byte_enable,
    );
    let lock_index = outputs.lock_index[lane].into();
    word("lock_index", expected.lock_index[lane].into(), lock_index);
    if predicted.ports.stale {
        return;
    }
    let (codes, got_codes) = (expected.cc[lane], outputs.cc[lane]);
    for (bit, signal) in CC_FLAGS.into_iter().enumerate() {
        let flag = |codes: u8| u32::from(codes >> bit & 1);
        word(signal, flag(codes), flag(got_codes));
    }
    word(
        "address_lo",
        expected.address_lo[lane],
        outputs.address_lo[lane],
    );
    word(
        "address_hi",
        expected.address_hi[lane].into(),
        outputs.address_hi[lane].into(),
    );
    let (space, fault) = (outputs.space[lane], outputs.fault[lane]);
    word("space", expected.space[lane].into(), space.into());
    word("fault", expected.fault[lane].into(), fault.into());
}

/// The first difference, none where all outputs agree.
pub fn first_mismatch(outputs: &Outputs, predicted: Predicted<'_>, cycle: u64) -> Option<Mismatch> {
    let Predicted { ports, result } = predicted;
    let mut first = None;
    let mut found = |signal: &'static str, lane: Option<usize>, expected: u64, got: u64| {
        if expected != got && first.is_none() {
            first = Some(Mismatch {
                place: Place {
                    instruction: result.instruction as usize,
                    cycle,
                },
                lane,
                signal: signal.to_string(),
                expected,
                got,
            });
        }
    };
    for_warp(outputs, predicted, |signal, expected, got| {
        found(signal, None, expected, got);
    });
    for lane in 0..LANES {
        let of_warp = Some(ports.first_lane + lane);
        for_lane(outputs, predicted, lane, |signal, expected, got| {
            found(signal, of_warp, expected, got);
        });
        let bit = |mask: u32| u64::from(mask >> lane & 1);
        for_masks(outputs, result, |signal, expected, got| {
            found(signal, of_warp, bit(expected), bit(got));
        });
        if !ports.stale {
            for_masks_unless_stale(outputs, result, |signal, expected, got| {
                found(signal, of_warp, bit(expected), bit(got));
            });
        }
    }
    // Last, for these follow from what a lane says.
    if !ports.stale {
        for_warp_unless_stale(outputs, result, |signal, expected, got| {
            found(signal, None, expected.into(), got.into());
        });
    }
    first
}

/// The lanes in which anything differs, one bit a lane.
pub fn mismatched_lanes(outputs: &Outputs, predicted: Predicted<'_>) -> u32 {
    let Predicted { ports, result } = predicted;
    let mut lanes = 0;
    for_masks(outputs, result, |_, expected, got| lanes |= expected ^ got);
    if !ports.stale {
        for_masks_unless_stale(outputs, result, |_, expected, got| lanes |= expected ^ got);
    }
    for lane in 0..LANES {
        for_lane(outputs, predicted, lane, |_, expected, got| {
            lanes |= u32::from(expected != got) << lane;
        });
    }
    lanes
}
