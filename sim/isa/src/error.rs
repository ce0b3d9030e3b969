//! Errors of words, instructions and lines.
//!
//! A message has the error and, after a comma, the expectation.

use std::fmt;

use thiserror::Error;

use crate::form::Range;
use crate::{Isa, Word};

/// Error of a word that is no instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum DecodeError {
    /// The ISA has no table of forms here.
    #[error("{0} words cannot be decoded, expected a word of another instruction set")]
    Unsupported(Isa),
    /// The opcode is unknown, or a bit is set that no field of the form lists.
    #[error(
        "no {isa} form matches the word {}, expected one of {}",
        .isa.hex(*.word),
        one_of(.mnemonics)
    )]
    NoForm {
        /// The ISA whose forms were tried.
        isa: Isa,
        /// The word.
        word: Word,
        /// Their mnemonics, up to the first dot.
        mnemonics: &'static [&'static str],
    },
    /// The word is that of an instruction without a form.
    #[error(
        "{name} of {isa} is recognised by name alone, expected one of {}",
        one_of(.mnemonics)
    )]
    NameAlone {
        /// The ISA.
        isa: Isa,
        /// The instruction's mnemonic.
        name: &'static str,
        /// Mnemonics that have forms.
        mnemonics: &'static [&'static str],
    },
    /// A form matches, but forbids this combination of values.
    #[error("illegal {form} word: {message}")]
    Illegal {
        /// The mnemonic of the form.
        form: &'static str,
        /// Name of the rule.
        rule: &'static str,
        /// Error and expectation in words.
        message: &'static str,
    },
    /// A form matches, whose effect is unknown with these values.
    #[error("{form} of unknown effect: {message}")]
    TextAlone {
        /// The mnemonic of the form.
        form: &'static str,
        /// Name of the rule.
        rule: &'static str,
        /// Error and expectation in words.
        message: &'static str,
    },
    /// A form matches, but a field holds a reserved code.
    #[error("illegal {form} word: {field} holds the reserved code {code}, expected {codes}")]
    Reserved {
        /// The mnemonic of the form.
        form: &'static str,
        /// The field's name.
        field: &'static str,
        /// The reserved code.
        code: i64,
        /// Codes that the field may hold.
        codes: Codes,
    },
}

/// Error of an instruction that has no word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum EncodeError {
    /// The ISA has no such instruction, or no table of forms here.
    #[error("{0} has no such instruction")]
    Unsupported(Isa),
    /// No form of the mnemonic has a field that the instruction uses.
    #[error("{mnemonic} takes no {field}")]
    NoField {
        /// The mnemonic.
        mnemonic: &'static str,
        /// Name of the field, or of another part without a field.
        field: &'static str,
    },
    /// A value does not fit its field.
    #[error("{field} {} is out of range, expected {range}", Number(*value))]
    OutOfRange {
        /// The field's name.
        field: &'static str,
        /// The value.
        value: i64,
        /// Values that the field takes.
        range: Range,
    },
    /// A field holds a reserved code.
    #[error("illegal {form}: {field} holds the reserved code {code}, expected {codes}")]
    Reserved {
        /// The mnemonic of the form.
        form: &'static str,
        /// The field's name.
        field: &'static str,
        /// The reserved code.
        code: i64,
        /// Codes that the field may hold.
        codes: Codes,
    },
    /// The form forbids this combination of values.
    #[error("illegal {form}: {message}")]
    Illegal {
        /// The mnemonic of the form.
        form: &'static str,
        /// Name of the rule.
        rule: &'static str,
        /// Error and expectation in words.
        message: &'static str,
    },
}

/// Error of a line of text that is no instruction.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Error)]
#[error("column {column}: {message}")]
pub struct TextError {
    /// Column of the offending token, in characters from 1.
    pub column: usize,
    /// Error and expectation in words.
    pub message: String,
    /// Other instruction sets that have the mnemonic, if it is unknown in this one.
    pub known_to: Vec<Isa>,
}

impl TextError {
    /// An error that is the same in every instruction set.
    pub fn new(column: usize, message: impl Into<String>) -> TextError {
        TextError {
            column,
            message: message.into(),
            known_to: Vec::new(),
        }
    }
}

/// A name that is no ISA.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Error)]
#[error("unknown ISA {0:?}, expected maxwell, fermi, visa or a part such as sm_80")]
pub struct UnknownIsa(pub String);

/// Suffixes of a field, each with its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Codes(pub(crate) &'static [(&'static str, i64)]);

impl fmt::Display for Codes {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut codes: Vec<i64> = self.0.iter().map(|(_, code)| *code).collect();
        codes.sort_unstable();
        codes.dedup();
        match codes[..] {
            [min, .., max] if max - min + 1 == codes.len() as i64 => {
                Range { min, max, step: 1 }.fmt(out)
            }
            _ => out.write_str(&one_of(&codes)),
        }
    }
}

/// Alternatives in words: `a, b or c`.
pub fn one_of(choices: &[impl ToString]) -> String {
    let choices: Vec<String> = choices.iter().map(ToString::to_string).collect();
    match choices.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => choices.concat(),
    }
}

/// Prints a number as messages do: small ones in decimal, others in hex.
struct Number(i64);

impl fmt::Display for Number {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let magnitude = self.0.unsigned_abs();
        let sign = if self.0 < 0 { "-" } else { "" };
        if magnitude < 0x100 {
            write!(out, "{sign}{magnitude}")
        } else {
            write!(out, "{sign}{magnitude:#x}")
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.step != 1 {
            write!(out, "a multiple of {} from ", self.step)?;
        }
        write!(out, "{} to {}", Number(self.min), Number(self.max))
    }
}
