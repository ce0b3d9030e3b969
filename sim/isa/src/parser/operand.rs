//! Parsers of operands.

use super::{Parser, Reading};
use crate::failure::{Expected, Failure, FailureCause};
use crate::fields::FieldId;
use crate::form::{Form, Meaning, Operand, Range, Sign, Slot, Space, reuse_flag};
use crate::instruction::PREDICATE_BITS;
use crate::lexer::{self, Token};
use crate::names::{Names, PREDICATE, REGISTER};

/// Returns whether a token can be the first of an operand.
pub(super) fn starts(form: &Form, slot: &Slot, token: &Token<'_>, next: &Token<'_>) -> bool {
    let names = || form.names(slot.operand.field());
    let is_sign = |sign: &Sign| token.is('-') || sign.inverts.is_some() && token.is('~');
    if slot.sign.as_ref().is_some_and(is_sign) {
        return true;
    }
    match slot.operand {
        Operand::Predicate(_) | Operand::Register(_) | Operand::Destination { .. } => {
            names().is_name(token.text)
        }
        Operand::Invertible(_) => token.is('!') || names().is_name(token.text),
        Operand::Address(address) => match address.space {
            Space::Constant(_) => token.names("c"),
            Space::Bindless(_) => token.names("cx"),
            Space::Memory => token.is('['),
            Space::Descriptor { .. } => token.is('[') || token.names("desc"),
        },
        Operand::Number(_) | Operand::Raw(_) => {
            token.is_number() || token.is('-') && !REGISTER.is_name(next.text)
        }
    }
}

/// Error of a token that does not start an operand.
pub(super) fn misplaced<'a>(
    form: &'static Form,
    operand: &Operand,
    token: &Token<'a>,
    next: &Token<'a>,
) -> FailureCause<'a> {
    let takes_predicate = form
        .operands
        .iter()
        .any(|slot| matches!(slot.operand, Operand::Predicate(_) | Operand::Invertible(_)));
    if token.is('-') && REGISTER.is_name(next.text) {
        return FailureCause::Minus(match (operand.field(), form.meaning) {
            (FieldId::Rb, Meaning::Lea(_)) => "the base",
            (field, _) => field.name(),
        });
    }
    if takes_predicate && PREDICATE.is_name(token.text) {
        FailureCause::Order(*token, form)
    } else {
        FailureCause::Found(*token)
    }
}

impl<'a> Parser<'a> {
    /// Reads the sign before an operand.
    pub(super) fn sign(&mut self, slot: &Slot, into: &mut Reading) -> Result<(), Failure<'a>> {
        let Some(sign) = slot.sign else {
            return Ok(());
        };
        let (token, symbol) = (self.peek(), sign.symbol(&into.values));
        let negated = self.take_if(symbol);
        into.set(sign.negate, negated.into(), token.column);
        let is_second = self.peek().is('-') || self.peek().is('~');
        if !is_second && starts(into.form, slot, &self.peek(), &self.peek_at(1)) {
            Ok(())
        } else if negated {
            let names = into.form.names(slot.operand.register());
            Err(self.found([Expected::Operand(slot.operand, names)]))
        } else {
            // The other sign.
            Err(self.found([symbol]))
        }
    }

    pub(super) fn operand(
        &mut self,
        operand: &Operand,
        into: &mut Reading,
    ) -> Result<(), Failure<'a>> {
        match *operand {
            Operand::Predicate(field) | Operand::Register(field) => self.field_name(field, into),
            Operand::Invertible(field) => {
                let inverted = self.take_if('!');
                self.field_name(field, into)?;
                let inversion = i64::from(inverted) << PREDICATE_BITS;
                into.values.set(field, into.values.get(field) | inversion);
                Ok(())
            }
            Operand::Destination { register, cc } => {
                self.field_name(register, into)?;
                if self.take_if('.') {
                    let suffix = self.peek();
                    if !suffix.names("CC") {
                        return Err(self.found([Expected::Modifier("CC")]));
                    }
                    self.skip(1);
                    into.set(cc, 1, suffix.column);
                }
                Ok(())
            }
            Operand::Address(address) => self.address(address, into),
            Operand::Number(field) => self.field_number(field, into),
            Operand::Raw(field) => {
                let Range { min, max, .. } = into.range(field);
                let bits = Range::new(0, max - min);
                let (raw, column) = self.number(field, bits, &["a number"], false)?;
                let value = if raw > max { raw - bits.max - 1 } else { raw };
                into.set(field, value, column);
                Ok(())
            }
        }
    }

    /// Reads the index of a name, from a token that is known to look like one; `what` is its noun
    /// in messages.
    pub(super) fn name(
        &mut self,
        names: Names,
        what: &'static str,
        highest: i64,
    ) -> Result<i64, Failure<'a>> {
        let token = self.peek();
        let index = names.index(token.text, highest).ok_or_else(|| {
            let highest = names.highest_real(highest);
            Failure::out_of_range(what, token, Expected::Names { names, highest })
        })?;
        self.skip(1);
        Ok(index)
    }

    pub(super) fn field_name(
        &mut self,
        field: FieldId,
        into: &mut Reading,
    ) -> Result<(), Failure<'a>> {
        let (token, names) = (self.peek(), into.form.names(field));
        if !names.is_name(token.text) {
            return Err(self.found([Expected::Operand(Operand::Register(field), names)]));
        }
        let column = token.column;
        // Some fields are better known by their noun alone.
        let what = match field.name() {
            name if name.ends_with(names.noun) => name,
            _ => names.noun,
        };
        let highest = if names.last_has_number {
            names.last
        } else {
            into.range(field).max
        };
        let index = self.name(names, what, highest)?;
        into.set(field, index, column);
        let (dot, suffix) = (self.peek(), self.peek_at(1));
        if names == REGISTER && dot.is('.') && suffix.names("reuse") && into.form.takes_reuse() {
            self.skip(2);
            into.reuse |= reuse_flag(field);
        }
        Ok(())
    }

    pub(super) fn field_number(
        &mut self,
        field: FieldId,
        into: &mut Reading,
    ) -> Result<(), Failure<'a>> {
        let (value, column) = self.number(field, into.range(field), &["a number"], false)?;
        into.set(field, value, column);
        Ok(())
    }

    /// Takes a number of a range, and returns its column too. Eight hex digits of an offset may be
    /// a negative number.
    pub(super) fn number(
        &mut self,
        field: FieldId,
        range: Range,
        expected: &[&'static str],
        is_offset: bool,
    ) -> Result<(i64, usize), Failure<'a>> {
        let column = self.peek().column;
        let negative = self.take_if('-');
        let token = self.peek();
        if !token.is_number() {
            return Err(self.found(expected.iter().copied()));
        }
        let magnitude = if is_offset && !negative {
            lexer::parse_offset(token.text)
        } else {
            lexer::parse_number(token.text)
        };
        let magnitude = magnitude.ok_or_else(|| {
            let expected = ["decimal, 0x or 0b digits"];
            Failure::at(&token, FailureCause::Malformed(token), expected)
        })?;
        let value = if negative { -magnitude } else { magnitude };
        if !range.holds(value) {
            let wrong = FailureCause::OutOfRange {
                what: field.name(),
                negative,
                token,
            };
            return Err(Failure {
                column,
                wrong,
                expected: vec![Expected::Range(range)],
            });
        }
        self.skip(1);
        Ok((value, column))
    }
}
