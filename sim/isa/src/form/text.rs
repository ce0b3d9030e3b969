//! Spelling of a form: suffixes of its mnemonic, and operands.

use super::Range;
use crate::fields::FieldId;

/// Suffixes of the mnemonic for the values of a field.
#[derive(Clone, Copy)]
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
}

impl Modifier {
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
    /// `R0` and so on, `RZ`.
    Register(FieldId),
    /// A register, after which `.CC` may stand.
    Destination {
        /// The register's index.
        register: FieldId,
        /// 1 if `.CC` is written.
        cc: FieldId,
    },
    /// A register, before which a minus may stand.
    Negatable {
        /// The register's index.
        register: FieldId,
        /// 1 if the minus is written.
        negate: FieldId,
    },
    /// `c[bank][offset]`.
    Constant {
        /// The bank's number.
        bank: FieldId,
        /// The offset in bytes.
        offset: FieldId,
    },
    /// `c[bank][register+offset]`, `c[bank][offset]`.
    Indexed {
        /// The bank's number.
        bank: FieldId,
        /// Index register; RZ is none.
        register: FieldId,
        /// The offset in bytes, which prints as its field reads.
        offset: FieldId,
    },
    /// `[register+offset]`, `[register]`, `[offset]`.
    Address {
        /// Base register; RZ is none.
        register: FieldId,
        /// The offset in bytes. Without a base it prints unsigned.
        offset: FieldId,
        /// The offsets that are taken.
        ranges: &'static OffsetRanges,
    },
    /// A number, which may be negative if the field is signed.
    Number(FieldId),
    /// A number that is written as the field's raw bits.
    Raw(FieldId),
}

/// The offsets that an address takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OffsetRanges {
    /// With a base register.
    pub based: Range,
    /// Without one.
    pub absolute: Range,
}

impl Operand {
    /// Field that the operand is named after. Its default is the value of an operand that is left
    /// out.
    pub fn field(&self) -> FieldId {
        self.named_first().0
    }

    /// Every field that the operand fills.
    pub fn fields(&self) -> impl Iterator<Item = FieldId> {
        let (first, others) = self.named_first();
        std::iter::once(first).chain(others.into_iter().flatten())
    }

    /// The field that the operand is named after, and the others.
    fn named_first(&self) -> (FieldId, [Option<FieldId>; 2]) {
        match *self {
            Operand::Predicate(field)
            | Operand::Register(field)
            | Operand::Number(field)
            | Operand::Raw(field) => (field, [None, None]),
            Operand::Destination { register, cc } => (register, [Some(cc), None]),
            Operand::Negatable { register, negate } => (register, [Some(negate), None]),
            Operand::Constant { bank, offset } => (offset, [Some(bank), None]),
            Operand::Indexed {
                bank,
                register,
                offset,
            } => (offset, [Some(bank), Some(register)]),
            Operand::Address {
                register, offset, ..
            } => (offset, [Some(register), None]),
        }
    }
}
