//! The parser of addresses.

use super::{Parser, Reading};
use crate::failure::{Expected, Failure};
use crate::form::{Address, Bare, Modifier, OffsetRanges, Space};
use crate::instruction::RZ;
use crate::mnemonic;
use crate::names::UNIFORM_REGISTER;

impl<'a> Parser<'a> {
    /// Reads `[register+offset]`, `[register-offset]`, `[register+-offset]`, `[register]` or
    /// `[offset]`, where a uniform register may stand before the offset, with the bank or the
    /// descriptor before the bracket. If the form has no field for a register, it can only be RZ.
    pub(super) fn address(
        &mut self,
        address: &Address,
        into: &mut Reading,
    ) -> Result<(), Failure<'a>> {
        let is_described = self.space(address, into)?;
        self.expect('[')?;
        let bracket = self.peek();
        let mut joined = self.base(address, is_described, into)?;
        let hidden = self.uniform(address, is_described, &mut joined, into)?;
        if let (
            Space::Descriptor {
                field,
                shown,
                usual,
            },
            Some(register),
        ) = (address.space, address.uniform)
        {
            into.set(field, (is_described || hidden).into(), bracket.column);
            if let Some(shown) = shown {
                into.values.set(shown, is_described.into());
            }
            if let Some(usual) = usual.filter(|_| hidden) {
                into.values.set(register, usual);
            }
        }
        self.offset(address, joined, into)
    }

    /// Reads the text before the bracket. Returns whether it is a descriptor.
    fn space(&mut self, address: &Address, into: &mut Reading) -> Result<bool, Failure<'a>> {
        match address.space {
            Space::Memory => return Ok(false),
            Space::Descriptor { .. } if !self.peek().names("desc") => return Ok(false),
            _ => self.skip(1),
        }
        self.expect('[')?;
        match address.space {
            Space::Constant(bank) => self.field_number(bank, into)?,
            Space::Bindless(register) => self.field_name(register, into)?,
            Space::Descriptor { .. } | Space::Memory => {
                if let Some(uniform) = address.uniform {
                    self.field_name(uniform, into)?;
                }
            }
        }
        self.expect(']')?;
        Ok(matches!(address.space, Space::Descriptor { .. }))
    }

    /// Reads the base with its suffix, or leaves it out. Returns what was read.
    fn base(
        &mut self,
        address: &Address,
        is_described: bool,
        into: &mut Reading,
    ) -> Result<Joined, Failure<'a>> {
        let token = self.peek();
        let Some(base) = address.base else {
            let any = token.names("RZ");
            self.skip(any.into());
            return Ok(Joined { any, based: false });
        };
        let is_written = into.form.names(base).is_name(token.text);
        let keeps = is_described || address.bare == Bare::Kept;
        if is_written || keeps && !token.is_number() && !token.is('-') {
            self.field_name(base, into)?;
            if let Some(suffix) = address.suffix {
                self.suffix(&suffix, into)?;
            }
            return Ok(Joined {
                any: true,
                based: into.values.get(base) != RZ.into(),
            });
        }
        into.values.set(base, RZ.into());
        address.set_hidden(&mut into.values);
        Ok(Joined::default())
    }

    /// Reads the suffix of a base.
    fn suffix(&mut self, suffix: &Modifier, into: &mut Reading) -> Result<(), Failure<'a>> {
        let spellings = suffix.spellings.iter();
        if self.peek().is('.') {
            let token = self.peek_at(1);
            let Some((1, value)) = mnemonic::meaning(suffix, &[token]) else {
                let texts = spellings.filter(|(text, _)| !text.is_empty());
                let expected = texts.map(|(text, _)| Expected::Modifier(text));
                return Err(Failure::found(&token, expected));
            };
            self.skip(2);
            into.set(suffix.field, value, token.column);
            return Ok(());
        }
        match suffix.default() {
            Some(value) => into.values.set(suffix.field, value),
            None => {
                let expected = spellings.map(|(text, _)| Expected::Modifier(text));
                return Err(self.found(expected));
            }
        }
        Ok(())
    }

    /// Reads the uniform register that is added. Returns whether it is a descriptor that the text
    /// hides instead.
    fn uniform(
        &mut self,
        address: &Address,
        is_described: bool,
        joined: &mut Joined,
        into: &mut Reading,
    ) -> Result<bool, Failure<'a>> {
        let Some(uniform) = address.uniform.filter(|_| !is_described) else {
            return Ok(false);
        };
        let plus = usize::from(joined.any);
        if (plus == 0 || self.peek().is('+')) && UNIFORM_REGISTER.is_name(self.peek_at(plus).text) {
            self.skip(plus);
            self.field_name(uniform, into)?;
            *joined = Joined {
                any: true,
                based: joined.based || address.bare != Bare::Unsigned,
            };
            return Ok(false);
        }
        match address.space {
            Space::Descriptor { shown: Some(_), .. } if joined.any => Ok(true),
            _ => {
                self.skip(usize::from(joined.any && self.peek().is('+')));
                Err(self.found(["a uniform register"]))
            }
        }
    }

    /// Reads the offset and the bracket after it.
    fn offset(
        &mut self,
        address: &Address,
        joined: Joined,
        into: &mut Reading,
    ) -> Result<(), Failure<'a>> {
        let field = address.offset;
        let any = into.range(field);
        let range = match (address.ranges, joined.based) {
            (None, _) => any,
            (Some(OffsetRanges { based, .. }), true) => *based,
            (Some(OffsetRanges { absolute, .. }), false) => *absolute,
        };
        let expected: &[_] = match (joined.any, address.base) {
            (true, _) => &["an offset"],
            (false, Some(_)) => &["a register", "an offset"],
            (false, None) => &["RZ", "an offset"],
        };
        if joined.any && !self.take_if('+') && !self.peek().is('-') {
            into.values.set(field, 0);
            return if self.take_if(']') {
                Ok(())
            } else {
                Err(self.found(['+', '-', ']']))
            };
        }
        let (value, column) = self.number(field, range, expected, true)?;
        into.set(field, value, column);
        self.expect(']')
    }
}

/// Registers of an address that were read.
#[derive(Clone, Copy, Default)]
struct Joined {
    /// One of any kind, behind which the next part needs a `+`.
    any: bool,
    /// One that is not RZ.
    based: bool,
}
