//! Whether an aligned access of n bytes would end inside each of the spaces.
//!
//! ```text
//!     below_shared = (generic_s1 ? sum[23:0] : sum) < shared_limit
//!     below_local  = (generic_s1 ? sum[23:0] : sum) < local_limit
//!     below_other  = sum                           < other_limit
//! ```
//!
//! The limits are aligned down to n, so an address is below one exactly where the access
//! aligned down ends inside: `(sum & ~(n-1)) + n <= size`, and nothing can wrap. All
//! three are asked before it is known which counts. A generic access is in shared or local
//! memory only inside the window there, and counts from its base, a multiple of 2^24. No window's
//! space is larger than that, shared memory is at most 2^18 bytes and global memory at most 2^49:
//! the bits of the sum above these must be 0.
//!
//! The limits come inverted: sum - limit is sum + not_limit + 1, whose carry is out where
//! the sum is not below, a carry chain and nothing else. The 1 comes out of the lowest bit of
//! numbers that are one bit longer. Below `other` is asked in parts, no chain longer than a
//! word. Latency 1 cycle; `advance` low holds it.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// `sum < limit` of the three limits; latency 1.
    pub struct Bounds {
        pub clock: Signal<In, Clock>,
        /// the pipeline moves on
        pub advance: Signal<In, Bit>,
        pub sum_lo: Signal<In, Bits<32>>,
        pub sum_hi: Signal<In, Bits<32>>,
        /// inverted: first address past shared, local, and global memory or the constant bank
        pub not_shared_limit: Signal<In, Bits<19>>,
        pub not_local_limit: Signal<In, Bits<25>>,
        pub not_other_limit_lo: Signal<In, Bits<32>>,
        pub not_other_limit_hi: Signal<In, Bits<18>>,
        /// the access is generic: where it is in shared or local memory, that is by a window
        pub generic_s1: Signal<In, Bit>,
        pub below_shared: Signal<Out, Bit>,
        pub below_local: Signal<Out, Bit>,
        pub below_other: Signal<Out, Bit>,
        sum_18: Signal<Local, Bits<18>>,
        past_shared: Signal<Local, Bits<6>>,
        sum_24: Signal<Local, Bits<24>>,
        sum_top: Signal<Local, Bits<8>>,
        sum_17: Signal<Local, Bits<17>>,
        past_global: Signal<Local, Bits<15>>,
        above_shared: Signal<Local, Bits<21>>,
        above_local: Signal<Local, Bits<27>>,
        above_lower: Signal<Local, Bits<34>>,
        above_upper: Signal<Local, Bits<20>>,
        not_same: Signal<Local, Bits<18>>,
        from_0: Signal<Local, Bit>,
        from_0_s1 shared_s1 local_s1 lower_s1 upper_s1 same_s1: DFF<Bit>,
    }
}

impl Logic for Bounds {
    #[kernel]
    fn update(&mut self) {
        wire! {
            self <- self { sum_18=sum_lo[17:0] past_shared=sum_lo[23:18] sum_24=sum_lo[23:0]
                sum_top=sum_lo[31:24] sum_17=sum_hi[16:0] past_global=sum_hi[31:17] };
            above_shared = ((bit_cast::<21, 18>(sum_18) << 1) | 1)
                + ((bit_cast::<21, 19>(not_shared_limit) << 1) | 1);
            above_local = ((bit_cast::<27, 24>(sum_24) << 1) | 1)
                + ((bit_cast::<27, 25>(not_local_limit) << 1) | 1);
            above_lower = ((bit_cast::<34, 32>(sum_lo) << 1) | 1)
                + ((bit_cast::<34, 32>(not_other_limit_lo) << 1) | 1);
            above_upper = ((bit_cast::<20, 17>(sum_17) << 1) | 1)
                + ((bit_cast::<20, 18>(not_other_limit_hi) << 1) | 1);
            not_same = !(bit_cast::<18, 17>(sum_17) ^ not_other_limit_hi);
            if advance {
                from_0_s1.d = !sum_hi.any() & !sum_top.any();
                shared_s1.d = !past_shared.any() & !above_shared[20];
                local_s1.d = !above_local[26];
                lower_s1.d = !above_lower[33];
                upper_s1.d = !past_global.any() & !above_upper[19];
                same_s1.d = !past_global.any() & !not_same.any();
            }
            from_0 = generic_s1 | from_0_s1.q;
            below_shared = shared_s1.q & from_0;
            below_local = local_s1.q & from_0;
            below_other = upper_s1.q | (same_s1.q & lower_s1.q);
        }
    }
}
