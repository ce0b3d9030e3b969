//! Parsers of operands.

use super::{Parser, Reading};
use crate::failure::{Expected, Failure, Wrong};
use crate::fields::FieldId;
use crate::form::{Field, Form, Meaning, OffsetRanges, Operand, Range};
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

impl<'a> Parser<'a> {
    pub(super) fn operand(
        &mut self,
        operand: &Operand,
        into: &mut Reading,
    ) -> Result<(), Failure<'a>> {
        match *operand {
            Operand::Predicate(field) => self.field_name(PREDICATE, field, into),
            Operand::Register(field) => self.field_name(REGISTER, field, into),
            Operand::Destination { register, cc } => {
                self.field_name(REGISTER, register, into)?;
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
            Operand::Negatable { register, negate } => {
                let negated = self.take_if('-');
                into.values.set(negate, negated.into());
                if !REGISTER.is_name(self.peek().text) {
                    return Err(self.found([Expected::Operand(*operand)]));
                }
                self.field_name(REGISTER, register, into)
            }
            Operand::Constant { bank, offset } => {
                self.bank(bank, into)?;
                self.address(None, offset, &any(into.range(offset)), into)
            }
            Operand::Indexed {
                bank,
                register,
                offset,
            } => {
                self.bank(bank, into)?;
                self.address(Some(register), offset, &any(into.range(offset)), into)
            }
            Operand::Address {
                register,
                offset,
                ranges,
            } => self.address(Some(register), offset, ranges, into),
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

    /// Reads `c[bank]`, whose `c` is known to be there.
    fn bank(&mut self, bank: FieldId, into: &mut Reading) -> Result<(), Failure<'a>> {
        self.skip(1);
        self.expect('[')?;
        self.field_number(bank, into)?;
        self.expect(']')
    }

    /// Reads `[register+offset]`, `[register-offset]`, `[register+-offset]`, `[register]` or
    /// `[offset]`. If the form has no field for a register, it can only be RZ.
    fn address(
        &mut self,
        register: Option<FieldId>,
        offset: FieldId,
        ranges: &OffsetRanges,
        into: &mut Reading,
    ) -> Result<(), Failure<'a>> {
        self.expect('[')?;
        let mut expected: &[_] = match register {
            Some(_) => &["a register", "an offset"],
            None => &["RZ", "an offset"],
        };
        let mut range = ranges.absolute;
        let token = self.peek();
        if REGISTER.is_name(token.text) {
            match register {
                Some(register) => {
                    self.field_name(REGISTER, register, into)?;
                    if into.values.get(register) != RZ.into() {
                        range = ranges.based;
                    }
                }
                None if token.names("RZ") => self.skip(1),
                None => return Err(self.found(expected.iter().copied())),
            }
            if !self.take_if('+') && !self.peek().is('-') {
                into.values.set(offset, 0);
                return match self.take_if(']') {
                    true => Ok(()),
                    false => Err(self.found(['+', '-', ']'])),
                };
            }
            expected = &["an offset"];
        } else if let Some(register) = register {
            into.values.set(register, RZ.into());
        }
        let (value, column) = self.number(offset, range, expected, true)?;
        into.set(offset, value, column);
        self.expect(']')
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

    fn field_name(
        &mut self,
        names: Names,
        field: FieldId,
        into: &mut Reading,
    ) -> Result<(), Failure<'a>> {
        let column = self.peek().column;
        // Some fields are better known by their noun alone.
        let what = match field.name() {
            name if name.ends_with(names.noun) => name,
            _ => names.noun,
        };
        let index = self.name(names, what, into.range(field).max)?;
        into.set(field, index, column);
        if names == REGISTER && self.peek().is('.') && self.peek_at(1).names("reuse") {
            self.skip(2);
            let mask = into.form.field(field).map_or(0, Field::mask);
            let mut slots = REUSE_SLOTS.iter();
            let slot = slots.position(|bit| *bit == mask.trailing_zeros());
            into.reuse |= slot.map_or(0, |slot| 1 << slot);
        }
        Ok(())
    }

    fn field_number(&mut self, field: FieldId, into: &mut Reading) -> Result<(), Failure<'a>> {
        let (value, column) = self.number(field, into.range(field), &["a number"], false)?;
        into.set(field, value, column);
        Ok(())
    }

    /// Takes a number of a range, and returns its column too. Eight hex digits of an offset may be
    /// a negative number.
    fn number(
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
        let magnitude = match is_offset && !negative {
            true => lexer::parse_offset(token.text),
            false => lexer::parse_number(token.text),
        };
        let magnitude = magnitude.ok_or_else(|| {
            let expected = ["decimal, 0x or 0b digits"];
            Failure::at(&token, Wrong::Malformed(token), expected)
        })?;
        let value = if negative { -magnitude } else { magnitude };
        if !range.holds(value) {
            let wrong = Wrong::OutOfRange {
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

/// One range with and without a base.
fn any(range: Range) -> OffsetRanges {
    OffsetRanges {
        based: range,
        absolute: range,
    }
}
