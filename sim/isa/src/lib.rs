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
//! | [`maxwell`], [`fermi`], [`volta`] | the rows, with the bits of instruction words |
//! | [`part`] | the parts from Volta on, which one table serves |
//! | `form_row` | building blocks of the rows of all |
//! | [`table`] | the tables by ISA, the form of a word |
//! | [`values`] | conversion between the values of fields and [`Instruction`] |
//! | `codes` | enums that are numbered by their codes |
//! | `code` | [`decode`], [`encode`] |
//! | [`mod@line`] | a line without its columns of address, word and schedule |
//! | [`bundle`] | Maxwell's control words |
//! | [`listing`] | lines of disassemblers |
//! | `target` | [`Target`], [`Targets`]: instruction sets by the parts that headings name |
//! | [`symbol`] | symbols in the place of an offset |
//! | `lexer`, `mnemonic`, `parser`, `assembler` | [`assemble`], [`program_line`] |
//! | `failure` | failures of a line to fit a form, and the choice of the reported one |
//! | `names` | names of registers and predicates |
//! | `disassembler` | [`disassemble`], [`format()`] |
//! | [`error`] | errors of words, instructions and lines |
//! | [`visa`] | vISA: bytes instead of words, operands of its own |

use std::fmt;
use std::str::FromStr;

#[macro_use]
mod form_row;
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
mod flow;
pub mod form;
pub mod instruction;
mod lexer;
pub mod line;
pub mod listing;
pub mod maxwell;
mod mnemonic;
mod names;
mod parser;
pub mod part;
#[macro_use]
pub mod ports;
pub mod symbol;
pub mod table;
mod target;
pub mod values;
pub mod visa;
pub mod volta;

pub use assembler::{Assembled, Statement, assemble, assemble_line, program_line};
pub use code::{decode, encode};
pub use disassembler::{disassemble, disassemble_into, disassemble_with_control, format};
pub use error::{Codes, DecodeError, EncodeError, TextError, UnknownIsa};
pub use flow::end_of_straight_code;
pub use instruction::{
    Access, AccessForm, AccessSize, Guard, Immediate, Instruction, Lea, LeaPart, Move, Operation,
    Source, Steering,
};
pub use lexer::strip_comments;
pub use line::Line;
pub use part::Part;
pub use target::{Target, Targets};

/// An instruction word: 128 bits of the parts from Volta on, the low 64 of Maxwell and Fermi.
pub type Word = u128;

/// An instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Isa {
    /// sm_50 to sm_61.
    Maxwell,
    /// sm_20.
    Fermi,
    /// The virtual ISA's address instruction.
    Visa,
    /// A part from Volta on.
    Sm(Part),
}

impl Isa {
    /// Those that are no part from Volta on.
    pub const BEFORE_VOLTA: [Isa; 3] = [Isa::Maxwell, Isa::Fermi, Isa::Visa];

    /// One for each code at the decoder's port `isa`, in the order of the codes.
    pub const DECODED: [Isa; 9] = [
        Isa::Maxwell,
        Isa::Fermi,
        Isa::Visa,
        Isa::Sm(Part::Sm70),
        Isa::Sm(Part::Sm75),
        Isa::Sm(Part::Sm80),
        Isa::Sm(Part::Sm90),
        Isa::Sm(Part::Sm100),
        Isa::Sm(Part::Sm120),
    ];

    /// All of them: first those that are no part from Volta on.
    pub const ALL: [Isa; Isa::BEFORE_VOLTA.len() + Part::ALL.len()] = {
        let mut all = [Isa::Maxwell; Isa::BEFORE_VOLTA.len() + Part::ALL.len()];
        let mut place = 0;
        while place < all.len() {
            all[place] = if place < Isa::BEFORE_VOLTA.len() {
                Isa::BEFORE_VOLTA[place]
            } else {
                Isa::Sm(Part::ALL[place - Isa::BEFORE_VOLTA.len()])
            };
            place += 1;
        }
        all
    };

    /// The place in [`Isa::ALL`].
    pub fn index(self) -> usize {
        match self {
            Isa::Maxwell => 0,
            Isa::Fermi => 1,
            Isa::Visa => 2,
            Isa::Sm(part) => Isa::BEFORE_VOLTA.len() + part as usize,
        }
    }

    /// The code at the decoder's port `isa`. Parts whose words mean the same have one.
    pub const fn code(self) -> u8 {
        use Part::*;
        match self {
            Isa::Maxwell => 0,
            Isa::Fermi => 1,
            Isa::Visa => 2,
            Isa::Sm(Sm70) => 3,
            Isa::Sm(Sm75) => 4,
            Isa::Sm(Sm80 | Sm86 | Sm87 | Sm88 | Sm89) => 5,
            Isa::Sm(Sm90) => 6,
            Isa::Sm(Sm100 | Sm101 | Sm103 | Sm110) => 7,
            Isa::Sm(Sm120 | Sm121) => 8,
        }
    }

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Isa::Maxwell => "maxwell",
            Isa::Fermi => "fermi",
            Isa::Visa => "visa",
            Isa::Sm(part) => part.name(),
        }
    }

    /// The part, of those from Volta on.
    pub const fn part(self) -> Option<Part> {
        match self {
            Isa::Sm(part) => Some(part),
            Isa::Maxwell | Isa::Fermi | Isa::Visa => None,
        }
    }

    /// Hex digits of a word.
    pub const fn digits(self) -> usize {
        match self {
            Isa::Sm(_) => 32,
            Isa::Maxwell | Isa::Fermi | Isa::Visa => 16,
        }
    }

    /// A word's digits.
    pub fn hex(self, word: Word) -> String {
        format!("{word:0width$x}", width = self.digits())
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// Other names: parts before Volta, by the instruction set that they have.
const OLD_PARTS: [(&str, Isa); 8] = [
    ("sm_20", Isa::Fermi),
    ("sm_21", Isa::Fermi),
    ("sm_50", Isa::Maxwell),
    ("sm_52", Isa::Maxwell),
    ("sm_53", Isa::Maxwell),
    ("sm_60", Isa::Maxwell),
    ("sm_61", Isa::Maxwell),
    ("sm_62", Isa::Maxwell),
];

impl FromStr for Isa {
    type Err = UnknownIsa;

    /// Parses the name as printed, or that of a part, in upper or lower case.
    fn from_str(name: &str) -> Result<Isa, UnknownIsa> {
        let is_it = |known: &str| known.eq_ignore_ascii_case(name);
        let printed = Isa::BEFORE_VOLTA.into_iter().find(|isa| is_it(isa.name()));
        let old = || OLD_PARTS.into_iter().find(|(part, _)| is_it(part));
        printed
            .or_else(|| old().map(|(_, isa)| isa))
            .or_else(|| Part::from_name(name).map(Isa::Sm))
            .ok_or_else(|| UnknownIsa(name.to_owned()))
    }
}
