//! Waves of a test run, and of what is left of a failure.

use crate::debug::failure::Failure;
use crate::debug::minimise::Case;
use crate::debug::minimise::lanes_of;
use crate::debug::minimise::text_of_warp;
use crate::debug::waves::{Given, Kind, Shown, Waves};
use crate::dut::unit::{Beat, DutTable};
use crate::source::SourceError;
use crate::testbench::setup::Setup;
use crate::testbench::test_run::TestRun;
use scoreboard::Mismatch;
use sim::WarpConfig;
use sim::pipeline::LATENCY;
use std::collections::VecDeque;
use std::path::Path;

/// Cycles of a wave before a mismatch and after it.
const BEFORE: u64 = 64;
const AFTER: u64 = 8;

/// Cycles of a wave where nothing is wrong.
const OF_SUCCESS: u64 = 256;

/// Warps in the unit at a time, and some more.
const WARPS: usize = 4 * LATENCY;

/// Writes waves of the test run of `setup`, whose hardware is `traced` this time, over
/// `operations`, as `waves`, with a save file for GTKWave. They show the cycles around the
/// `failure`, else the first of `cycles`. Gives the first and the last cycle.
///
/// # Errors
/// A file cannot be written.
pub fn write_waves(
    setup: &Setup,
    traced: &'static DutTable,
    operations: u64,
    cycles: u64,
    failure: Option<&Failure>,
    mut waves: Waves,
) -> Result<(u64, u64), SourceError> {
    let (first, end) = match failure {
        Some(_) => (cycles.saturating_sub(BEFORE), cycles + AFTER),
        None => (0, cycles.min(OF_SUCCESS)),
    };
    let mut test_run = TestRun::with_unit(setup, waves.unit(traced)?);
    let mut texts = Texts::default();
    test_run.unit().dump(false);
    let mut shown = Shown {
        cycle: first,
        ..Shown::default()
    };
    let mut found = false;
    for cycle in 0..end {
        if cycle == first {
            test_run.unit().dump(true);
        }
        let (config, warps) = (test_run.config().clone(), test_run.accepted_warps());
        let good = test_run.step_or_drain(operations);
        if test_run.accepted_warps() != warps {
            texts.accepted(warps, test_run.warp(), &config);
        }
        if cycle < first {
            continue;
        }
        let warp = test_run.warp();
        if warp.request_valid != 0 {
            let text = text_of_warp(&config, warp);
            let written = waves.expected.request(cycle, &text);
            written.map_err(|reason| waves.failed(reason))?;
        }
        let lanes = test_run.mismatched_lanes();
        let outputs = test_run.unit().outputs().clone();
        if let Some(predicted) = test_run.predicted()
            && (predicted.ports.result_valid != 0 || !good)
        {
            let instruction = predicted.instruction;
            let (text, of_warp) = texts.of(instruction);
            let given = Given {
                text,
                outputs: &outputs,
                mismatched: !good,
                lanes,
            };
            let expected = scoreboard::expected(predicted);
            let written = waves.expected.record(cycle, instruction, &expected, &given);
            written.map_err(|reason| waves.failed(reason))?;
            if let Some((kind, lane)) = of_warp {
                shown.kinds.insert(kind);
                if !found {
                    (shown.lane, shown.cycle, found) = (lane, cycle, true);
                }
            }
        }
    }
    if let Some(mismatch) = failure.and_then(|failure| failure.mismatch.as_ref()) {
        shown.mark(mismatch);
    }
    shown.lane %= traced.lanes();
    waves.finish(test_run.unit(), &shown)?;
    Ok((first, end.saturating_sub(1)))
}

/// Writes waves of all cycles of `case`, which shows `mismatch`.
pub(super) fn write_case(
    case: &Case,
    mismatch: &Mismatch,
    setup: &Setup,
    traced: &'static DutTable,
    vcd: &Path,
) -> Result<(), SourceError> {
    let mut waves = Waves::create(vcd)?;
    let mut unit = waves.unit(traced)?;
    let mut texts = Texts::default();
    let traced = Setup {
        table: traced,
        ..*setup
    };
    for (number, warp) in (0..).zip(&case.warps) {
        texts.accepted(number, warp, &case.config);
    }
    let mut written = Ok(());
    case.run(&traced, &mut unit, |unit, ran| {
        if let Some(number) = ran.offered {
            let (text, _) = texts.of(number as u64);
            written = waves.expected.request(ran.cycle, text);
        }
        if let Some(predicted) = ran.predicted
            && written.is_ok()
            && (predicted.ports.result_valid != 0 || !ran.good)
        {
            let instruction = predicted.instruction;
            let given = Given {
                text: texts.of(instruction).0,
                outputs: unit.outputs(),
                mismatched: !ran.good,
                lanes: ran.lanes,
            };
            let expected = scoreboard::expected(predicted);
            let cycle = ran.cycle;
            written = waves.expected.record(cycle, instruction, &expected, &given);
        }
        written.is_ok()
    });
    written.map_err(|reason| waves.failed(reason))?;
    let mut shown = Shown {
        lane: case.warps.last().map_or(0, first_lane),
        kinds: case.warps.iter().map(kind).collect(),
        ..Shown::default()
    };
    shown.mark(mismatch);
    shown.lane %= traced.table.lanes();
    waves.finish(&mut unit, &shown)
}

fn kind(warp: &Beat) -> Kind {
    Kind::new(warp.access != 0, warp.address_add != 0)
}

/// The first lane that takes part.
fn first_lane(warp: &Beat) -> usize {
    lanes_of(warp).trailing_zeros() as usize % crate::dut::unit::LANES
}

/// The last warps that were accepted, by their numbers: text, kind, first lane.
#[derive(Default)]
struct Texts(VecDeque<(u64, String, (Kind, usize))>);

impl Texts {
    fn accepted(&mut self, number: u64, warp: &Beat, config: &WarpConfig) {
        let what = (kind(warp), first_lane(warp));
        self.0.push_back((number, text_of_warp(config, warp), what));
        if self.0.len() > WARPS {
            self.0.pop_front();
        }
    }

    fn of(&self, number: u64) -> (&str, Option<(Kind, usize)>) {
        let mut found = self.0.iter().filter(|(of, ..)| *of == number);
        match found.next() {
            Some((_, text, what)) => (text, Some(*what)),
            None => ("", None),
        }
    }
}
