//! Address instructions of public GPU instruction sets: words, fields, text.
//!
//! No arithmetic and no input or output: this crate only says which bits and
//! which letters stand for which instruction.

pub mod instruction;

pub use instruction::{Guard, Instruction, Lea, Operation, Part, Source};
