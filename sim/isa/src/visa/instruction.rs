//! The parts of an `ADDR_ADD` (semantics, section 7).
//!
//! The types hold every instruction that has bytes and text, also those that
//! [`rules`](super::rules) forbid.

use crate::codes::codes;
use crate::instruction::WARP_LANES;

/// The only mnemonic.
pub(crate) const MNEMONIC: &str = "addr_add";

/// Elements of the address file of a part without native SIMD32.
pub const ADDRESS_ELEMENTS: u8 = 16;

/// Elements of the address file of a part with native SIMD32.
pub const ADDRESS_ELEMENTS_SIMD32: u8 = 32;

/// `for i in 0..exec_size: if NoMask or EM[i + offset]: dst[i] = src0[i] + src1[i]`,
/// in 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AddrAdd {
    /// Number of channels.
    pub exec_size: ExecSize,
    /// Bits of the execution mask that belong to the channels.
    pub mask: ChannelMask,
    /// Destination: channel i writes element `offset + i`.
    pub dst: AddressElement,
    /// First source, to which src1 is added.
    pub src0: Src0,
    /// Second source, which is added.
    pub src1: Src1,
}

codes! {
    /// A number of channels, or of elements in a row of a region. Its number is its code.
    ExecSize { One, Two, Four, Eight, Sixteen, ThirtyTwo, }
}

impl ExecSize {
    /// The number, 1 to 32.
    pub fn channels(self) -> u8 {
        1 << self as u8
    }
}

/// `M1` to `M8`, `M1_NM` to `M8_NM`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChannelMask {
    /// Position of channel 0 in the execution mask.
    pub group: ChannelGroup,
    /// NoMask: all channels execute, whatever the execution mask is.
    pub no_mask: bool,
}

impl ChannelMask {
    /// The mask of a code, 0 to 15: M1 to M8, then the same with NoMask.
    pub fn from_code(code: u8) -> Option<ChannelMask> {
        Some(ChannelMask {
            group: ChannelGroup::from_code(code % 8)?,
            no_mask: code / 8 == 1,
        })
        .filter(|_| code < 16)
    }

    /// Code of the mask, 0 to 15.
    pub fn code(self) -> u8 {
        self.group as u8 | u8::from(self.no_mask) << 3
    }

    /// Returns whether that number of channels runs past the execution mask.
    pub fn is_overrun_by(self, exec_size: ExecSize) -> bool {
        WARP_LANES < (self.group.offset() + exec_size.channels()).into()
    }

    /// Returns whether the offset is a multiple of the number of channels.
    pub fn is_aligned_to(self, exec_size: ExecSize) -> bool {
        self.group.offset().is_multiple_of(exec_size.channels())
    }
}

codes! {
    /// Four bits of the execution mask, of which channel 0 has the first. Its number is
    /// its code.
    ChannelGroup { M1, M2, M3, M4, M5, M6, M7, M8, }
}

impl ChannelGroup {
    /// The channel offset: 0, 4, .., 28.
    pub fn offset(self) -> u8 {
        4 * self as u8
    }
}

/// `A1(2)`: an element of an address variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AddressElement {
    /// Number of the address variable.
    pub variable: u16,
    /// Index of the element.
    pub offset: u8,
}

/// First source, to which src1 is added. It takes no modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Src0 {
    /// Channel i reads element `offset + (i mod width)`.
    Address {
        /// The first element.
        element: AddressElement,
        /// 1 or the exec size.
        width: ExecSize,
    },
    /// `&V38(1,2)`: the byte address `base + grf_bytes*row + column*element_bytes` of a
    /// general variable.
    General(GeneralElement),
    /// `&T6(2)`, `&S1(0)`: the byte address of a state variable, plus an offset.
    State {
        /// Surface or sampler.
        class: StateClass,
        /// Number of the variable of that class.
        variable: u16,
        /// Offset in bytes.
        offset: u8,
    },
}

/// `V38(1,2)`: an element of a general variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GeneralElement {
    /// Number of the general variable.
    pub variable: u32,
    /// Row of the register file, of 32 or 64 bytes.
    pub row: u8,
    /// Column in elements; may reach past the row.
    pub column: u8,
}

codes! {
    /// A kind of state variable. Its number is its code.
    StateClass {
        /// T0, T1, ..
        Surface,
        /// S0, S1, ..
        Sampler,
    }
}

impl StateClass {
    /// First letter of the variables' names.
    pub fn letter(self) -> char {
        match self {
            StateClass::Surface => 'T',
            StateClass::Sampler => 'S',
        }
    }
}

/// Second source, which is added to src0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Src1 {
    /// A variable of type UW, read through a region.
    General {
        /// The region's first element.
        element: GeneralElement,
        /// Elements that the channels read.
        region: Region,
        /// Modifier of the 16 bits before they are added.
        modifier: Modifier,
    },
    /// `0x264:uw`, in every channel.
    Immediate(u16),
}

/// `<v;w,h>`: channel i reads element `(i / w)*v + (i mod w)*h` from the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// v, elements from one row to the next.
    pub vertical_stride: Stride,
    /// w, elements of a row.
    pub width: ExecSize,
    /// h, elements from one column to the next.
    pub horizontal_stride: Stride,
}

impl Region {
    /// `<0;1,0>`: the first element in every channel.
    pub const SCALAR: Region = Region {
        vertical_stride: Stride::Zero,
        width: ExecSize::One,
        horizontal_stride: Stride::Zero,
    };
}

codes! {
    /// Distance in a region, in elements.
    Stride { Zero, One, Two, Four, Eight, Sixteen, ThirtyTwo, }
}

impl Stride {
    /// The number, 0 to 32.
    pub fn elements(self) -> u8 {
        1 << self as u8 >> 1
    }
}

codes! {
    /// Modifier of the 16-bit value of a general operand. Its number is its code.
    Modifier.text {
        /// Nothing.
        None = "",
        /// `(abs)`.
        Absolute = "(abs)",
        /// `(-)`.
        Negate = "(-)",
        /// `(-)(abs)`.
        NegateAbsolute = "(-)(abs)",
    }
}

impl Modifier {
    /// Returns whether the magnitude is taken, before any negation.
    pub fn absolute(self) -> bool {
        matches!(self, Modifier::Absolute | Modifier::NegateAbsolute)
    }

    /// Returns whether the value is negated, after (abs).
    pub fn negate(self) -> bool {
        matches!(self, Modifier::Negate | Modifier::NegateAbsolute)
    }
}
