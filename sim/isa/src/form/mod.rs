//! Types of the table of forms. A row describes one instruction form.
//!
//! Decoder, encoder, assembler and disassembler read these rows and know no
//! instruction by themselves. Rows hold only data and small accessors, so that
//! other printers, such as that of the reference page, can walk them too.

mod address;
mod field;
mod on_part;
mod rule;
mod syntax;
mod text;

pub use address::{Address, Bare, OffsetRanges, Space};
pub use field::{Coding, Field, Piece, Range};
pub(crate) use field::{load, sign_extend, store};
pub use rule::{Legality, Rule, Test};
pub use text::{Modifier, Operand, Optional, Sign, Slot};

use std::fmt;

use crate::Word;
use crate::fields::{FieldId, Values};
pub use crate::instruction::ImmediateKind;
use crate::instruction::{AccessForm, LeaPart, Steering, volta};
use crate::names::{Names, REGISTER};
use crate::part::Parts;
use crate::values::unused;

/// One instruction form: a row of the table.
#[derive(Clone, Copy)]
pub struct Form {
    /// Unique name, such as `LEA.HI.reg`.
    pub name: &'static str,
    /// Parts that have the form; of no account before Volta.
    pub parts: Parts,
    /// The mnemonic as printed, with the parts that distinguish forms: `LEA.HI`.
    pub mnemonic: &'static str,
    /// Other spellings of the mnemonic, taken on input only.
    pub aliases: &'static [&'static str],
    /// The bits that select the form of a word.
    pub opcode: Opcode,
    /// Every field. A bit of a word outside opcode and fields must be zero; from Volta on it is
    /// ignored.
    pub fields: &'static [Field],
    /// Suffixes of the mnemonic that hold a field's value, in printed order.
    pub modifiers: &'static [Modifier],
    /// Operands in text order.
    pub operands: &'static [Slot],
    /// Combinations of values that are illegal.
    pub rules: &'static [Rule],
    /// Operation of the form, without the values of its fields.
    pub meaning: Meaning,
}

impl Form {
    /// Bits of the opcode.
    pub fn opcode_mask(&self) -> Word {
        self.opcode.mask()
    }

    /// The word with this opcode and all fields zero.
    pub fn opcode_bits(&self) -> Word {
        self.opcode.bits
    }

    /// Bits of all fields together.
    pub fn fields_mask(&self) -> Word {
        self.fields
            .iter()
            .fold(0, |mask, field| mask | field.mask())
    }

    /// The row's entry for a field, if the form has it.
    pub fn field(&self, id: FieldId) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.id == id)
    }

    /// A value as its field reads it, where the field takes a number as signed or as unsigned.
    pub(crate) fn as_read(&self, id: FieldId, value: i64) -> i64 {
        let stored = self
            .field(id)
            .and_then(|field| Some((field, field.store(0, value)?)));
        stored.map_or(value, |(field, word)| field.load(word))
    }

    /// Names of the registers or predicates that a field selects.
    pub(crate) fn names(&self, id: FieldId) -> Names {
        self.field(id).map_or(REGISTER, Field::names)
    }

    /// The register of a descriptor that the text hides, and the value that such text means if it
    /// has no annotation.
    pub(crate) fn hidden_descriptor(&self, values: &Values) -> Option<(FieldId, Option<i64>)> {
        self.operands.iter().find_map(|slot| match slot.operand {
            Operand::Address(Address {
                space:
                    Space::Descriptor {
                        field,
                        shown: Some(shown),
                        usual,
                    },
                uniform: Some(uniform),
                ..
            }) if values.get(*field) != 0 && values.get(*shown) == 0 => Some((*uniform, *usual)),
            _ => None,
        })
    }

    /// The word of the form whose fields have the values of an instruction that does not use them.
    pub fn plain(&self) -> Word {
        let unused = |word, field: &Field| field.store(word, unused(field.id)).unwrap_or(word);
        self.fields.iter().fold(self.opcode_bits(), unused)
    }

    /// Returns whether some word of the form is executed.
    pub fn is_executed(&self) -> bool {
        let never = |rule: &Rule| rule.legality == Legality::TextAlone && rule.tests.is_empty();
        !self.rules.iter().any(never)
    }

    /// Returns whether a register of the form may have `.reuse`.
    pub(crate) fn takes_reuse(&self) -> bool {
        !matches!(
            self.meaning,
            Meaning::VoltaLea { uniform: true } | Meaning::VoltaAccess(_)
        )
    }

    /// The mnemonic and its aliases.
    pub fn spellings(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.mnemonic).chain(self.aliases.iter().copied())
    }
}

/// Flag of a schedule that keeps a register for reuse.
pub(crate) fn reuse_flag(register: FieldId) -> u8 {
    match register {
        FieldId::Ra | FieldId::Address => 1,
        FieldId::Rb => 2,
        FieldId::Rc => 4,
        _ => 0,
    }
}

/// Prints the name, which identifies the row.
impl fmt::Debug for Form {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name)
    }
}

/// The opcode of a form.
#[derive(Clone, Copy)]
pub struct Opcode {
    /// Its bits.
    pub pieces: &'static [Piece],
    /// The word with this opcode and all fields zero.
    pub bits: Word,
}

/// Operation of a form, as far as it is in none of the fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// An LEA of this part.
    Lea(LeaPart),
    /// A load or a store.
    Access {
        /// Form of the access.
        form: AccessForm,
        /// Extension of its immediate.
        immediate: ImmediateKind,
        /// Steering, if no field holds it.
        steering: Steering,
    },
    /// A move.
    Move {
        /// `MOV32I`.
        wide: bool,
    },
    /// An LEA with carry predicates.
    VoltaLea {
        /// `ULEA`.
        uniform: bool,
    },
    /// A load or a store of the parts from Volta on.
    VoltaAccess(volta::AccessForm),
}
