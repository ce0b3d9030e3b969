//! Parameters of a test run, and its counts.

use crate::dut::unit::{DutTable, LANES};
use sim::pipeline::LATENCY;
use sim::scoreboard::{Compare, Contract};

/// Parameters of a test run.
#[derive(Clone, Copy)]
pub struct Setup {
    /// The hardware, and its contract.
    pub table: &'static DutTable,
    pub contract: &'static Contract,
    /// Deliberate fault, if the model has some; 0 is none.
    pub seeded_bug: u16,
    /// Seed, on which alone the traffic depends.
    pub seed: u64,
}

impl Setup {
    /// An exported unit, compared in every cycle, without a deliberate fault.
    pub fn new(table: &'static DutTable, seed: u64) -> Setup {
        Setup {
            table,
            contract: Contract::exported(Compare::Cycles),
            seeded_bug: 0,
            seed,
        }
    }
}

/// Cycles that empty an exported unit. Every beat in it and the warp before them may make a memory
/// request for each lane.
pub(crate) const DRAIN: usize = (LATENCY + 1) * (LANES + 1);

/// Counts of a test run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunCounts {
    /// Lane-operations: all lanes of each accepted beat.
    pub operations: u64,
    pub cycles: u64,
}
