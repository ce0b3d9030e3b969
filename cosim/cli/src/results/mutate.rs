//! What became of the mutants of `agu mutate`.

use super::record::{Kept, Record};
use serde::{Deserialize, Serialize};

/// The mutation score.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mutation {
    pub seed: u64,
    /// Lane-operations of traffic that each had to survive.
    pub operations: u64,
    #[serde(default)]
    pub seconds: f64,
    pub mutants: usize,
    pub killed_by_cosim: usize,
    pub killed_by_proof: usize,
    pub equivalent: usize,
    pub survivors: Vec<Survivor>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Survivor {
    /// Module and line of the exported Verilog.
    pub place: String,
    pub source: String,
}

impl Mutation {
    /// Mutants that are not equivalent: what the score is a part of.
    pub fn scored(&self) -> usize {
        self.mutants.saturating_sub(self.equivalent)
    }

    /// Killed of those, in percent.
    pub fn percent(&self) -> f64 {
        match self.scored() {
            0 => 100.0,
            scored => 100.0 * (self.killed_by_cosim + self.killed_by_proof) as f64 / scored as f64,
        }
    }
}

impl Kept for Mutation {
    const COMMAND: &'static str = "mutate";

    fn supersedes(newer: &Record<Mutation>, older: &Record<Mutation>) -> bool {
        let size = |of: &Record<Mutation>| (of.result.mutants, of.result.operations);
        let ((mutants, operations), less) = (size(newer), size(older));
        mutants >= less.0 && operations >= less.1
    }
}
