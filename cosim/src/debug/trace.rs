//! Waves of a test run, and of a minimised failure.

use crate::debug::failure::Failure;
use crate::debug::minimise::FailingStimulus;
use crate::debug::request::UnitRequest;
use crate::debug::waves::{WaveFile, WaveRecorder, Waves};
use crate::dut::unit::{Clocked, DutTable, Outputs};
use crate::source::SourceError;
use crate::testbench::setup::Setup;
use crate::testbench::test_run::TestRun;
use sim::pipeline::LATENCY;
use sim::scoreboard::{Mismatch, Predicted};

/// Cycles of a wave before a mismatch and after it.
const BEFORE: u64 = 64;
const AFTER: u64 = 8;

/// Cycles of a wave if nothing is wrong, and of a case after its mismatch: a unit may never be idle again.
const OF_SUCCESS: u64 = 256;

/// Requests that are remembered: more than the warps in the unit at a time.
const WARPS: usize = 4 * LATENCY;

/// Writes waves of the test run of `setup` over `operations` to `waves`, with a save file for
/// GTKWave. Its hardware is `traced` this time. The waves show the cycles around the `failure`,
/// else the first of `cycles`. Returns the first and the last cycle.
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
    let mut test_run = TestRun::with_unit(setup, waves.unit(traced, false)?);
    let mut history = Vec::new();
    test_run.unit().dump(false);
    for cycle in 0..end {
        if cycle == first {
            test_run.unit().dump(true);
        }
        let (request, good) = UnitRequest::step(&mut test_run, operations);
        if cycle >= first && request.warp.request_valid != 0 {
            let recorder = &mut waves.recorder;
            recorder.request(cycle, &request.instruction(), request.family());
        }
        if test_run.state().accepted_warps != request.number {
            history.push(request);
            if history.len() > WARPS {
                history.remove(0);
            }
        }
        if cycle < first {
            continue;
        }
        let differs = (!good).then(|| test_run.mismatched_lanes());
        let outputs = test_run.unit().outputs().clone();
        if let Some(predicted) = test_run.state().predicted {
            let recorder = &mut waves.recorder;
            record(recorder, cycle, &history, predicted, &outputs, differs);
        }
    }
    if let Some(mismatch) = failure.and_then(|failure| failure.mismatch.as_ref()) {
        waves.recorder.mark(mismatch);
    }
    waves.finish(test_run.unit())?;
    Ok((first, end.saturating_sub(1)))
}

/// Writes waves of `case`, which shows `mismatch`.
pub(super) fn write_case(
    case: &FailingStimulus,
    mismatch: &Mismatch,
    setup: &Setup,
    traced: &'static DutTable,
    wave: &WaveFile,
) -> Result<(), SourceError> {
    let mut waves = Waves::create(wave)?;
    let mut unit = waves.unit(traced, false)?;
    let traced = Setup {
        table: traced,
        ..*setup
    };
    let requests = (0..).zip(&case.warps).map(|(number, warp)| UnitRequest {
        number,
        warp: warp.clone(),
        config: case.config.clone(),
    });
    let requests: Vec<_> = requests.collect();
    case.run(&traced, &mut unit, |unit, ran| {
        let recorder = &mut waves.recorder;
        if let Some(offered) = ran.offered.and_then(|number| requests.get(number)) {
            recorder.request(ran.cycle, &offered.instruction(), offered.family());
        }
        if let Some(predicted) = ran.predicted {
            let differs = (!ran.good).then_some(ran.lanes);
            record(
                recorder,
                ran.cycle,
                &requests,
                predicted,
                unit.outputs(),
                differs,
            );
        }
        ran.cycle < mismatch.place.cycle + OF_SUCCESS
    });
    waves.recorder.mark(mismatch);
    waves.finish(&mut unit)
}

/// Records the comparison of a cycle: an expected result, or an unexpected one.
fn record(
    recorder: &mut WaveRecorder,
    cycle: u64,
    requests: &[UnitRequest],
    predicted: Predicted<'_>,
    actual: &Outputs,
    differs: Option<u32>,
) {
    if predicted.ports.result_valid != 0 || differs.is_some() {
        let number = predicted.instruction;
        let request = requests.iter().find(|request| request.number == number);
        let text = request.map_or(String::new(), UnitRequest::instruction);
        let outputs = [&sim::scoreboard::expected(predicted), actual];
        recorder.result(cycle, number, &text, outputs, differs);
    }
}
