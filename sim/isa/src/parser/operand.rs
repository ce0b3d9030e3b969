//! Parsers of operands.

use super::{Parser, Reading};
use crate::failure::{Expected, Failure, Wrong};
use crate::fields::FieldId;
use crate::form::{Form, Meaning, Operand, Range};
use crate::instruction::RZ;
use crate::lexer::{self, Token};
use crate::names::{Names, PREDICATE, REGISTER};

/// Lowest bits of the register fields that a schedule can keep for reuse, in its order.
const REUSE_SLOTS: [u32; 3] = [8, 20, 39];

/// Returns whether a token can be the first of an operand.
pub(super) fn starts(operand: &Operand, token: &Token<'_>, next: &Token<'_>) -> bool {
    match operand {
        Operand::Predicate(_) => PREDICATE.is_name(token.text),
        Operand::Register(_) | Operand::Destination { .. } => REGISTER.is_name(token.text),
        Operand::Negatable { .. } => token.is('-') || REGISTER.is_name(token.text),
        Operand::Constant { .. } | Operand::Indexed { .. } => token.names("c"),
        Operand::Address { .. } => token.is('['),
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
) -> Wrong<'a> {
    let takes_predicate = form
        .operands
        .iter()
        .any(|slot| matches!(slot.operand, Operand::Predicate(_)));
    if token.is('-') && REGISTER.is_name(next.text) {
        return Wrong::Minus(match (operand.field(), form.meaning) {
            (FieldId::Rb, Meaning::Lea(_)) => "the base",
            (field, _) => field.name(),
        });
    }
    match takes_predicate && PREDICATE.is_name(token.text) {
        true => Wrong::Order(*token, form),
        false => Wrong::Found(*token),
    }
}

/// Sign of a number as written, and the column of the number.
#[derive(Clone, Copy)]
struct Sign {
    negative: bool,
    column: usize,
}

impl<'a> Parser<'a> {
    pub(super) fn operand(
        &mut self,
        form: &Form,
        operand: &Operand,
        into: &mut Reading,
    ) -> Result<(), Failure<'a>> {
        match *operand {
            Operand::Predicate(field) => self.field_name(PREDICATE, form, field, into),
            Operand::Register(field) => self.field_name(REGISTER, form, field, into),
            Operand::Destination { register, cc } => {
                self.field_name(REGISTER, form, register, into)?;
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
                self.field_name(REGISTER, form, register, into)
            }
            Operand::Constant { bank, offset } => {
                self.bank(form, bank, into)?;
                let range = range(form, offset);
                self.address(form, None, offset, |_| range, into)
            }
            Operand::Indexed {
                bank,
                register,
                offset,
            } => {
                self.bank(form, bank, into)?;
                let range = range(form, offset);
                self.address(form, Some(register), offset, |_| range, into)
            }
            Operand::Address {
                register,
                offset,
                ranges,
            } => {
                let range = |based| if based { ranges.based } else { ranges.absolute };
                self.address(form, Some(register), offset, range, into)
            }
            Operand::Number(field) => self.number(form, field, into),
            Operand::Raw(field) => self.raw_number(form, field, into),
        }
    }

    /// Reads `c[bank]`, whose `c` is known to be there.
    fn bank(&mut self, form: &Form, bank: FieldId, into: &mut Reading) -> Result<(), Failure<'a>> {
        self.skip(1);
        self.expect('[')?;
        self.number(form, bank, into)?;
        self.expect(']')
    }

    /// Reads `[register+offset]`, `[register-offset]`, `[register+-offset]`, `[register]` or
    /// `[offset]`. `range` has the offsets that are taken with and without a base. If the form has
    /// no field for a register, it can only be RZ.
    fn address(
        &mut self,
        form: &Form,
        register: Option<FieldId>,
        offset: FieldId,
        range: impl Fn(bool) -> Range,
        into: &mut Reading,
    ) -> Result<(), Failure<'a>> {
        self.expect('[')?;
        let base = match register {
            Some(_) => "a register",
            None => "RZ",
        };
        let expected = [base, "an offset"].map(Expected::Text);
        let token = self.peek();
        if !REGISTER.is_name(token.text) {
            if let Some(register) = register {
                into.values.set(register, RZ.into());
            }
            let sign = self.sign();
            self.offset(sign, offset, range(false), &expected, into)?;
            return self.expect(']');
        }
        let mut is_based = false;
        if let Some(register) = register {
            self.field_name(REGISTER, form, register, into)?;
            is_based = into.values.get(register) != RZ.into();
        } else if token.names("RZ") {
            self.skip(1);
        } else {
            return Err(Failure::found(&token, &expected));
        }
        let plus = self.take_if('+');
        if plus || self.peek().is('-') {
            let expected = [Expected::Text("an offset")];
            let sign = self.sign();
            self.offset(sign, offset, range(is_based), &expected, into)?;
            return self.expect(']');
        }
        into.values.set(offset, 0);
        if self.take_if(']') {
            return Ok(());
        }
        let expected = ['+', '-', ']'].map(Expected::Symbol);
        Err(Failure::found(&self.peek(), &expected))
    }

    fn sign(&mut self) -> Sign {
        let column = self.peek().column;
        let negative = self.take_if('-');
        Sign { negative, column }
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
        let Some(index) = names.index(token.text, highest) else {
            let wrong = Wrong::OutOfRange {
                what,
                negative: false,
                token,
            };
            let expected = Expected::Names {
                names,
                highest: names.highest_real(highest),
            };
            return Err(Failure::at(&token, wrong, &[expected]));
        };
        self.skip(1);
        Ok(index)
    }

    fn field_name(
        &mut self,
        names: Names,
        form: &Form,
        field: FieldId,
        into: &mut Reading,
    ) -> Result<(), Failure<'a>> {
        let column = self.peek().column;
        // Some fields are better known by their noun alone.
        let what = match field.name() {
            name if name.ends_with(names.noun) => name,
            _ => names.noun,
        };
        let index = self.name(names, what, range(form, field).max)?;
        into.set(field, index, column);
        if names == REGISTER && self.peek().is('.') && self.peek_at(1).names("reuse") {
            self.skip(2);
            let lowest = form
                .field(field)
                .map_or(0, |field| field.mask().trailing_zeros());
            let slot = REUSE_SLOTS.iter().position(|bit| *bit == lowest);
            into.reuse |= slot.map_or(0, |slot| 1 << slot);
        }
        Ok(())
    }

    /// Reads a number of a field's range.
    fn number(
        &mut self,
        form: &Form,
        field: FieldId,
        into: &mut Reading,
    ) -> Result<(), Failure<'a>> {
        let sign = self.sign();
        let magnitude = self.magnitude(&[Expected::Text("a number")], lexer::parse_number)?;
        let value = self.signed(sign, magnitude, field, range(form, field))?;
        into.set(field, value, sign.column);
        Ok(())
    }

    /// Reads a number that is a field's raw bits.
    fn raw_number(
        &mut self,
        form: &Form,
        field: FieldId,
        into: &mut Reading,
    ) -> Result<(), Failure<'a>> {
        let Range { min, max, .. } = range(form, field);
        let sign = self.sign();
        let magnitude = self.magnitude(&[Expected::Text("a number")], lexer::parse_number)?;
        let raw = self.signed(sign, magnitude, field, Range::new(0, max - min))?;
        let value = if raw > max {
            raw - (max - min + 1)
        } else {
            raw
        };
        into.set(field, value, sign.column);
        Ok(())
    }

    /// Reads an offset in bytes; eight hex digits may be a negative number.
    fn offset(
        &mut self,
        sign: Sign,
        field: FieldId,
        range: Range,
        expected: &[Expected],
        into: &mut Reading,
    ) -> Result<(), Failure<'a>> {
        let parse = match sign.negative {
            true => lexer::parse_number,
            false => lexer::parse_offset,
        };
        let magnitude = self.magnitude(expected, parse)?;
        let value = self.signed(sign, magnitude, field, range)?;
        into.set(field, value, sign.column);
        Ok(())
    }

    /// Number that the next token spells, without taking the token.
    fn magnitude(
        &self,
        expected: &[Expected],
        parse: fn(&str) -> Option<i64>,
    ) -> Result<i64, Failure<'a>> {
        let token = self.peek();
        if !token.is_number() {
            return Err(Failure::found(&token, expected));
        }
        parse(token.text).ok_or_else(|| {
            let expected = [Expected::Text("decimal, 0x or 0b digits")];
            Failure::at(&token, Wrong::Malformed(token), &expected)
        })
    }

    /// Takes the token of a number if its value is in range.
    fn signed(
        &mut self,
        sign: Sign,
        magnitude: i64,
        field: FieldId,
        range: Range,
    ) -> Result<i64, Failure<'a>> {
        let value = if sign.negative { -magnitude } else { magnitude };
        if !range.holds(value) {
            return Err(Failure {
                column: sign.column,
                wrong: Wrong::OutOfRange {
                    what: field.name(),
                    negative: sign.negative,
                    token: self.peek(),
                },
                expected: vec![Expected::Range(range)],
            });
        }
        self.skip(1);
        Ok(value)
    }
}

/// Range of a field; forms have every field of their operands.
fn range(form: &Form, field: FieldId) -> Range {
    form.field(field)
        .map_or(Range::new(0, 0), |field| field.range())
}
