//! What `agu bench` measured.

use super::record::{Kept, Record};
use serde::{Deserialize, Serialize};

/// The throughput table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bench {
    pub seed: u64,
    /// Each rate is a median of so many.
    pub rounds: u64,
    pub jobs: u64,
    /// Of the unit, then of the LEA unit.
    pub units: Vec<UnitRates>,
}

/// The stacks that one hardware is part of.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UnitRates {
    pub stacks: Vec<Stack>,
    /// Checked over nothing checked.
    pub share: Rate,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stack {
    pub name: String,
    /// Lane-operations a second.
    pub rate: Rate,
}

/// A median with one job, and with one a core.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rate {
    pub one: f64,
    pub all: f64,
}

impl Kept for Bench {
    const COMMAND: &'static str = "bench";

    fn supersedes(newer: &Record<Bench>, older: &Record<Bench>) -> bool {
        newer.host == older.host && newer.result.rounds >= older.result.rounds
    }
}
