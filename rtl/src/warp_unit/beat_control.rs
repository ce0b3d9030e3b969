//! What is known of each beat, whatever it does, in all eight stages.
//!
//! ```text
//!     lea                 = neither access nor address_add
//!     lea_high            = high and lea
//!     negates             = negate and not access
//!     takes_magnitude     = absolute and address_add
//!     scale_s1            = scale of an LEA, else 0
//!     writes_rd_s7        = LEA, and destination is not RZ; or ADDR_ADD
//!     writes_predicate_s7 = LEA, and predicate is not PT
//!     writes_cc_s7        = LEA, and write_cc
//! ```
//!
//! The suffix of a port is the stage that holds the beat. `valid` goes along with every
//! beat, bubbles are those without it; reset clears it in all stages. What the result
//! alone needs goes along as one word, the tag: {store, element, predicate, destination}.

use isa::instruction::{PT, RZ};
use rust_hdl::prelude::*;

/// Eight stages of what every beat has.
#[derive(LogicBlock)]
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

    /// the beat that enters is an LEA
    pub lea: Signal<Out, Bit>,
    pub lea_high: Signal<Out, Bit>,
    /// its offset is negated, is a signed number whose magnitude counts
    pub negates: Signal<Out, Bit>,
    pub takes_magnitude: Signal<Out, Bit>,
    /// a beat is in some stage
    pub occupied: Signal<Out, Bit>,
    pub scale_s1: Signal<Out, Bits<5>>,
    pub high_s1: Signal<Out, Bit>,
    pub lea_s4: Signal<Out, Bit>,
    pub high_s4: Signal<Out, Bit>,
    pub access_s4: Signal<Out, Bit>,
    pub access_s5: Signal<Out, Bit>,
    pub size_s5: Signal<Out, Bits<3>>,
    pub size_s6: Signal<Out, Bits<3>>,
    pub access_s7: Signal<Out, Bit>,
    pub address_add_s7: Signal<Out, Bit>,
    pub size_s7: Signal<Out, Bits<3>>,
    pub valid_s7: Signal<Out, Bit>,
    pub beat_s7: Signal<Out, Bits<5>>,
    /// what the beat that enters stage 8 writes
    pub writes_rd_s7: Signal<Out, Bit>,
    pub writes_predicate_s7: Signal<Out, Bit>,
    pub writes_cc_s7: Signal<Out, Bit>,
    pub valid_s8: Signal<Out, Bit>,
    pub beat_s8: Signal<Out, Bits<5>>,
    pub access_s8: Signal<Out, Bit>,
    pub address_add_s8: Signal<Out, Bit>,
    pub store_s8: Signal<Out, Bit>,
    pub size_s8: Signal<Out, Bits<3>>,
    pub predicate_s8: Signal<Out, Bits<3>>,
    pub destination_s8: Signal<Out, Bits<16>>,
    pub element_s8: Signal<Out, Bits<5>>,

    writes_rd: Signal<Local, Bits<1>>,
    writes_predicate: Signal<Local, Bits<1>>,
    writes_cc: Signal<Local, Bits<1>>,
    store_bit: Signal<Local, Bits<1>>,
    lea_scale: Signal<Local, Bits<5>>,
    valid_at_s1: DFF<Bit>,
    valid_at_s2: DFF<Bit>,
    valid_at_s3: DFF<Bit>,
    valid_at_s4: DFF<Bit>,
    valid_at_s5: DFF<Bit>,
    valid_at_s6: DFF<Bit>,
    valid_at_s7: DFF<Bit>,
    valid_at_s8: DFF<Bit>,
    beat_at_s1: DFF<Bits<5>>,
    beat_at_s2: DFF<Bits<5>>,
    beat_at_s3: DFF<Bits<5>>,
    beat_at_s4: DFF<Bits<5>>,
    beat_at_s5: DFF<Bits<5>>,
    beat_at_s6: DFF<Bits<5>>,
    beat_at_s7: DFF<Bits<5>>,
    beat_at_s8: DFF<Bits<5>>,
    access_at_s1: DFF<Bit>,
    access_at_s2: DFF<Bit>,
    access_at_s3: DFF<Bit>,
    access_at_s4: DFF<Bit>,
    access_at_s5: DFF<Bit>,
    access_at_s6: DFF<Bit>,
    access_at_s7: DFF<Bit>,
    access_at_s8: DFF<Bit>,
    address_add_at_s1: DFF<Bit>,
    address_add_at_s2: DFF<Bit>,
    address_add_at_s3: DFF<Bit>,
    address_add_at_s4: DFF<Bit>,
    address_add_at_s5: DFF<Bit>,
    address_add_at_s6: DFF<Bit>,
    address_add_at_s7: DFF<Bit>,
    address_add_at_s8: DFF<Bit>,
    size_at_s1: DFF<Bits<3>>,
    size_at_s2: DFF<Bits<3>>,
    size_at_s3: DFF<Bits<3>>,
    size_at_s4: DFF<Bits<3>>,
    size_at_s5: DFF<Bits<3>>,
    size_at_s6: DFF<Bits<3>>,
    size_at_s7: DFF<Bits<3>>,
    size_at_s8: DFF<Bits<3>>,
    tag_at_s1: DFF<Bits<25>>,
    tag_at_s2: DFF<Bits<25>>,
    tag_at_s3: DFF<Bits<25>>,
    tag_at_s4: DFF<Bits<25>>,
    tag_at_s5: DFF<Bits<25>>,
    tag_at_s6: DFF<Bits<25>>,
    tag_at_s7: DFF<Bits<25>>,
    tag_at_s8: DFF<Bits<25>>,
    writes_at_s1: DFF<Bits<3>>,
    writes_at_s2: DFF<Bits<3>>,
    writes_at_s3: DFF<Bits<3>>,
    writes_at_s4: DFF<Bits<3>>,
    writes_at_s5: DFF<Bits<3>>,
    writes_at_s6: DFF<Bits<3>>,
    writes_at_s7: DFF<Bits<3>>,
    high_at_s1: DFF<Bit>,
    high_at_s2: DFF<Bit>,
    high_at_s3: DFF<Bit>,
    high_at_s4: DFF<Bit>,
    scale_at_s1: DFF<Bits<5>>,
    no_predicate: Constant<Bits<3>>,
    no_register: Constant<Bits<16>>,
}

impl Default for BeatControl {
    fn default() -> Self {
        block_default! {
            clock reset advance accepted beat access address_add store size
            destination element predicate write_cc high negate absolute scale
            lea lea_high negates takes_magnitude occupied scale_s1 high_s1
            lea_s4 high_s4 access_s4 access_s5 size_s5 size_s6 access_s7
            address_add_s7 size_s7 valid_s7 beat_s7 writes_rd_s7
            writes_predicate_s7 writes_cc_s7 valid_s8 beat_s8 access_s8
            address_add_s8 store_s8 size_s8 predicate_s8 destination_s8
            element_s8 writes_rd writes_predicate writes_cc store_bit lea_scale
            valid_at_s1 valid_at_s2 valid_at_s3 valid_at_s4 valid_at_s5
            valid_at_s6 valid_at_s7 valid_at_s8 beat_at_s1 beat_at_s2 beat_at_s3
            beat_at_s4 beat_at_s5 beat_at_s6 beat_at_s7 beat_at_s8 access_at_s1
            access_at_s2 access_at_s3 access_at_s4 access_at_s5 access_at_s6
            access_at_s7 access_at_s8 address_add_at_s1 address_add_at_s2
            address_add_at_s3 address_add_at_s4 address_add_at_s5
            address_add_at_s6 address_add_at_s7 address_add_at_s8 size_at_s1
            size_at_s2 size_at_s3 size_at_s4 size_at_s5 size_at_s6 size_at_s7
            size_at_s8 tag_at_s1 tag_at_s2 tag_at_s3 tag_at_s4 tag_at_s5
            tag_at_s6 tag_at_s7 tag_at_s8 writes_at_s1 writes_at_s2 writes_at_s3
            writes_at_s4 writes_at_s5 writes_at_s6 writes_at_s7 high_at_s1
            high_at_s2 high_at_s3 high_at_s4 scale_at_s1;
            lanes;
            no_predicate: bits(u64::from(PT)),
            no_register: bits(u64::from(RZ)),
        }
    }
}

impl Logic for BeatControl {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            valid_at_s1,
            valid_at_s2,
            valid_at_s3,
            valid_at_s4
        );
        dff_setup!(
            self,
            clock,
            valid_at_s5,
            valid_at_s6,
            valid_at_s7,
            valid_at_s8
        );
        dff_setup!(self, clock, beat_at_s1, beat_at_s2, beat_at_s3, beat_at_s4);
        dff_setup!(self, clock, beat_at_s5, beat_at_s6, beat_at_s7, beat_at_s8);
        dff_setup!(
            self,
            clock,
            access_at_s1,
            access_at_s2,
            access_at_s3,
            access_at_s4
        );
        dff_setup!(
            self,
            clock,
            access_at_s5,
            access_at_s6,
            access_at_s7,
            access_at_s8
        );
        dff_setup!(
            self,
            clock,
            address_add_at_s1,
            address_add_at_s2,
            address_add_at_s3,
            address_add_at_s4
        );
        dff_setup!(
            self,
            clock,
            address_add_at_s5,
            address_add_at_s6,
            address_add_at_s7,
            address_add_at_s8
        );
        dff_setup!(self, clock, size_at_s1, size_at_s2, size_at_s3, size_at_s4);
        dff_setup!(self, clock, size_at_s5, size_at_s6, size_at_s7, size_at_s8);
        dff_setup!(self, clock, tag_at_s1, tag_at_s2, tag_at_s3, tag_at_s4);
        dff_setup!(self, clock, tag_at_s5, tag_at_s6, tag_at_s7, tag_at_s8);
        dff_setup!(
            self,
            clock,
            writes_at_s1,
            writes_at_s2,
            writes_at_s3,
            writes_at_s4
        );
        dff_setup!(self, clock, writes_at_s5, writes_at_s6, writes_at_s7);
        dff_setup!(self, clock, high_at_s1, high_at_s2, high_at_s3, high_at_s4);
        dff_setup!(self, clock, scale_at_s1);

        comment!("what enters");
        self.lea.next = !self.access.val() & !self.address_add.val();
        self.lea_high.next = self.high.val() & !self.access.val() & !self.address_add.val();
        self.negates.next = self.negate.val() & !self.access.val();
        self.takes_magnitude.next = self.absolute.val() & self.address_add.val();
        self.store_bit.next = 0.into();
        if self.store.val() {
            self.store_bit.next = 1.into();
        }
        self.lea_scale.next = 0.into();
        self.writes_rd.next = 0.into();
        self.writes_predicate.next = 0.into();
        self.writes_cc.next = 0.into();
        if !self.access.val() & !self.address_add.val() {
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

        if self.advance.val() {
            comment!("stage 1");
            self.valid_at_s1.d.next = self.accepted.val();
            self.beat_at_s1.d.next = self.beat.val();
            self.access_at_s1.d.next = self.access.val();
            self.address_add_at_s1.d.next = self.address_add.val();
            self.size_at_s1.d.next = self.size.val();
            self.tag_at_s1.d.next = (bit_cast::<25, 1>(self.store_bit.val()) << 24)
                | (bit_cast::<25, 5>(self.element.val()) << 19)
                | (bit_cast::<25, 3>(self.predicate.val()) << 16)
                | bit_cast::<25, 16>(self.destination.val());
            self.writes_at_s1.d.next = (bit_cast::<3, 1>(self.writes_cc.val()) << 2)
                | (bit_cast::<3, 1>(self.writes_predicate.val()) << 1)
                | bit_cast::<3, 1>(self.writes_rd.val());
            self.high_at_s1.d.next = self.high.val() & !self.access.val() & !self.address_add.val();
            self.scale_at_s1.d.next = self.lea_scale.val();
            comment!("stage 2");
            self.valid_at_s2.d.next = self.valid_at_s1.q.val();
            self.beat_at_s2.d.next = self.beat_at_s1.q.val();
            self.access_at_s2.d.next = self.access_at_s1.q.val();
            self.address_add_at_s2.d.next = self.address_add_at_s1.q.val();
            self.size_at_s2.d.next = self.size_at_s1.q.val();
            self.tag_at_s2.d.next = self.tag_at_s1.q.val();
            self.writes_at_s2.d.next = self.writes_at_s1.q.val();
            self.high_at_s2.d.next = self.high_at_s1.q.val();
            comment!("stage 3");
            self.valid_at_s3.d.next = self.valid_at_s2.q.val();
            self.beat_at_s3.d.next = self.beat_at_s2.q.val();
            self.access_at_s3.d.next = self.access_at_s2.q.val();
            self.address_add_at_s3.d.next = self.address_add_at_s2.q.val();
            self.size_at_s3.d.next = self.size_at_s2.q.val();
            self.tag_at_s3.d.next = self.tag_at_s2.q.val();
            self.writes_at_s3.d.next = self.writes_at_s2.q.val();
            self.high_at_s3.d.next = self.high_at_s2.q.val();
            comment!("stage 4");
            self.valid_at_s4.d.next = self.valid_at_s3.q.val();
            self.beat_at_s4.d.next = self.beat_at_s3.q.val();
            self.access_at_s4.d.next = self.access_at_s3.q.val();
            self.address_add_at_s4.d.next = self.address_add_at_s3.q.val();
            self.size_at_s4.d.next = self.size_at_s3.q.val();
            self.tag_at_s4.d.next = self.tag_at_s3.q.val();
            self.writes_at_s4.d.next = self.writes_at_s3.q.val();
            self.high_at_s4.d.next = self.high_at_s3.q.val();
            comment!("stage 5");
            self.valid_at_s5.d.next = self.valid_at_s4.q.val();
            self.beat_at_s5.d.next = self.beat_at_s4.q.val();
            self.access_at_s5.d.next = self.access_at_s4.q.val();
            self.address_add_at_s5.d.next = self.address_add_at_s4.q.val();
            self.size_at_s5.d.next = self.size_at_s4.q.val();
            self.tag_at_s5.d.next = self.tag_at_s4.q.val();
            self.writes_at_s5.d.next = self.writes_at_s4.q.val();
            comment!("stage 6");
            self.valid_at_s6.d.next = self.valid_at_s5.q.val();
            self.beat_at_s6.d.next = self.beat_at_s5.q.val();
            self.access_at_s6.d.next = self.access_at_s5.q.val();
            self.address_add_at_s6.d.next = self.address_add_at_s5.q.val();
            self.size_at_s6.d.next = self.size_at_s5.q.val();
            self.tag_at_s6.d.next = self.tag_at_s5.q.val();
            self.writes_at_s6.d.next = self.writes_at_s5.q.val();
            comment!("stage 7");
            self.valid_at_s7.d.next = self.valid_at_s6.q.val();
            self.beat_at_s7.d.next = self.beat_at_s6.q.val();
            self.access_at_s7.d.next = self.access_at_s6.q.val();
            self.address_add_at_s7.d.next = self.address_add_at_s6.q.val();
            self.size_at_s7.d.next = self.size_at_s6.q.val();
            self.tag_at_s7.d.next = self.tag_at_s6.q.val();
            self.writes_at_s7.d.next = self.writes_at_s6.q.val();
            comment!("stage 8");
            self.valid_at_s8.d.next = self.valid_at_s7.q.val();
            self.beat_at_s8.d.next = self.beat_at_s7.q.val();
            self.access_at_s8.d.next = self.access_at_s7.q.val();
            self.address_add_at_s8.d.next = self.address_add_at_s7.q.val();
            self.size_at_s8.d.next = self.size_at_s7.q.val();
            self.tag_at_s8.d.next = self.tag_at_s7.q.val();
        }
        if self.reset.val() {
            self.valid_at_s1.d.next = false;
            self.valid_at_s2.d.next = false;
            self.valid_at_s3.d.next = false;
            self.valid_at_s4.d.next = false;
            self.valid_at_s5.d.next = false;
            self.valid_at_s6.d.next = false;
            self.valid_at_s7.d.next = false;
            self.valid_at_s8.d.next = false;
        }

        comment!("what leaves");
        self.occupied.next = self.valid_at_s1.q.val()
            | self.valid_at_s2.q.val()
            | self.valid_at_s3.q.val()
            | self.valid_at_s4.q.val()
            | self.valid_at_s5.q.val()
            | self.valid_at_s6.q.val()
            | self.valid_at_s7.q.val()
            | self.valid_at_s8.q.val();
        self.scale_s1.next = self.scale_at_s1.q.val();
        self.high_s1.next = self.high_at_s1.q.val();
        self.high_s4.next = self.high_at_s4.q.val();
        self.access_s4.next = self.access_at_s4.q.val();
        self.access_s5.next = self.access_at_s5.q.val();
        self.size_s5.next = self.size_at_s5.q.val();
        self.size_s6.next = self.size_at_s6.q.val();
        self.access_s7.next = self.access_at_s7.q.val();
        self.address_add_s7.next = self.address_add_at_s7.q.val();
        self.size_s7.next = self.size_at_s7.q.val();
        self.valid_s7.next = self.valid_at_s7.q.val();
        self.beat_s7.next = self.beat_at_s7.q.val();
        self.valid_s8.next = self.valid_at_s8.q.val();
        self.beat_s8.next = self.beat_at_s8.q.val();
        self.access_s8.next = self.access_at_s8.q.val();
        self.address_add_s8.next = self.address_add_at_s8.q.val();
        self.size_s8.next = self.size_at_s8.q.val();
        self.lea_s4.next = !self.access_at_s4.q.val() & !self.address_add_at_s4.q.val();
        self.writes_rd_s7.next = self.writes_at_s7.q.val().get_bit(0);
        self.writes_predicate_s7.next = self.writes_at_s7.q.val().get_bit(1);
        self.writes_cc_s7.next = self.writes_at_s7.q.val().get_bit(2);
        self.destination_s8.next = self.tag_at_s8.q.val().get_bits::<16>(0);
        self.predicate_s8.next = self.tag_at_s8.q.val().get_bits::<3>(16);
        self.element_s8.next = self.tag_at_s8.q.val().get_bits::<5>(19);
        self.store_s8.next = self.tag_at_s8.q.val().get_bit(24);
    }
}
