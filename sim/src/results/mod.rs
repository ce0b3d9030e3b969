//! Results of lanes and warps, in the row of output ports that hardware is compared with.

mod lane_address;
mod warp_so_far;

pub use lane_address::{LaneAddress, lane_address, memory_requests};
pub use warp_so_far::{Targets, WarpSoFar};

use crate::value::{BitVector, Native, Values};
use isa::control::SpaceCode;
use isa::instruction::WARP_LANES;
use isa::ports::Outputs;

/// One lane of a result, over any values. Fields are named as the ports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneValues<V: Values> {
    pub sum: V::Long,
    pub cc: V::Word,
    /// Bits 48:0.
    pub address: V::Long,
    pub byte_enable: V::Word,
    pub space: V::Word,
    pub fault: V::Word,
    pub lock_index: V::Word,
}

impl<V: Values> LaneValues<V> {
    /// Values of an instruction that is no access: the address is its 32-bit sum, and no byte of it
    /// is accessed.
    #[inline(always)]
    pub fn of_word(sum: V::Word) -> LaneValues<V> {
        let zero = V::Word::constant(0);
        LaneValues {
            sum: V::zext64(sum.clone()),
            cc: zero.clone(),
            address: V::zext64(sum.clone()),
            byte_enable: zero.clone(),
            space: zero.clone(),
            fault: zero,
            lock_index: sum.bits_from(2).and(V::Word::constant(0xff)),
        }
    }
}

/// Fills in `lane` of an access.
#[inline(always)]
pub(crate) fn set_lane(result: &mut Outputs, lane: usize, values: LaneValues<Native>) {
    result.sum_lo[lane] = values.sum as u32;
    result.sum_hi[lane] = (values.sum >> 32) as u32;
    result.cc[lane] = values.cc as u8;
    result.address_lo[lane] = values.address as u32;
    result.address_hi[lane] = (values.address >> 32) as u32;
    result.byte_enable[lane] = values.byte_enable as u16;
    result.space[lane] = values.space as u8;
    result.fault[lane] = values.fault as u8;
    result.lock_index[lane] = values.lock_index as u8;
}

/// Fills in the address, and all outputs that follow from it, for an instruction that is no access.
#[inline(always)]
pub(crate) fn set_no_access(result: &mut Outputs) {
    let sums = result.sum_lo;
    let of = LaneValues::<Native>::of_word;
    // Array by array: most of them are copied or cleared as a whole.
    result.address_lo = sums.map(|sum| of(sum).address as u32);
    result.address_hi = sums.map(|sum| (of(sum).address >> 32) as u32);
    result.byte_enable = sums.map(|sum| of(sum).byte_enable as u16);
    result.space = sums.map(|sum| of(sum).space as u8);
    result.fault = sums.map(|sum| of(sum).fault as u8);
    result.lock_index = sums.map(|sum| of(sum).lock_index as u8);
}

/// Lanes that access global memory.
#[inline(always)]
pub fn global_mask(result: &Outputs) -> u32 {
    space_mask(result, SpaceCode::Global)
}

/// Lanes that access memory of that space.
#[inline(always)]
pub fn space_mask(result: &Outputs, space: SpaceCode) -> u32 {
    result.live_mask & lanes_where(|lane| result.space[lane] == space as u8)
}

/// Lanes of a mask, the lowest first.
pub fn lanes_of(mask: u32) -> impl Iterator<Item = usize> + Clone {
    (0..WARP_LANES).filter(move |lane| mask >> lane & 1 != 0)
}

/// Lanes for which `holds`, one bit a lane, lane 0 in bit 0.
#[inline(always)]
pub(crate) fn lanes_where(holds: impl Fn(usize) -> bool) -> u32 {
    // An array first: the compiler vectorises a sum of shifted bits, but not a word that gets
    // one bit after the other.
    let mut bits = [0; WARP_LANES];
    for (lane, bit) in bits.iter_mut().enumerate() {
        *bit = u32::from(holds(lane)) << lane;
    }
    bits.iter().fold(0, |mask, bit| mask | bit)
}
