//! The result of `agu prove`.

use super::record::Findings;
use serde::Serialize;

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
