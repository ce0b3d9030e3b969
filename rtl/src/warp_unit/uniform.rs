//! Whether all live lanes of a warp access one place.
//!
//! ```text
//!     spaces    = {some lane is in another space, in shared, in global memory}, of the beat and
//!                 of the warp's beats before
//!     one_space = spaces has one bit
//!     first     = the ones of the first beat of the warp with a live lane
//!     compares  = a lane of the beat is live, and one of the warp's beats before was
//!     differing = (ones & zeros) | (compares ? ones ^ first : 0)
//!     differs   = OR of the bytes of differing, of the beat and of the warp's beats before
//! ```
//!
//! ones and zeros are the OR of those of the lanes. A bit that is a 1 in one lane and a 0 in another
//! tells two addresses of a beat apart; without one, the ones are the address of each. An access is
//! uniform where `one_space` is high and `differs` is 0, which the result port works out, so
//! that no path goes through all of it. Local memory and the constant banks share one bit: no
//! warp reaches both. Combinational; what a beat leaves to the later ones is kept at the clock
//! edge where `leaves` is high. The last beat of a warp, and reset, leave nothing.

use crate::primitives::OrFold;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// Whether a warp is uniform, accumulated over its beats.
    pub struct Uniform {
        pub clock: Signal<In, Clock>,
        pub reset: Signal<In, Bit>,
        /// a beat, no bubble, goes at this edge
        pub leaves: Signal<In, Bit>,
        /// the beat is the last of its warp
        pub last: Signal<In, Bit>,
        /// one bit a lane: accesses memory, shared memory, global memory
        pub live: Signal<In, Bits<32>>,
        pub live_shared: Signal<In, Bits<32>>,
        pub live_global: Signal<In, Bits<32>>,
        /// 32 bits a lane: bits of a live lane's address that are 1, that are 0
        pub ones_lo: Signal<In, Bits<1024>>,
        pub ones_hi: Signal<In, Bits<1024>>,
        pub zeros_lo: Signal<In, Bits<1024>>,
        pub zeros_hi: Signal<In, Bits<1024>>,
        pub one_space: Signal<Out, Bit>,
        pub differs: Signal<Out, Bits<8>>,
        fold_ones_lo: OrFold,
        fold_ones_hi: OrFold,
        fold_zeros_lo: OrFold,
        fold_zeros_hi: OrFold,
        in_global in_shared elsewhere spaces: Signal<Local, Bits<3>>,
        lives seen compares: Signal<Local, Bit>,
        compare_mask differing_lo differing_hi: Signal<Local, Bits<32>>,
        differs_now: Signal<Local, Bits<8>>,
        kept_spaces: DFF<Bits<3>>,
        kept_differs: DFF<Bits<8>>,
        first_lo first_hi: DFF<Bits<32>>,
    }
}

impl Logic for Uniform {
    #[kernel]
    fn update(&mut self) {
        wire! {
            fold_ones_lo.words = ones_lo;
            fold_ones_hi.words = ones_hi;
            fold_zeros_lo.words = zeros_lo;
            fold_zeros_hi.words = zeros_hi;

            in_global = 0;
            if live_global.any() { in_global = 1; }
            in_shared = 0;
            if live_shared.any() { in_shared = 2; }
            elsewhere = 0;
            if (live & !(live_shared | live_global)).any() { elsewhere = 4; }
            spaces = in_global | in_shared | elsewhere | kept_spaces.q;
            one_space = (spaces == 1) | (spaces == 2) | (spaces == 4);

            lives = live.any();
            seen = kept_spaces.q.any();
            compares = lives & seen;
            self <- 0xffff_ffff_u64 when { compare_mask=compares };
            differing_lo = (fold_ones_lo.any & fold_zeros_lo.any)
                | ((fold_ones_lo.any ^ first_lo.q) & compare_mask);
            differing_hi = (fold_ones_hi.any & fold_zeros_hi.any)
                | ((fold_ones_hi.any ^ first_hi.q) & compare_mask);
            differs_now = differing_lo[7:0] | differing_lo[15:8] | differing_lo[23:16]
                | differing_lo[31:24] | differing_hi[7:0] | differing_hi[15:8]
                | differing_hi[23:16] | differing_hi[31:24] | kept_differs.q;
            differs = differs_now;

            if leaves {
                d <- self { kept_spaces=spaces kept_differs=differs_now };
                if !seen {
                    first_lo.d = fold_ones_lo.any;
                    first_hi.d = fold_ones_hi.any;
                }
            }
            if (leaves & last) | reset { d <- 0 { kept_spaces kept_differs } }
        }
    }
}
