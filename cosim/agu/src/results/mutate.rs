//! The result of `agu mutate`.

use super::record::Findings;
use serde::Serialize;

/// The mutation score.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Mutation {
    pub seed: u64,
    /// Lane-operations of traffic that each had to survive.
    pub operations: u64,
    pub seconds: f64,
    pub mutants: usize,
    pub killed_by_cosim: usize,
    pub killed_by_proof: usize,
    pub equivalent: usize,
    pub survivors: Vec<Survivor>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Survivor {
    /// Module and line of the exported Verilog.
    pub place: String,
    pub source: String,
}

impl Findings for Mutation {
    const COMMAND: &'static str = "mutate";
}
