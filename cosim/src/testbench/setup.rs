//! What a test run depends on, and what it counts.

use crate::dut::unit::{DutTable, LANES};
use scoreboard::{Compare, Contract};
use sim::pipeline::LATENCY;

/// What a test run runs.
#[derive(Clone, Copy)]
pub struct Setup {
    /// The hardware, and what it promises.
    pub table: &'static DutTable,
    pub contract: &'static Contract,
    /// Deliberate fault of a model that has some; 0 is none.
    pub seeded_bug: u16,
    /// What the traffic depends on, and nothing else.
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

/// Cycles that empty an exported unit: every beat in it and the warp before them may make a
/// memory request for each lane.
pub(crate) const DRAIN: usize = (LATENCY + 1) * (LANES + 1);

/// What a test run has counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Lane-operations: a beat that was accepted counts all its lanes.
    pub operations: u64,
    pub cycles: u64,
}
