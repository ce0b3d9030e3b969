//! Text to instructions, by the table of forms.
//!
//! A line is tried against every form of its mnemonic. If none fits, the error is that of the form
//! that got furthest.

use crate::bundle::Schedule;
use crate::code;
use crate::error::{DecodeError, TextError};
use crate::failure::{Failure, Wrong, worse};
use crate::fields::FieldId;
use crate::instruction::{Instruction, Operation};
use crate::lexer::{self, Token};
use crate::line::{self, Line};
use crate::mnemonic::Mnemonic;
use crate::parser::{Parser, Reading, check_rules};
use crate::{Isa, decode, symbol, table, values};

/// Assembles one line of text.
///
/// A line is an optional guard, the mnemonic, operands, and an optional semicolon, in upper or
/// lower case. Scheduling annotations (`?WAIT6`, `&req_6`, `&wr=0x1`) before and after the
/// instruction are ignored, and so is all that [`Line`] removes. A line without an instruction
/// gives `None`.
///
/// Some instructions that have text are illegal to execute, such as `LD.64 R1, [R0]`;
/// they have a word, which [`decode`] refuses. [`program_line`] distinguishes them.
///
/// # Errors
/// The first error in the line, with its column.
pub fn assemble(isa: Isa, line: &str) -> Result<Option<(Instruction, u64)>, TextError> {
    let assembled = assemble_line(isa, &Line::parse(isa, line)?)?;
    Ok(assembled.map(|it| (it.instruction, it.word)))
}

/// An instruction's text and its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assembled {
    /// The instruction.
    pub instruction: Instruction,
    /// The word.
    pub word: u64,
    /// Error of an instruction that is illegal to execute.
    pub illegal: Option<DecodeError>,
    /// Schedule in the line's prefix, without `.reuse` of its operands.
    pub schedule: Option<Schedule>,
    /// Operands with `.reuse`, as the reuse bits of a schedule.
    pub reuse: u8,
}

impl Assembled {
    fn new(reading: &Reading, word: u64) -> Assembled {
        let Reading { form, values, .. } = reading;
        Assembled {
            instruction: values::build(form.meaning, values),
            word,
            illegal: code::check(form, values).err(),
            schedule: None,
            reuse: reading.reuse,
        }
    }

    /// The instruction's schedule: its prefix, else that of its control word, else a careful one.
    pub fn schedule(&self, control: Option<Schedule>) -> Schedule {
        let careful = || {
            let stores = match self.instruction.operation {
                Operation::Access(access) => Some(access.form.is_store()),
                Operation::Lea(_) | Operation::Move(_) => None,
            };
            Schedule::careful(stores == Some(false), stores == Some(true))
        };
        let schedule = self.schedule.or(control).unwrap_or_else(careful);
        schedule.reusing(self.reuse)
    }
}

/// Assembles a line that is parsed already.
///
/// # Errors
/// The first error in the line, with its column.
pub fn assemble_line(isa: Isa, line: &Line<'_>) -> Result<Option<Assembled>, TextError> {
    let (tokens, end) = lexer::tokens(&line.code);
    let Some(first) = tokens.first() else {
        return Ok(None);
    };
    let column = first.column;
    if !table::is_known(isa) {
        let message = format!("{isa} text cannot be assembled, expected maxwell or fermi text");
        return Err(TextError::new(column, message));
    }
    let reading = read(isa, &tokens, end).map_err(|failure| match failure.wrong {
        Wrong::Mnemonic(_) | Wrong::Unsupported(..) => failure.into(),
        _ => symbolic(&line.code).unwrap_or_else(|| failure.into()),
    })?;
    // Ranges have been checked already, so there is no error here.
    let word = code::store(reading.form, &reading.values)
        .map_err(|error| TextError::new(column, error.to_string()))?;
    Ok(Some(Assembled {
        schedule: line.schedule,
        ..Assembled::new(&reading, word)
    }))
}

/// Error of a text with a symbol, whose value only a relocation has.
pub(crate) fn symbolic(code: &str) -> Option<TextError> {
    let symbol = symbol::find(code)?;
    let column = code[..symbol.start].chars().count() + 1;
    let symbol = lexer::shorten(&code[symbol]);
    let message = format!("found the symbol {symbol}, expected a number");
    Some(TextError::new(column, message))
}

/// Takes a word that has text; `None` for any other.
pub(crate) fn from_word(isa: Isa, word: u64) -> Option<Assembled> {
    let (form, values) = code::load(isa, word).ok()?;
    Some(Assembled::new(&Reading::new(form, values), word))
}

/// Content of a program's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statement {
    /// A legal instruction and its word.
    Instruction(u64, Instruction),
    /// A word that is no instruction, or text that is illegal to execute. Executing it
    /// raises IllegalInstruction.
    Illegal(u64, DecodeError),
}

/// Reads one line of a program: text as [`assemble`] takes it, or a word. A word is a line of
/// exactly 16 hex digits, or of two halves `0x00401c85, 0x84000000`.
///
/// # Errors
/// As [`assemble`], and digits that are no word. An illegal word is a
/// [`Statement::Illegal`], not an error, and so is text whose word is illegal to execute.
pub fn program_line(isa: Isa, text: &str) -> Result<Option<Statement>, TextError> {
    let line = Line::parse(isa, text)?;
    let error = |message| {
        let indent = line.code.chars().take_while(|c| c.is_whitespace()).count();
        TextError::new(indent + 1, message)
    };
    let Some(word) = line::word(&line.code) else {
        if is_meant_as_word(line.code.trim()) {
            let expected = "expected 16 hex digits and nothing else, or an instruction";
            return Err(error(format!("digits that are no word, {expected}")));
        }
        let assembled = assemble_line(isa, &line)?;
        return Ok(assembled.map(|it| match it.illegal {
            None => Statement::Instruction(it.word, it.instruction),
            Some(error) => Statement::Illegal(it.word, error),
        }));
    };
    match decode(isa, word) {
        Ok(instruction) => Ok(Some(Statement::Instruction(word, instruction))),
        Err(reason @ DecodeError::Unsupported(_)) => Err(error(reason.to_string())),
        Err(error) => Ok(Some(Statement::Illegal(word, error))),
    }
}

/// Returns whether a line looks like a word. No instruction begins with a digit, and no mnemonic
/// has more than 8 characters that are all hex digits.
fn is_meant_as_word(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        || text.len() > 8 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Finds the form that a line fits, and reads the values of its fields.
fn read<'a>(isa: Isa, tokens: &'a [Token<'a>], end: Token<'a>) -> Result<Reading, Failure<'a>> {
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
        match parser.clone().operands(&mut reading) {
            Ok(()) => return check_rules(&reading).map(|()| reading),
            Err(other) => failure = Some(worse(failure, other)),
        }
    }
    // There is a failure, since there was a form.
    let failure = failure.or(misplaced);
    Err(failure.unwrap_or_else(|| parser.found([""; 0])))
}
