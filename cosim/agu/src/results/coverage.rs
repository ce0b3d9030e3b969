//! The result of `agu coverage`.

use super::record::Findings;
use serde::Serialize;

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
    /// Those that were not reached, waived or not.
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
