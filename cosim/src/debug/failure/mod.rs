//! A mismatch with what led to it.
//!
//! The hot loop keeps no history. A test run depends on its seed alone, so it is run
//! again to the same cycle, and this time the accepted requests are kept.

mod kind;
mod request;

pub use kind::KINDS;
pub use request::{AccessRequest, AddrAddRequest, Asked, LaneRequest, LeaRequest};

use crate::dut::decoder::Encoded;
use crate::dut::unit::LANES;
use crate::testbench::setup::Setup;
use crate::testbench::test_run::TestRun;
pub(in crate::debug) use request::Kept;
use scoreboard::{Compare, Mismatch};
use std::collections::VecDeque;
use std::fmt;

/// Requests kept: the one that a unit owes may be as many cycles old.
const HISTORY: usize = 2 * scoreboard::PATIENCE as usize;

/// What is known of a failed test run.
#[derive(Debug)]
pub struct Failure {
    /// What `agu cosim --target` calls the hardware.
    pub target: &'static str,
    /// How it was compared.
    pub compare: Compare,
    /// Seed of the test run.
    pub seed: u64,
    /// Lane-operations that a run needs to show the mismatch, and its cycles until then.
    pub operations: u64,
    pub cycles: u64,
    /// None where the second run did not show it again.
    pub mismatch: Option<Mismatch>,
    /// The lanes of the warp that differed in that cycle, a bit each.
    pub lanes: u32,
    /// The request whose result was expected, or that was not taken.
    pub request: Option<LaneRequest>,
    /// The instruction whose record is wrong.
    pub encoded: Option<Encoded>,
}

impl Failure {
    /// The first difference, in a line.
    pub fn headline(&self) -> String {
        match &self.mismatch {
            Some(mismatch) => format!("mismatch: {mismatch}"),
            None => "mismatch, which a second run did not show again".to_owned(),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.headline())?;
        if let Some(encoded) = &self.encoded {
            writeln!(f, "  {encoded}")?;
        } else if let Some(request) = &self.request {
            writeln!(f, "  {request}")?;
        }
        write!(f, "  to see it again: agu cosim --target {}", self.target)?;
        if self.compare != Compare::default() {
            write!(f, " --compare {}", self.compare)?;
        }
        let (seed, operations) = (self.seed, self.operations);
        write!(
            f,
            " --jobs 1 --seed {seed} --ops {operations} --vcd mismatch.vcd"
        )
    }
}

/// Runs the test run of `setup` again, which was to run `operations` and ended with a
/// mismatch after `cycles`.
pub fn explain(setup: &Setup, operations: u64, cycles: u64) -> Failure {
    let mut test_run = TestRun::new(setup);
    let mut history = VecDeque::new();
    let mut good = true;
    while good && test_run.counts().cycles < cycles {
        let before = test_run.accepted_warps();
        good = test_run.step_or_drain(operations);
        if test_run.accepted_warps() != before {
            history.push_back(Kept::new(&test_run, before));
            if history.len() > HISTORY {
                history.pop_front();
            }
        }
    }
    let mismatch = if good { None } else { test_run.mismatch() };
    let request = mismatch.as_ref().and_then(|mismatch| {
        let instruction = mismatch.place.instruction as u64;
        // One that was never accepted is still at the ports.
        if mismatch.signal == "request_ready" {
            history.push_back(Kept::new(&test_run, test_run.accepted_warps()));
        }
        let mut history = history.iter();
        let kept = history.find(|kept| kept.instruction() == instruction)?;
        Some(kept.of_lane(mismatch.lane.unwrap_or(0)))
    });
    // Of hardware with fewer lanes than a warp a lane is counted from the beat's first one.
    let lane = mismatch.as_ref().and_then(|mismatch| mismatch.lane);
    let first = lane.map_or(0, |lane| lane - lane % setup.table.lanes());
    // One beat more than was accepted: it was still traffic when the mismatch showed.
    let enough = (test_run.counts().operations + LANES as u64).min(operations);
    Failure {
        target: setup.table.target(),
        compare: setup.contract.compare,
        seed: setup.seed,
        operations: enough,
        cycles,
        lanes: test_run.mismatched_lanes() << first,
        mismatch,
        request,
        encoded: test_run.wrongly_decoded(),
    }
}
