//! Control of each beat in all six stages: the part that every operation needs.
//!
//! ```text
//!     lea                 = neither access nor address_add
//!     lea_high            = high and lea
//!     negates             = negate and not access
//!     takes_magnitude     = absolute and address_add
//!     lea_scale           = scale of an LEA, else 0
//!     below               = 0xffff_ffff >> scale
//!     writes_rd_s5        = LEA, and destination is not RZ; or ADDR_ADD
//!     writes_predicate_s5 = LEA, and predicate is not PT
//!     writes_cc_s5        = LEA, and write_cc
//! ```
//!
//! `below` has the bits of an offset's lower word that the shift of an LEA leaves in that
//! word.
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
        pub address_add: Signal<In, Bit>,
        pub store: Signal<In, Bit>,
        pub size: Signal<In, Bits<3>>,
        pub destination: Signal<In, Bits<16>>,
        pub element: Signal<In, Bits<5>>,
        pub predicate: Signal<In, Bits<3>>,
        pub write_cc: Signal<In, Bit>,
        pub high: Signal<In, Bit>,
        pub negate: Signal<In, Bit>,
        pub absolute: Signal<In, Bit>,
        pub scale: Signal<In, Bits<5>>,

        /// the beat that enters is an LEA, an LEA.HI, neither this nor an access
        pub lea: Signal<Out, Bit>,
        pub lea_high: Signal<Out, Bit>,
        pub low: Signal<Out, Bit>,
        /// its offset is negated, is a signed number whose magnitude counts
        pub negates: Signal<Out, Bit>,
        pub takes_magnitude: Signal<Out, Bit>,
        /// whole bytes that it is shifted by, its bits that stay below the upper word
        pub scale_bytes: Signal<Out, Bits<2>>,
        pub below: Signal<Out, Bits<32>>,
        /// a beat is in some stage
        pub occupied: Signal<Out, Bit>,
        pub scale_bits_s1: Signal<Out, Bits<3>>,
        pub access_s3: Signal<Out, Bit>,
        pub size_s3: Signal<Out, Bits<3>>,
        pub lea_s4: Signal<Out, Bit>,
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

        is_lea: Signal<Local, Bit>,
        is_lea_high: Signal<Local, Bit>,
        lea_scale: Signal<Local, Bits<5>>,
        writes_rd: Signal<Local, Bits<1>>,
        writes_predicate: Signal<Local, Bits<1>>,
        writes_cc: Signal<Local, Bits<1>>,
        store_bit: Signal<Local, Bits<1>>,
        access_bit: Signal<Local, Bits<1>>,
        address_add_bit: Signal<Local, Bits<1>>,
        valid_at_s1: DFF<Bit>,
        valid_at_s2: DFF<Bit>,
        valid_at_s3: DFF<Bit>,
        valid_at_s4: DFF<Bit>,
        valid_at_s5: DFF<Bit>,
        valid_at_s6: DFF<Bit>,
        tag_at_s1: DFF<Bits<35>>,
        tag_at_s2: DFF<Bits<35>>,
        tag_at_s3: DFF<Bits<35>>,
        tag_at_s4: DFF<Bits<35>>,
        tag_at_s5: DFF<Bits<35>>,
        tag_at_s6: DFF<Bits<35>>,
        writes_at_s1: DFF<Bits<3>>,
        writes_at_s2: DFF<Bits<3>>,
        writes_at_s3: DFF<Bits<3>>,
        writes_at_s4: DFF<Bits<3>>,
        writes_at_s5: DFF<Bits<3>>,
        high_at_s1: DFF<Bit>,
        high_at_s2: DFF<Bit>,
        high_at_s3: DFF<Bit>,
        high_at_s4: DFF<Bit>,
        scale_bits_at_s1: DFF<Bits<3>>,
        no_predicate: Constant<Bits<3>> = Constant::new(bits(u64::from(PT))),
        no_register: Constant<Bits<16>> = Constant::new(bits(u64::from(RZ))),
        all_bits: Constant<Bits<32>> = Constant::new(bits(0xffff_ffff)),
    }
}

impl Logic for BeatControl {
    #[kernel]
    fn update(&mut self) {
        comment!("what enters");
        self.is_lea.next = !self.access.val() & !self.address_add.val();
        self.is_lea_high.next = self.is_lea.val() & self.high.val();
        self.lea.next = self.is_lea.val();
        self.lea_high.next = self.is_lea_high.val();
        self.low.next = !self.access.val() & !self.is_lea_high.val();
        self.negates.next = self.negate.val() & !self.access.val();
        self.takes_magnitude.next = self.absolute.val() & self.address_add.val();
        self.store_bit.next = 0.into();
        if self.store.val() {
            self.store_bit.next = 1.into();
        }
        self.access_bit.next = 0.into();
        if self.access.val() {
            self.access_bit.next = 1.into();
        }
        self.address_add_bit.next = 0.into();
        if self.address_add.val() {
            self.address_add_bit.next = 1.into();
        }
        self.lea_scale.next = 0.into();
        self.writes_rd.next = 0.into();
        self.writes_predicate.next = 0.into();
        self.writes_cc.next = 0.into();
        if self.is_lea.val() {
            self.lea_scale.next = self.scale.val();
            if self.destination.val() != self.no_register.val() {
                self.writes_rd.next = 1.into();
            }
            if self.predicate.val() != self.no_predicate.val() {
                self.writes_predicate.next = 1.into();
            }
            if self.write_cc.val() {
                self.writes_cc.next = 1.into();
            }
        }
        if self.address_add.val() {
            self.writes_rd.next = 1.into();
        }
        self.scale_bytes.next = self.lea_scale.val().get_bits::<2>(3);
        self.below.next = self.all_bits.val() >> self.scale.val();

        if self.advance.val() {
            comment!("stage 1");
            self.valid_at_s1.d.next = self.accepted.val();
            self.tag_at_s1.d.next = (bit_cast::<35, 5>(self.beat.val()) << 30)
                | (bit_cast::<35, 1>(self.address_add_bit.val()) << 29)
                | (bit_cast::<35, 1>(self.access_bit.val()) << 28)
                | (bit_cast::<35, 3>(self.size.val()) << 25)
                | (bit_cast::<35, 1>(self.store_bit.val()) << 24)
                | (bit_cast::<35, 5>(self.element.val()) << 19)
                | (bit_cast::<35, 3>(self.predicate.val()) << 16)
                | bit_cast::<35, 16>(self.destination.val());
            self.writes_at_s1.d.next = (bit_cast::<3, 1>(self.writes_cc.val()) << 2)
                | (bit_cast::<3, 1>(self.writes_predicate.val()) << 1)
                | bit_cast::<3, 1>(self.writes_rd.val());
            self.high_at_s1.d.next = self.is_lea_high.val();
            self.scale_bits_at_s1.d.next = self.lea_scale.val().get_bits::<3>(0);
            comment!("stage 2");
            self.valid_at_s2.d.next = self.valid_at_s1.q.val();
            self.tag_at_s2.d.next = self.tag_at_s1.q.val();
            self.writes_at_s2.d.next = self.writes_at_s1.q.val();
            self.high_at_s2.d.next = self.high_at_s1.q.val();
            comment!("stage 3");
            self.valid_at_s3.d.next = self.valid_at_s2.q.val();
            self.tag_at_s3.d.next = self.tag_at_s2.q.val();
            self.writes_at_s3.d.next = self.writes_at_s2.q.val();
            self.high_at_s3.d.next = self.high_at_s2.q.val();
            comment!("stage 4");
            self.valid_at_s4.d.next = self.valid_at_s3.q.val();
            self.tag_at_s4.d.next = self.tag_at_s3.q.val();
            self.writes_at_s4.d.next = self.writes_at_s3.q.val();
            self.high_at_s4.d.next = self.high_at_s3.q.val();
            comment!("stage 5");
            self.valid_at_s5.d.next = self.valid_at_s4.q.val();
            self.tag_at_s5.d.next = self.tag_at_s4.q.val();
            self.writes_at_s5.d.next = self.writes_at_s4.q.val();
            comment!("stage 6");
            self.valid_at_s6.d.next = self.valid_at_s5.q.val();
            self.tag_at_s6.d.next = self.tag_at_s5.q.val();
        }
        if self.reset.val() {
            self.valid_at_s1.d.next = false;
            self.valid_at_s2.d.next = false;
            self.valid_at_s3.d.next = false;
            self.valid_at_s4.d.next = false;
            self.valid_at_s5.d.next = false;
            self.valid_at_s6.d.next = false;
        }

        comment!("what leaves");
        self.occupied.next = self.valid_at_s1.q.val()
            | self.valid_at_s2.q.val()
            | self.valid_at_s3.q.val()
            | self.valid_at_s4.q.val()
            | self.valid_at_s5.q.val()
            | self.valid_at_s6.q.val();
        self.scale_bits_s1.next = self.scale_bits_at_s1.q.val();
        self.size_s3.next = self.tag_at_s3.q.val().get_bits::<3>(25);
        self.access_s3.next = self.tag_at_s3.q.val().get_bit(28);
        self.high_s4.next = self.high_at_s4.q.val();
        self.access_s4.next = self.tag_at_s4.q.val().get_bit(28);
        self.lea_s4.next =
            !self.tag_at_s4.q.val().get_bit(28) & !self.tag_at_s4.q.val().get_bit(29);
        self.size_s5.next = self.tag_at_s5.q.val().get_bits::<3>(25);
        self.access_s5.next = self.tag_at_s5.q.val().get_bit(28);
        self.address_add_s5.next = self.tag_at_s5.q.val().get_bit(29);
        self.writes_rd_s5.next = self.writes_at_s5.q.val().get_bit(0);
        self.writes_predicate_s5.next = self.writes_at_s5.q.val().get_bit(1);
        self.writes_cc_s5.next = self.writes_at_s5.q.val().get_bit(2);
        self.valid_s6.next = self.valid_at_s6.q.val();
        self.tag_s6.next = self.tag_at_s6.q.val();
        self.access_s6.next = self.tag_at_s6.q.val().get_bit(28);
        self.beat_s6.next = self.tag_at_s6.q.val().get_bits::<5>(30);
    }
}
