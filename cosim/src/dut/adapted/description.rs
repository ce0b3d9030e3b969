//! The file that describes a unit: which of its ports stands for which of an exported unit.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use toml::Spanned;

/// A unit, as its file describes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The module.
    pub top: Spanned<String>,
    /// Its files, relative to the description.
    pub files: Vec<PathBuf>,
    #[serde(default)]
    pub include_dirs: Vec<PathBuf>,
    /// Macros, `NAME` or `NAME=VALUE`.
    #[serde(default)]
    pub defines: Vec<String>,
    pub lanes: Spanned<usize>,
    /// The input that is the clock.
    pub clock: Spanned<String>,
    pub reset: Option<Reset>,
    /// What each input of the unit is given: an expression of Verilog over inputs of an exported
    /// unit.
    pub inputs: BTreeMap<Spanned<String>, Spanned<String>>,
    /// What each output of an exported unit is, or a part of it: an expression over outputs of
    /// the unit.
    pub outputs: BTreeMap<Spanned<String>, Spanned<String>>,
    /// What the unit takes for inputs that it does not have.
    #[serde(default)]
    pub tied: BTreeMap<Spanned<String>, Spanned<u64>>,
    /// The configuration of a unit that has no port for it.
    pub config: Option<toml::Table>,
    #[serde(default)]
    pub results: Results,
    pub memory: Option<Memory>,
}

/// The input that resets the unit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reset {
    pub port: Spanned<String>,
    #[serde(default)]
    pub active_low: bool,
}

/// When results leave.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Results {
    /// Results leave in any order of warps; so many low bits of `destination` tell warps apart.
    pub tag_bits: Option<Spanned<u32>>,
    /// A result leaves at most so many cycles after its request, stalls not counted.
    pub at_most: Option<u64>,
    /// The unit has no `result_valid`: a result leaves just so many cycles after its request.
    pub after: Option<Spanned<u32>>,
}

/// A memory port unlike that of an exported unit: requests for lines of other sizes, in any order
/// within a warp.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    /// Bytes of a line: 32, 64 or 128.
    pub line_bytes: Spanned<u32>,
    /// The address of the line's first byte: an expression over outputs of the unit.
    pub address: Spanned<String>,
    /// The bytes of the line that are asked for, a bit each; else all are.
    pub byte_mask: Option<Spanned<String>>,
    /// The same for sectors of `sector_bytes`, in place of `byte_mask`.
    pub sector_mask: Option<Spanned<String>>,
    pub sector_bytes: Option<Spanned<u32>>,
    /// The lanes of the warp that the request serves, a bit each.
    pub lanes: Option<Spanned<String>>,
    /// Bytes may be asked for again.
    #[serde(default)]
    pub repeats: bool,
}
