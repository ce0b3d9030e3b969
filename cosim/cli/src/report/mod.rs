//! Results, for programs and for people.

mod instruction;
mod json;
mod lanes;
pub mod merged;
pub mod page;
pub mod regression;
pub mod synth;
mod text;
pub mod ucis;

pub use instruction::Instruction;
pub use json::Report;
pub use lanes::{Run, channel_runs, long_runs, runs};
pub use text::{Styles, executed, windows};
