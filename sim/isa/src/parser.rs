//! Reads tokens into the values of a form's fields.

use crate::code;
use crate::failure::{Expected, Failure, Wrong};
use crate::form::{Form, Operand, Optional};
use crate::instruction::PT;
use crate::lexer::{self, Kind, Token};
use crate::names::{Names, PREDICATE, REGISTER};
use crate::values::{FieldId, Values};

/// Values, and where they were read.
#[derive(Clone, Default)]
pub(crate) struct Reading {
    pub values: Values,
    /// Columns from 1; 0 for a value that was not written.
    columns: [usize; FieldId::ALL.len()],
}

impl Reading {
    pub fn set(&mut self, field: FieldId, value: i64, column: usize) {
        self.values.set(field, value);
        self.columns[field as usize] = column;
    }

    fn column(&self, field: FieldId) -> usize {
        self.columns[field as usize]
    }
}

/// A place in a line.
#[derive(Clone)]
pub(crate) struct Parser<'a> {
    tokens: &'a [Token<'a>],
    /// Taken where the tokens have run out.
    end: Token<'a>,
}

impl<'a> Parser<'a> {
    pub fn new(tokens: &'a [Token<'a>], end: Token<'a>) -> Parser<'a> {
        Parser { tokens, end }
    }

    /// What is not read yet, after the next token.
    pub fn after_next(&self) -> &'a [Token<'a>] {
        self.tokens.get(1..).unwrap_or_default()
    }

    pub fn peek(&self) -> Token<'a> {
        self.peek_at(0)
    }

    fn peek_at(&self, distance: usize) -> Token<'a> {
        self.tokens.get(distance).copied().unwrap_or(self.end)
    }

    pub fn skip(&mut self, count: usize) {
        self.tokens = self.tokens.get(count..).unwrap_or_default();
    }

    fn take_if(&mut self, symbol: char) -> bool {
        let found = self.peek().is(symbol);
        if found {
            self.skip(1);
        }
        found
    }

    fn expect(&mut self, symbol: char) -> Result<(), Failure<'a>> {
        match self.take_if(symbol) {
            true => Ok(()),
            false => Err(Failure::found(&self.peek(), &[Expected::Symbol(symbol)])),
        }
    }

    /// Any number of annotations, which mean nothing.
    pub fn annotations(&mut self) -> Result<(), Failure<'a>> {
        while self.peek().kind == Kind::Annotation {
            let token = self.peek();
            if !lexer::is_annotation(token.text) {
                let wrong = Wrong::Unknown {
                    what: "annotation",
                    token,
                };
                let expected = ["?name", "&req", "&wr", "&rd"].map(Expected::Text);
                return Err(Failure::at(&token, wrong, &expected));
            }
            self.skip(1);
        }
        Ok(())
    }

    /// `@P0`, `@!P0` or nothing.
    pub fn guard(&mut self, into: &mut Reading) -> Result<(), Failure<'a>> {
        into.values.set(FieldId::Guard, PT.into());
        into.values.set(FieldId::GuardInverted, 0);
        if self.take_if('@') {
            let inverted = self.take_if('!');
            into.values.set(FieldId::GuardInverted, inverted.into());
            let token = self.peek();
            if !PREDICATE.is_name(token.text) {
                return Err(Failure::found(&token, &[Expected::Text("a predicate")]));
            }
            self.name(PREDICATE, FieldId::Guard, PT.into(), into)?;
        }
        Ok(())
    }

    /// All operands of a form, and the end of the line.
    pub fn operands(&mut self, form: &Form, into: &mut Reading) -> Result<(), Failure<'a>> {
        let mut first = true;
        // Optional operands that could have stood in this place.
        let mut skipped = Vec::new();
        for slot in form.operands {
            let separated = first || self.peek().is(',');
            let start = self.peek_at(usize::from(!first));
            let is_here = separated && starts(&slot.operand, &start);
            match slot.optional {
                Optional::Input(default) | Optional::Default(default) if !is_here => {
                    into.values.set(slot.operand.field(), default);
                    skipped.push(Expected::Operand(slot.operand));
                    continue;
                }
                _ => {}
            }
            if !is_here {
                let at_end = self.peek().kind == Kind::End;
                if !separated && !at_end {
                    return Err(Failure::found(&self.peek(), &[Expected::Symbol(',')]));
                }
                skipped.push(Expected::Operand(slot.operand));
                return Err(Failure::found(&start, &skipped));
            }
            if !first {
                self.skip(1);
            }
            self.operand(form, &slot.operand, into)?;
            first = false;
            skipped.clear();
        }
        self.line_end(&skipped)
    }

    /// What may follow the operands.
    fn line_end(&mut self, skipped: &[Expected]) -> Result<(), Failure<'a>> {
        if !skipped.is_empty() && self.take_if(',') {
            return Err(Failure::found(&self.peek(), skipped));
        }
        self.annotations()?;
        self.take_if(';');
        self.annotations()?;
        match self.peek().kind {
            Kind::End => Ok(()),
            _ => Err(Failure::found(
                &self.peek(),
                &[Expected::Text("the end of the line")],
            )),
        }
    }

    fn operand(
        &mut self,
        form: &Form,
        operand: &Operand,
        into: &mut Reading,
    ) -> Result<(), Failure<'a>> {
        let last = |field: FieldId| form.field(field).map_or(0, |field| field.range().max);
        match *operand {
            Operand::Predicate(field) => self.name(PREDICATE, field, last(field), into),
            Operand::Register(field) => self.name(REGISTER, field, last(field), into),
            Operand::Destination { register, cc } => {
                self.name(REGISTER, register, last(register), into)?;
                if self.take_if('.') {
                    let suffix = self.peek();
                    if !suffix.names("CC") {
                        return Err(Failure::found(&suffix, &[Expected::Modifier("CC")]));
                    }
                    self.skip(1);
                    into.set(cc, 1, suffix.column);
                }
                Ok(())
            }
            Operand::Negatable { register, negate } => {
                let negated = self.take_if('-');
                into.values.set(negate, negated.into());
                let token = self.peek();
                if !REGISTER.is_name(token.text) {
                    return Err(Failure::found(&token, &[Expected::Operand(*operand)]));
                }
                self.name(REGISTER, register, last(register), into)
            }
            Operand::Constant { bank, offset } => {
                // The `c`.
                self.skip(1);
                for field in [bank, offset] {
                    self.expect('[')?;
                    self.number(form, field, into)?;
                    self.expect(']')?;
                }
                Ok(())
            }
            Operand::Number(field) => self.number(form, field, into),
        }
    }

    /// A token that is known to look like a name.
    fn name(
        &mut self,
        names: Names,
        field: FieldId,
        last: i64,
        into: &mut Reading,
    ) -> Result<(), Failure<'a>> {
        let token = self.peek();
        let Some(index) = names.index(token.text, last) else {
            let wrong = Wrong::OutOfRange {
                what: names.noun,
                negative: false,
                token,
            };
            return Err(Failure::at(
                &token,
                wrong,
                &[Expected::Names { names, last }],
            ));
        };
        self.skip(1);
        into.set(field, index, token.column);
        Ok(())
    }

    fn number(
        &mut self,
        form: &Form,
        field: FieldId,
        into: &mut Reading,
    ) -> Result<(), Failure<'a>> {
        let start = self.peek();
        let negative = self.take_if('-');
        let token = self.peek();
        if !token.is_number() {
            return Err(Failure::found(&token, &[Expected::Text("a number")]));
        }
        let Some(magnitude) = lexer::parse_number(token.text) else {
            let expected = [Expected::Text("decimal, 0x or 0b digits")];
            return Err(Failure::at(&token, Wrong::Malformed(token), &expected));
        };
        let value = if negative { -magnitude } else { magnitude };
        if let Some(range) = form.field(field).map(|field| field.range())
            && !range.holds(value)
        {
            let wrong = Wrong::OutOfRange {
                what: field.name(),
                negative,
                token,
            };
            return Err(Failure::at(&start, wrong, &[Expected::Range(range)]));
        }
        self.skip(1);
        into.set(field, value, start.column);
        Ok(())
    }
}

/// Whether a token can be the first of an operand.
fn starts(operand: &Operand, token: &Token<'_>) -> bool {
    match operand {
        Operand::Predicate(_) => PREDICATE.is_name(token.text),
        Operand::Register(_) | Operand::Destination { .. } => REGISTER.is_name(token.text),
        Operand::Negatable { .. } => token.is('-') || REGISTER.is_name(token.text),
        Operand::Constant { .. } => token.names("c"),
        Operand::Number(_) => token.is('-') || token.is_number(),
    }
}

/// Refuses values that the form's rules forbid, at the last of their tokens.
pub(crate) fn check_rules(form: &Form, reading: &Reading) -> Result<(), Failure<'static>> {
    let Some(rule) = code::broken_rule(form, &reading.values) else {
        return Ok(());
    };
    let columns = rule.tests.iter().map(|test| reading.column(test.field()));
    // A rule about nothing that was written is about the line.
    let column = columns.max().unwrap_or(0).max(1);
    Err(Failure {
        column,
        wrong: Wrong::Rule(rule.message),
        expected: Vec::new(),
    })
}
