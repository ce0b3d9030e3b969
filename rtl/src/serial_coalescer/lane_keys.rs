//! Each lane of a warp against all lower ones, as it comes in.
//!
//! ```text
//!     key          = global ? address[48:7] : {0, bank = address[6:2], row = address[17:7]}
//!     earlier[j]   = the lane at place j is of the same warp, and accesses the same space; where that
//!                    is shared memory, of the same group
//!     same[j]      = earlier[j] and its key is the same
//!     candidate[j] = earlier[j] and, for a lane of shared memory, its bank is the same
//! ```
//!
//! Lanes are shifted in from the top: the newest one is at place 31, and the one k lanes before it
//! at place 31 - k. It is compared in the cycle after the edge that took it, and what was found
//! is there after the next edge.

use crate::each;
use crate::primitives::packed::Packed;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// The keys of a warp's lanes, and 31 comparators; latency 2.
    pub struct LaneKeys {
        pub clock: Signal<In, Clock>,
        pub reset: Signal<In, Bit>,
        /// a lane, as the coalescer's ports say
        pub take: Signal<In, Bit>,
        pub line: Signal<In, Bits<32>>,
        pub top: Signal<In, Bits<32>>,
        pub word: Signal<In, Bits<32>>,
        /// what goes along with it: bit 0: it accesses global memory; 1: shared memory; 2: it is the
        /// last of its warp; 8: the first of a group; the others are not looked at here
        pub tag: Signal<In, Bits<9>>,

        /// the lane that was compared
        pub lane_valid: Signal<Out, Bit>,
        pub lane_tag: Signal<Out, Bits<9>>,
        /// its key; of a lane that accesses global memory, its line
        pub lane_key: Signal<Out, Bits<42>>,
        /// one bit a place, 0 to 30
        pub same: Signal<Out, Bits<31>>,
        pub candidates: Signal<Out, Bits<31>>,

        line_key: Signal<Local, Bits<42>>,
        top_bits: Signal<Local, Bits<10>>,
        row: Signal<Local, Bits<11>>,
        bank: Signal<Local, Bits<5>>,
        key: Signal<Local, Bits<42>>,
        is_global is_shared: Signal<Local, Bit>,
        global_before shared_before: Signal<Local, Bits<32>>,
        newest: Signal<Local, Bits<42>>,
        newest_global: Signal<Local, Bit>,
        earlier: Signal<Local, Bits<31>>,
        banks_equal: [Signal<Local, Bit>; 31] = each(),
        keys_equal: [Signal<Local, Bit>; 31] = each(),

        begun: DFF<Bit>,
        keys: DFF<Bits<1344>>,
        global_lanes shared_lanes: DFF<Bits<32>>,
        /// the newest lane, in the cycle in which it is compared
        valid_s1: DFF<Bit>,
        tag_s1: DFF<Bits<9>>,
        /// the lane that was compared
        valid_s2: DFF<Bit>,
        tag_s2: DFF<Bits<9>>,
        key_s2: DFF<Bits<42>>,
        same_s2 candidates_s2: DFF<Bits<31>>,

        newest_place: Constant<Bits<32>> = Constant::new(bits(1 << 31)),
    }
}

impl Logic for LaneKeys {
    #[kernel]
    fn update(&mut self) {
        wire! {
            comment!("the lane that comes in");
            is_global = tag[0];
            is_shared = tag[1];
            top_bits = top[9:0];
            line_key = (bit_cast::<42, 10>(top_bits) << 32) | bit_cast::<42, 32>(line);
            row = word[15:5];
            bank = word[4:0];
            key = (bit_cast::<42, 5>(bank) << 11) | bit_cast::<42, 11>(row);
            if is_global { key = line_key; }
            self <- 0 { global_before shared_before };
            if begun.q { global_before = global_lanes.q >> 1; }
            if begun.q & !tag[8] { shared_before = shared_lanes.q >> 1; }
            valid_s1.d = take;
            if take {
                begun.d = !tag[2];
                keys.d = (keys.q >> 42) | (bit_cast::<1344, 42>(key) << 1302);
                global_lanes.d = global_before;
                if is_global { global_lanes.d = global_before | newest_place; }
                shared_lanes.d = shared_before;
                if is_shared { shared_lanes.d = shared_before | newest_place; }
                tag_s1.d = tag;
            }

            comment!("the newest lane against all lower ones");
            newest = keys.q[1343:1302];
            newest_global = tag_s1.q[0];
        }
        for j in 0..31 {
            self.banks_equal[j].next =
                self.keys.q.val().get_bits::<5>(j * 42 + 11) == self.newest.val().get_bits::<5>(11);
            self.keys_equal[j].next = self.keys.q.val().get_bits::<42>(j * 42) == self.newest.val();
        }
        wire! {
            // The outputs of a lane that accesses neither space are don't-cares.
            earlier = shared_lanes.q[30:0] & banks_equal;
            if newest_global { earlier = global_lanes.q[30:0]; }
            candidates_s2.d = earlier;
            same_s2.d = earlier & keys_equal;
            d _s2 <- q _s1 { valid tag } self { key=newest };
            if reset { d <- false { begun valid_s1 valid_s2 } }

            self <- q _s2 { lane_valid=valid lane_tag=tag lane_key=key same candidates };
        }
    }
}
