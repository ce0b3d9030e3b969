//! What `agu prove` proved.

use super::record::{Kept, Record};
use serde::{Deserialize, Serialize};

/// The proofs of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Prove {
    pub seconds: f64,
    pub proofs: Vec<Proof>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Proof {
    pub name: String,
    pub about: String,
    pub queries: usize,
    pub seconds: f64,
    pub proved: bool,
}

impl Kept for Prove {
    const COMMAND: &'static str = "prove";

    /// Where every proof has run again.
    fn supersedes(newer: &Record<Prove>, older: &Record<Prove>) -> bool {
        let ran = |proof: &Proof| newer.result.proofs.iter().any(|it| it.name == proof.name);
        older.result.proofs.iter().all(ran)
    }
}
