//! The parser of operands: from tokens to the values of a form's fields.

mod address;
mod operand;

use crate::code;
use crate::failure::{Expected, Failure};
use crate::fields::{FieldId, Values};
use crate::form::{Field, Form, Legality, Optional, Range, Slot};
use crate::instruction::PT;
use crate::lexer::{self, HIDDEN_DESCRIPTOR, Token, TokenKind};
use crate::names::{Names, PREDICATE, UNIFORM_PREDICATE, UNIFORM_REGISTER};

/// Values of a form's fields, and the columns where they were read.
#[derive(Clone)]
pub(crate) struct Reading {
    pub form: &'static Form,
    pub values: Values,
    /// Operands with `.reuse`, a bit each: the first, the second, the third source.
    pub reuse: u8,
    /// Columns from 1; 0 for a value that was not written.
    columns: [u32; FieldId::ALL.len()],
}

impl Reading {
    pub fn new(form: &'static Form, values: Values) -> Reading {
        Reading {
            form,
            values,
            reuse: 0,
            columns: [0; FieldId::ALL.len()],
        }
    }

    /// Range of a field; forms have every field of their operands.
    fn range(&self, field: FieldId) -> Range {
        let field = self.form.field(field);
        field.map_or(Range::new(0, 0), Field::range)
    }

    pub fn set(&mut self, field: FieldId, value: i64, column: usize) {
        self.values.set(field, value);
        self.columns[field as usize] = column.try_into().unwrap_or(u32::MAX);
    }

    /// Sets the fields of an operand that the text does not have.
    fn leave_out(&mut self, slot: &Slot) {
        self.values.set(slot.operand.field(), slot.otherwise);
    }

    fn column(&self, field: FieldId) -> usize {
        self.columns[field as usize] as usize
    }
}

/// A line's guard, before its form is known.
#[derive(Clone, Copy)]
pub(crate) struct ParsedGuard<'a> {
    predicate: i64,
    inverted: bool,
    /// The predicate's token and kind.
    written: Option<(Token<'a>, Names)>,
}

impl<'a> ParsedGuard<'a> {
    /// Sets the guard of a form, which takes predicates or uniform ones.
    pub fn place(self, into: &mut Reading) -> Result<(), Failure<'a>> {
        let names = into.form.names(FieldId::Guard);
        into.values.set(FieldId::Guard, self.predicate);
        into.values
            .set(FieldId::GuardInverted, self.inverted.into());
        match self.written {
            Some((token, found)) if found != names => {
                let highest = names.highest_real(names.last);
                Err(Failure::found(&token, [Expected::Names { names, highest }]))
            }
            _ => Ok(()),
        }
    }
}

/// Position in a line.
#[derive(Clone)]
pub(crate) struct Parser<'a> {
    tokens: &'a [Token<'a>],
    /// Token that follows the last one.
    end: Token<'a>,
}

impl<'a> Parser<'a> {
    pub fn new(tokens: &'a [Token<'a>], end: Token<'a>) -> Parser<'a> {
        Parser { tokens, end }
    }

    /// Unread tokens after the next one.
    pub fn after_next(&self) -> &'a [Token<'a>] {
        self.tokens.get(1..).unwrap_or_default()
    }

    pub fn peek(&self) -> Token<'a> {
        self.peek_at(0)
    }

    pub fn peek_at(&self, distance: usize) -> Token<'a> {
        self.tokens.get(distance).copied().unwrap_or(self.end)
    }

    pub fn skip(&mut self, count: usize) {
        self.tokens = self.tokens.get(count..).unwrap_or_default();
    }

    pub fn take_if(&mut self, symbol: char) -> bool {
        let found = self.peek().is(symbol);
        if found {
            self.skip(1);
        }
        found
    }

    pub fn expect(&mut self, symbol: char) -> Result<(), Failure<'a>> {
        if self.take_if(symbol) {
            Ok(())
        } else {
            Err(self.found([symbol]))
        }
    }

    /// Failure of the next token, which cannot stand where it does.
    pub fn found(&self, expected: impl IntoIterator<Item: Into<Expected>>) -> Failure<'a> {
        Failure::found(&self.peek(), expected)
    }

    /// Skips any number of annotations.
    pub fn annotations(&mut self) -> Result<(), Failure<'a>> {
        while self.peek().kind == TokenKind::Annotation {
            let token = self.peek();
            if !lexer::is_annotation(token.text) {
                let expected = ["?name", "&req", "&wr", "&rd"];
                return Err(Failure::unknown("annotation", token, expected));
            }
            self.skip(1);
        }
        Ok(())
    }

    /// Reads `@P0`, `@!P0` or nothing.
    pub fn guard(&mut self) -> Result<ParsedGuard<'a>, Failure<'a>> {
        let mut guard = ParsedGuard {
            predicate: PT.into(),
            inverted: false,
            written: None,
        };
        if !self.take_if('@') {
            return Ok(guard);
        }
        guard.inverted = self.take_if('!');
        let token = self.peek();
        let is_name = |names: &Names| names.is_name(token.text);
        let Some(names) = [PREDICATE, UNIFORM_PREDICATE].into_iter().find(is_name) else {
            return Err(self.found(["a predicate"]));
        };
        guard.predicate = self.name(names, names.noun, PT.into())?;
        guard.written = Some((token, names));
        Ok(guard)
    }

    /// Reads all operands of a form, and the end of the line.
    pub fn operands(&mut self, into: &mut Reading) -> Result<(), Failure<'a>> {
        let (form, mut first) = (into.form, true);
        // Optional operands that could be in this place.
        let mut skipped = Vec::new();
        for slot in form.operands {
            if !slot.applies(&into.values) {
                into.leave_out(slot);
                continue;
            }
            let expected = Expected::Operand(slot.operand, form.names(slot.operand.register()));
            let separated = first || self.peek().is(',');
            let start = self.peek_at(usize::from(!first));
            let next = self.peek_at(1 + usize::from(!first));
            let is_here = separated && operand::starts(form, slot, &start, &next);
            match slot.optional {
                Optional::Input(default) | Optional::Default(default) if !is_here => {
                    into.values.set(slot.operand.field(), default);
                    skipped.push(expected);
                    continue;
                }
                _ => {}
            }
            if !is_here {
                let at_end = self.peek().kind == TokenKind::End;
                if !separated && !at_end {
                    return Err(self.found([',']));
                }
                skipped.push(expected);
                let wrong = operand::misplaced(form, &slot.operand, &start, &next);
                return Err(Failure::at(&start, wrong, skipped));
            }
            if !first {
                self.skip(1);
            }
            self.sign(slot, into)?;
            self.operand(&slot.operand, into)?;
            first = false;
            skipped.clear();
        }
        if !self.peek().is(',') {
            self.hidden_descriptor(into)?;
        }
        self.line_end(skipped)
    }

    /// Reads the annotation with the register of a descriptor that the text hides.
    fn hidden_descriptor(&mut self, into: &mut Reading) -> Result<(), Failure<'a>> {
        let Some((register, usual)) = into.form.hidden_descriptor(&into.values) else {
            return Ok(());
        };
        let token = self.peek();
        let Some(name) = token.text.strip_prefix(HIDDEN_DESCRIPTOR) else {
            return match usual {
                Some(_) => Ok(()),
                None => Err(self.found([HIDDEN_DESCRIPTOR])),
            };
        };
        let highest = into.range(register).max;
        let Some(index) = UNIFORM_REGISTER.index(name, highest) else {
            let names = UNIFORM_REGISTER;
            return Err(Failure::found(&token, [Expected::Names { names, highest }]));
        };
        self.skip(1);
        into.set(register, index, token.column);
        Ok(())
    }

    /// Reads the end of a line. `skipped` are optional operands that could have come before it.
    pub fn line_end(&mut self, skipped: Vec<Expected>) -> Result<(), Failure<'a>> {
        if !skipped.is_empty() && self.take_if(',') {
            return Err(self.found(skipped));
        }
        self.annotations()?;
        self.take_if(';');
        self.annotations()?;
        match self.peek().kind {
            TokenKind::End => Ok(()),
            _ => Err(self.found(["the end of the line"])),
        }
    }
}

/// Refuses values that the form's rules give no text, at the last of their tokens.
pub(crate) fn check_rules(reading: &Reading) -> Result<(), Failure<'static>> {
    let is_refused = |legality| legality == Legality::Refused;
    let Some(rule) = code::broken_rule(reading.form, &reading.values, is_refused) else {
        return Ok(());
    };
    let columns = rule.tests.iter().map(|test| reading.column(test.field()));
    // A rule whose fields were not written is about the line.
    let column = columns.max().unwrap_or(0).max(1);
    Err(Failure::rule(column, rule.message))
}
