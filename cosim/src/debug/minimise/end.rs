//! The end of a test run that failed, and the cases that its last cycles are.

use super::case::{Case, Cycle};
use crate::dut::unit::{Beat, LANES};
use crate::testbench::setup::Setup;
use crate::testbench::test_run::TestRun;
use sim::WarpConfig;
use std::collections::VecDeque;
use std::ops::Range;

/// Cycles before the mismatch in which its cause is looked for.
const HISTORY: usize = 512;

/// Cycles that are kept: before a mismatch there may be as many in which a unit hangs.
const RECORDED: usize = HISTORY + 2 * scoreboard::PATIENCE as usize;

/// Cycles before the mismatch, or around the cause of a hang, of which the warp is tried alone.
const ALONE: usize = 128;

/// One recorded cycle.
struct Recorded {
    /// In force before it.
    config: WarpConfig,
    timing: Cycle,
    /// That of the next warp that is accepted.
    number: u64,
    /// What is at the ports, also where it is not offered: it passes the unit all the same.
    warp: Beat,
    /// It is offered for the first time.
    is_new: bool,
}

/// The last cycles of a test run.
pub struct End {
    cycles: VecDeque<Recorded>,
    /// Number of the warp whose result is wrong.
    blamed: Option<u64>,
}

impl End {
    /// Runs a test run of `setup` to the cycle of its mismatch.
    pub fn of(setup: &Setup, operations: u64, cycles: u64) -> End {
        let mut test_run = TestRun::new(setup);
        let mut recorded = VecDeque::new();
        let beats = LANES / setup.table.lanes().max(1);
        let (mut at_ports, mut taken) = (false, 0);
        let mut good = true;
        while good && test_run.counts().cycles < cycles {
            let (config, before) = (test_run.config().clone(), test_run.counts().operations);
            let number = test_run.accepted_warps();
            good = test_run.step_or_drain(operations);
            let inputs = test_run.warp();
            let offered = inputs.request_valid != 0;
            let is_new = offered && !at_ports;
            let warp = Beat {
                reset: 0,
                config_valid: 0,
                config_address: 0,
                config_data: 0,
                request_valid: 0,
                result_ready: 0,
                memory_ready: 0,
                ..inputs.clone()
            };
            let timing = Cycle {
                pause: !offered && !at_ports,
                result_ready: inputs.result_ready != 0,
                memory_ready: inputs.memory_ready != 0,
                reset: inputs.reset != 0,
                write: (inputs.config_valid != 0)
                    .then_some((inputs.config_address, inputs.config_data)),
            };
            at_ports |= offered;
            taken += usize::from(test_run.counts().operations != before);
            if taken == beats || timing.reset {
                (at_ports, taken) = (false, 0);
            }
            recorded.push_back(Recorded {
                config,
                timing,
                number,
                warp,
                is_new,
            });
            if recorded.len() > RECORDED {
                recorded.pop_front();
            }
        }
        let mismatch = test_run.mismatch();
        End {
            cycles: recorded,
            blamed: mismatch.map(|mismatch| mismatch.place.instruction as u64),
        }
    }

    /// The last cycles. Where the unit hangs, so many before and after the warp that is blamed came
    /// to the ports: the later ones show nothing but the hang.
    fn cause(&self, length: usize) -> Range<usize> {
        let end = self.cycles.len();
        let mut numbers = self.cycles.iter().map(|recorded| Some(recorded.number));
        let at = numbers.position(|number| number == self.blamed);
        let hang = at.filter(|at| at + HISTORY < end);
        let (middle, end) = hang.map_or((end, end), |at| (at, end.min(at + length)));
        middle.saturating_sub(length)..end
    }

    /// Warps at the ports, each alone: the one that is blamed, then the last first.
    pub fn alone(&self) -> impl Iterator<Item = Case> {
        let last = |cycles: Range<usize>| self.cycles.range(cycles).rev();
        let mut blamed = last(0..self.cycles.len());
        let blamed = blamed.find(|recorded| Some(recorded.number) == self.blamed);
        let cause = last(self.cause(ALONE));
        blamed.into_iter().chain(cause).map(|recorded| Case {
            config: recorded.config.clone(),
            warps: vec![recorded.warp.clone()],
            timing: Vec::new(),
        })
    }

    /// The cycles of the cause, more and more of them.
    pub fn windows(&self) -> impl Iterator<Item = Case> {
        let lengths = std::iter::successors(Some(8), |length| Some(2 * length));
        lengths
            .take_while(|&length| length <= HISTORY)
            .map(|length| self.window(length))
    }

    /// So many cycles as a case.
    fn window(&self, length: usize) -> Case {
        let cause = self.cause(length);
        let cycles = || self.cycles.range(cause.clone());
        let config = cycles().next().map(|recorded| recorded.config.clone());
        Case {
            config: config.unwrap_or_default(),
            warps: cycles()
                .filter(|recorded| recorded.is_new)
                .map(|recorded| recorded.warp.clone())
                .collect(),
            timing: cycles().map(|recorded| recorded.timing.clone()).collect(),
        }
    }
}
