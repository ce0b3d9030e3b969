//! Text to instructions, by the table of forms.
//!
//! A line is tried against every form of its mnemonic. Where none fits, the form
//! that understood most of the line reports what is wrong.

use crate::code;
use crate::error::{DecodeError, TextError};
use crate::failure::{Failure, worse};
use crate::fields::{FieldId, Values};
use crate::form::Form;
use crate::instruction::Instruction;
use crate::lexer::{self, Token};
use crate::mnemonic::Mnemonic;
use crate::parser::{Parser, Reading, check_rules};
use crate::table;
use crate::{Isa, decode};

/// One line of assembly text.
///
/// `None` for a blank line or one with nothing but comments. Otherwise an optional
/// guard, the mnemonic, operands, and an optional semicolon; upper or lower case;
/// comments as [`strip_comments`](lexer::strip_comments) has them; scheduling annotations
/// (`?WAIT6`, `&req_6`, `&wr=0x1`) before and after the instruction mean nothing.
///
/// Some instructions that have text are illegal to execute, such as `LD.64 R1, [R0]`;
/// they have a word, which [`decode`] refuses. [`program_line`] tells them apart.
///
/// # Errors
/// The first thing that cannot be understood, with its column.
pub fn assemble(isa: Isa, line: &str) -> Result<Option<(Instruction, u64)>, TextError> {
    let assembled = read_code(isa, &lexer::strip_comments(line)?)?;
    Ok(assembled.map(|(form, values, word)| (code::instruction(form, &values), word)))
}

/// The form and the values that a line without comments gives, and their word.
fn read_code(isa: Isa, code: &str) -> Result<Option<(&'static Form, Values, u64)>, TextError> {
    let (tokens, end) = lexer::tokens(code);
    let Some(first) = tokens.first() else {
        return Ok(None);
    };
    let column = first.column;
    if !table::is_known(isa) {
        let message = format!("{isa} text cannot be assembled, expected maxwell or fermi text");
        return Err(TextError::new(column, message));
    }
    let (form, Reading { values, .. }) = read(isa, &tokens, end)?;
    match code::store(form, &values) {
        Ok(word) => Ok(Some((form, values, word))),
        // Ranges have been checked already; this never panics instead.
        Err(error) => Err(TextError::new(column, error.to_string())),
    }
}

/// What a line of a program holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statement {
    /// A legal instruction and its word.
    Instruction(u64, Instruction),
    /// A word that is none, or text of one that is illegal to execute; executing it
    /// raises IllegalInstruction.
    Illegal(u64, DecodeError),
}

/// One line of a program: text as [`assemble`] takes it, or a word, which is a
/// line of exactly 16 hex digits beside white space and comments.
///
/// # Errors
/// As [`assemble`], and digits that are no word. An illegal word is a
/// [`Statement::Illegal`], not an error, and so is text that has a word which is illegal
/// to execute.
pub fn program_line(isa: Isa, line: &str) -> Result<Option<Statement>, TextError> {
    let code = lexer::strip_comments(line)?;
    let error = |message| {
        let indent = code.chars().take_while(|c| c.is_whitespace()).count();
        TextError::new(indent + 1, message)
    };
    let Some(word) = hex_word(code.trim()) else {
        if is_meant_as_word(code.trim()) {
            let expected = "expected 16 hex digits and nothing else, or an instruction";
            return Err(error(format!("digits that are no word, {expected}")));
        }
        let Some((form, values, word)) = read_code(isa, &code)? else {
            return Ok(None);
        };
        return Ok(Some(match code::check(form, &values) {
            Ok(()) => Statement::Instruction(word, code::instruction(form, &values)),
            Err(error) => Statement::Illegal(word, error),
        }));
    };
    match decode(isa, word) {
        Ok(instruction) => Ok(Some(Statement::Instruction(word, instruction))),
        Err(reason @ DecodeError::Unsupported(_)) => Err(error(reason.to_string())),
        Err(error) => Ok(Some(Statement::Illegal(word, error))),
    }
}

fn hex_word(text: &str) -> Option<u64> {
    let is_word = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_word
        .then(|| u64::from_str_radix(text, 16).ok())
        .flatten()
}

/// No instruction begins with a digit, and no mnemonic is so long and of hex digits alone.
fn is_meant_as_word(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        || text.len() > 8 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The form that a line fits, and the values it gives.
fn read<'a>(
    isa: Isa,
    tokens: &'a [Token<'a>],
    end: Token<'a>,
) -> Result<(&'static Form, Reading), Failure<'a>> {
    let mut parser = Parser::new(tokens, end);
    parser.annotations()?;
    let (guard, inverted) = parser.guard()?;
    let mnemonic = Mnemonic::read(isa, parser.peek(), parser.after_next())?;
    parser.skip(mnemonic.length());
    // A form that takes the suffixes reports before one that does not.
    let (mut misplaced, mut failure) = (None, None);
    for (form, spelling) in mnemonic.forms {
        let mut reading = match mnemonic.place(form, spelling) {
            Ok(reading) => reading,
            Err(other) => {
                misplaced = Some(worse(misplaced, other));
                continue;
            }
        };
        reading.values.set(FieldId::Guard, guard);
        reading.values.set(FieldId::GuardInverted, inverted.into());
        match parser.clone().operands(form, &mut reading) {
            Ok(()) => return check_rules(form, &reading).map(|()| (*form, reading)),
            Err(other) => failure = Some(worse(failure, other)),
        }
    }
    // There is a failure, since there was a form.
    let failure = failure.or(misplaced);
    Err(failure.unwrap_or_else(|| Failure::found(&parser.peek(), &[])))
}
