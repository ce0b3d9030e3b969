//! What lanes and warps give, in the arrays that the hot loops fill and hardware is
//! compared with.

mod lane_address;
mod port_result;
mod warp_so_far;

pub use lane_address::LaneAddress;
pub use port_result::PortResult;
pub use warp_so_far::{Targets, WarpSoFar};

use crate::value::{BitVector, Native, Values};

/// What `LANES` lanes give, whether they execute or not. Aligned, so that no vector
/// crosses a cache line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct LaneResults<const LANES: usize> {
    /// Low and high words of the sum. The low one is `Rd` of an LEA, which has no other;
    /// both are the effective address of an access.
    pub sum_lo: [u32; LANES],
    pub sum_hi: [u32; LANES],
    /// Bits 31:0 and 39:32 of an access's aligned address; of what is no access, of the
    /// sum. Memory is accessed below 2^40 only.
    pub address_lo: [u32; LANES],
    pub address_hi: [u8; LANES],
    /// The bytes of the aligned 16-byte block that an access touches; 0 for an LEA.
    pub byte_enable: [u16; LANES],
    /// Condition code of an LEA: bit 0 CF, 1 ZF, 2 SF, 3 OF. OF, shared window not
    /// hit, is also the value of Plg. 0 for an access.
    pub cc: [u8; LANES],
    /// Where an access lands, a [`SpaceCode`](isa::control::SpaceCode); 0 for an LEA.
    pub space: [u8; LANES],
    /// An executing lane's fault, a [`FaultCode`](isa::control::FaultCode); else 0.
    pub fault: [u8; LANES],
    /// Bits 9:2 of the address.
    pub lock_index: [u8; LANES],
}

/// One lane of [`LaneResults`], over any values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneValues<V: Values> {
    pub sum: V::Long,
    pub cc: V::Word,
    /// Bits 39:0.
    pub address: V::Long,
    pub byte_enable: V::Word,
    pub space: V::Word,
    pub fault: V::Word,
    pub lock_index: V::Word,
}

impl<V: Values> LaneValues<V> {
    /// What is no access gives its sum, of 32 bits, as the address, and there is nothing
    /// at it.
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

impl<const LANES: usize> Default for LaneResults<LANES> {
    fn default() -> Self {
        LaneResults {
            sum_lo: [0; LANES],
            sum_hi: [0; LANES],
            address_lo: [0; LANES],
            address_hi: [0; LANES],
            byte_enable: [0; LANES],
            cc: [0; LANES],
            space: [0; LANES],
            fault: [0; LANES],
            lock_index: [0; LANES],
        }
    }
}

impl<const LANES: usize> LaneResults<LANES> {
    /// The effective address of `lane`, or the sum of an LEA.
    #[inline(always)]
    pub fn sum(&self, lane: usize) -> u64 {
        u64::from(self.sum_hi[lane]) << 32 | u64::from(self.sum_lo[lane])
    }

    /// Bits 39:0 of the aligned address of `lane`.
    #[inline(always)]
    pub fn address(&self, lane: usize) -> u64 {
        u64::from(self.address_hi[lane]) << 32 | u64::from(self.address_lo[lane])
    }

    /// Fills in `lane`.
    #[inline(always)]
    pub fn set(&mut self, lane: usize, values: LaneValues<Native>) {
        self.sum_lo[lane] = values.sum as u32;
        self.sum_hi[lane] = (values.sum >> 32) as u32;
        self.cc[lane] = values.cc as u8;
        self.set_address(lane, values);
    }

    /// Fills in what an access gives and others have in its place.
    #[inline(always)]
    fn set_address(&mut self, lane: usize, values: LaneValues<Native>) {
        self.address_lo[lane] = values.address as u32;
        self.address_hi[lane] = (values.address >> 32) as u8;
        self.byte_enable[lane] = values.byte_enable as u16;
        self.space[lane] = values.space as u8;
        self.fault[lane] = values.fault as u8;
        self.lock_index[lane] = values.lock_index as u8;
    }

    /// The same of all lanes where their sums are no addresses of accesses.
    #[inline(always)]
    pub fn no_access(&mut self) {
        let sums = self.sum_lo;
        let of = LaneValues::<Native>::of_word;
        // Array by array: most of them are copied or cleared as a whole.
        self.address_lo = sums.map(|sum| of(sum).address as u32);
        self.address_hi = sums.map(|sum| (of(sum).address >> 32) as u8);
        self.byte_enable = sums.map(|sum| of(sum).byte_enable as u16);
        self.space = sums.map(|sum| of(sum).space as u8);
        self.fault = sums.map(|sum| of(sum).fault as u8);
        self.lock_index = sums.map(|sum| of(sum).lock_index as u8);
    }
}

/// The lanes for which `holds`, one bit a lane, lane 0 in bit 0.
#[inline(always)]
pub(crate) fn lanes_where<const LANES: usize>(holds: impl Fn(usize) -> bool) -> u32 {
    // An array first: the compiler puts a sum of shifted bits into vectors, but not
    // one bit after the other into a word.
    let mut bits = [0; LANES];
    for (lane, bit) in bits.iter_mut().enumerate() {
        *bit = u32::from(holds(lane)) << lane;
    }
    bits.iter().fold(0, |mask, bit| mask | bit)
}
