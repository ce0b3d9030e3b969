//! `agu disasm`: words, of ADDR_ADD bytes, to canonical text.

use isa::visa::ADDRESS_ELEMENTS_SIMD32;
use isa::{Isa, TextError, disassemble_into, visa};

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
    if isa == Isa::Visa {
        let bytes = parse_bytes(word).map_err(error)?;
        let text = visa::disassemble(&bytes, ADDRESS_ELEMENTS_SIMD32)
            .map_err(|reason| error(reason.to_string()))?;
        out.push_str(&text);
        return Ok(());
    }
    let word = parse_word(word).map_err(error)?;
    disassemble_into(isa, word, out).map_err(|reason| error(reason.to_string()))
}

/// The hexadecimal digits of `text`.
fn hex_digits(text: &str) -> impl Iterator<Item = Result<u8, char>> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let characters = digits.unwrap_or(text).chars().filter(|&c| c != '_');
    characters.map(|character| match character.to_digit(16) {
        Some(digit) => Ok(digit as u8),
        None => Err(character),
    })
}

/// A word from its digits, all of them: fewer would leave open which end is missing.
fn parse_word(text: &str) -> Result<u64, String> {
    let (mut word, mut count) = (0, 0);
    for digit in hex_digits(text) {
        let digit = digit.map_err(|other| not_hex(other, &format!("{DIGITS} hex digits")))?;
        word = word << 4 | u64::from(digit);
        count += 1;
    }
    if count != DIGITS {
        return Err(format!("found {count} hex digits, expected {DIGITS}"));
    }
    Ok(word)
}

/// Bytes from two digits each, first byte first.
fn parse_bytes(text: &str) -> Result<Vec<u8>, String> {
    let digits: Result<Vec<u8>, char> = hex_digits(text).collect();
    let digits = digits.map_err(|other| not_hex(other, "two hex digits a byte"))?;
    match digits.as_chunks() {
        (pairs, []) => Ok(pairs.iter().map(|[high, low]| high << 4 | low).collect()),
        _ => Err(format!(
            "found {} hex digits, expected two a byte",
            digits.len()
        )),
    }
}

fn not_hex(found: char, expected: &str) -> String {
    format!("found `{}`, expected {expected}", found.escape_debug())
}
