//! What lanes give, in the arrays that the hot loops fill and hardware is compared with.

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

    /// What stands for an access where there is none: the sum, of 32 bits, is the address
    /// given out, and there is nothing at it.
    #[inline(always)]
    pub fn no_access(&mut self) {
        self.address_lo = self.sum_lo;
        self.address_hi = [0; LANES];
        self.byte_enable = [0; LANES];
        self.space = [0; LANES];
        self.fault = [0; LANES];
        self.lock_index = self.sum_lo.map(|sum| (sum >> 2) as u8);
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
