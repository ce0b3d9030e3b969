//! Results, for programs and for people.

mod instruction;
mod json;
mod junit;
mod lanes;
pub mod merged;
pub mod page;
pub mod pictures;
pub mod regression;
pub mod synth;
mod template;
mod text;
pub mod trace;

pub use instruction::Instruction;
pub use json::Report;
pub use lanes::{LaneRun, channel_runs, long_runs, runs};
pub use text::{Styles, count, executed, windows};
