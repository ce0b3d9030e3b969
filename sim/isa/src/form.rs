//! The shape of the table of forms: what a row says about one instruction form.
//!
//! Decoder, encoder, assembler and disassembler read these rows and know no
//! instruction by themselves. Rows hold data and small accessors only, so that
//! other printers (a reference page, SMT-LIB) can walk them too.

use std::fmt;

use crate::instruction::Operation;
use crate::values::{FieldId, Values};

/// One instruction form: a row of the table.
#[derive(Clone, Copy)]
pub struct Form {
    /// Unique name, such as `LEA.HI.reg`.
    pub name: &'static str,
    /// The mnemonic as printed, with the parts that tell forms apart: `LEA.HI`.
    pub mnemonic: &'static str,
    /// Other spellings of the mnemonic, taken on input only.
    pub aliases: &'static [&'static str],
    /// The bits that say which form a word is.
    pub opcode: Opcode,
    /// Every field. A bit of a word outside opcode and fields must be zero.
    pub fields: &'static [Field],
    /// Suffixes of the mnemonic that hold a field's value, in printed order.
    pub modifiers: &'static [Modifier],
    /// Operands in text order.
    pub operands: &'static [Slot],
    /// Combinations of values that are illegal.
    pub rules: &'static [Rule],
    /// Makes the operation from the values of all fields.
    pub build: fn(&Values) -> Operation,
}

impl Form {
    /// Bits of the opcode.
    pub fn opcode_mask(&self) -> u64 {
        (self.opcode.set)(0, u64::MAX)
    }

    /// The word with this opcode and all fields zero.
    pub fn opcode_bits(&self) -> u64 {
        (self.opcode.set)(0, self.opcode.value)
    }

    /// Bits of all fields together.
    pub fn fields_mask(&self) -> u64 {
        self.fields
            .iter()
            .fold(0, |mask, field| mask | field.mask())
    }

    /// The row's entry for a field, if the form has it.
    pub fn field(&self, id: FieldId) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.id == id)
    }

    /// The mnemonic and its aliases.
    pub fn spellings(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.mnemonic).chain(self.aliases.iter().copied())
    }
}

/// A row's name is enough to find it.
impl fmt::Debug for Form {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name)
    }
}

/// The opcode of a form.
#[derive(Clone, Copy)]
pub struct Opcode {
    /// Takes the opcode out of a word.
    pub get: fn(u64) -> u64,
    /// Stores an opcode into a word.
    pub set: fn(u64, u64) -> u64,
    /// This form's opcode.
    pub value: u64,
}

/// One field of a form.
#[derive(Clone, Copy)]
pub struct Field {
    /// Which field it is; a form has each at most once.
    pub id: FieldId,
    /// What its raw bits mean.
    pub coding: Coding,
    /// Takes the raw bits, right-aligned, out of a word.
    pub get: fn(u64) -> u64,
    /// Puts raw bits, right-aligned, into a word. Higher bits are dropped.
    pub set: fn(u64, u64) -> u64,
}

/// How a field's raw bits stand for a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// 0 to 2^width - 1.
    Unsigned,
    /// Two's complement: -2^(width-1) to 2^(width-1) - 1.
    Signed,
    /// A byte offset of `width + shift` bits without its low `shift` bits, which
    /// are zero. Reads as signed; taken as signed or unsigned alike.
    Offset {
        /// Number of bits left out.
        shift: u32,
    },
}

/// The values a field takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    /// The lowest.
    pub min: i64,
    /// The highest, itself included where `step` divides it.
    pub max: i64,
    /// Only multiples of this, 1 for all.
    pub step: i64,
}

impl Range {
    /// Whether a value is in the range.
    pub fn holds(&self, value: i64) -> bool {
        (self.min..=self.max).contains(&value) && value % self.step == 0
    }
}

impl Field {
    /// The field's bits in the word, found by storing all ones.
    pub fn mask(&self) -> u64 {
        (self.set)(0, u64::MAX)
    }

    /// Number of bits.
    pub fn width(&self) -> u32 {
        self.mask().count_ones()
    }

    /// The values that [`Field::store`] takes.
    pub fn range(&self) -> Range {
        let span = 1_i64 << self.width();
        match self.coding {
            Coding::Unsigned => Range {
                min: 0,
                max: span - 1,
                step: 1,
            },
            Coding::Signed => Range {
                min: -span / 2,
                max: span / 2 - 1,
                step: 1,
            },
            Coding::Offset { shift } => {
                let bytes = span << shift;
                Range {
                    min: -bytes / 2,
                    max: bytes - 1,
                    step: 1 << shift,
                }
            }
        }
    }

    /// The field's value in a word.
    pub fn load(&self, word: u64) -> i64 {
        let raw = (self.get)(word);
        match self.coding {
            Coding::Unsigned => raw as i64,
            Coding::Signed => sign_extend(raw, self.width()),
            Coding::Offset { shift } => sign_extend(raw << shift, self.width() + shift),
        }
    }

    /// The word with the field set to a value; `None` out of [`Field::range`].
    pub fn store(&self, word: u64, value: i64) -> Option<u64> {
        let shift = match self.coding {
            Coding::Offset { shift } => shift,
            Coding::Unsigned | Coding::Signed => 0,
        };
        self.range()
            .holds(value)
            .then(|| (self.set)(word, (value >> shift) as u64))
    }
}

fn sign_extend(raw: u64, width: u32) -> i64 {
    let unused = 64 - width;
    (raw << unused) as i64 >> unused
}

/// A suffix of the mnemonic that stands for a field's value.
#[derive(Clone, Copy)]
pub struct Modifier {
    /// The field that takes the value.
    pub field: FieldId,
    /// Suffix without its dot, and value. An empty suffix is printed as nothing
    /// and is what a text without any of them means. The first spelling of a
    /// value is the printed one; a value without a spelling is a reserved code.
    pub spellings: &'static [(&'static str, i64)],
}

impl Modifier {
    /// The printed suffix of a value; `None` for a reserved code.
    pub fn spelling(&self, value: i64) -> Option<&'static str> {
        self.spellings
            .iter()
            .find(|(_, code)| *code == value)
            .map(|(text, _)| *text)
    }

    /// The value of a suffix in any case; the empty suffix is the default.
    pub fn value(&self, text: &str) -> Option<i64> {
        let same = |(spelling, _): &&(&str, i64)| spelling.eq_ignore_ascii_case(text);
        self.spellings.iter().find(same).map(|(_, value)| *value)
    }
}

/// An operand's place in the text.
#[derive(Clone, Copy)]
pub struct Slot {
    /// What stands there.
    pub operand: Operand,
    /// Whether it has to.
    pub optional: Optional,
}

/// Whether an operand may be left out, and what that means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optional {
    /// Always written.
    No,
    /// May be left out on input for this value; always printed.
    Input(i64),
    /// Left out for this value, on input and in print.
    Default(i64),
}

/// What an operand looks like and which fields it fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// `P0` to `P6`, `PT`.
    Predicate(FieldId),
    /// `R0` to `R254`, `RZ`.
    Register(FieldId),
    /// A register, after which `.CC` may stand.
    Destination {
        /// The register's index.
        register: FieldId,
        /// 1 where `.CC` is written.
        cc: FieldId,
    },
    /// A register, before which a minus may stand.
    Negatable {
        /// The register's index.
        register: FieldId,
        /// 1 where the minus is written.
        negate: FieldId,
    },
    /// `c[bank][offset]`.
    Constant {
        /// The bank's number.
        bank: FieldId,
        /// The offset in bytes.
        offset: FieldId,
    },
    /// A number, which may be negative where the field is signed.
    Number(FieldId),
}

impl Operand {
    /// The field that the operand is named after, whose default is meant where an
    /// optional operand is left out.
    pub fn field(&self) -> FieldId {
        match *self {
            Operand::Predicate(field) | Operand::Register(field) | Operand::Number(field) => field,
            Operand::Destination { register, .. } | Operand::Negatable { register, .. } => register,
            Operand::Constant { offset, .. } => offset,
        }
    }
}

/// An illegal combination of values: illegal where all tests hold.
#[derive(Clone, Copy)]
pub struct Rule {
    /// Short name, such as `cc_or_plg`.
    pub name: &'static str,
    /// What is wrong, and what was expected.
    pub message: &'static str,
    /// What is true of exactly the illegal values.
    pub tests: &'static [Test],
}

impl Rule {
    /// Whether the values are illegal by this rule.
    pub fn forbids(&self, values: &Values) -> bool {
        self.tests.iter().all(|test| test.holds(values))
    }
}

/// A statement about one field's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// The field has this value.
    Is(FieldId, i64),
    /// The field has another value.
    IsNot(FieldId, i64),
}

impl Test {
    /// The field that the test looks at.
    pub fn field(&self) -> FieldId {
        match *self {
            Test::Is(field, _) | Test::IsNot(field, _) => field,
        }
    }

    /// Whether the test is true of the values.
    pub fn holds(&self, values: &Values) -> bool {
        match *self {
            Test::Is(field, value) => values.get(field) == value,
            Test::IsNot(field, value) => values.get(field) != value,
        }
    }
}
