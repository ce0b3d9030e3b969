//! A mismatch and the cycles before it.
//!
//! The hot loop keeps no history. A test run depends on its seed alone. It is run again to the
//! same cycle, and this time its last cycles are kept.

pub use crate::debug::request::KINDS;

use crate::debug::minimise::LastCycles;
use crate::debug::request::UnitRequest;
use crate::dut::decoder::Encoded;
use crate::dut::unit::LANES;
use crate::testbench::setup::{RunCounts, Setup};
use sim::scoreboard::{Compare, Mismatch};
use std::fmt;

/// A failed test run.
#[derive(Debug)]
pub struct Failure {
    /// The hardware, as `agu cosim --target` names it.
    pub target: &'static str,
    /// The way of comparing.
    pub compare: Compare,
    /// Seed of the test run.
    pub seed: u64,
    /// Lane-operations that a run needs to show the mismatch, and its cycles until then.
    pub operations: u64,
    pub cycles: u64,
    /// The mismatch; none if the second run did not show it again, or after a panic.
    pub mismatch: Option<Mismatch>,
    /// The text of a panic, which is an error of this program.
    pub panic: Option<String>,
    /// Lanes of the warp that differed in that cycle, one bit a lane.
    pub lanes: u32,
    /// The request whose result was expected, or that was not taken.
    pub request: Option<UnitRequest>,
    /// The instruction whose record is wrong.
    pub encoded: Option<Encoded>,
    /// The last cycles.
    pub(super) end: LastCycles,
}

impl Failure {
    /// The first difference, as one line of text.
    pub fn headline(&self) -> String {
        match (&self.mismatch, &self.panic) {
            (_, Some(panic)) => format!("error of agu, no mismatch: {panic}"),
            (Some(mismatch), _) => format!("mismatch: {mismatch}"),
            (None, None) => "mismatch, which a second run did not show again".to_owned(),
        }
    }

    /// The command line that shows it alone.
    pub fn again(&self) -> String {
        let compare = match self.compare {
            Compare::Cycles => String::new(),
            compare => format!(" --compare {compare}"),
        };
        let (target, seed, operations) = (self.target, self.seed, self.operations);
        format!("agu cosim --target {target}{compare} --jobs 1 --seed {seed} --ops {operations}")
    }

    /// One of [`KINDS`]; none where the request is not known.
    pub fn kind(&self) -> Option<&'static str> {
        match (&self.encoded, &self.request) {
            (Some(_), _) => KINDS.last().copied(),
            (None, request) => request.as_ref().map(UnitRequest::kind),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.headline())?;
        if let Some(encoded) = &self.encoded {
            writeln!(f, "  {encoded}")?;
        } else if let Some(request) = &self.request {
            let mismatch = self.mismatch.as_ref();
            let lane = mismatch.and_then(|mismatch| mismatch.lane).unwrap_or(0);
            writeln!(f, "  {}", request.as_fetched().of_lane(lane))?;
        }
        write!(f, "  to see it again: {} --vcd mismatch.vcd", self.again())
    }
}

/// Runs the failed test run of `setup` again. It was to run `operations`, and a mismatch ended it
/// after `cycles`.
pub fn explain(setup: &Setup, operations: u64, cycles: u64) -> Failure {
    let (end, test_run, mismatch) = LastCycles::of(setup, operations, cycles);
    // Hardware with fewer lanes than a warp counts them from the first lane of the beat.
    let lane = mismatch.as_ref().and_then(|mismatch| mismatch.lane);
    let first = lane.map_or(0, |lane| lane - lane % setup.table.lanes());
    // One beat more than was accepted, because traffic still ran when the mismatch showed.
    let enough = (test_run.counts().operations + LANES as u64).min(operations);
    Failure {
        target: setup.table.target(),
        compare: setup.contract.compare,
        seed: setup.seed,
        operations: enough,
        cycles,
        lanes: test_run.mismatched_lanes() << first,
        mismatch,
        request: end.blamed().cloned(),
        encoded: test_run.state().wrong_decoding.map(|wrong| wrong.encoded),
        panic: None,
        end,
    }
}

/// The failure of a test run of `setup` that panicked after `counts`.
pub fn of_panic(setup: &Setup, counts: RunCounts, panic: &str) -> Failure {
    Failure {
        target: setup.table.target(),
        compare: setup.contract.compare,
        seed: setup.seed,
        operations: counts.operations + LANES as u64,
        cycles: counts.cycles,
        mismatch: None,
        panic: Some(panic.to_owned()),
        lanes: 0,
        request: None,
        encoded: None,
        end: LastCycles::default(),
    }
}
