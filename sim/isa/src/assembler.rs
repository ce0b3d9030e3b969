//! Text to instructions, by the table of forms.
//!
//! A line is tried against every form of its mnemonic. Where none fits, the form
//! that understood most of the line has the say about what is wrong.

use crate::code;
use crate::error::{DecodeError, TextError};
use crate::form::{Field, Form, Operand, Optional, Range};
use crate::instruction::{Instruction, PT};
use crate::lexer::{self, Kind, Token};
use crate::mnemonic;
use crate::table;
use crate::values::{FieldId, Values};
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
    let tokens = lexer::tokens(lexer::strip_comment(line));
    if let [
        Token {
            kind: Kind::End, ..
        },
    ] = tokens[..]
    {
        return Ok(None);
    }
    if table::forms(isa).is_empty() {
        let message = format!("{isa} text cannot be assembled, expected maxwell text");
        return Err(TextError { column: 1, message });
    }
    instruction(isa, &tokens).map(Some).map_err(TextError::from)
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

/// Why a form does not fit a line.
pub(crate) struct Failure {
    pub column: usize,
    /// What is wrong.
    pub wrong: String,
    /// What could have stood there instead.
    pub expected: Vec<String>,
    /// The token is of the right kind, so no other form can mean it.
    pub certain: bool,
}

impl Failure {
    /// A token that cannot stand where it does.
    pub fn found(token: &Token<'_>, expected: impl IntoIterator<Item = String>) -> Failure {
        Failure {
            column: token.column,
            wrong: format!("found {}", token.shown()),
            expected: expected.into_iter().collect(),
            certain: false,
        }
    }

    /// A token of the right kind with a value that cannot be.
    pub fn value(token: &Token<'_>, wrong: String, expected: String) -> Failure {
        Failure {
            column: token.column,
            wrong,
            expected: vec![expected],
            certain: true,
        }
    }

    /// The one that understood more; of equals, both.
    pub fn or(mut self, other: Failure) -> Failure {
        let reach = |failure: &Failure| (failure.column, failure.certain);
        if reach(&self) != reach(&other) {
            return if reach(&self) > reach(&other) {
                self
            } else {
                other
            };
        }
        for expected in other.expected {
            if !self.expected.contains(&expected) {
                self.expected.push(expected);
            }
        }
        self
    }
}

impl From<Failure> for TextError {
    fn from(failure: Failure) -> TextError {
        let message = match failure.expected.split_last() {
            None => failure.wrong,
            Some((only, [])) => format!("{}, expected {only}", failure.wrong),
            Some((last, others)) => {
                format!(
                    "{}, expected {} or {last}",
                    failure.wrong,
                    others.join(", ")
                )
            }
        };
        TextError {
            column: failure.column,
            message,
        }
    }
}

fn instruction(isa: Isa, tokens: &[Token<'_>]) -> Result<(Instruction, u64), Failure> {
    let mut parser = Parser::new(tokens);
    parser.annotations()?;
    parser.guard()?;
    let (name, used) = mnemonic::resolve(isa, parser.rest())?;
    parser.next += used;
    let mut failure: Option<Failure> = None;
    for (form, suffixes) in name {
        let mut attempt = parser.clone();
        for (field, value, column) in suffixes {
            attempt.set(field, value, column);
        }
        match attempt.operands(form).and_then(|()| attempt.finish(form)) {
            Ok(done) => return Ok(done),
            Err(other) => {
                failure = Some(match failure {
                    Some(failure) => failure.or(other),
                    None => other,
                });
            }
        }
    }
    // A resolved mnemonic has a form, so there is a failure.
    Err(failure.unwrap_or_else(|| Failure::found(parser.peek(), [])))
}

/// A place in the line, and the values read up to there.
#[derive(Clone)]
struct Parser<'a> {
    tokens: &'a [Token<'a>],
    next: usize,
    values: Values,
    /// Where each value was read; 0 where it was not.
    columns: [usize; FieldId::ALL.len()],
}

impl<'a> Parser<'a> {
    fn new(tokens: &'a [Token<'a>]) -> Parser<'a> {
        let columns = [0; FieldId::ALL.len()];
        Parser {
            tokens,
            next: 0,
            values: Values::default(),
            columns,
        }
    }

    fn rest(&self) -> &'a [Token<'a>] {
        &self.tokens[self.next..]
    }

    fn peek(&self) -> &'a Token<'a> {
        self.peek_at(0)
    }

    /// A token further on; past the end, the end.
    fn peek_at(&self, distance: usize) -> &'a Token<'a> {
        &self.tokens[(self.next + distance).min(self.tokens.len() - 1)]
    }

    fn take(&mut self) -> &'a Token<'a> {
        let token = self.peek();
        if token.kind != Kind::End {
            self.next += 1;
        }
        token
    }

    fn take_if(&mut self, symbol: char) -> bool {
        let found = self.peek().is(symbol);
        if found {
            self.next += 1;
        }
        found
    }

    fn expect(&mut self, symbol: char) -> Result<(), Failure> {
        match self.take_if(symbol) {
            true => Ok(()),
            false => Err(Failure::found(self.peek(), [format!("`{symbol}`")])),
        }
    }

    fn set(&mut self, field: FieldId, value: i64, column: usize) {
        self.values.set(field, value);
        self.columns[field as usize] = column;
    }

    fn annotations(&mut self) -> Result<(), Failure> {
        while self.peek().kind == Kind::Annotation {
            let token = self.take();
            if !is_annotation(token.text) {
                let wrong = format!("unknown annotation {}", token.shown());
                return Err(Failure::value(
                    token,
                    wrong,
                    "?name, &req, &wr or &rd".to_owned(),
                ));
            }
        }
        Ok(())
    }

    fn guard(&mut self) -> Result<(), Failure> {
        self.values.set(FieldId::Guard, PT.into());
        if self.take_if('@') {
            let inverted = self.take_if('!');
            self.values.set(FieldId::GuardInverted, inverted.into());
            self.indexed(PREDICATE, FieldId::Guard, PT.into())?;
        }
        Ok(())
    }

    fn operands(&mut self, form: &'static Form) -> Result<(), Failure> {
        let mut first = true;
        // Optional operands that could have stood at this place.
        let mut skipped = Vec::new();
        for slot in form.operands {
            let separated = first || self.peek().is(',');
            let start = self.peek_at(usize::from(!first));
            let starts = separated && starts(&slot.operand, start);
            match slot.optional {
                Optional::Input(default) | Optional::Default(default) if !starts => {
                    self.leave_out(&slot.operand, default);
                    skipped.push(describe(&slot.operand));
                    continue;
                }
                _ => {}
            }
            if !first {
                self.expect(',')?;
            }
            if !starts {
                skipped.push(describe(&slot.operand));
                return Err(Failure::found(self.peek(), skipped));
            }
            self.operand(form, &slot.operand)?;
            first = false;
            skipped.clear();
        }
        self.end(skipped)
    }

    /// What may follow the operands.
    fn end(&mut self, skipped: Vec<String>) -> Result<(), Failure> {
        if !skipped.is_empty() && self.take_if(',') {
            return Err(Failure::found(self.peek(), skipped));
        }
        self.annotations()?;
        self.take_if(';');
        self.annotations()?;
        match self.peek().kind {
            Kind::End => Ok(()),
            _ => Err(Failure::found(
                self.peek(),
                ["the end of the line".to_owned()],
            )),
        }
    }

    fn leave_out(&mut self, operand: &Operand, default: i64) {
        if let Operand::Predicate(field) | Operand::Register(field) | Operand::Number(field) =
            *operand
        {
            self.values.set(field, default);
        }
    }

    fn operand(&mut self, form: &'static Form, operand: &Operand) -> Result<(), Failure> {
        match *operand {
            Operand::Predicate(field) => self.indexed(PREDICATE, field, last(form, field)),
            Operand::Register(field) => self.indexed(REGISTER, field, last(form, field)),
            Operand::Destination { register, cc } => {
                self.indexed(REGISTER, register, last(form, register))?;
                if self.take_if('.') {
                    let suffix = self.peek();
                    if !suffix.text.eq_ignore_ascii_case("CC") {
                        return Err(Failure::found(suffix, ["CC".to_owned()]));
                    }
                    self.set(cc, 1, suffix.column);
                    self.take();
                }
                Ok(())
            }
            Operand::Negatable { register, negate } => {
                let negated = self.take_if('-');
                self.values.set(negate, negated.into());
                self.indexed(REGISTER, register, last(form, register))
            }
            Operand::Constant { bank, offset } => {
                self.take();
                for field in [bank, offset] {
                    self.expect('[')?;
                    self.number(form, field)?;
                    self.expect(']')?;
                }
                Ok(())
            }
            Operand::Number(field) => self.number(form, field),
        }
    }

    /// `R5`, `RZ`, `P3`, `PT`.
    fn indexed(&mut self, names: Names, field: FieldId, last: i64) -> Result<(), Failure> {
        let token = self.peek();
        let Some(index) = names.index(token, last) else {
            return Err(Failure::found(token, [names.description()]));
        };
        if index > last || index == last && !names.last_has_number && !names.is_last(token) {
            let wrong = format!("{} {} is out of range", names.noun, token.shown());
            let (letter, last_letter, highest) = (names.letter, names.last_letter, last - 1);
            let expected = format!("{letter}0 to {letter}{highest} or {letter}{last_letter}");
            return Err(Failure::value(token, wrong, expected));
        }
        self.set(field, index, token.column);
        self.take();
        Ok(())
    }

    fn number(&mut self, form: &'static Form, field: FieldId) -> Result<(), Failure> {
        let start = self.peek();
        let negative = self.take_if('-');
        let token = self.peek();
        if !token.is_number() {
            return Err(Failure::found(token, ["a number".to_owned()]));
        }
        let Some(magnitude) = parse_number(token.text) else {
            let wrong = format!("malformed number {}", token.shown());
            return Err(Failure::value(
                token,
                wrong,
                "decimal, 0x or 0b digits".to_owned(),
            ));
        };
        let value = if negative { -magnitude } else { magnitude };
        let range = form.field(field).map_or(
            Range {
                min: 0,
                max: 0,
                step: 1,
            },
            Field::range,
        );
        if !range.holds(value) {
            let sign = if negative { "-" } else { "" };
            let wrong = format!("{} {sign}{} is out of range", field.name(), token.shown());
            return Err(Failure::value(start, wrong, range.to_string()));
        }
        self.set(field, value, start.column);
        self.take();
        Ok(())
    }

    /// The instruction and its word, once everything is read.
    fn finish(&self, form: &'static Form) -> Result<(Instruction, u64), Failure> {
        if let Some(rule) = code::broken_rule(form, &self.values) {
            let column = |id: FieldId| self.columns[id as usize];
            let column = rule
                .tests
                .iter()
                .map(|test| column(test.field()))
                .max()
                .unwrap_or(1);
            let wrong = rule.message.to_owned();
            return Err(Failure {
                column,
                wrong,
                expected: Vec::new(),
                certain: true,
            });
        }
        match code::store(form, &self.values) {
            Ok(word) => Ok((code::build(form, &self.values), word)),
            // Ranges and rules are checked above; kept so that nothing can panic.
            Err(error) => Err(Failure {
                column: 1,
                wrong: error.to_string(),
                expected: Vec::new(),
                certain: true,
            }),
        }
    }
}

/// How a kind of register is named.
#[derive(Clone, Copy)]
struct Names {
    noun: &'static str,
    letter: char,
    last_letter: char,
    /// The last one may be written by its number too.
    last_has_number: bool,
}

const REGISTER: Names = Names {
    noun: "register",
    letter: 'R',
    last_letter: 'Z',
    last_has_number: false,
};
const PREDICATE: Names = Names {
    noun: "predicate",
    letter: 'P',
    last_letter: 'T',
    last_has_number: true,
};

impl Names {
    fn description(self) -> String {
        format!("a {}", self.noun)
    }

    /// The index that a token names, which may be out of range.
    fn index(self, token: &Token<'_>, last: i64) -> Option<i64> {
        let digits = strip_letter(token.text, self.letter)?;
        if self.is_last(token) {
            return Some(last);
        }
        let is_decimal = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_decimal.then(|| digits.parse().unwrap_or(i64::MAX))
    }

    fn is_last(self, token: &Token<'_>) -> bool {
        strip_letter(token.text, self.letter)
            .and_then(|rest| strip_letter(rest, self.last_letter))
            .is_some_and(str::is_empty)
    }
}

fn strip_letter(text: &str, letter: char) -> Option<&str> {
    text.strip_prefix([letter, letter.to_ascii_lowercase()])
}

fn last(form: &'static Form, field: FieldId) -> i64 {
    form.field(field).map_or(0, |field| field.range().max)
}

/// Whether a token can be the first of an operand.
fn starts(operand: &Operand, token: &Token<'_>) -> bool {
    match operand {
        Operand::Predicate(_) => PREDICATE.index(token, 0).is_some(),
        Operand::Register(_) | Operand::Destination { .. } => REGISTER.index(token, 0).is_some(),
        Operand::Negatable { .. } => token.is('-') || REGISTER.index(token, 0).is_some(),
        Operand::Constant { .. } => token.text.eq_ignore_ascii_case("c"),
        Operand::Number(_) => token.is('-') || token.is_number(),
    }
}

fn describe(operand: &Operand) -> String {
    match operand {
        Operand::Predicate(_) => PREDICATE.description(),
        Operand::Register(_) | Operand::Destination { .. } | Operand::Negatable { .. } => {
            REGISTER.description()
        }
        Operand::Constant { .. } => "c[bank][offset]".to_owned(),
        Operand::Number(field) => {
            let name = field.name();
            let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) {
                "an"
            } else {
                "a"
            };
            format!("{article} {name}")
        }
    }
}

/// Decimal, 0x or 0b digits with underscores between them; `None` where
/// malformed. Numbers too large for any field come out as the largest.
fn parse_number(text: &str) -> Option<i64> {
    let (digits, radix) = match text.get(..2) {
        Some("0x" | "0X") => (&text[2..], 16),
        Some("0b" | "0B") => (&text[2..], 2),
        _ => (text, 10),
    };
    let mut value: Option<i64> = None;
    for c in digits.chars().filter(|c| *c != '_') {
        let digit = i64::from(c.to_digit(radix)?);
        value = Some(
            value
                .unwrap_or(0)
                .saturating_mul(radix.into())
                .saturating_add(digit),
        );
    }
    value
}

/// `?name`, `&req`, `&wr` or `&rd` with a number or `=` and a value.
fn is_annotation(text: &str) -> bool {
    if let Some(name) = text.strip_prefix('?') {
        return !name.is_empty() && !name.contains('=');
    }
    let lower = text.to_ascii_lowercase();
    let Some(rest) = ["&req", "&wr", "&rd"]
        .iter()
        .find_map(|name| lower.strip_prefix(name))
    else {
        return false;
    };
    match rest.strip_prefix('=') {
        Some(value) => !value.is_empty() && (!value.starts_with('{') || value.ends_with('}')),
        None => rest
            .bytes()
            .all(|byte| byte == b'_' || byte.is_ascii_digit()),
    }
}
