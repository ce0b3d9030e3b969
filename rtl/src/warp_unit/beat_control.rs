//! Control of each beat in all six stages: the part that every operation needs.
//!
//! ```text
//!     lea                 = neither access nor address_add
//!     lea_high            = high and lea
//!     negates             = negate and not access
//!     negates_base        = volta and negate_base and lea
//!     inverts             = volta and extended and lea
//!     borrows             = lea_high and not volta
//!     increments_base     = negates_base and not extended
//!     takes_magnitude     = absolute and address_add
//!     offset_scale        = address_add ? 0 : scale
//!     below               = 0xffff_ffff >> scale
//!     writes_rd_s5        = LEA, and destination is not RZ; or ADDR_ADD
//!     writes_predicate_s5 = LEA, and predicate is not PT
//!     writes_cc_s5        = LEA, and write_cc
//! ```
//!
//! `below` has the bits of an offset's lower word that the shift of an LEA leaves in that
//! word. A negation is an inversion and a 1 for each of offset and base; `inverts`, `borrows` and
//! `increments_base` say where the 1 goes. The shift of an access counts where it has a scale.
//! The suffix of a port is the stage that holds the beat. `valid` goes along with every
//! beat, bubbles are those without it; reset clears it in all stages. The rest goes along
//! as one word, the tag: {beat, address_add, access, size, store, element, predicate,
//! destination}.

use isa::instruction::{PT, RZ};
use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// Six stages of what every beat has.
    pub struct BeatControl {
        pub clock: Signal<In, Clock>,
        pub reset: Signal<In, Bit>,
        /// the pipeline moves on
        pub advance: Signal<In, Bit>,
        /// the beat that enters
        pub accepted: Signal<In, Bit>,
        pub beat: Signal<In, Bits<5>>,
        pub access: Signal<In, Bit>,
        pub volta: Signal<In, Bit>,
        pub extended: Signal<In, Bit>,
        pub address_add: Signal<In, Bit>,
        pub store: Signal<In, Bit>,
        pub size: Signal<In, Bits<3>>,
        pub destination: Signal<In, Bits<16>>,
        pub element: Signal<In, Bits<5>>,
        pub predicate: Signal<In, Bits<3>>,
        pub write_cc: Signal<In, Bit>,
        pub high: Signal<In, Bit>,
        pub negate: Signal<In, Bit>,
        pub negate_base: Signal<In, Bit>,
        pub absolute: Signal<In, Bit>,
        pub scale: Signal<In, Bits<5>>,

        /// the beat that enters is an LEA, an LEA.HI, neither this nor an access
        pub lea: Signal<Out, Bit>,
        pub lea_high: Signal<Out, Bit>,
        pub low: Signal<Out, Bit>,
        /// its offset is negated, is inverted without a 1, has that where nothing is below it, is a
        /// signed number whose magnitude counts
        pub negates: Signal<Out, Bit>,
        pub inverts: Signal<Out, Bit>,
        pub borrows: Signal<Out, Bit>,
        pub takes_magnitude: Signal<Out, Bit>,
        /// its base is negated, with a 1
        pub negates_base: Signal<Out, Bit>,
        pub increments_base: Signal<Out, Bit>,
        /// whole bytes that it is shifted by, its bits that stay below the upper word
        pub scale_bytes: Signal<Out, Bits<2>>,
        pub below: Signal<Out, Bits<32>>,
        /// a beat is in some stage
        pub occupied: Signal<Out, Bit>,
        pub scale_bits_s1: Signal<Out, Bits<3>>,
        pub access_s3: Signal<Out, Bit>,
        pub volta_s3: Signal<Out, Bit>,
        pub size_s3: Signal<Out, Bits<3>>,
        pub lea_s4: Signal<Out, Bit>,
        pub volta_s4: Signal<Out, Bit>,
        pub high_s4: Signal<Out, Bit>,
        pub access_s4: Signal<Out, Bit>,
        pub access_s5: Signal<Out, Bit>,
        pub address_add_s5: Signal<Out, Bit>,
        pub size_s5: Signal<Out, Bits<3>>,
        /// what the beat that enters stage 6 writes
        pub writes_rd_s5: Signal<Out, Bit>,
        pub writes_predicate_s5: Signal<Out, Bit>,
        pub writes_cc_s5: Signal<Out, Bit>,
        pub valid_s6: Signal<Out, Bit>,
        pub beat_s6: Signal<Out, Bits<5>>,
        pub access_s6: Signal<Out, Bit>,
        pub tag_s6: Signal<Out, Bits<35>>,

        is_lea is_lea_high is_negated_base: Signal<Local, Bit>,
        offset_scale: Signal<Local, Bits<5>>,
        writes_rd writes_predicate writes_cc store_bit access_bit: Signal<Local, Bits<1>>,
        address_add_bit: Signal<Local, Bits<1>>,
        valid_at_s1 valid_at_s2 valid_at_s3 valid_at_s4 valid_at_s5 valid_at_s6: DFF<Bit>,
        tag_at_s1 tag_at_s2 tag_at_s3 tag_at_s4 tag_at_s5 tag_at_s6: DFF<Bits<35>>,
        writes_at_s1 writes_at_s2 writes_at_s3 writes_at_s4 writes_at_s5: DFF<Bits<3>>,
        high_at_s1 high_at_s2 high_at_s3 high_at_s4: DFF<Bit>,
        volta_at_s1 volta_at_s2 volta_at_s3 volta_at_s4: DFF<Bit>,
        scale_bits_at_s1: DFF<Bits<3>>,
        no_predicate: Constant<Bits<3>> = Constant::new(bits(u64::from(PT))),
        no_register: Constant<Bits<16>> = Constant::new(bits(u64::from(RZ))),
        all_bits: Constant<Bits<32>> = Constant::new(bits(0xffff_ffff)),
    }
}

impl Logic for BeatControl {
    #[kernel]
    fn update(&mut self) {
        wire! {
            comment!("what enters");
            is_lea = !access & !address_add;
            is_lea_high = is_lea & high;
            self <- self { lea=is_lea lea_high=is_lea_high };
            low = !access & !is_lea_high;
            negates = negate & !access;
            inverts = volta & extended & is_lea;
            borrows = is_lea_high & !volta;
            is_negated_base = volta & negate_base & is_lea;
            negates_base = is_negated_base;
            increments_base = is_negated_base & !extended;
            takes_magnitude = absolute & address_add;
            self <- 1 when { store_bit=store access_bit=access address_add_bit=address_add };
            self <- 0 { offset_scale writes_rd writes_predicate writes_cc };
            if !address_add { offset_scale = scale; }
            if is_lea {
                if destination != no_register { writes_rd = 1; }
                if predicate != no_predicate { writes_predicate = 1; }
                if write_cc { writes_cc = 1; }
            }
            if address_add { writes_rd = 1; }
            scale_bytes = offset_scale[4:3];
            below = all_bits >> scale;

            if advance {
                comment!("stage 1");
                valid_at_s1.d = accepted;
                tag_at_s1.d = (bit_cast::<35, 5>(beat) << 30)
                    | (bit_cast::<35, 1>(address_add_bit) << 29)
                    | (bit_cast::<35, 1>(access_bit) << 28) | (bit_cast::<35, 3>(size) << 25)
                    | (bit_cast::<35, 1>(store_bit) << 24) | (bit_cast::<35, 5>(element) << 19)
                    | (bit_cast::<35, 3>(predicate) << 16) | bit_cast::<35, 16>(destination);
                writes_at_s1.d = (bit_cast::<3, 1>(writes_cc) << 2)
                    | (bit_cast::<3, 1>(writes_predicate) << 1) | bit_cast::<3, 1>(writes_rd);
                high_at_s1.d = is_lea_high;
                d _at_s1 <- self { volta };
                scale_bits_at_s1.d = offset_scale[2:0];
                comment!("stage 2");
                d _at_s2 <- q _at_s1 { valid tag writes high volta };
                comment!("stage 3");
                d _at_s3 <- q _at_s2 { valid tag writes high volta };
                comment!("stage 4");
                d _at_s4 <- q _at_s3 { valid tag writes high volta };
                comment!("stage 5");
                d _at_s5 <- q _at_s4 { valid tag writes };
                comment!("stage 6");
                d _at_s6 <- q _at_s5 { valid tag };
            }
            if reset {
                d <- false { valid_at_s1 valid_at_s2 valid_at_s3 valid_at_s4 valid_at_s5
                    valid_at_s6 };
            }

            comment!("what leaves");
            occupied = valid_at_s1.q | valid_at_s2.q | valid_at_s3.q | valid_at_s4.q
                | valid_at_s5.q | valid_at_s6.q;
            self _s1 <- q _at_s1 { scale_bits };
            self _s3 <- q _at_s3 { volta size=tag[27:25] access=tag[28] };
            self _s4 <- q _at_s4 { high volta access=tag[28] };
            lea_s4 = !tag_at_s4.q[28] & !tag_at_s4.q[29];
            self _s5 <- q _at_s5 { size=tag[27:25] access=tag[28] address_add=tag[29]
                writes_rd=writes[0] writes_predicate=writes[1] writes_cc=writes[2] };
            self _s6 <- q _at_s6 { valid tag access=tag[28] beat=tag[34:30] };
        }
    }
}
