//! Results of the commands. Those of `agu cosim` and `agu synth` have modules of their own.

use super::record::Findings;
use serde::Serialize;
use trace::TracedKernel;

/// The proofs of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Prove {
    pub seconds: f64,
    pub proofs: Vec<Proof>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Proof {
    pub name: String,
    pub about: String,
    pub queries: usize,
    pub seconds: f64,
    pub proved: bool,
}

impl Findings for Prove {
    const COMMAND: &'static str = "prove";
}

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

/// Line and toggle coverage of the exported Verilog.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Coverage {
    pub seed: u64,
    pub operations: u64,
    pub seconds: f64,
    pub kinds: Vec<Points>,
    /// Points that were not reached, for which no waiver gives a reason.
    pub holes: Vec<String>,
    /// Waivers that excuse nothing.
    pub stale: Vec<String>,
}

/// Points of one kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Points {
    pub kind: String,
    pub hit: usize,
    pub waived: usize,
    pub points: usize,
    /// Points that were not reached, waived or not.
    pub missed: Vec<String>,
}

impl Coverage {
    /// Everything was reached or is waived, and every waiver is needed.
    pub fn is_good(&self) -> bool {
        self.holes.is_empty() && self.stale.is_empty()
    }
}

impl Findings for Coverage {
    const COMMAND: &'static str = "coverage";
}

/// The throughput table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Bench {
    pub seed: u64,
    /// Each rate is a median of so many.
    pub rounds: u64,
    pub jobs: u64,
    /// Rates of the unit, then of the LEA unit.
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

/// Kernels of a trace, with a row for each instruction.
#[derive(Debug, Default, Serialize)]
pub struct Traced {
    pub seconds: f64,
    pub mismatches: u64,
    pub kernels: Vec<TracedKernel>,
}

impl Findings for Traced {
    const COMMAND: &'static str = "trace";
}
