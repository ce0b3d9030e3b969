//! Text to instructions, by the table of forms.
//!
//! A line is tried against every form of its mnemonic. Where none fits, the form
//! that understood most of the line has the say about what is wrong.

use crate::code;
use crate::error::{DecodeError, TextError};
use crate::failure::{Failure, worse};
use crate::instruction::Instruction;
use crate::lexer::{self, Token};
use crate::mnemonic;
use crate::parser::{Parser, Reading, check_rules};
use crate::table;
use crate::{Isa, decode};

/// One line of assembly text.
///
/// `None` for a blank line or one with nothing but a comment. Otherwise an
/// optional guard, the mnemonic, operands, and an optional semicolon; upper or
/// lower case; `//` and `#` start a comment; scheduling annotations (`?WAIT6`,
/// `&req_6`, `&wr=0x1`) before and after the instruction mean nothing.
///
/// # Errors
/// The first thing that cannot be understood, with its column.
pub fn assemble(isa: Isa, line: &str) -> Result<Option<(Instruction, u64)>, TextError> {
    let (tokens, end) = lexer::tokens(lexer::strip_comment(line));
    if tokens.is_empty() {
        return Ok(None);
    }
    if table::forms(isa).is_empty() {
        let message = format!("{isa} text cannot be assembled, expected maxwell text");
        return Err(TextError { column: 1, message });
    }
    let (form, reading) = read(isa, &tokens, end)?;
    match code::store(form, &reading.values) {
        Ok(word) => Ok(Some((code::build(form, &reading.values), word))),
        // Ranges and rules have been checked already; this never panics instead.
        Err(error) => Err(TextError {
            column: 1,
            message: error.to_string(),
        }),
    }
}

/// What a line of a program holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statement {
    /// A legal instruction.
    Instruction(Instruction),
    /// A word that is none; executing it raises IllegalInstruction.
    Illegal(u64, DecodeError),
}

/// One line of a program: text as [`assemble`] takes it, or a word, which is a
/// line of exactly 16 hex digits beside white space and a comment.
///
/// # Errors
/// As [`assemble`]. An illegal word is a [`Statement::Illegal`], not an error.
pub fn program_line(isa: Isa, line: &str) -> Result<Option<Statement>, TextError> {
    let Some(word) = hex_word(lexer::strip_comment(line).trim()) else {
        let assembled = assemble(isa, line)?;
        return Ok(assembled.map(|(instruction, _)| Statement::Instruction(instruction)));
    };
    match decode(isa, word) {
        Ok(instruction) => Ok(Some(Statement::Instruction(instruction))),
        Err(error @ DecodeError::Unsupported(_)) => Err(TextError {
            column: 1,
            message: error.to_string(),
        }),
        Err(error) => Ok(Some(Statement::Illegal(word, error))),
    }
}

fn hex_word(text: &str) -> Option<u64> {
    let is_word = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_word
        .then(|| u64::from_str_radix(text, 16).ok())
        .flatten()
}

/// The form that a line fits, and the values it gives.
fn read<'a>(
    isa: Isa,
    tokens: &'a [Token<'a>],
    end: Token<'a>,
) -> Result<mnemonic::Candidate, Failure<'a>> {
    let mut parser = Parser::new(tokens, end);
    let mut guard = Reading::default();
    parser.annotations()?;
    parser.guard(&mut guard)?;
    let (candidates, used) = mnemonic::resolve(isa, &parser.peek(), parser.after_next())?;
    parser.skip(used);
    let mut failure = None;
    for (form, mut reading) in candidates {
        reading.values.merge(&guard.values);
        match parser.clone().operands(form, &mut reading) {
            Ok(()) => return check_rules(form, &reading).map(|()| (form, reading)),
            Err(other) => failure = Some(worse(failure, other)),
        }
    }
    // There is a failure, since there was a candidate.
    Err(failure.unwrap_or_else(|| Failure::found(&parser.peek(), &[])))
}
