//! The end of a test run that failed, and the cases that its last cycles give.

use super::failing_stimulus::{CycleTiming, FailingStimulus};
use crate::debug::request::UnitRequest;
use crate::testbench::setup::Setup;
use crate::testbench::test_run::TestRun;
use sim::scoreboard::Mismatch;
use std::collections::VecDeque;
use std::ops::Range;

/// Cycles before the mismatch in which its cause is searched.
pub(super) const HISTORY: usize = 4096;

/// Cycles that are recorded: a unit may hang for as many before a mismatch.
const RECORDED: usize = HISTORY + 2 * sim::scoreboard::PATIENCE as usize;

/// Cycles before the mismatch, or around the cause of a hang, whose warps are tried alone.
const ALONE: usize = 128;

/// One recorded cycle.
#[derive(Debug)]
struct RecordedCycle {
    /// Inputs at the ports. They pass the unit even without a request.
    request: UnitRequest,
    timing: CycleTiming,
    /// Whether the warp is offered for the first time.
    is_new: bool,
}

/// The last cycles of a test run.
#[derive(Debug, Default)]
pub struct LastCycles {
    cycles: VecDeque<RecordedCycle>,
    /// Number of the warp whose result is wrong.
    blamed: Option<u64>,
}

impl LastCycles {
    /// Runs a test run of `setup` to the cycle of its mismatch.
    pub fn of(
        setup: &Setup,
        operations: u64,
        cycles: u64,
    ) -> (LastCycles, TestRun, Option<Mismatch>) {
        let mut test_run = TestRun::new(setup);
        let mut recorded = VecDeque::new();
        let beats = setup.contract.lanes_of_warp() / setup.table.lanes().max(1);
        let (mut at_ports, mut taken) = (false, 0);
        let mut good = true;
        while good && test_run.counts().cycles < cycles {
            let before = test_run.counts().operations;
            let (mut request, stepped) = UnitRequest::step(&mut test_run, operations);
            good = stepped;
            let inputs = &mut request.warp;
            let offered = inputs.request_valid != 0;
            let is_new = offered && !at_ports;
            let timing = CycleTiming {
                pause: !offered,
                result_ready: inputs.result_ready != 0,
                memory_ready: inputs.memory_ready != 0,
                reset: inputs.reset != 0,
                write: (inputs.config_valid != 0)
                    .then_some((inputs.config_address, inputs.config_data)),
            };
            // The handshake and configuration ports are in the timing.
            (inputs.reset, inputs.config_valid, inputs.request_valid) = (0, 0, 0);
            (inputs.config_address, inputs.config_data) = (0, 0);
            (inputs.result_ready, inputs.memory_ready) = (0, 0);
            at_ports |= offered;
            taken += usize::from(test_run.counts().operations != before);
            if taken == beats || timing.reset {
                (at_ports, taken) = (false, 0);
            }
            recorded.push_back(RecordedCycle {
                request,
                timing,
                is_new,
            });
            if recorded.len() > RECORDED {
                recorded.pop_front();
            }
        }
        good = good && test_run.finish();
        let mismatch = if good { None } else { test_run.mismatch() };
        let blamed = mismatch.as_ref();
        let end = LastCycles {
            cycles: recorded,
            blamed: blamed.map(|mismatch| mismatch.place.instruction as u64),
        };
        (end, test_run, mismatch)
    }

    /// The request with the wrong result, as it was last at the ports.
    pub fn blamed(&self) -> Option<&UnitRequest> {
        let mut requests = self.cycles.iter().rev().map(|recorded| &recorded.request);
        requests.find(|request| Some(request.number) == self.blamed)
    }

    /// The last `length` cycles. If the unit hangs: as many before and after the first cycle of
    /// the blamed warp at the ports. Later cycles show nothing but the hang.
    fn cause(&self, length: usize) -> Range<usize> {
        let end = self.cycles.len();
        let mut numbers = self
            .cycles
            .iter()
            .map(|recorded| Some(recorded.request.number));
        let at = numbers.position(|number| number == self.blamed);
        let hang = at.filter(|at| at + HISTORY < end);
        let (middle, end) = hang.map_or((end, end), |at| (at, end.min(at + length)));
        middle.saturating_sub(length)..end
    }

    /// One case for each warp at the ports: the blamed one, then the others from the last to the
    /// first.
    pub fn alone(&self) -> impl Iterator<Item = FailingStimulus> {
        let cause = self.cycles.range(self.cause(ALONE)).rev();
        let cause = cause.map(|recorded| &recorded.request);
        self.blamed()
            .into_iter()
            .chain(cause)
            .map(|request| FailingStimulus {
                config: request.config.clone(),
                warps: vec![request.warp.clone()],
                timing: Vec::new(),
            })
    }

    /// The cycles around the cause as cases, from 8 cycles up to all of them.
    pub fn windows(&self) -> impl Iterator<Item = FailingStimulus> {
        let lengths = std::iter::successors(Some(8), |length| Some(2 * length));
        lengths
            .take_while(|&length| length <= HISTORY)
            .map(|length| self.window(length))
    }

    /// `length` cycles around the cause as a case.
    fn window(&self, length: usize) -> FailingStimulus {
        let cause = self.cause(length);
        let cycles = || self.cycles.range(cause.clone());
        let mut new = cycles().enumerate().filter(|(_, recorded)| recorded.is_new);
        let first = new.next().map_or(usize::MAX, |(place, _)| place);
        let config = cycles()
            .next()
            .map(|recorded| recorded.request.config.clone());
        FailingStimulus {
            config: config.unwrap_or_default(),
            warps: cycles()
                .filter(|recorded| recorded.is_new)
                .map(|recorded| recorded.request.warp.clone())
                .collect(),
            // The warp at the ports before the first new one is not in the case.
            timing: (0..)
                .zip(cycles())
                .map(|(place, recorded)| CycleTiming {
                    pause: recorded.timing.pause || place < first,
                    ..recorded.timing.clone()
                })
                .collect(),
        }
    }
}
