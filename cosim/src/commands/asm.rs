//! `agu asm`: text to words.

use std::fmt::Write;

use clap::Args;
use isa::{Isa, TextError, assemble};

use super::{Outcome, translate};

/// Assemble: one instruction a line to 16 hex digits, bit 63 first
///
/// `//` and `#` start comments; blank and comment lines print nothing; a closing
/// `;` and scheduling annotations (`?WAIT6`, `&req_6`, `&wr0`) mean nothing.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    translation: translate::Translation,
}

/// Runs the command.
///
/// # Errors
/// As [`translate::run`].
pub fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    translate::run(&arguments.translation, convert)
}

fn convert(isa: Isa, line: &str, out: &mut String) -> Result<(), TextError> {
    if let Some((_, word)) = assemble(isa, line)? {
        // Writing to a String cannot fail.
        let _ = write!(out, "{word:016x}");
    }
    Ok(())
}
