//! Whether an aligned access of n bytes would end inside each of the spaces.
//!
//! ```text
//!     below_shared = (window_s1 ? sum[23:0] : sum) < shared_limit
//!     below_local  = (window_s1 ? sum[23:0] : sum) < local_limit
//!     below_other  = sum                           < other_limit
//! ```
//!
//! The limits are aligned down to n, so an address is below one exactly where the access
//! aligned down ends inside: `(sum & ~(n-1)) + n <= size`, and nothing can wrap. All
//! three are asked before it is known which counts, and whether the address counts from
//! the base of a window, a multiple of 2^24. No window's space is larger than that, shared
//! memory is at most 2^16 bytes and global memory at most 2^40: the bits of the sum above these
//! must be 0.
//!
//! The limits come inverted: sum - limit is sum + not_limit + 1, whose carry is out where
//! the sum is not below, a carry chain and nothing else. The 1 comes out of the lowest bit of
//! numbers that are one bit longer. Below `other` is asked in parts, no chain longer than a
//! word. Latency 1 cycle; `advance` low holds it.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// `sum < limit` of the three limits; latency 1.
#[derive(Default, LogicBlock)]
pub struct Bounds {
    pub clock: Signal<In, Clock>,
    /// the pipeline moves on
    pub advance: Signal<In, Bit>,
    pub sum_lo: Signal<In, Bits<32>>,
    pub sum_hi: Signal<In, Bits<32>>,
    /// inverted: first address past shared, local, and global memory or the constant bank
    pub not_shared_limit: Signal<In, Bits<17>>,
    pub not_local_limit: Signal<In, Bits<25>>,
    pub not_other_limit_lo: Signal<In, Bits<32>>,
    pub not_other_limit_hi: Signal<In, Bits<9>>,
    /// it counts from the base of a window
    pub window_s1: Signal<In, Bit>,
    pub below_shared: Signal<Out, Bit>,
    pub below_local: Signal<Out, Bit>,
    pub below_other: Signal<Out, Bit>,
    sum_16: Signal<Local, Bits<16>>,
    past_shared: Signal<Local, Bits<8>>,
    sum_24: Signal<Local, Bits<24>>,
    sum_top: Signal<Local, Bits<8>>,
    sum_8: Signal<Local, Bits<8>>,
    past_global: Signal<Local, Bits<24>>,
    above_shared: Signal<Local, Bits<19>>,
    above_local: Signal<Local, Bits<27>>,
    above_lower: Signal<Local, Bits<34>>,
    above_upper: Signal<Local, Bits<11>>,
    not_same: Signal<Local, Bits<9>>,
    from_0: Signal<Local, Bit>,
    from_0_s1: DFF<Bit>,
    shared_s1: DFF<Bit>,
    local_s1: DFF<Bit>,
    lower_s1: DFF<Bit>,
    upper_s1: DFF<Bit>,
    same_s1: DFF<Bit>,
}

impl Logic for Bounds {
    #[kernel]
    fn update(&mut self) {
        self.sum_16.next = self.sum_lo.val().get_bits::<16>(0);
        self.past_shared.next = self.sum_lo.val().get_bits::<8>(16);
        self.sum_24.next = self.sum_lo.val().get_bits::<24>(0);
        self.sum_top.next = self.sum_lo.val().get_bits::<8>(24);
        self.sum_8.next = self.sum_hi.val().get_bits::<8>(0);
        self.past_global.next = self.sum_hi.val().get_bits::<24>(8);
        self.above_shared.next = ((bit_cast::<19, 16>(self.sum_16.val()) << 1) | 1)
            + ((bit_cast::<19, 17>(self.not_shared_limit.val()) << 1) | 1);
        self.above_local.next = ((bit_cast::<27, 24>(self.sum_24.val()) << 1) | 1)
            + ((bit_cast::<27, 25>(self.not_local_limit.val()) << 1) | 1);
        self.above_lower.next = ((bit_cast::<34, 32>(self.sum_lo.val()) << 1) | 1)
            + ((bit_cast::<34, 32>(self.not_other_limit_lo.val()) << 1) | 1);
        self.above_upper.next = ((bit_cast::<11, 8>(self.sum_8.val()) << 1) | 1)
            + ((bit_cast::<11, 9>(self.not_other_limit_hi.val()) << 1) | 1);
        self.not_same.next = !(bit_cast::<9, 8>(self.sum_8.val()) ^ self.not_other_limit_hi.val());
        if self.advance.val() {
            self.from_0_s1.d.next = !self.sum_hi.val().any() & !self.sum_top.val().any();
            self.shared_s1.d.next =
                !self.past_shared.val().any() & !self.above_shared.val().get_bit(18);
            self.local_s1.d.next = !self.above_local.val().get_bit(26);
            self.lower_s1.d.next = !self.above_lower.val().get_bit(33);
            self.upper_s1.d.next =
                !self.past_global.val().any() & !self.above_upper.val().get_bit(10);
            self.same_s1.d.next = !self.past_global.val().any() & !self.not_same.val().any();
        }
        self.from_0.next = self.window_s1.val() | self.from_0_s1.q.val();
        self.below_shared.next = self.shared_s1.q.val() & self.from_0.val();
        self.below_local.next = self.local_s1.q.val() & self.from_0.val();
        self.below_other.next =
            self.upper_s1.q.val() | (self.same_s1.q.val() & self.lower_s1.q.val());
    }
}
