//! Instructions of the parts from Volta on.

use super::{AccessSize, Guard, RZ};
use crate::codes::codes;

/// An operand of an LEA that is added, or the upper word of what it shifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A register, 0 to 255; 255 is RZ. Of a ULEA a uniform register.
    Register(u8),
    /// A uniform register of an LEA; 255 is URZ.
    Uniform(u8),
    /// All 32 bits.
    Immediate(u32),
    /// The word at a byte offset of a bank, `c[bank][offset]`.
    Constant {
        /// 0 to 31.
        bank: u8,
        /// In bytes, a multiple of 4.
        offset: u16,
    },
    /// The word at a byte offset of a bindless bank, `cx[UR][offset]`.
    Bindless {
        /// Uniform register with the bank's handle.
        handle: u8,
        /// In bytes, a multiple of 4.
        offset: u16,
    },
}

/// LEA, ULEA: `Rd = ±word({Rc, Ra} << shift) ± base + carry`, with predicates for carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lea {
    /// `ULEA`: registers and predicates are uniform ones.
    pub uniform: bool,
    /// `.HI`: bits 63:32 of the shifted number are added, else bits 31:0.
    pub high: bool,
    /// Destination register; RZ writes nothing.
    pub rd: u8,
    /// Predicate that takes the carry; PT means that none is written.
    pub carry_out: u8,
    /// Low word of the number that is shifted.
    pub ra: u8,
    /// The shifted word is negated; with `.X` it is inverted.
    pub negate: bool,
    /// Base that is added.
    pub base: Source,
    /// The base is negated; with `.X` it is inverted.
    pub negate_base: bool,
    /// High word of the number that is shifted (`.HI` without `.SX32`, else RZ).
    pub upper: Source,
    /// `.SX32`: the high word is the sign of Ra.
    pub sign_extended: bool,
    /// Left shift, 0 to 31.
    pub shift: u8,
    /// `.X`: the carry-in predicate is added.
    pub extended: bool,
    /// Predicate with the carry in; without `.X` `!PT`.
    pub carry_in: Guard,
}

codes! {
    /// Form of an access: its space, and load or store.
    AccessForm.mnemonic {
        /// Generic load.
        Ld = "LD",
        /// Generic store.
        St = "ST",
        /// Load that is known to be global.
        Ldg = "LDG",
        /// Store that is known to be global.
        Stg = "STG",
        /// Local load.
        Ldl = "LDL",
        /// Local store.
        Stl = "STL",
        /// Shared load.
        Lds = "LDS",
        /// Shared store.
        Sts = "STS",
        /// Load from a constant bank.
        Ldc = "LDC",
        /// Load of a uniform register from a constant bank.
        Uldc = "ULDC",
        /// Load of uniform registers from a constant bank.
        Ldcu = "LDCU",
        /// Load of a uniform register from memory.
        UldcMemory = "ULDC",
        /// Load of uniform registers from memory.
        LdcuMemory = "LDCU",
        /// Load of matrices from shared memory.
        Ldsm = "LDSM",
        /// Store of matrices to shared memory.
        Stsm = "STSM",
        /// Global load of 32 bytes.
        LdgWide = "LDG",
        /// Global store of 32 bytes.
        StgWide = "STG",
        /// Load of 32 bytes into uniform registers from a constant bank.
        LdcuWide = "LDCU",
        /// Load of 32 bytes into uniform registers from memory.
        LdcuMemoryWide = "LDCU",
    }
}

impl AccessForm {
    /// Returns whether memory is written.
    pub fn is_store(self) -> bool {
        use AccessForm::*;
        matches!(self, St | Stg | Stl | Sts | Stsm | StgWide)
    }

    /// Returns whether its words have no bit for `.E`, which it always has.
    pub fn always_extends(self) -> bool {
        matches!(self, AccessForm::LdgWide | AccessForm::StgWide)
    }

    /// Returns whether the registers that it writes are uniform ones.
    pub fn is_uniform(self) -> bool {
        use AccessForm::*;
        matches!(
            self,
            Uldc | Ldcu | UldcMemory | LdcuMemory | LdcuWide | LdcuMemoryWide
        )
    }
}

/// Width of an address's base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BaseWidth {
    /// No base: RZ.
    None,
    /// `Ra`, zero-extended.
    Word,
    /// The pair `{Ra+1, Ra}`.
    Pair,
}

/// A load or a store. The address is base + uniform register + offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// Space, load or store.
    pub form: AccessForm,
    /// Type of the data; of no account in matrices and in accesses of 32 bytes.
    pub size: AccessSize,
    /// `.E`: global and generic addresses have 64 bits.
    pub extended: bool,
    /// First register of the data group.
    pub data: u8,
    /// First register of the upper 16 bytes of 32; else RZ.
    pub upper_data: u8,
    /// Base or index register; RZ is none. Uniform in `ULDC` and `LDCU`.
    pub address: u8,
    /// The base is a pair, where the address has a uniform register or a descriptor too.
    pub wide_base: bool,
    /// Left shift of a shared address's base: 0, or 2 to 4.
    pub scale: u8,
    /// Uniform register that is added: a pair, or one register for shared and local memory.
    pub uniform: Option<u8>,
    /// Uniform register of the descriptor, which adds nothing.
    pub descriptor: Option<u8>,
    /// The descriptor is in the text of sm_80 to sm_89.
    pub descriptor_shown: bool,
    /// Constant bank, 0 to 31.
    pub bank: u8,
    /// Uniform register with the handle of a bindless bank.
    pub handle: Option<u8>,
    /// Offset in bytes, extended as the form has it.
    pub offset: i64,
    /// Predicate that the load reads; PT is none.
    pub read: Guard,
    /// Predicate that the load writes; PT is none.
    pub written: u8,
    /// Codes without an effect on the address.
    pub hints: Hints,
}

/// Codes of an access that leave its address as it is, as the word has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hints {
    /// Eviction.
    pub cache: u8,
    /// Second-level eviction.
    pub second_level: u8,
    /// Prefetch into the second level.
    pub prefetch: u8,
    /// Memory order; from sm_80 on with its scope.
    pub strength: u8,
    /// Scope, on sm_70 and sm_75.
    pub scope: u8,
    /// `.PRIVATE`.
    pub private: bool,
    /// `.ZD`.
    pub zero_data: bool,
    /// `LDS.U`.
    pub uniform: bool,
    /// Mode of `LDC`.
    pub mode: u8,
    /// Unpacking of `LDCU`.
    pub unpack: u8,
    /// Words of 32 bytes that are moved.
    pub word_mask: u8,
    /// Number of matrices.
    pub count: u8,
    /// Elements of matrices.
    pub element: u8,
    /// Shape of matrices.
    pub shape: u8,
}

impl Access {
    /// The base of the address.
    pub fn base(&self) -> BaseWidth {
        let is_uniform = self.uniform.is_some() || self.descriptor.is_some();
        let is_pair = if is_uniform {
            self.wide_base
        } else {
            self.extended
        };
        match (self.address, is_pair) {
            (RZ, _) => BaseWidth::None,
            (_, true) => BaseWidth::Pair,
            (_, false) => BaseWidth::Word,
        }
    }
}
