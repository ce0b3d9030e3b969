//! Codes at the address unit's ports, which hardware and golden model share.
//!
//! Encodings only; `doc/semantics.md` defines their meaning. A [`ControlRecord`] holds the codes of
//! a whole instruction.

mod addr_add;
mod encoded;
mod record;
mod volta;

pub use encoded::{Decoded, Encoded};
pub use record::ControlRecord;

use crate::instruction::AccessForm;

/// The space that an access names: the code of the port `access_space`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccessSpace {
    /// Windows and steering decide, lane by lane.
    Generic = 0,
    /// Known to be global: no windows.
    Global = 1,
    /// An offset in shared memory.
    Shared = 2,
    /// An offset in local memory.
    Local = 3,
    /// An offset in a constant bank.
    Constant = 4,
}

/// Source of Sb, or of src0 of an ADDR_ADD: the code of the decoder's port `source_kind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SourceCode {
    /// The register `source_register`; also for instructions without Sb.
    Register = 0,
    /// The word at `constant_offset` of constant bank `bank`.
    Constant = 1,
    /// The 32 bits of `immediate`.
    Immediate = 2,
    /// Elements of the address variable `source_variable`.
    Address = 3,
    /// The byte address of the general variable `source_variable`.
    General = 4,
    /// The byte address of the state variable `source_variable`.
    State = 5,
    /// The uniform register `uniform_register` of an LEA.
    Uniform = 6,
}

/// Source of the high word of an LEA's offset: the code of the decoder's port `offset_high_kind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OffsetHighCode {
    /// The register `offset_high_register`.
    Register = 0,
    /// The 32 bits of `immediate`.
    Immediate = 1,
    /// The sign of the low word: `.SX32`.
    Sign = 2,
}

/// Source of the offset, or of src1 of an ADDR_ADD: the code of the decoder's port `offset_kind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OffsetCode {
    /// The registers of an LEA; also for instructions without an offset.
    Register = 0,
    /// The general variable `offset_variable`, through a region.
    Region = 1,
    /// Bits 15:0 of `immediate`.
    Immediate = 2,
}

/// Space in which a lane's access lands: the code of the port `space`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpaceCode {
    /// Global memory; also if OutsideWindow left the space undecided.
    Global = 0,
    /// Shared memory.
    Shared = 1,
    /// Local memory.
    Local = 2,
    /// A constant bank.
    Constant = 3,
}

/// A lane's fault: the code of the port `fault`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultCode {
    /// None, or a lane that does not execute.
    None = 0,
    /// OutsideWindow.
    OutsideWindow = 1,
    /// OutsideAllocation.
    OutsideAllocation = 2,
    /// Misaligned, if that is an error.
    Misaligned = 3,
}

/// Addresses of the configuration write port.
pub mod config_address {
    /// `shared_base`; bits 63:24 count.
    pub const SHARED_BASE: u8 = 0;
    /// `local_base`; bits 63:24 count.
    pub const LOCAL_BASE: u8 = 1;
    /// `shared_size`, 19 bits.
    pub const SHARED_SIZE: u8 = 2;
    /// `local_size`, 25 bits.
    pub const LOCAL_SIZE: u8 = 3;
    /// `global_limit`, 50 bits.
    pub const GLOBAL_LIMIT: u8 = 4;
    /// `register_count`, 8 bits.
    pub const REGISTER_COUNT: u8 = 5;
    /// `misaligned_is_error`, 1 bit.
    pub const MISALIGNED_IS_ERROR: u8 = 6;
    /// `const_size` of bank 0, 17 bits; bank `b` is `b` further.
    pub const CONST_SIZE: u8 = 32;
    /// Bits of an address.
    pub const BITS: usize = 6;
}

impl AccessForm {
    /// The space that the form names.
    pub fn space(self) -> AccessSpace {
        use AccessForm::*;
        match self {
            Ld | St | Ldu | Ldlk | Stul => AccessSpace::Generic,
            Ldg | Stg => AccessSpace::Global,
            Lds | Sts | Ldslk | Stsul => AccessSpace::Shared,
            Ldl | Stl => AccessSpace::Local,
            Ldc => AccessSpace::Constant,
        }
    }
}
