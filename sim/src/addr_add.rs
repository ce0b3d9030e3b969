//! ADDR_ADD, one channel of it (semantics, section 7).
//!
//! The equations stand here in the order and with the names of that section. What the
//! instruction itself says of a channel, its place in the execution mask and the
//! elements that it reads, is known when the specification is printed; all values may
//! be terms. Words hold 16-bit values in bits 15:0.

use crate::value::{Bit, BitVector, Values};
use isa::visa::{ChannelMask, ExecSize, GeneralElement, Region};

/// Bytes of a row of the register file.
const ROW_BYTES: u32 = 32;

/// Elements of type UW in such a row.
const ROW_ELEMENTS: u32 = 16;

/// Bits of an address.
const ADDRESS: u32 = 16;

/// Everything that one channel depends on.
#[derive(Clone, Debug)]
pub struct AddrAddInput<V: Values> {
    /// i, 0 to 31.
    pub channel: u8,
    /// How many channels there are.
    pub exec_size: ExecSize,
    /// Where channel 0 stands in the execution mask, and whether that counts.
    pub mask: ChannelMask,
    /// EM, one bit a channel.
    pub execution_mask: V::Word,
    /// src0; bits 31:16 are ignored.
    pub src0: V::Word,
    /// src1 before its modifier; bits 31:16 are ignored.
    pub src1: V::Word,
    /// (abs).
    pub absolute: V::Bit,
    /// (-), after (abs).
    pub negate: V::Bit,
}

/// What one channel gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddrAddOutput<V: Values> {
    /// The sum, in bits 15:0; bits 31:16 are 0.
    pub sum: V::Word,
    /// The channel writes the sum.
    pub enable: V::Bit,
}

/// One channel: `if NoMask or EM[i + offset]: dst[i] = (src0[i] + src1[i]) mod 2^16`.
#[inline(always)]
pub fn addr_add<V: Values>(input: AddrAddInput<V>) -> AddrAddOutput<V> {
    let AddrAddInput {
        channel,
        exec_size,
        mask,
        execution_mask,
        src0,
        src1,
        absolute,
        negate,
    } = input;
    AddrAddOutput {
        sum: sum::<V>(src0, modified::<V>(src1, absolute, negate)),
        enable: enable::<V>(channel, exec_size, mask, execution_mask),
    }
}

/// `i < exec_size and (NoMask or EM[i + offset])`. A bit past the mask's end is clear.
#[inline(always)]
pub fn enable<V: Values>(
    channel: u8,
    exec_size: ExecSize,
    mask: ChannelMask,
    execution_mask: V::Word,
) -> V::Bit {
    let place = u32::from(channel) + u32::from(mask.group.offset());
    let executes = execution_mask
        .bits_from(place)
        .and(V::Word::constant(1))
        .equals(V::Word::constant(1));
    let executes = executes.and(V::Bit::constant(place < u32::BITS));
    let exists = V::Bit::constant(channel < exec_size.channels());
    exists.and(executes.or(V::Bit::constant(mask.no_mask)))
}

/// src1 after its modifier. (abs) takes the 16 bits as a signed number, of which
/// 0x8000 stays what it is.
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
    low_half::<V>(left.add_with_carry(right, V::Bit::constant(false)).0)
}

/// The byte address of an element of a general variable that starts at `base`:
/// `base + 32*row + column*element_bytes`, mod 2^16 as src0 reads it.
#[inline(always)]
pub fn general_address<V: Values>(
    base: V::Word,
    element: GeneralElement,
    element_bytes: u32,
) -> V::Word {
    let row = ROW_BYTES * u32::from(element.row);
    let column = element_bytes.wrapping_mul(element.column.into());
    sum::<V>(base, V::Word::constant(row.wrapping_add(column).into()))
}

/// The byte address of a state variable plus an offset, mod 2^16 as src0 reads it.
#[inline(always)]
pub fn state_address<V: Values>(address: V::Word, offset: u8) -> V::Word {
    sum::<V>(address, V::Word::constant(offset.into()))
}

/// The element of an address variable that channel i reads: `offset + (i mod width)`.
#[inline(always)]
pub fn address_element(offset: u8, width: ExecSize, channel: u8) -> u32 {
    u32::from(offset) + u32::from(channel % width.channels())
}

/// The element of a UW variable that channel i reads through a region:
/// `16*row + column + (i / w)*v + (i mod w)*h`.
#[inline(always)]
pub fn region_element(first: GeneralElement, region: Region, channel: u8) -> u32 {
    let width = region.width.channels();
    ROW_ELEMENTS * u32::from(first.row)
        + u32::from(first.column)
        + u32::from(channel / width) * u32::from(region.vertical_stride.elements())
        + u32::from(channel % width) * u32::from(region.horizontal_stride.elements())
}

/// Bits 15:0.
#[inline(always)]
fn low_half<V: Values>(word: V::Word) -> V::Word {
    word.and(V::Word::constant(0xffff))
}
