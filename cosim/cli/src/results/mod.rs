//! What the commands found, kept for `agu report`.
//!
//! A command that ran to its end keeps a [`Record`] of it: its result, the hardware, by the
//! hash of its Verilog, and what it was found with. [`Store`] is the folder of them. Records of
//! the same hardware are kept side by side, until a newer one replaces an older one.
//! `agu cosim --json` writes the same.
//!
//! | module | holds |
//! |---|---|
//! | [`record`] | what is told of every result |
//! | [`hardware`] | what it is about |
//! | [`merged`] | results of many parts as one |
//! | [`file`](mod@file) | files that somebody else may read at any time |
//! | [`store`] | the folder |
//! | the others | a command's result each |

mod bench;
mod cosim;
mod coverage;
pub mod file;
pub mod hardware;
pub mod merged;
mod mutate;
#[cfg(test)]
mod page;
mod prove;
pub mod record;
pub mod store;
mod synth;

pub use bench::{Bench, Rate, Stack, UnitRates};
pub use cosim::{Cosim, MinimisedText, Mismatched};
pub use coverage::{Coverage, Points};
pub use hardware::Hardware;
pub use mutate::{Mutation, Survivor};
pub use prove::{Proof, Prove};
pub use record::{Host, Kept, Record, Tool, Tools};
pub use store::{ResultsError, Store};
pub use synth::{Synth, SynthRow};
