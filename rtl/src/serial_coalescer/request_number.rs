//! The number of the request that serves a lane.
//!
//! ```text
//!     first   = no earlier lane has its key
//!     counted = candidates that are first, below the lowest lane with its key; all where it is
//!               first itself
//!     number  = how many are counted
//! ```
//!
//! The candidates of a lane of global memory are the earlier ones of global memory: its number is
//! that of its line, in the order of their lowest lanes. Those of a lane of shared memory are the
//! earlier ones of its group at its bank: its number is that of its pass in the group, since pass p
//! takes the p-th word of each bank. A lane k before the newest is at place 31 - k, in `same` and
//! `candidates` as in what is kept of lanes that passed here.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// The rank of a lane's key among those of lower lanes; latency 2, the number itself is
    /// combinational behind the second register.
    pub struct RequestNumber {
        pub clock: Signal<In, Clock>,
        pub reset: Signal<In, Bit>,
        /// a lane, as it was compared
        pub valid: Signal<In, Bit>,
        pub tag: Signal<In, Bits<9>>,
        pub key: Signal<In, Bits<33>>,
        pub same: Signal<In, Bits<31>>,
        pub candidates: Signal<In, Bits<31>>,

        /// the lane that was numbered
        pub lane_valid: Signal<Out, Bit>,
        pub lane_tag: Signal<Out, Bits<9>>,
        pub lane_key: Signal<Out, Bits<33>>,
        pub lane_first: Signal<Out, Bit>,
        pub number: Signal<Out, Bits<5>>,

        first: Signal<Local, Bit>,
        lanes: Signal<Local, Bits<32>>,
        below: Signal<Local, Bits<32>>,
        passed: Signal<Local, Bits<31>>,
        in_place: Signal<Local, Bits<32>>,
        bit_0: Signal<Local, Bits<32>>,
        bit_1: Signal<Local, Bits<32>>,
        bit_2: Signal<Local, Bits<32>>,
        bit_3: Signal<Local, Bits<32>>,
        all_four: Signal<Local, Bits<32>>,
        two_or_more: Signal<Local, Bits<32>>,
        odd: Signal<Local, Bits<32>>,
        quads: Signal<Local, Bits<32>>,
        octets: Signal<Local, Bits<32>>,
        halves: Signal<Local, Bits<32>>,
        /// bits 31:5 are of no use
        total_unused: Signal<Local, Bits<32>>,

        /// one bit a place: the first lane with its key
        firsts: DFF<Bits<31>>,
        valid_s3: DFF<Bit>,
        tag_s3: DFF<Bits<9>>,
        first_s3: DFF<Bit>,
        key_s3: DFF<Bits<33>>,
        counted_s3: DFF<Bits<31>>,
        valid_s4: DFF<Bit>,
        tag_s4: DFF<Bits<9>>,
        key_s4: DFF<Bits<33>>,
        first_s4: DFF<Bit>,
        /// how many of each sixteen places are counted
        halves_s4: DFF<Bits<32>>,

        one: Constant<Bits<32>> = Constant::new(bits(1)),
        before_newest: Constant<Bits<31>> = Constant::new(bits(1 << 30)),
        one_of_four: Constant<Bits<32>> = Constant::new(bits(0x1111_1111)),
        low_quads: Constant<Bits<32>> = Constant::new(bits(0x0f0f_0f0f)),
        low_octets: Constant<Bits<32>> = Constant::new(bits(0x00ff_00ff)),
        low_half: Constant<Bits<32>> = Constant::new(bits(0x0000_ffff)),
    }
}

impl Logic for RequestNumber {
    #[kernel]
    fn update(&mut self) {
        comment!("who is counted");
        // One less: the lowest bit that is set is lost, and those below it are set; where none is
        // set, all are, and bit 31 with them.
        self.lanes.next = bit_cast::<32, 31>(self.same.val());
        self.below.next = (self.lanes.val() - self.one.val()) & !self.lanes.val();
        self.first.next = self.below.val().get_bit(31);
        self.counted_s3.d.next =
            self.candidates.val() & self.firsts.q.val() & self.below.val().get_bits::<31>(0);
        self.passed.next = self.firsts.q.val() >> 1;
        if self.valid.val() {
            self.firsts.d.next = self.passed.val();
            if self.first.val() {
                self.firsts.d.next = self.passed.val() | self.before_newest.val();
            }
        }

        comment!("how many: of four places, of eight, of sixteen, of all");
        self.in_place.next = bit_cast::<32, 31>(self.counted_s3.q.val());
        self.bit_0.next = self.in_place.val() & self.one_of_four.val();
        self.bit_1.next = (self.in_place.val() >> 1) & self.one_of_four.val();
        self.bit_2.next = (self.in_place.val() >> 2) & self.one_of_four.val();
        self.bit_3.next = (self.in_place.val() >> 3) & self.one_of_four.val();
        self.odd.next = self.bit_0.val() ^ self.bit_1.val() ^ self.bit_2.val() ^ self.bit_3.val();
        self.all_four.next =
            self.bit_0.val() & self.bit_1.val() & self.bit_2.val() & self.bit_3.val();
        self.two_or_more.next = (self.bit_0.val() & self.bit_1.val())
            | (self.bit_2.val() & self.bit_3.val())
            | ((self.bit_0.val() | self.bit_1.val()) & (self.bit_2.val() | self.bit_3.val()));
        self.quads.next = self.odd.val()
            | ((self.two_or_more.val() & !self.all_four.val()) << 1)
            | (self.all_four.val() << 2);
        self.octets.next = (self.quads.val() & self.low_quads.val())
            + ((self.quads.val() >> 4) & self.low_quads.val());
        self.halves.next = (self.octets.val() & self.low_octets.val())
            + ((self.octets.val() >> 8) & self.low_octets.val());
        self.halves_s4.d.next = self.halves.val();
        self.total_unused.next = (self.halves_s4.q.val() & self.low_half.val())
            + ((self.halves_s4.q.val() >> 16) & self.low_half.val());
        self.number.next = self.total_unused.val().get_bits::<5>(0);

        self.valid_s3.d.next = self.valid.val();
        self.tag_s3.d.next = self.tag.val();
        self.first_s3.d.next = self.first.val();
        self.key_s3.d.next = self.key.val();
        self.valid_s4.d.next = self.valid_s3.q.val();
        self.tag_s4.d.next = self.tag_s3.q.val();
        self.key_s4.d.next = self.key_s3.q.val();
        self.first_s4.d.next = self.first_s3.q.val();
        if self.reset.val() {
            self.valid_s3.d.next = false;
            self.valid_s4.d.next = false;
        }

        self.lane_valid.next = self.valid_s4.q.val();
        self.lane_tag.next = self.tag_s4.q.val();
        self.lane_key.next = self.key_s4.q.val();
        self.lane_first.next = self.first_s4.q.val();
    }
}
