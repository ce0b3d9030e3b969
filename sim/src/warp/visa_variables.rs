//! Variables of a vISA program, as an init file describes them.

use isa::visa::{ElementType, GRF_BYTES};
use std::collections::BTreeMap;

/// Variables of a vISA program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisaInit {
    /// General variables V0, V1, .. by number.
    pub general: BTreeMap<u32, GeneralVariable>,
    /// Byte addresses of surfaces T0, T1, .. by number.
    pub surfaces: BTreeMap<u16, u32>,
    /// Byte addresses of samplers S0, S1, .. by number.
    pub samplers: BTreeMap<u16, u32>,
    /// First elements of address variables A0, A1, .. by number; the rest is 0.
    pub address: BTreeMap<u16, Vec<u16>>,
    /// Most elements of an address variable, 16 or 32.
    pub address_elements: u8,
    /// Whether the file gives that number. Else a declaration of more than 16 elements sets it.
    pub is_part_given: bool,
    /// Bytes of a row of the register file, 32 or 64.
    pub grf_bytes: u8,
}

impl Default for VisaInit {
    fn default() -> VisaInit {
        VisaInit {
            general: BTreeMap::new(),
            surfaces: BTreeMap::new(),
            samplers: BTreeMap::new(),
            address: BTreeMap::new(),
            address_elements: 16,
            is_part_given: false,
            grf_bytes: GRF_BYTES[0],
        }
    }
}

/// A general variable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GeneralVariable {
    /// Byte address in the register file; 0 if the file gives none.
    pub base: u32,
    /// Size in bytes; 0 if neither the file nor a declaration gives one.
    pub bytes: u32,
    /// Type of the elements, if the file gives one. Without a type they are bytes.
    pub element: Option<ElementType>,
    /// First bytes, little-endian; the rest is 0.
    pub data: Vec<u8>,
}

impl GeneralVariable {
    /// Size in bytes: that of the file, else that of the declaration. Data of the file always fit.
    pub fn size(&self) -> u32 {
        self.bytes.max(self.data.len() as u32)
    }
}
