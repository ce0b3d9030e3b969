//! One channel of an ADDR_ADD (semantics, section 7).
//!
//! The equations have the order and the names of that section. The elements that a channel reads
//! are plain numbers; all other values, codes and masks too, may be terms. Words hold 16-bit values
//! in bits 15:0.

use crate::value::{Bit, BitVector, Native, Values};
use isa::visa::{ExecSize, GeneralElement, Region};

/// Bytes of an element of type UW.
pub(super) const UW_BYTES: u32 = 2;

/// Bits of an address.
const ADDRESS: u32 = 16;

/// Control that all channels share, by the codes at the ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddrAddControl<V: Values = Native> {
    /// Code of the [`ExecSize`], the number of channels.
    pub exec_size: V::Word,
    /// Code of the [`ChannelMask`](isa::visa::ChannelMask): the position of channel 0 in the
    /// execution mask, and whether that mask counts.
    pub channel_mask: V::Word,
    /// EM, one bit a channel.
    pub execution_mask: V::Word,
    /// (abs).
    pub absolute: V::Bit,
    /// (-), after (abs).
    pub negate: V::Bit,
}

impl<V: Values> AddrAddControl<V> {
    /// Channels that exist, one bit each, channel 0 in bit 0. There are none if a code has no
    /// meaning, or if the mask's offset is no multiple of the size.
    #[inline(always)]
    pub fn channels(&self) -> V::Word {
        let (none, one) = (V::Word::constant(0), V::Word::constant(1));
        let size = one.shift_left(V::scale(self.exec_size.clone()));
        let below_size = size
            .clone()
            .add_with_carry(V::Word::constant(u64::MAX), no::<V>())
            .0;
        let aligned = self.offset().and(below_size).equals(none.clone());
        let last_code = V::Word::constant(ExecSize::ThirtyTwo as u64);
        let exists = aligned.and(self.exec_size.clone().at_most(last_code));
        // All 32 of them without those from the size on.
        let channels = V::Word::constant(u64::MAX).shift_right(V::scale(size.negate()));
        V::Word::select(exists, channels, none)
    }

    /// Channels that write: `i < exec_size and (NoMask or EM[i + offset])`.
    #[inline(always)]
    pub fn enables(&self) -> V::Word {
        let no_mask = self.channel_mask.clone().and(V::Word::constant(8));
        let executes = self
            .execution_mask
            .clone()
            .shift_right(V::scale(self.offset()));
        let executes = V::Word::select(
            no_mask.equals(V::Word::constant(0)),
            executes,
            V::Word::constant(u64::MAX),
        );
        self.channels().and(executes)
    }

    /// Position of channel 0 in the execution mask.
    #[inline(always)]
    fn offset(&self) -> V::Word {
        let group = self.channel_mask.clone().and(V::Word::constant(7));
        group.shift_left(V::scale(V::Word::constant(2)))
    }

    /// `(src0[i] + src1[i]) mod 2^16` of one channel, of words whose bits 31:16 are ignored.
    #[inline(always)]
    pub fn sum(self, src0: V::Word, src1: V::Word) -> V::Word {
        sum::<V>(src0, modified::<V>(src1, self.absolute, self.negate))
    }
}

/// Applies the modifier of src1. (abs) takes the 16 bits as a signed number; 0x8000 does not
/// change.
#[inline(always)]
pub fn modified<V: Values>(src1: V::Word, absolute: V::Bit, negate: V::Bit) -> V::Word {
    let value = src1.sext_from(ADDRESS);
    let is_negative = value.clone().sign();
    let magnitude = V::Word::select(absolute.and(is_negative), value.clone().negate(), value);
    let negated = V::Word::select(negate, magnitude.clone().negate(), magnitude);
    low_half::<V>(negated)
}

/// `(left + right) mod 2^16`.
#[inline(always)]
pub fn sum<V: Values>(left: V::Word, right: V::Word) -> V::Word {
    low_half::<V>(left.add_with_carry(right, no::<V>()).0)
}

/// Byte address of an element of a general variable that starts at `base`:
/// `base + grf_bytes*row + column*element_bytes`, mod 2^16 as src0 reads it.
#[inline(always)]
pub fn general_address<V: Values>(
    base: V::Word,
    element: GeneralElement,
    element_bytes: u32,
    grf_bytes: u8,
) -> V::Word {
    let row = u32::from(grf_bytes) * u32::from(element.row);
    let column = element_bytes.wrapping_mul(element.column.into());
    sum::<V>(base, V::Word::constant(row.wrapping_add(column).into()))
}

/// Byte address of a state variable plus an offset, mod 2^16 as src0 reads it.
#[inline(always)]
pub fn state_address<V: Values>(address: V::Word, offset: u8) -> V::Word {
    sum::<V>(address, V::Word::constant(offset.into()))
}

/// Element of an address variable that channel i reads: `offset + (i mod width)`.
#[inline(always)]
pub fn address_element(offset: u8, width: ExecSize, channel: u8) -> u32 {
    u32::from(offset) + u32::from(channel % width.channels())
}

/// Element of a UW variable that channel i reads through a region:
/// `grf_bytes/2*row + column + (i / w)*v + (i mod w)*h`.
#[inline(always)]
pub fn region_element(first: GeneralElement, region: Region, channel: u8, grf_bytes: u8) -> u32 {
    let width = region.width.channels();
    u32::from(grf_bytes) / UW_BYTES * u32::from(first.row)
        + u32::from(first.column)
        + u32::from(channel / width) * u32::from(region.vertical_stride.elements())
        + u32::from(channel % width) * u32::from(region.horizontal_stride.elements())
}

/// Bits 15:0.
#[inline(always)]
fn low_half<V: Values>(word: V::Word) -> V::Word {
    word.and(V::Word::constant(0xffff))
}

#[inline(always)]
fn no<V: Values>() -> V::Bit {
    V::Bit::constant(false)
}
