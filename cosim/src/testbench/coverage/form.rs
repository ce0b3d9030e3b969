//! The forms of an access as the unit's ports tell them apart.
//!
//! LDU and LDLK are LD here, LDSLK is LDS, and so on: what makes them different is
//! not the address unit's business.

use isa::control::AccessSpace;
use isa::instruction::AccessSize;
use sim::AccessControl;

/// One form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    pub space: AccessSpace,
    pub store: bool,
    /// `.E`.
    pub extended: bool,
    /// Steered by the window compare instead of Plg.
    pub by_window: bool,
}

/// All forms: those of the generic space by bits (store, `.E`, by window), those of
/// global, shared and local, and LDC.
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

/// The number in [`FORMS`] of what `control` asks for; none of a store to a constant
/// bank, which no instruction is.
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
    /// As `ST.E.64 generic`; `size` is what follows the mnemonic.
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

    /// Generic or global: windows, 64-bit addresses and register_count count.
    pub fn is_long(self) -> bool {
        matches!(self.space, AccessSpace::Generic | AccessSpace::Global)
    }
}

/// Bytes of an access, by the number of their size bin.
pub const BYTES: [u32; 5] = [1, 2, 4, 8, 16];

/// The number in [`BYTES`]. Signed and unsigned accesses of a size, and the hint of
/// `U.128`, have one address.
pub fn size_number(size: AccessSize) -> usize {
    size.bytes().trailing_zeros() as usize
}

/// A size code as instructions spell it.
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
