//! The result of `agu bench`.

use super::record::Findings;
use serde::Serialize;

/// The throughput table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Bench {
    pub seed: u64,
    /// Each rate is a median of so many.
    pub rounds: u64,
    pub jobs: u64,
    /// Of the unit, then of the LEA unit.
    pub units: Vec<UnitRates>,
}

/// The stacks that one hardware is part of.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct UnitRates {
    pub stacks: Vec<Stack>,
    /// Checked over nothing checked.
    pub share: Rate,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Stack {
    pub name: String,
    /// Lane-operations a second.
    pub rate: Rate,
}

/// A median with one job, and with one a core.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Rate {
    pub one: f64,
    pub all: f64,
}

impl Findings for Bench {
    const COMMAND: &'static str = "bench";
}
