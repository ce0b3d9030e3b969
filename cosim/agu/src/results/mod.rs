//! Results: the JSON files that commands write with `--json`.
//!
//! ```text
//!     a command's result ─► Record ─► FILE.json ─► PartResult ─┐
//!                                                              ├─► Merged ─► Summary ─► table, JUnit, page
//!                                           merged.json ───────┘
//! ```
//!
//! | module | holds |
//! |---|---|
//! | `record` | metadata of every result |
//! | `hardware` | the hardware of a result, by hashes |
//! | `part_result` | a result as it was read, and its verdict |
//! | `merged` | the set of many |
//! | `fold` | totals, member by member, by the rules of `rules.tsv` |
//! | `summary` | verdict and totals of the set |
//! | `findings`, `cosim`, `synth` | results of the commands |
//! | `bins` | bins of the coverage, with the parts that met each |

mod bins;
mod cosim;
mod findings;
pub mod fold;
pub mod hardware;
pub mod merged;
#[cfg(test)]
mod page;
pub mod part_result;
pub mod record;
pub mod summary;
mod synth;
#[cfg(test)]
mod tests;

pub use cosim::{Cosim, MinimisedText, Mismatched};
pub use findings::{
    Bench, Coverage, Mutation, Points, Proof, Prove, Rate, Stack, Survivor, Traced, UnitRates,
};
pub use hardware::HardwareHashes;
pub use merged::Merged;
pub use part_result::{PartResult, ResultsError};
pub use record::{Findings, Record, Tools};
pub use summary::Summary;
pub use synth::{Synth, SynthRow};
