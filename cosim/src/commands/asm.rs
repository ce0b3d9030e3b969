//! `agu asm`: text to words.

use std::fmt::Write;

use isa::{Isa, TextError, assemble};

use super::Outcome;
use super::translate::{self, Arguments};

/// Runs the command.
///
/// # Errors
/// As [`translate::run`].
pub fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    translate::run(arguments, convert)
}

fn convert(isa: Isa, line: &str, out: &mut String) -> Result<(), TextError> {
    if let Some((_, word)) = assemble(isa, line)? {
        // Writing to a String cannot fail.
        let _ = write!(out, "{word:016x}");
    }
    Ok(())
}
