//! Types of the table of forms. A row describes one instruction form.
//!
//! Decoder, encoder, assembler and disassembler read these rows and know no
//! instruction by themselves. Rows hold only data and small accessors, so that
//! other printers, such as that of the reference page, can walk them too.

mod field;
mod rule;
mod syntax;
mod text;

pub use field::{Coding, Field, Piece, Range};
pub(crate) use field::{load, sign_extend, store};
pub use rule::{Rule, Scope, Test};
pub use text::{Modifier, OffsetRanges, Operand, Optional, Slot};

use std::fmt;

use crate::fields::FieldId;
pub use crate::instruction::ImmediateKind;
use crate::instruction::{AccessForm, LeaPart, Steering};

/// One instruction form: a row of the table.
#[derive(Clone, Copy)]
pub struct Form {
    /// Unique name, such as `LEA.HI.reg`.
    pub name: &'static str,
    /// The mnemonic as printed, with the parts that distinguish forms: `LEA.HI`.
    pub mnemonic: &'static str,
    /// Other spellings of the mnemonic, taken on input only.
    pub aliases: &'static [&'static str],
    /// The bits that select the form of a word.
    pub opcode: Opcode,
    /// Every field. A bit of a word outside opcode and fields must be zero.
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
    pub fn opcode_mask(&self) -> u64 {
        store(self.opcode.pieces, 0, u64::MAX)
    }

    /// The word with this opcode and all fields zero.
    pub fn opcode_bits(&self) -> u64 {
        self.opcode.bits
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
    pub bits: u64,
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
}
