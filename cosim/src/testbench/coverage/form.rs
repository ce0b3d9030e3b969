//! Forms of an access that the unit's ports distinguish.
//!
//! LDU and LDLK count as LD here, LDSLK as LDS, and so on. Their differences do not reach the
//! address unit.

use isa::control::AccessSpace;
use isa::instruction::AccessSize;
use sim::AccessControl;

/// One form of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    pub space: AccessSpace,
    pub store: bool,
    /// `.E`.
    pub extended: bool,
    /// Whether it is steered by the window compare instead of Plg.
    pub by_window: bool,
}

/// All forms: of the generic space by bits (store, `.E`, by window), of global, shared and local,
/// and LDC.
pub const FORMS: [Form; 17] = {
    const fn form(space: AccessSpace, bits: usize) -> Form {
        Form {
            space,
            store: bits & 1 != 0,
            extended: bits & 2 != 0,
            by_window: bits & 4 != 0,
        }
    }
    use AccessSpace::*;
    [
        form(Generic, 0),
        form(Generic, 1),
        form(Generic, 2),
        form(Generic, 3),
        form(Generic, 4),
        form(Generic, 5),
        form(Generic, 6),
        form(Generic, 7),
        form(Global, 0),
        form(Global, 1),
        form(Global, 2),
        form(Global, 3),
        form(Shared, 0),
        form(Shared, 1),
        form(Local, 0),
        form(Local, 1),
        form(Constant, 0),
    ]
};

/// Index in [`FORMS`] of the request in `control`. A store to a constant bank has none, since no
/// instruction makes it.
pub fn form_number(control: &AccessControl) -> usize {
    let store = usize::from(control.store);
    let extended = usize::from(control.extended);
    match control.space {
        AccessSpace::Generic => store + 2 * extended + 4 * usize::from(control.steer_by_window),
        AccessSpace::Global => 8 + store + 2 * extended,
        AccessSpace::Shared => 12 + store,
        AccessSpace::Local => 14 + store,
        AccessSpace::Constant => 16,
    }
}

impl Form {
    /// Name such as `ST.E.64 generic`; `size` follows the mnemonic.
    pub fn name(self, size: &str) -> String {
        let space = match self.space {
            AccessSpace::Generic if self.by_window => "generic without Plg",
            AccessSpace::Generic => "generic",
            AccessSpace::Global => "global",
            AccessSpace::Shared => "shared",
            AccessSpace::Local => "local",
            AccessSpace::Constant => "constant",
        };
        let mnemonic = if self.store { "ST" } else { "LD" };
        let extended = if self.extended { ".E" } else { "" };
        format!("{mnemonic}{extended}{size} {space}")
    }

    /// Whether it is generic or global: windows, 64-bit addresses and register_count matter.
    pub fn is_long(self) -> bool {
        matches!(self.space, AccessSpace::Generic | AccessSpace::Global)
    }
}

/// Bytes of an access, by the index of their size bin.
pub const BYTES: [u32; 5] = [1, 2, 4, 8, 16];

/// Index in [`BYTES`]. Signed and unsigned accesses of a size, and the hint of `U.128`, have the
/// same address.
pub fn size_number(size: AccessSize) -> usize {
    size.bytes().trailing_zeros() as usize
}

/// Spelling of a size code in instructions.
pub fn size_name(size: AccessSize) -> &'static str {
    match size {
        AccessSize::U8 => "U8",
        AccessSize::S8 => "S8",
        AccessSize::U16 => "U16",
        AccessSize::S16 => "S16",
        AccessSize::B32 => "32",
        AccessSize::B64 => "64",
        AccessSize::B128 => "128",
        AccessSize::U128 => "U.128",
    }
}
