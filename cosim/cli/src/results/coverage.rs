//! What `agu coverage` counted.

use super::record::{Kept, Record};
use serde::{Deserialize, Serialize};

/// Line and toggle coverage of the exported Verilog.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Coverage {
    pub seed: u64,
    pub operations: u64,
    #[serde(default)]
    pub seconds: f64,
    pub kinds: Vec<Points>,
    /// Points that were not reached, for which no waiver gives a reason.
    pub holes: Vec<String>,
    /// Waivers that excuse nothing.
    pub stale: Vec<String>,
}

/// Points of one kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Points {
    pub kind: String,
    pub hit: usize,
    pub waived: usize,
    pub points: usize,
    /// Those that were not reached, waived or not.
    #[serde(default)]
    pub missed: Vec<String>,
}

impl Coverage {
    /// Everything was reached or is waived, and every waiver is needed.
    pub fn is_good(&self) -> bool {
        self.holes.is_empty() && self.stale.is_empty()
    }
}

impl Kept for Coverage {
    const COMMAND: &'static str = "coverage";

    fn supersedes(newer: &Record<Coverage>, older: &Record<Coverage>) -> bool {
        newer.result.operations >= older.result.operations
    }
}
