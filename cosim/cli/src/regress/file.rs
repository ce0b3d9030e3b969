//! The file of a regression.

use serde::Deserialize;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub name: Spanned<String>,
    /// All traffic is of it.
    pub seed: u64,
    #[serde(default)]
    pub cosim: Vec<Spanned<Cosim>>,
    #[serde(default)]
    pub prove: Vec<Spanned<Prove>>,
    #[serde(default)]
    pub mutate: Vec<Spanned<Mutate>>,
    #[serde(default)]
    pub coverage: Vec<Spanned<Coverage>>,
    #[serde(default)]
    pub synth: Vec<Spanned<Synth>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Cosim {
    pub target: String,
    pub operations: u64,
    pub compare: Option<String>,
    /// More options of `agu cosim`, of an external design.
    #[serde(default)]
    pub options: Vec<String>,
    /// How many parts, where the usual number is not wanted.
    pub parts: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Prove {
    /// Names, or `all`.
    pub claims: Vec<String>,
    pub parts: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Mutate {
    pub mutants: u64,
    pub operations: Option<u64>,
    pub parts: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Coverage {
    pub operations: u64,
    pub parts: Option<u64>,
}

/// Each top on each device.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Synth {
    pub tops: Vec<String>,
    pub devices: Vec<String>,
    pub seeds: u64,
    /// Of each row.
    pub parts: Option<u64>,
}
