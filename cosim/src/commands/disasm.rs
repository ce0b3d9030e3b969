//! `agu disasm`: words to canonical text.

use isa::{Isa, TextError, disassemble_into};

use super::Outcome;
use super::translate::{self, Arguments};

const DIGITS: usize = 16;

/// Runs the command.
///
/// # Errors
/// As [`translate::run`].
pub fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    translate::run(arguments, convert)
}

fn convert(isa: Isa, line: &str, out: &mut String) -> Result<(), TextError> {
    let code = isa::strip_comment(line);
    let word = code.trim();
    if word.is_empty() {
        return Ok(());
    }
    let error = |message| {
        let indent = &code[..code.len() - code.trim_start().len()];
        let column = indent.chars().count() + 1;
        TextError { column, message }
    };
    let word = parse_word(word).map_err(error)?;
    disassemble_into(isa, word, out).map_err(|reason| error(reason.to_string()))
}

/// A word from its digits, all of them: fewer would leave open which end is missing.
fn parse_word(text: &str) -> Result<u64, String> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let (mut word, mut count) = (0, 0);
    for character in digits.unwrap_or(text).chars().filter(|&c| c != '_') {
        let Some(digit) = character.to_digit(16) else {
            let shown = character.escape_debug();
            return Err(format!("found `{shown}`, expected {DIGITS} hex digits"));
        };
        word = word << 4 | u64::from(digit);
        count += 1;
    }
    if count != DIGITS {
        return Err(format!("found {count} hex digits, expected {DIGITS}"));
    }
    Ok(word)
}
