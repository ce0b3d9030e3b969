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
    let code = isa::strip_comments(line)?;
    let word = code.trim();
    if word.is_empty() {
        return Ok(());
    }
    let indent = code.chars().take_while(|c| c.is_whitespace()).count();
    let at = |(place, message)| TextError::new(indent + place + 1, message);
    let error = |message| at((0, message));
    if isa == Isa::Visa {
        let bytes = parse_bytes(word).map_err(at)?;
        let text = visa::disassemble(&bytes, ADDRESS_ELEMENTS_SIMD32)
            .map_err(|reason| error(reason.to_string()))?;
        out.push_str(&text);
        return Ok(());
    }
    let word = parse_word(word).map_err(at)?;
    disassemble_into(isa, word, out).map_err(|reason| error(reason.to_string()))
}

/// What is wrong with digits, and after how many characters.
type DigitsError = (usize, String);

/// The hexadecimal digits of `text`, `expected` so many.
fn hex_digits(text: &str, expected: &str) -> Result<Vec<u8>, DigitsError> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let prefix = digits.map_or(0, |digits| text.len() - digits.len());
    let characters = text.chars().enumerate().skip(prefix);
    let digit = |(place, character): (usize, char)| {
        let digit = character.to_digit(16).map(|digit| digit as u8);
        let found = character.escape_debug();
        digit.ok_or_else(|| (place, format!("found `{found}`, expected {expected}")))
    };
    characters.filter(|&(_, c)| c != '_').map(digit).collect()
}

/// A word from its digits, all of them: fewer would leave open which end is missing.
fn parse_word(text: &str) -> Result<u64, DigitsError> {
    let digits = hex_digits(text, &format!("{DIGITS} hex digits"))?;
    if digits.len() != DIGITS {
        let found = digits.len();
        return Err((0, format!("found {found} hex digits, expected {DIGITS}")));
    }
    let digits = digits.into_iter();
    Ok(digits.fold(0, |word, digit| word << 4 | u64::from(digit)))
}

/// Bytes from two digits each, first byte first.
fn parse_bytes(text: &str) -> Result<Vec<u8>, DigitsError> {
    let digits = hex_digits(text, "two hex digits a byte")?;
    match digits.as_chunks() {
        (pairs, []) => Ok(pairs.iter().map(|[high, low]| high << 4 | low).collect()),
        _ => {
            let found = digits.len();
            Err((0, format!("found {found} hex digits, expected two a byte")))
        }
    }
}
