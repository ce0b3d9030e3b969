//! Each lane of a warp against all lower ones, as it comes in.
//!
//! ```text
//!     key          = global ? address[39:7] : {0, bank = address[6:2], row = address[15:7]}
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
        pub top: Signal<In, Bit>,
        pub word: Signal<In, Bits<32>>,
        /// what goes along with it: bit 0: it accesses global memory; 1: shared memory; 2: it is the
        /// last of its warp; 8: the first of a group; the others are not looked at here
        pub tag: Signal<In, Bits<9>>,

        /// the lane that was compared
        pub lane_valid: Signal<Out, Bit>,
        pub lane_tag: Signal<Out, Bits<9>>,
        /// its key; of a lane that accesses global memory, its line
        pub lane_key: Signal<Out, Bits<33>>,
        /// one bit a place, 0 to 30
        pub same: Signal<Out, Bits<31>>,
        pub candidates: Signal<Out, Bits<31>>,

        line_key: Signal<Local, Bits<33>>,
        row: Signal<Local, Bits<9>>,
        bank: Signal<Local, Bits<5>>,
        key: Signal<Local, Bits<33>>,
        is_global: Signal<Local, Bit>,
        is_shared: Signal<Local, Bit>,
        global_before: Signal<Local, Bits<32>>,
        shared_before: Signal<Local, Bits<32>>,
        newest: Signal<Local, Bits<33>>,
        newest_global: Signal<Local, Bit>,
        earlier: Signal<Local, Bits<31>>,
        banks_equal: [Signal<Local, Bit>; 31] = each(),
        keys_equal: [Signal<Local, Bit>; 31] = each(),

        begun: DFF<Bit>,
        keys: DFF<Bits<1056>>,
        global_lanes: DFF<Bits<32>>,
        shared_lanes: DFF<Bits<32>>,
        /// the newest lane, in the cycle in which it is compared
        valid_s1: DFF<Bit>,
        tag_s1: DFF<Bits<9>>,
        /// the lane that was compared
        valid_s2: DFF<Bit>,
        tag_s2: DFF<Bits<9>>,
        key_s2: DFF<Bits<33>>,
        same_s2: DFF<Bits<31>>,
        candidates_s2: DFF<Bits<31>>,

        top_bit: Constant<Bits<33>> = Constant::new(bits::<33>(1) << 32),
        newest_place: Constant<Bits<32>> = Constant::new(bits(1 << 31)),
    }
}

impl Logic for LaneKeys {
    #[kernel]
    fn update(&mut self) {
        comment!("the lane that comes in");
        self.is_global.next = self.tag.val().get_bit(0);
        self.is_shared.next = self.tag.val().get_bit(1);
        self.line_key.next = bit_cast::<33, 32>(self.line.val());
        if self.top.val() {
            self.line_key.next = bit_cast::<33, 32>(self.line.val()) | self.top_bit.val();
        }
        self.row.next = self.word.val().get_bits::<9>(5);
        self.bank.next = self.word.val().get_bits::<5>(0);
        self.key.next =
            (bit_cast::<33, 5>(self.bank.val()) << 9) | bit_cast::<33, 9>(self.row.val());
        if self.is_global.val() {
            self.key.next = self.line_key.val();
        }
        self.global_before.next = 0.into();
        self.shared_before.next = 0.into();
        if self.begun.q.val() {
            self.global_before.next = self.global_lanes.q.val() >> 1;
        }
        if self.begun.q.val() & !self.tag.val().get_bit(8) {
            self.shared_before.next = self.shared_lanes.q.val() >> 1;
        }
        self.valid_s1.d.next = self.take.val();
        if self.take.val() {
            self.begun.d.next = !self.tag.val().get_bit(2);
            self.keys.d.next =
                (self.keys.q.val() >> 33) | (bit_cast::<1056, 33>(self.key.val()) << 1023);
            self.global_lanes.d.next = self.global_before.val();
            if self.is_global.val() {
                self.global_lanes.d.next = self.global_before.val() | self.newest_place.val();
            }
            self.shared_lanes.d.next = self.shared_before.val();
            if self.is_shared.val() {
                self.shared_lanes.d.next = self.shared_before.val() | self.newest_place.val();
            }
            self.tag_s1.d.next = self.tag.val();
        }

        comment!("the newest lane against all lower ones");
        self.newest.next = self.keys.q.val().get_bits::<33>(1023);
        self.newest_global.next = self.tag_s1.q.val().get_bit(0);
        for j in 0..31 {
            self.banks_equal[j].next =
                self.keys.q.val().get_bits::<5>(j * 33 + 9) == self.newest.val().get_bits::<5>(9);
            self.keys_equal[j].next = self.keys.q.val().get_bits::<33>(j * 33) == self.newest.val();
        }
        // Of a lane that accesses neither space nothing is asked.
        self.earlier.next = self.shared_lanes.q.val().get_bits::<31>(0) & self.banks_equal.val();
        if self.newest_global.val() {
            self.earlier.next = self.global_lanes.q.val().get_bits::<31>(0);
        }
        self.candidates_s2.d.next = self.earlier.val();
        self.same_s2.d.next = self.earlier.val() & self.keys_equal.val();
        self.valid_s2.d.next = self.valid_s1.q.val();
        self.tag_s2.d.next = self.tag_s1.q.val();
        self.key_s2.d.next = self.newest.val();
        if self.reset.val() {
            self.begun.d.next = false;
            self.valid_s1.d.next = false;
            self.valid_s2.d.next = false;
        }

        self.lane_valid.next = self.valid_s2.q.val();
        self.lane_tag.next = self.tag_s2.q.val();
        self.lane_key.next = self.key_s2.q.val();
        self.same.next = self.same_s2.q.val();
        self.candidates.next = self.candidates_s2.q.val();
    }
}
