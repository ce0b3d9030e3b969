//! Every output of every lane, in every cycle, against the golden pipeline.

use crate::mismatch::{Mismatch, Place};
use crate::model::{LANES, Outputs};
use sim::pipeline::Pipeline;
/// The inputs that outputs depend on without a clock edge between.
#[derive(Clone, Copy, Debug)]
pub struct Direct {
    pub result_ready: bool,
    pub config_valid: bool,
}

/// Whether all outputs are as the pipeline says. The hot loop's check: no branch
/// but on the verdict.
#[inline(always)]
pub fn agree(outputs: &Outputs<'_>, golden: &Pipeline<LANES>, direct: Direct) -> bool {
    let result = golden.result();
    let expected_last = result.beat == Pipeline::<LANES>::LAST_BEAT;
    let request_ready = golden.request_ready(direct.result_ready, direct.config_valid);
    let handshake = (outputs.config_ready ^ u8::from(golden.config_ready()))
        | (outputs.request_ready ^ u8::from(request_ready))
        | (outputs.result_valid ^ u8::from(golden.result_valid()));
    let tag = (outputs.result_beat ^ result.beat)
        | (outputs.result_last ^ u8::from(expected_last))
        | (outputs.result_predicate ^ result.predicate)
        | (outputs.result_destination ^ result.destination);
    let masks = (outputs.rd_write ^ result.rd_write)
        | (outputs.predicate_write ^ result.predicate_write)
        | (outputs.cc_write ^ result.cc_write);
    // Whole arrays: the compiler compares them a vector at a time.
    let sums = (outputs.sum_lo == &result.lanes.sum_lo) & (outputs.sum_hi == &result.lanes.sum_hi);
    let codes = (unpacked(outputs.cc) == result.lanes.cc) | result.stale;
    (u32::from(handshake | tag) | masks == 0) & sums & codes
}

/// The condition code of each lane, from a port that has eight in a word, lane 0
/// lowest.
#[inline(always)]
fn unpacked(words: &[u32; LANES / 8]) -> [u8; LANES] {
    let mut bytes = [0; LANES / 2];
    for (four, word) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(words) {
        *four = word.to_le_bytes();
    }
    let mut codes = [0; LANES];
    for (two, byte) in codes.as_chunks_mut::<2>().0.iter_mut().zip(bytes) {
        *two = [byte & 15, byte >> 4];
    }
    codes
}

/// The first difference, none where all outputs agree.
pub fn first_mismatch(
    outputs: &Outputs<'_>,
    golden: &Pipeline<LANES>,
    direct: Direct,
    cycle: u64,
) -> Option<Mismatch> {
    let result = golden.result();
    let place = Place {
        instruction: result.instruction as usize,
        cycle,
    };
    let differs = |signal: &str, lane: Option<usize>, expected: u64, got: u64| {
        let mismatch = Mismatch {
            place,
            lane,
            signal: signal.to_string(),
            expected,
            got,
        };
        (expected != got).then_some(mismatch)
    };
    let request_ready = golden.request_ready(direct.result_ready, direct.config_valid);
    let last = result.beat == Pipeline::<LANES>::LAST_BEAT;
    let whole: [(&str, u64, u8); 7] = [
        (
            "result_valid",
            golden.result_valid().into(),
            outputs.result_valid,
        ),
        ("request_ready", request_ready.into(), outputs.request_ready),
        (
            "config_ready",
            golden.config_ready().into(),
            outputs.config_ready,
        ),
        ("result_beat", result.beat.into(), outputs.result_beat),
        ("result_last", last.into(), outputs.result_last),
        (
            "result_predicate",
            result.predicate.into(),
            outputs.result_predicate,
        ),
        (
            "result_destination",
            result.destination.into(),
            outputs.result_destination,
        ),
    ];
    let of_warp = whole
        .iter()
        .find_map(|&(signal, expected, got)| differs(signal, None, expected, got.into()));
    let (codes, got_codes) = (&result.lanes.cc, unpacked(outputs.cc));
    let flag = |codes: &[u8; LANES], lane: usize, flag: usize| u64::from(codes[lane] >> flag & 1);
    let of_lane = |lane: usize| {
        let bit = |mask: u32| u64::from(mask >> lane & 1);
        let word = |words: &[u32; LANES]| u64::from(words[lane]);
        let lane_signals = [
            ("sum_lo", word(&result.lanes.sum_lo), word(outputs.sum_lo)),
            ("sum_hi", word(&result.lanes.sum_hi), word(outputs.sum_hi)),
            ("rd_write", bit(result.rd_write), bit(outputs.rd_write)),
            (
                "predicate_write",
                bit(result.predicate_write),
                bit(outputs.predicate_write),
            ),
            ("cc_write", bit(result.cc_write), bit(outputs.cc_write)),
        ];
        let flags = ["cc_carry", "cc_zero", "cc_sign", "cc_overflow"]
            .into_iter()
            .enumerate();
        let mut lane_flags = flags.filter(|_| !result.stale);
        lane_signals
            .iter()
            .find_map(|&(signal, expected, got)| differs(signal, Some(lane), expected, got))
            .or_else(|| {
                lane_flags.find_map(|(bit, signal)| {
                    let (expected, got) = (flag(codes, lane, bit), flag(&got_codes, lane, bit));
                    differs(signal, Some(lane), expected, got)
                })
            })
    };
    of_warp.or_else(|| (0..LANES).find_map(of_lane))
}

/// The lanes in which anything differs, one bit a lane.
pub fn mismatched_lanes(outputs: &Outputs<'_>, golden: &Pipeline<LANES>) -> u32 {
    let result = golden.result();
    let masks = (outputs.rd_write ^ result.rd_write)
        | (outputs.predicate_write ^ result.predicate_write)
        | (outputs.cc_write ^ result.cc_write);
    let codes = unpacked(outputs.cc);
    (0..LANES).fold(masks, |lanes, lane| {
        let differs = result.lanes.sum_lo[lane] != outputs.sum_lo[lane]
            || result.lanes.sum_hi[lane] != outputs.sum_hi[lane]
            || (codes[lane] != result.lanes.cc[lane] && !result.stale);
        lanes | u32::from(differs) << lane
    })
}
