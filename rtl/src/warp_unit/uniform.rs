//! Whether all live lanes of a warp access one place.
//!
//! ```text
//!     ones      = OR of the lanes' ones  | those of the warp's beats before
//!     zeros     = OR of the lanes' zeros | those of the warp's beats before
//!     spaces    = {some lane is in another space, in shared, in global memory}, likewise
//!     one_space = spaces has one bit
//!     differs   = OR of the bytes of ones & zeros
//! ```
//!
//! A bit that is a 1 in one lane and a 0 in another tells two addresses apart: an access is
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
        all_ones_lo all_ones_hi all_zeros_lo all_zeros_hi: Signal<Local, Bits<32>>,
        in_global in_shared elsewhere spaces: Signal<Local, Bits<3>>,
        differs_lo: Signal<Local, Bits<32>>,
        ones_byte zeros_byte differs_hi: Signal<Local, Bits<8>>,
        kept_ones_lo kept_ones_hi kept_zeros_lo kept_zeros_hi: DFF<Bits<32>>,
        kept_spaces: DFF<Bits<3>>,
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

            all_ones_lo = fold_ones_lo.any | kept_ones_lo.q;
            all_ones_hi = fold_ones_hi.any | kept_ones_hi.q;
            all_zeros_lo = fold_zeros_lo.any | kept_zeros_lo.q;
            all_zeros_hi = fold_zeros_hi.any | kept_zeros_hi.q;

            in_global = 0;
            if live_global.any() { in_global = 1; }
            in_shared = 0;
            if live_shared.any() { in_shared = 2; }
            elsewhere = 0;
            if (live & !(live_shared | live_global)).any() { elsewhere = 4; }
            spaces = in_global | in_shared | elsewhere | kept_spaces.q;
            one_space = (spaces == 1) | (spaces == 2) | (spaces == 4);
            differs_lo = all_ones_lo & all_zeros_lo;
            ones_byte = all_ones_hi[7:0];
            zeros_byte = all_zeros_hi[7:0];
            differs_hi = ones_byte & zeros_byte;
            differs = differs_lo[7:0] | differs_lo[15:8] | differs_lo[23:16] | differs_lo[31:24]
                | differs_hi;

            if leaves {
                d <- self { kept_ones_lo=all_ones_lo kept_ones_hi=all_ones_hi
                    kept_zeros_lo=all_zeros_lo kept_zeros_hi=all_zeros_hi kept_spaces=spaces };
            }
            if (leaves & last) | reset {
                d <- 0 { kept_ones_lo kept_ones_hi kept_zeros_lo kept_zeros_hi kept_spaces };
            }
        }
    }
}
