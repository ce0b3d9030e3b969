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

use crate::codes::codes;
use crate::instruction::AccessForm;

codes! {
    /// The space that an access names: the code of the port `access_space`.
    AccessSpace {
        /// Windows and steering decide, lane by lane.
        Generic,
        /// Known to be global: no windows.
        Global,
        /// An offset in shared memory.
        Shared,
        /// An offset in local memory.
        Local,
        /// An offset in a constant bank.
        Constant,
    }
}

codes! {
    /// Source of Sb, or of src0 of an ADDR_ADD: the code of the decoder's port `source_kind`.
    SourceCode {
        /// The register `source_register`; also for instructions without Sb.
        Register,
        /// The word at `constant_offset` of constant bank `bank`.
        Constant,
        /// The 32 bits of `immediate`.
        Immediate,
        /// Elements of the address variable `source_variable`.
        Address,
        /// The byte address of the general variable `source_variable`.
        General,
        /// The byte address of the state variable `source_variable`.
        State,
        /// The uniform register `uniform_register` of an LEA.
        Uniform,
    }
}

codes! {
    /// Source of the high word of an LEA's offset: the code of the decoder's port `offset_high_kind`.
    OffsetHighCode {
        /// The register `offset_high_register`.
        Register,
        /// The 32 bits of `immediate`.
        Immediate,
        /// The sign of the low word: `.SX32`.
        Sign,
    }
}

codes! {
    /// Source of the offset, or of src1 of an ADDR_ADD: the code of the decoder's port `offset_kind`.
    OffsetCode {
        /// The registers of an LEA; also for instructions without an offset.
        Register,
        /// The general variable `offset_variable`, through a region.
        Region,
        /// Bits 15:0 of `immediate`.
        Immediate,
    }
}

codes! {
    /// Space in which a lane's access lands: the code of the port `space`.
    SpaceCode {
        /// Global memory; also if OutsideWindow left the space undecided.
        Global,
        /// Shared memory.
        Shared,
        /// Local memory.
        Local,
        /// A constant bank.
        Constant,
    }
}

codes! {
    /// A lane's fault: the code of the port `fault`.
    FaultCode {
        /// None, or a lane that does not execute.
        None,
        /// OutsideWindow.
        OutsideWindow,
        /// OutsideAllocation.
        OutsideAllocation,
        /// Misaligned, if that is an error.
        Misaligned,
    }
}

/// Declares the module of addresses.
macro_rules! config_addresses {
    ($($(#[doc = $meaning:literal])* $name:ident = $address:literal,)*) => {
        /// Addresses of the configuration write port.
        pub mod config_address {
            $($(#[doc = $meaning])* pub const $name: u8 = $address;)*
            /// Bits of an address.
            pub const BITS: usize = 6;
            /// Name, address and meaning of each.
            pub const ABOUT: &[(&str, u8, &str)] =
                &[$((stringify!($name), $name, concat!($($meaning),*))),*];
        }
    };
}

config_addresses! {
    /// `shared_base`; bits 63:24 count.
    SHARED_BASE = 0,
    /// `local_base`; bits 63:24 count.
    LOCAL_BASE = 1,
    /// `shared_size`, 19 bits.
    SHARED_SIZE = 2,
    /// `local_size`, 25 bits.
    LOCAL_SIZE = 3,
    /// `global_limit`, 50 bits.
    GLOBAL_LIMIT = 4,
    /// `register_count`, 8 bits.
    REGISTER_COUNT = 5,
    /// `misaligned_is_error`, 1 bit.
    MISALIGNED_IS_ERROR = 6,
    /// `const_size` of bank 0, 17 bits; bank `b` is `b` further.
    CONST_SIZE = 32,
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
