//! Instructions to canonical text: the mask always written, addresses with row and
//! column, immediates in hex.

use std::fmt;

use super::binary::decode;
use super::error::DecodeError;
use super::instruction::{
    AddrAdd, AddressElement, ChannelGroup, ChannelMask, GeneralElement, Region, Src0, Src1,
};

/// Disassembles the bytes of one instruction to its canonical text, on a part whose address
/// variables have `address_elements` elements, 16 or 32.
///
/// # Errors
/// As [`decode`].
pub fn disassemble(bytes: &[u8], address_elements: u8) -> Result<String, DecodeError> {
    decode(bytes, address_elements).map(|instruction| instruction.to_string())
}

impl fmt::Display for AddrAdd {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let channels = self.exec_size.channels();
        write!(out, "addr_add ({}, {channels}) {}<1> ", self.mask, self.dst)?;
        match self.src0 {
            Src0::Address { element, width } if width == self.exec_size => {
                write!(out, "{element}<1>")
            }
            // Other widths than 1 are illegal here and have no text.
            Src0::Address { element, width } => match width.channels() {
                1 => write!(out, "{element}<0>"),
                other => write!(out, "{element}<?{other}>"),
            },
            Src0::General(element) => write!(out, "&{element}"),
            Src0::State {
                class,
                variable,
                offset,
            } => write!(out, "&{}{variable}({offset})", class.letter()),
        }?;
        match self.src1 {
            Src1::General {
                element,
                region,
                modifier,
            } => write!(out, " {}{element}{region}", modifier.text()),
            Src1::Immediate(value) => write!(out, " {value:#x}:uw"),
        }
    }
}

/// `M5`, `M5_NM`.
impl fmt::Display for ChannelMask {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{}{}",
            self.group,
            if self.no_mask { "_NM" } else { "" }
        )
    }
}

/// `M5`.
impl fmt::Display for ChannelGroup {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "M{}", *self as u8 + 1)
    }
}

/// `A1(2)`.
impl fmt::Display for AddressElement {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "A{}({})", self.variable, self.offset)
    }
}

/// `V38(1,2)`.
impl fmt::Display for GeneralElement {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "V{}({},{})", self.variable, self.row, self.column)
    }
}

/// `<16;8,1>`.
impl fmt::Display for Region {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let vertical = self.vertical_stride.elements();
        let horizontal = self.horizontal_stride.elements();
        write!(out, "<{vertical};{},{horizontal}>", self.width.channels())
    }
}
