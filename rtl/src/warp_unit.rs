//! The warp unit: LANES lanes that work through a 32-lane warp in 32/LANES beats.
//!
//! ```text
//!     accepted    = request_valid and request_ready
//!     advance     = result_ready or not result_valid
//!     execute     = active_mask and guard_mask
//!     rd_write    = execute, where destination is not RZ
//!     predicate_write = execute, where predicate is not PT
//!     cc_write    = execute, where write_cc
//! ```
//!
//! A new beat every cycle; a result leaves four cycles after its beat was accepted,
//! in order, later by the cycles in which a result waited (`advance` low): then every
//! stage holds and no beat is accepted. Lane i of beat b is lane b*LANES + i of the
//! warp; control is given with every beat and must be the same in all beats of a warp.
//!
//! Configuration registers are written through the `config_` port. A write is taken
//! when no warp is in the unit; while one waits, no new warp is accepted, so it takes
//! effect between warps and never inside one.
//!
//! ```text
//!     config_address 0: shared_base, bits 63:24 of config_data
//! ```
//!
//! Reset is synchronous and empties the unit; shared_base returns to 0xFE000000.

mod default;

use crate::lane::Lane;
use rust_hdl::prelude::*;

/// Bits 63:24 of the shared window's base after reset.
pub const RESET_SHARED_BASE: u64 = 0xfe;

/// The LEA unit with `LANES` lanes: 1, 2, 4, 8, 16 or 32.
#[derive(LogicBlock)]
pub struct WarpUnit<const LANES: usize> {
    pub clock: Signal<In, Clock>,
    /// synchronous, active high
    pub reset: Signal<In, Bit>,

    /// configuration write port
    pub config_valid: Signal<In, Bit>,
    pub config_ready: Signal<Out, Bit>,
    pub config_address: Signal<In, Bits<4>>,
    pub config_data: Signal<In, Bits<64>>,

    /// one beat of a warp
    pub request_valid: Signal<In, Bit>,
    pub request_ready: Signal<Out, Bit>,
    /// LEA.HI, else LEA.LO
    pub high: Signal<In, Bit>,
    /// the 64-bit offset is negated
    pub negate: Signal<In, Bit>,
    /// .X: CC.CF is added, CC.OF takes part in the window test
    pub extended: Signal<In, Bit>,
    /// left shift of the offset, 0 to 31
    pub scale: Signal<In, Bits<5>>,
    /// .CC: the condition code is written
    pub write_cc: Signal<In, Bit>,
    /// predicate that is written; 7 (PT) is none
    pub predicate: Signal<In, Bits<3>>,
    /// register that is written; 255 (RZ) is none
    pub destination: Signal<In, Bits<8>>,

    /// one bit a lane: takes part at all
    pub active_mask: Signal<In, Bits<LANES>>,
    /// one bit a lane: the guard predicate holds
    pub guard_mask: Signal<In, Bits<LANES>>,
    /// one bit a lane: CC.CF and CC.OF before the instruction
    pub carry_in: Signal<In, Bits<LANES>>,
    pub overflow_in: Signal<In, Bits<LANES>>,
    /// 32 bits a lane: {base_hi, base_lo} is {0, Sb}, {offset_hi, offset_lo} is {Rc, Ra}
    pub base_lo: [Signal<In, Bits<32>>; LANES],
    pub base_hi: [Signal<In, Bits<32>>; LANES],
    pub offset_lo: [Signal<In, Bits<32>>; LANES],
    pub offset_hi: [Signal<In, Bits<32>>; LANES],

    /// one beat of results
    pub result_valid: Signal<Out, Bit>,
    pub result_ready: Signal<In, Bit>,
    /// number of the beat in its warp, and whether it is the warp's last
    pub result_beat: Signal<Out, Bits<5>>,
    pub result_last: Signal<Out, Bit>,
    pub result_predicate: Signal<Out, Bits<3>>,
    pub result_destination: Signal<Out, Bits<8>>,
    /// one bit a lane: the lane writes Rd, the predicate, CC
    pub rd_write: Signal<Out, Bits<LANES>>,
    pub predicate_write: Signal<Out, Bits<LANES>>,
    pub cc_write: Signal<Out, Bits<LANES>>,
    /// 32 bits a lane: base + addend + carry; sum_lo is Rd
    pub sum_lo: [Signal<Out, Bits<32>>; LANES],
    pub sum_hi: [Signal<Out, Bits<32>>; LANES],
    /// 4 bits a lane: {OF, SF, ZF, CF}; OF, outside the shared window, is also the
    /// value of Plg
    pub cc: [Signal<Out, Bits<4>>; LANES],

    lane: [Lane; LANES],

    accepted: Signal<Local, Bit>,
    advance: Signal<Local, Bit>,
    idle: Signal<Local, Bit>,
    extended_mask: Signal<Local, Bits<LANES>>,
    extended_high_mask: Signal<Local, Bits<LANES>>,
    window_s3: Signal<Local, Bits<32>>,
    cc_mask: Signal<Local, Bits<LANES>>,
    predicate_mask: Signal<Local, Bits<LANES>>,
    rd_mask: Signal<Local, Bits<LANES>>,

    /// shared_base[31:24] and [63:32]
    window_lo: DFF<Bits<8>>,
    window_hi: DFF<Bits<32>>,

    beat: DFF<Bits<5>>,
    valid_s1: DFF<Bit>,
    valid_s2: DFF<Bit>,
    valid_s3: DFF<Bit>,
    valid_s4: DFF<Bit>,
    beat_s1: DFF<Bits<5>>,
    beat_s2: DFF<Bits<5>>,
    beat_s3: DFF<Bits<5>>,
    beat_s4: DFF<Bits<5>>,
    high_s1: DFF<Bit>,
    high_s2: DFF<Bit>,
    high_s3: DFF<Bit>,
    scale_s1: DFF<Bits<5>>,
    carry_in_s1: DFF<Bits<LANES>>,
    carry_in_s2: DFF<Bits<LANES>>,
    low_missed_s1: DFF<Bits<LANES>>,
    low_missed_s2: DFF<Bits<LANES>>,
    low_missed_s3: DFF<Bits<LANES>>,
    execute_s1: DFF<Bits<LANES>>,
    execute_s2: DFF<Bits<LANES>>,
    execute_s3: DFF<Bits<LANES>>,
    write_cc_s1: DFF<Bit>,
    write_cc_s2: DFF<Bit>,
    write_cc_s3: DFF<Bit>,
    predicate_s1: DFF<Bits<3>>,
    predicate_s2: DFF<Bits<3>>,
    predicate_s3: DFF<Bits<3>>,
    predicate_s4: DFF<Bits<3>>,
    destination_s1: DFF<Bits<8>>,
    destination_s2: DFF<Bits<8>>,
    destination_s3: DFF<Bits<8>>,
    destination_s4: DFF<Bits<8>>,
    rd_write_s4: DFF<Bits<LANES>>,
    predicate_write_s4: DFF<Bits<LANES>>,
    cc_write_s4: DFF<Bits<LANES>>,

    all_lanes: Constant<Bits<LANES>>,
    last_beat: Constant<Bits<5>>,
    no_predicate: Constant<Bits<3>>,
    no_register: Constant<Bits<8>>,
    reset_window_lo: Constant<Bits<8>>,
    reset_window_hi: Constant<Bits<32>>,
    shared_base_address: Constant<Bits<4>>,
}

impl<const LANES: usize> Logic for WarpUnit<LANES> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, window_lo, window_hi, beat);
        dff_setup!(self, clock, valid_s1, valid_s2, valid_s3, valid_s4);
        dff_setup!(self, clock, beat_s1, beat_s2, beat_s3, beat_s4);
        dff_setup!(self, clock, high_s1, high_s2, high_s3, scale_s1);
        dff_setup!(self, clock, carry_in_s1, carry_in_s2);
        dff_setup!(self, clock, low_missed_s1, low_missed_s2, low_missed_s3);
        dff_setup!(self, clock, execute_s1, execute_s2, execute_s3);
        dff_setup!(self, clock, write_cc_s1, write_cc_s2, write_cc_s3);
        dff_setup!(self, clock, predicate_s1, predicate_s2);
        dff_setup!(self, clock, predicate_s3, predicate_s4);
        dff_setup!(self, clock, destination_s1, destination_s2);
        dff_setup!(self, clock, destination_s3, destination_s4);
        dff_setup!(self, clock, rd_write_s4, predicate_write_s4, cc_write_s4);

        comment!("handshake");
        self.advance.next = self.result_ready.val() | !self.valid_s4.q.val();
        self.idle.next = !(self.beat.q.val().any()
            | self.valid_s1.q.val()
            | self.valid_s2.q.val()
            | self.valid_s3.q.val()
            | self.valid_s4.q.val());
        self.config_ready.next = self.idle.val();
        self.request_ready.next =
            self.advance.val() & (self.beat.q.val().any() | !self.config_valid.val());
        self.accepted.next = self.request_valid.val() & self.request_ready.val();

        comment!("masks of the beat that enters");
        self.extended_mask.next = 0.into();
        self.extended_high_mask.next = 0.into();
        if self.extended.val() {
            self.extended_mask.next = self.all_lanes.val();
            if self.high.val() {
                self.extended_high_mask.next = self.all_lanes.val();
            }
        }

        comment!("the word of shared_base for the beat in stage 4");
        self.window_s3.next = bit_cast::<32, 8>(self.window_lo.q.val()) << 24;
        if self.high_s3.q.val() {
            self.window_s3.next = self.window_hi.q.val();
        }

        comment!("what the beat in stage 4 writes");
        self.rd_mask.next = self.all_lanes.val();
        if self.destination_s3.q.val() == self.no_register.val() {
            self.rd_mask.next = 0.into();
        }
        self.predicate_mask.next = self.all_lanes.val();
        if self.predicate_s3.q.val() == self.no_predicate.val() {
            self.predicate_mask.next = 0.into();
        }
        self.cc_mask.next = 0.into();
        if self.write_cc_s3.q.val() {
            self.cc_mask.next = self.all_lanes.val();
        }

        comment!("beats of the warp that enters");
        if self.accepted.val() {
            if self.beat.q.val() == self.last_beat.val() {
                self.beat.d.next = 0.into();
            } else {
                self.beat.d.next = self.beat.q.val() + 1;
            }
        }
        comment!("the pipeline, beside the lanes");
        if self.advance.val() {
            comment!("stage 1");
            self.valid_s1.d.next = self.accepted.val();
            self.beat_s1.d.next = self.beat.q.val();
            self.high_s1.d.next = self.high.val();
            self.scale_s1.d.next = self.scale.val();
            self.carry_in_s1.d.next = self.carry_in.val() & self.extended_mask.val();
            self.low_missed_s1.d.next = self.overflow_in.val() & self.extended_high_mask.val();
            self.execute_s1.d.next = self.active_mask.val() & self.guard_mask.val();
            self.write_cc_s1.d.next = self.write_cc.val();
            self.predicate_s1.d.next = self.predicate.val();
            self.destination_s1.d.next = self.destination.val();
            comment!("stage 2");
            self.valid_s2.d.next = self.valid_s1.q.val();
            self.beat_s2.d.next = self.beat_s1.q.val();
            self.high_s2.d.next = self.high_s1.q.val();
            self.carry_in_s2.d.next = self.carry_in_s1.q.val();
            self.low_missed_s2.d.next = self.low_missed_s1.q.val();
            self.execute_s2.d.next = self.execute_s1.q.val();
            self.write_cc_s2.d.next = self.write_cc_s1.q.val();
            self.predicate_s2.d.next = self.predicate_s1.q.val();
            self.destination_s2.d.next = self.destination_s1.q.val();
            comment!("stage 3");
            self.valid_s3.d.next = self.valid_s2.q.val();
            self.beat_s3.d.next = self.beat_s2.q.val();
            self.high_s3.d.next = self.high_s2.q.val();
            self.low_missed_s3.d.next = self.low_missed_s2.q.val();
            self.execute_s3.d.next = self.execute_s2.q.val();
            self.write_cc_s3.d.next = self.write_cc_s2.q.val();
            self.predicate_s3.d.next = self.predicate_s2.q.val();
            self.destination_s3.d.next = self.destination_s2.q.val();
            comment!("stage 4");
            self.valid_s4.d.next = self.valid_s3.q.val();
            self.beat_s4.d.next = self.beat_s3.q.val();
            self.predicate_s4.d.next = self.predicate_s3.q.val();
            self.destination_s4.d.next = self.destination_s3.q.val();
            self.rd_write_s4.d.next = self.execute_s3.q.val() & self.rd_mask.val();
            self.predicate_write_s4.d.next = self.execute_s3.q.val() & self.predicate_mask.val();
            self.cc_write_s4.d.next = self.execute_s3.q.val() & self.cc_mask.val();
        }
        comment!("configuration");
        if self.config_valid.val()
            & self.idle.val()
            & (self.config_address.val() == self.shared_base_address.val())
        {
            self.window_lo.d.next = self.config_data.val().get_bits::<8>(24);
            self.window_hi.d.next = self.config_data.val().get_bits::<32>(32);
        }
        comment!("reset comes last and wins");
        if self.reset.val() {
            self.beat.d.next = 0.into();
            self.valid_s1.d.next = false;
            self.valid_s2.d.next = false;
            self.valid_s3.d.next = false;
            self.valid_s4.d.next = false;
            self.window_lo.d.next = self.reset_window_lo.val();
            self.window_hi.d.next = self.reset_window_hi.val();
        }

        for i in 0..LANES {
            self.lane[i].clock.next = self.clock.val();
            self.lane[i].advance.next = self.advance.val();
            self.lane[i].base_lo.next = self.base_lo[i].val();
            self.lane[i].base_hi.next = self.base_hi[i].val();
            self.lane[i].offset_lo.next = self.offset_lo[i].val();
            self.lane[i].offset_hi.next = self.offset_hi[i].val();
            self.lane[i].high.next = self.high.val();
            self.lane[i].negate.next = self.negate.val();
            self.lane[i].high_s1.next = self.high_s1.q.val();
            self.lane[i].scale_s1.next = self.scale_s1.q.val();
            self.lane[i].carry_in_s2.next = self.carry_in_s2.q.val().get_bit(i);
            self.lane[i].high_s3.next = self.high_s3.q.val();
            self.lane[i].low_missed_s3.next = self.low_missed_s3.q.val().get_bit(i);
            self.lane[i].window_s3.next = self.window_s3.val();
            self.sum_lo[i].next = self.lane[i].sum_lo.val();
            self.sum_hi[i].next = self.lane[i].sum_hi.val();
            self.cc[i].next = self.lane[i].cc.val();
        }

        comment!("results");
        self.result_valid.next = self.valid_s4.q.val();
        self.result_beat.next = self.beat_s4.q.val();
        self.result_last.next = self.beat_s4.q.val() == self.last_beat.val();
        self.result_predicate.next = self.predicate_s4.q.val();
        self.result_destination.next = self.destination_s4.q.val();
        self.rd_write.next = self.rd_write_s4.q.val();
        self.predicate_write.next = self.predicate_write_s4.q.val();
        self.cc_write.next = self.cc_write_s4.q.val();
    }
}
