//! Spelling of a form: suffixes of its mnemonic, and operands.

use super::{Address, Space, Test};
use crate::fields::{FieldId, Values};
use crate::part::Parts;

/// Suffixes of the mnemonic for the values of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// The field that takes the value.
    pub field: FieldId,
    /// Pairs of a suffix, without its dot, and a value. A dot inside of a suffix separates parts
    /// that only together mean the value. The empty suffix has the default, the value of a text
    /// without suffixes. The first spelling of a value is the printed one; a value without a
    /// spelling is a reserved code.
    pub spellings: &'static [(&'static str, i64)],
    /// Field that makes the default print by its next spelling, unless it is 0.
    pub written_out_with: Option<FieldId>,
    /// Parts that have the suffixes; of no account before Volta.
    pub parts: Parts,
}

impl Modifier {
    /// The suffixes on some parts alone.
    #[must_use]
    pub const fn on(self, parts: Parts) -> Modifier {
        Modifier { parts, ..self }
    }

    /// Printed suffix of a value; `None` for a reserved code.
    pub fn spelling(&self, value: i64) -> Option<&'static str> {
        self.all_of(value).next()
    }

    /// A suffix of a value that is not empty, if it has one.
    pub fn written_out(&self, value: i64) -> Option<&'static str> {
        self.all_of(value).find(|text| !text.is_empty())
    }

    fn all_of(&self, value: i64) -> impl Iterator<Item = &'static str> {
        self.spellings
            .iter()
            .filter(move |(_, code)| *code == value)
            .map(|(text, _)| *text)
    }

    /// The value of a text without any of the suffixes.
    pub fn default(&self) -> Option<i64> {
        self.spellings
            .iter()
            .find(|(text, _)| text.is_empty())
            .map(|(_, value)| *value)
    }
}

/// An operand's place in the text.
#[derive(Clone, Copy)]
pub struct Slot {
    pub operand: Operand,
    pub optional: Optional,
    /// Sign that may stand before it.
    pub sign: Option<Sign>,
    /// Tests that all hold where the text has the operand.
    pub when: &'static [Test],
    /// Value of its field elsewhere.
    pub otherwise: i64,
    /// Field that makes the default print, unless it is 0.
    pub written_out_with: Option<FieldId>,
    /// Parts that have the operand; of no account before Volta.
    pub parts: Parts,
}

/// A sign before an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sign {
    /// 1 if the sign is written.
    pub negate: FieldId,
    /// Field that makes it a `~`, unless it is 0.
    pub inverts: Option<FieldId>,
}

impl Slot {
    /// The operand on some parts alone.
    #[must_use]
    pub const fn on(self, parts: Parts) -> Slot {
        Slot { parts, ..self }
    }

    /// The operand where tests hold; elsewhere its field has a value.
    #[must_use]
    pub const fn when(self, when: &'static [Test], otherwise: i64) -> Slot {
        Slot {
            when,
            otherwise,
            ..self
        }
    }

    /// The operand with a sign before it.
    #[must_use]
    pub const fn signed(self, negate: FieldId, inverts: Option<FieldId>) -> Slot {
        let sign = Some(Sign { negate, inverts });
        Slot { sign, ..self }
    }

    /// Returns whether the text has the operand, be it left out for its default.
    pub fn applies(&self, values: &Values) -> bool {
        self.when.iter().all(|test| test.holds(values))
    }

    /// Every field that the operand fills.
    pub fn fields(&self) -> impl Iterator<Item = FieldId> {
        let sign = self.sign.map(|sign| sign.negate);
        self.operand.fields().chain(sign)
    }
}

impl Sign {
    /// The sign, if it is written.
    pub fn symbol(self, values: &Values) -> char {
        match self.inverts {
            Some(inverts) if values.get(inverts) != 0 => '~',
            _ => '-',
        }
    }
}

/// Rule for leaving out an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optional {
    /// Always written.
    No,
    /// May be left out on input for this value; always printed.
    Input(i64),
    /// Left out for this value, on input and in print.
    Default(i64),
}

/// Syntax of an operand, and the fields that it fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// `P0` to `P6`, `PT`.
    Predicate(FieldId),
    /// A predicate, before which a `!` may stand: the field's upper bit.
    Invertible(FieldId),
    /// `R0` and so on, `RZ`.
    Register(FieldId),
    /// A register, after which `.CC` may stand.
    Destination {
        /// The register's index.
        register: FieldId,
        /// 1 if `.CC` is written.
        cc: FieldId,
    },
    /// An address.
    Address(&'static Address),
    /// A number, which may be negative if the field is signed.
    Number(FieldId),
    /// A number that is written as the field's raw bits.
    Raw(FieldId),
}

impl Operand {
    /// Field that the operand is named after. Its default is the value of an operand that is left
    /// out.
    pub fn field(&self) -> FieldId {
        self.named_first().0
    }

    /// Field of the operand's first register, or the field that it is named after.
    pub(crate) fn register(&self) -> FieldId {
        match *self {
            Operand::Address(Address {
                base: Some(base), ..
            }) => *base,
            _ => self.field(),
        }
    }

    /// Every field that the operand fills.
    pub fn fields(&self) -> impl Iterator<Item = FieldId> {
        let (first, others) = self.named_first();
        std::iter::once(first).chain(others.into_iter().flatten())
    }

    /// The field that the operand is named after, and the others.
    fn named_first(&self) -> (FieldId, [Option<FieldId>; 5]) {
        match *self {
            Operand::Predicate(field)
            | Operand::Invertible(field)
            | Operand::Register(field)
            | Operand::Number(field)
            | Operand::Raw(field) => (field, [None; 5]),
            Operand::Destination { register, cc } => (register, [Some(cc), None, None, None, None]),
            Operand::Address(address) => {
                let (space, shown) = match address.space {
                    Space::Memory => (None, None),
                    Space::Constant(field) | Space::Bindless(field) => (Some(field), None),
                    Space::Descriptor { field, shown, .. } => (Some(field), shown),
                };
                let suffix = address.suffix.map(|suffix| suffix.field);
                let others = [space, shown, address.base, suffix, address.uniform];
                (address.offset, others)
            }
        }
    }
}
