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
        pub key: Signal<In, Bits<42>>,
        pub same: Signal<In, Bits<31>>,
        pub candidates: Signal<In, Bits<31>>,

        /// the lane that was numbered
        pub lane_valid: Signal<Out, Bit>,
        pub lane_tag: Signal<Out, Bits<9>>,
        pub lane_key: Signal<Out, Bits<42>>,
        pub lane_first: Signal<Out, Bit>,
        pub number: Signal<Out, Bits<5>>,

        first: Signal<Local, Bit>,
        lanes below: Signal<Local, Bits<32>>,
        passed: Signal<Local, Bits<31>>,
        in_place bit_0 bit_1 bit_2 bit_3 all_four two_or_more odd quads: Signal<Local, Bits<32>>,
        octets halves: Signal<Local, Bits<32>>,
        /// bits 31:5 are of no use
        total_unused: Signal<Local, Bits<32>>,

        /// one bit a place: the first lane with its key
        firsts: DFF<Bits<31>>,
        valid_s3: DFF<Bit>,
        tag_s3: DFF<Bits<9>>,
        first_s3: DFF<Bit>,
        key_s3: DFF<Bits<42>>,
        counted_s3: DFF<Bits<31>>,
        valid_s4: DFF<Bit>,
        tag_s4: DFF<Bits<9>>,
        key_s4: DFF<Bits<42>>,
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
        wire! {
            comment!("who is counted");
            // One less: the lowest bit that is set is lost, and those below it are set; where none is
            // set, all are, and bit 31 with them.
            lanes = bit_cast::<32, 31>(same);
            below = (lanes - one) & !lanes;
            first = below[31];
            counted_s3.d = candidates & firsts.q & below[30:0];
            passed = firsts.q >> 1;
            if valid {
                firsts.d = passed;
                if first { firsts.d = passed | before_newest; }
            }

            comment!("how many: of four places, of eight, of sixteen, of all");
            in_place = bit_cast::<32, 31>(counted_s3.q);
            bit_0 = in_place & one_of_four;
            bit_1 = (in_place >> 1) & one_of_four;
            bit_2 = (in_place >> 2) & one_of_four;
            bit_3 = (in_place >> 3) & one_of_four;
            odd = bit_0 ^ bit_1 ^ bit_2 ^ bit_3;
            all_four = bit_0 & bit_1 & bit_2 & bit_3;
            two_or_more = (bit_0 & bit_1) | (bit_2 & bit_3) | ((bit_0 | bit_1) & (bit_2 | bit_3));
            quads = odd | ((two_or_more & !all_four) << 1) | (all_four << 2);
            octets = (quads & low_quads) + ((quads >> 4) & low_quads);
            halves = (octets & low_octets) + ((octets >> 8) & low_octets);
            halves_s4.d = halves;
            total_unused = (halves_s4.q & low_half) + ((halves_s4.q >> 16) & low_half);
            number = total_unused[4:0];

            d _s3 <- self { valid tag first key };
            d _s4 <- q _s3 { valid tag key first };
            if reset { d <- false { valid_s3 valid_s4 } }

            self <- q _s4 { lane_valid=valid lane_tag=tag lane_key=key lane_first=first };
        }
    }
}
