#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! | module | holds |
//! |---|---|
//! | [`control`] | codes at the address unit's ports |
//! | [`ports`] | the table of the address unit's ports |
//! | [`instruction`] | instructions as the rest of the project sees them |
//! | [`fields`] | fields by name, and a value for each |
//! | [`form`] | types of a row of the table of forms |
//! | [`maxwell`], [`fermi`] | the rows, with the bits of instruction words |
//! | `row` | building blocks of the rows of both |
//! | [`table`] | the tables by ISA, the form of a word |
//! | [`values`] | conversion between the values of fields and [`Instruction`] |
//! | `codes` | enums that are numbered by their codes |
//! | `code` | [`decode`], [`encode`] |
//! | [`mod@line`] | a line without its columns of address, word and schedule |
//! | [`bundle`] | Maxwell's control words |
//! | [`listing`] | lines of disassemblers |
//! | `part` | [`Part`], [`Parts`]: instruction sets by the parts that headings name |
//! | [`symbol`] | symbols in the place of an offset |
//! | `lexer`, `mnemonic`, `parser`, `assembler` | [`assemble`], [`program_line`] |
//! | `failure` | failures of a line to fit a form, and the choice of the reported one |
//! | `names` | names of registers and predicates |
//! | `disassembler` | [`disassemble`], [`format()`] |
//! | [`error`] | errors of words, instructions and lines |
//! | [`visa`] | vISA: bytes instead of words, operands of its own |

use std::fmt;
use std::str::FromStr;

mod assembler;
pub mod bundle;
mod code;
mod codes;
pub mod control;
mod disassembler;
pub mod error;
mod failure;
pub mod fermi;
pub mod fields;
pub mod form;
pub mod instruction;
mod lexer;
pub mod line;
pub mod listing;
pub mod maxwell;
mod mnemonic;
mod names;
mod parser;
mod part;
mod row;
#[macro_use]
pub mod ports;
pub mod symbol;
pub mod table;
pub mod values;
pub mod visa;

pub use assembler::{Assembled, Statement, assemble, assemble_line, program_line};
pub use code::{decode, encode};
use codes::codes;
pub use disassembler::{disassemble, disassemble_into, format};
pub use error::{Codes, DecodeError, EncodeError, TextError, UnknownIsa};
pub use instruction::{
    Access, AccessForm, AccessSize, Guard, Immediate, Instruction, Lea, LeaPart, Move, Operation,
    Source, Steering,
};
pub use lexer::strip_comments;
pub use line::Line;
pub use part::{Part, Parts};

codes! {
    /// An instruction set.
    Isa.name {
        /// sm_50 to sm_61.
        Maxwell = "maxwell",
        /// sm_20.
        Fermi = "fermi",
        /// The virtual ISA's address instruction.
        Visa = "visa",
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for Isa {
    type Err = UnknownIsa;

    /// Parses the name as printed, in upper or lower case.
    fn from_str(name: &str) -> Result<Isa, UnknownIsa> {
        Isa::ALL
            .into_iter()
            .find(|isa| isa.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownIsa(name.to_owned()))
    }
}
