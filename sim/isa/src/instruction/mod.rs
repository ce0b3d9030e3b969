//! Instructions for the golden model and the co-simulation, independent of word layouts and
//! spellings.

mod access;
pub mod volta;

pub use access::{Access, AccessForm, AccessSize, Immediate, ImmediateKind, Steering};

/// The zero register's index in Maxwell words: reads 0, writes vanish.
pub const RZ: u8 = 255;

/// The true predicate: always 1, writes vanish. As a destination it means none.
pub const PT: u8 = 7;

/// Bits of a predicate's index.
pub const PREDICATE_BITS: u32 = 3;

/// Threads of a warp that execute one instruction together.
pub const WARP_LANES: usize = 32;

/// `@Pn` or `@!Pn`: the condition under which a lane executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Guard {
    /// Predicate index, 0 to 7; 7 is PT.
    pub predicate: u8,
    /// The lane executes where the predicate is false.
    pub inverted: bool,
}

impl Guard {
    /// `@PT`: every lane executes.
    pub const ALWAYS: Guard = Guard {
        predicate: PT,
        inverted: false,
    };
}

/// One decoded instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// Condition under which a lane executes it.
    pub guard: Guard,
    pub operation: Operation,
}

/// Operation of an instruction, with its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Scaled-offset addition.
    Lea(Lea),
    /// A load or a store.
    Access(Access),
    /// `MOV`, `MOV32I`.
    Move(Move),
    /// An LEA with carry predicates, of the parts from Volta on.
    VoltaLea(volta::Lea),
    /// A load or a store of the parts from Volta on.
    VoltaAccess(volta::Access),
}

impl Operation {
    /// Returns whether its registers and predicates are uniform ones: ULEA, ULDC, LDCU.
    pub fn is_uniform(&self) -> bool {
        match self {
            Operation::VoltaLea(lea) => lea.uniform,
            Operation::VoltaAccess(access) => access.form.is_uniform(),
            Operation::Lea(_) | Operation::Access(_) | Operation::Move(_) => false,
        }
    }
}

/// MOV: `Rd = source` in the lanes whose bit of the lane mask is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Destination register; RZ writes nothing.
    pub rd: u8,
    /// Value that is moved. An immediate of `MOV` is sign-extended from 20 bits, that of
    /// `MOV32I` has all 32.
    pub source: Source,
    /// `MOV32I`, which has an immediate and nothing else.
    pub wide: bool,
    /// Four bits: lane `i` takes part if bit `i mod 4` is set.
    pub lane_mask: u8,
    /// `.S`, which changes nothing here.
    pub sync: bool,
}

/// Word of the 64-bit scaled offset that an LEA adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LeaPart {
    /// `LEA`, `LEA.LO`: bits 31:0.
    Lo,
    /// `LEA.HI`: bits 63:32.
    Hi,
}

/// The operand `Sb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A register, 0 to 255; 255 is RZ.
    Register(u8),
    /// The 32-bit word at a byte offset of a constant bank, `c[bank][offset]`.
    Constant {
        /// 0 to 31.
        bank: u8,
        /// In bytes; a multiple of 4 in LEA, any in MOV.
        offset: u16,
    },
    /// An immediate, already sign-extended to 32 bits.
    Immediate(i32),
}

/// LEA: `Rd = word(±{Rc, Ra} << scale) + Sb + carry`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lea {
    /// Word of the scaled offset that is added.
    pub part: LeaPart,
    /// Destination register; RZ writes nothing.
    pub rd: u8,
    /// `.CC`: the condition code is written.
    pub cc: bool,
    /// Predicate that takes the window verdict; PT means that none is written.
    pub plg: u8,
    /// Low word of the offset.
    pub ra: u8,
    /// `-Ra`: the whole 64-bit offset is negated.
    pub negate: bool,
    /// Base that is added to the offset.
    pub sb: Source,
    /// High word of the offset (`LEA.HI` only, else RZ).
    pub rc: u8,
    /// Left shift, 0 to 31.
    pub scale: u8,
    /// `.X`: CC.CF is added, and CC.OF takes part in the window verdict.
    pub extended: bool,
}
