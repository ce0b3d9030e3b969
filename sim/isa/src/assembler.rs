//! Text to instructions, by the table of forms.
//!
//! A line is tried against every form of its mnemonic. If none fits, the error is that of the form
//! that got furthest.

use crate::bundle::Schedule;
use crate::code;
use crate::error::{DecodeError, TextError};
use crate::failure::{Failure, FailureCause, worse};
use crate::fields::FieldId;
use crate::instruction::{Instruction, Operation};
use crate::lexer::{self, Token};
use crate::line::{self, Line};
use crate::mnemonic::Mnemonic;
use crate::parser::{Parser, Reading, check_rules};
use crate::{Isa, Part, Word, decode, symbol, table, values, volta};

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
pub fn assemble(isa: Isa, line: &str) -> Result<Option<(Instruction, Word)>, TextError> {
    let assembled = assemble_line(isa, &Line::parse(isa, line)?)?;
    Ok(assembled.map(|it| (it.instruction, it.word)))
}

/// An instruction's text and its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assembled {
    /// The instruction.
    pub instruction: Instruction,
    /// The word.
    pub word: Word,
    /// Error of an instruction that is illegal to execute.
    pub illegal: Option<DecodeError>,
    /// Schedule in the line's prefix, without `.reuse` of its operands.
    pub schedule: Option<Schedule>,
    /// Operands with `.reuse`, as the reuse bits of a schedule.
    pub reuse: u8,
}

impl Assembled {
    fn new(reading: &Reading, word: Word) -> Assembled {
        let Reading { form, values, .. } = reading;
        Assembled {
            instruction: values::build(form, values),
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
                // Words of 128 bits have their schedule inside.
                Operation::VoltaLea(_) | Operation::VoltaAccess(_) => None,
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
        let message =
            format!("{isa} text cannot be assembled, expected text of another instruction set");
        return Err(TextError::new(column, message));
    }
    let has = |part| read(part, &tokens, end, line.schedule).is_ok();
    let reading =
        read(isa, &tokens, end, line.schedule).map_err(|failure| match failure.wrong {
            FailureCause::Mnemonic(_) | FailureCause::Unsupported(..) => {
                with_parts(isa, failure.into(), has)
            }
            _ => symbolic(&line.code).unwrap_or_else(|| with_parts(isa, failure.into(), has)),
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
pub(crate) fn from_word(isa: Isa, word: Word) -> Option<Assembled> {
    let (form, values) = code::load(isa, word).ok()?;
    Some(Assembled::new(&Reading::new(form, values), word))
}

/// Content of a program's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statement {
    /// A legal instruction and its word.
    Instruction(Word, Instruction),
    /// A word that is no instruction, or text that is illegal to execute. Executing it
    /// raises IllegalInstruction.
    Illegal(Word, DecodeError),
}

/// Reads one line of a program: text as [`assemble`] takes it, or a word. A word is a line of
/// exactly 16 hex digits, from Volta on of 32, or of two halves `0x00401c85, 0x84000000`.
///
/// # Errors
/// As [`assemble`], and digits that are no word. An illegal word is a
/// [`Statement::Illegal`], not an error, and so is text whose word is illegal to execute.
pub fn program_line(isa: Isa, text: &str) -> Result<Option<Statement>, TextError> {
    let line = Line::parse(isa, text)?;
    let error = |message: String| {
        let indent = line.code.chars().take_while(|c| c.is_whitespace()).count();
        TextError::new(indent + 1, message)
    };
    let Some(word) = line::word(isa, &line.code) else {
        if is_meant_as_word(line.code.trim()) {
            let message = format!(
                "digits that are no word, expected {} hex digits and nothing else, or an instruction",
                isa.digits()
            );
            return Err(error(message));
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
fn read<'a>(
    isa: Isa,
    tokens: &'a [Token<'a>],
    end: Token<'a>,
    schedule: Option<Schedule>,
) -> Result<Reading, Failure<'a>> {
    let mut parser = Parser::new(tokens, end);
    parser.annotations()?;
    let guard = parser.guard()?;
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
        let operands = |reading: &mut Reading| {
            guard.place(reading)?;
            parser.clone().operands(reading)
        };
        match operands(&mut reading) {
            Ok(()) => {
                place_schedule(&mut reading, schedule)?;
                return check_rules(&reading).map(|()| reading);
            }
            Err(other) => failure = Some(worse(failure, other)),
        }
    }
    // There is a failure, since there was a form.
    let failure = failure.or(misplaced);
    Err(failure.unwrap_or_else(|| parser.found([""; 0])))
}

/// Adds to an error the other parts from Volta on that have the instruction.
fn with_parts(isa: Isa, error: TextError, has: impl Fn(Isa) -> bool) -> TextError {
    if isa.part().is_none() {
        return error;
    }
    let has = Part::ALL.map(|part| (part, has(Isa::Sm(part))));
    let runs = has.chunk_by(|one, next| one.1 == next.1);
    let runs = runs.filter_map(|run| Some((run.first().filter(|it| it.1)?.0, run.last()?.0)));
    let place = |(first, last): (Part, Part)| match (
        first == Part::ALL[0],
        last == Part::ALL[Part::ALL.len() - 1],
    ) {
        (true, _) => format!("up to {last}"),
        (_, true) => format!("from {first} on"),
        _ if first == last => format!("on {first}"),
        _ => format!("from {first} to {last}"),
    };
    let places = Vec::from_iter(runs.map(place));
    if places.is_empty() {
        return error;
    }
    let place = places.join(" and ");
    TextError {
        message: format!("{}; it is there {place}", error.message),
        known_to: Vec::new(),
        ..error
    }
}

/// Sets the control fields of a word that has them: those of a line's schedule, or of stall 1, and
/// the reuse flags of its operands.
fn place_schedule(
    reading: &mut Reading,
    schedule: Option<Schedule>,
) -> Result<(), Failure<'static>> {
    if reading.form.field(FieldId::Issue).is_none() {
        return Ok(());
    }
    for field in volta::CONTROL {
        reading.values.set(field.id, values::unused(field.id));
    }
    if let Some(schedule) = schedule {
        for field in volta::CONTROL {
            let value = field.load(schedule.in_word());
            reading.values.set(field.id, value);
        }
    }
    reading.values.set(FieldId::Reuse, reading.reuse.into());
    if reading.reuse != 0 && reading.values.get(FieldId::Issue) <= volta::LAST_WITHOUT_REUSE {
        Err(Failure::rule(
            1,
            ".reuse with the yield flag, expected `-` in the place of `Y`",
        ))
    } else {
        Ok(())
    }
}
