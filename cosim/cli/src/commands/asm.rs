//! `agu asm`: text to words, of ADDR_ADD to bytes.

use std::fmt::Write;

use isa::visa::ADDRESS_ELEMENTS_SIMD32;
use isa::{Isa, TextError, assemble, visa};

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
    if isa == Isa::Visa {
        // No init file has the size of a variable's elements.
        let element_bytes = |_| 1;
        if let Some(instruction) = visa::assemble(line, ADDRESS_ELEMENTS_SIMD32, element_bytes)? {
            for byte in visa::encode(&instruction) {
                let _ = write!(out, "{byte:02x}");
            }
        }
    } else if let Some((_, word)) = assemble(isa, line)? {
        // Writing to a String cannot fail.
        let _ = write!(out, "{word:016x}");
    }
    Ok(())
}
