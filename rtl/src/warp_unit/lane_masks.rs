//! The masks of a beat: what each lane brings along, one bit a lane.
//!
//! ```text
//!     enabled         lane l of the warp, where bit l mod 4 of lane_mask is set
//!     execute         = active_mask & guard_mask & enabled & ~(spares_helpers ? helper_mask : 0),
//!                       of an ADDR_ADD channel_enable
//!     access_execute  = execute, where the beat is an access
//!     rd_write        = execute, where the beat writes Rd; the others likewise
//!     may_be_shared   = generic and (steer_by_window or not steering_mask)
//!     may_be_local    = generic and (steer_by_window or steering_mask)
//! ```
//!
//! The suffix of a port is the stage that holds the beat.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// Six stages of masks.
    pub struct LaneMasks<const LANES: usize> {
        pub clock: Signal<In, Clock>,
        /// the pipeline moves on
        pub advance: Signal<In, Bit>,
        /// the beat that enters
        pub lane_mask: Signal<In, Bits<4>>,
        /// number of its first lane, mod 4
        pub turn: Signal<In, Bits<2>>,
        pub address_add: Signal<In, Bit>,
        pub channel_enable: Signal<In, Bits<LANES>>,
        pub active_mask: Signal<In, Bits<LANES>>,
        pub guard_mask: Signal<In, Bits<LANES>>,
        pub helper_mask: Signal<In, Bits<LANES>>,
        pub steering_mask: Signal<In, Bits<LANES>>,
        pub carry_in: Signal<In, Bits<LANES>>,
        pub overflow_in: Signal<In, Bits<LANES>>,
        pub spares_helpers: Signal<In, Bit>,
        /// .X of an LEA, of an LEA.HI
        pub takes_carry: Signal<In, Bit>,
        pub takes_overflow: Signal<In, Bit>,
        /// control of the beat in stage 4
        pub generic_s4: Signal<In, Bit>,
        pub steer_by_window_s4: Signal<In, Bit>,
        /// control of the beat in stage 5
        pub access_s5: Signal<In, Bit>,
        pub writes_rd_s5: Signal<In, Bit>,
        pub writes_predicate_s5: Signal<In, Bit>,
        pub writes_cc_s5: Signal<In, Bit>,

        pub carry_in_s2: Signal<Out, Bits<LANES>>,
        pub low_missed_s4: Signal<Out, Bits<LANES>>,
        pub may_be_shared_s5: Signal<Out, Bits<LANES>>,
        pub may_be_local_s5: Signal<Out, Bits<LANES>>,
        pub access_execute_s5: Signal<Out, Bits<LANES>>,
        pub execute_s6: Signal<Out, Bits<LANES>>,
        pub rd_write_s6: Signal<Out, Bits<LANES>>,
        pub predicate_write_s6: Signal<Out, Bits<LANES>>,
        pub cc_write_s6: Signal<Out, Bits<LANES>>,

        turned: Signal<Local, Bits<4>>,
        enabled_0: Signal<Local, Bits<LANES>>,
        enabled_1: Signal<Local, Bits<LANES>>,
        enabled_2: Signal<Local, Bits<LANES>>,
        enabled_3: Signal<Local, Bits<LANES>>,
        enabled: Signal<Local, Bits<LANES>>,
        spared: Signal<Local, Bits<LANES>>,
        execute: Signal<Local, Bits<LANES>>,
        carry_mask: Signal<Local, Bits<LANES>>,
        overflow_mask: Signal<Local, Bits<LANES>>,
        generic_mask: Signal<Local, Bits<LANES>>,
        by_window_mask: Signal<Local, Bits<LANES>>,
        access_mask: Signal<Local, Bits<LANES>>,
        rd_mask: Signal<Local, Bits<LANES>>,
        predicate_mask: Signal<Local, Bits<LANES>>,
        cc_mask: Signal<Local, Bits<LANES>>,
        carry_in_at_s1: DFF<Bits<LANES>>,
        carry_in_at_s2: DFF<Bits<LANES>>,
        low_missed_at_s1: DFF<Bits<LANES>>,
        low_missed_at_s2: DFF<Bits<LANES>>,
        low_missed_at_s3: DFF<Bits<LANES>>,
        low_missed_at_s4: DFF<Bits<LANES>>,
        steering_at_s1: DFF<Bits<LANES>>,
        steering_at_s2: DFF<Bits<LANES>>,
        steering_at_s3: DFF<Bits<LANES>>,
        steering_at_s4: DFF<Bits<LANES>>,
        may_be_shared_at_s5: DFF<Bits<LANES>>,
        may_be_local_at_s5: DFF<Bits<LANES>>,
        execute_at_s1: DFF<Bits<LANES>>,
        execute_at_s2: DFF<Bits<LANES>>,
        execute_at_s3: DFF<Bits<LANES>>,
        execute_at_s4: DFF<Bits<LANES>>,
        execute_at_s5: DFF<Bits<LANES>>,
        execute_at_s6: DFF<Bits<LANES>>,
        rd_write_at_s6: DFF<Bits<LANES>>,
        predicate_write_at_s6: DFF<Bits<LANES>>,
        cc_write_at_s6: DFF<Bits<LANES>>,
        all_lanes: Constant<Bits<LANES>> = Constant::new(!Bits::<LANES>::default()),
        /// lanes 0, 4, 8 and so on; those after them
        fourths_0: Constant<Bits<LANES>> = Constant::new(fourths(0)),
        fourths_1: Constant<Bits<LANES>> = Constant::new(fourths(1)),
        fourths_2: Constant<Bits<LANES>> = Constant::new(fourths(2)),
        fourths_3: Constant<Bits<LANES>> = Constant::new(fourths(3)),
    }
}

/// Every fourth of `LANES` lanes, from `first` on.
fn fourths<const LANES: usize>(first: usize) -> Bits<LANES> {
    let lanes = (0..LANES).filter(|lane| lane % 4 == first);
    lanes.fold(Bits::default(), |mask, lane| mask.replace_bit(lane, true))
}

impl<const LANES: usize> Logic for LaneMasks<LANES> {
    #[kernel]
    fn update(&mut self) {
        comment!("lanes of the beat that enters, by their number in the warp");
        self.turned.next = self.lane_mask.val() >> self.turn.val();
        self.enabled_0.next = 0.into();
        if self.turned.val().get_bit(0) {
            self.enabled_0.next = self.fourths_0.val();
        }
        self.enabled_1.next = 0.into();
        if self.turned.val().get_bit(1) {
            self.enabled_1.next = self.fourths_1.val();
        }
        self.enabled_2.next = 0.into();
        if self.turned.val().get_bit(2) {
            self.enabled_2.next = self.fourths_2.val();
        }
        self.enabled_3.next = 0.into();
        if self.turned.val().get_bit(3) {
            self.enabled_3.next = self.fourths_3.val();
        }
        self.enabled.next = self.enabled_0.val()
            | self.enabled_1.val()
            | self.enabled_2.val()
            | self.enabled_3.val();

        comment!("masks of the beat that enters");
        self.spared.next = 0.into();
        if self.spares_helpers.val() {
            self.spared.next = self.helper_mask.val();
        }
        self.execute.next = self.active_mask.val()
            & self.guard_mask.val()
            & self.enabled.val()
            & !self.spared.val();
        if self.address_add.val() {
            self.execute.next = self.channel_enable.val();
        }
        self.carry_mask.next = 0.into();
        if self.takes_carry.val() {
            self.carry_mask.next = self.all_lanes.val();
        }
        self.overflow_mask.next = 0.into();
        if self.takes_overflow.val() {
            self.overflow_mask.next = self.all_lanes.val();
        }

        comment!("the windows that may steer the beat in stage 4");
        self.generic_mask.next = 0.into();
        if self.generic_s4.val() {
            self.generic_mask.next = self.all_lanes.val();
        }
        self.by_window_mask.next = 0.into();
        if self.steer_by_window_s4.val() {
            self.by_window_mask.next = self.all_lanes.val();
        }

        comment!("what the beat in stage 5 does");
        self.access_mask.next = 0.into();
        if self.access_s5.val() {
            self.access_mask.next = self.all_lanes.val();
        }
        self.rd_mask.next = 0.into();
        if self.writes_rd_s5.val() {
            self.rd_mask.next = self.all_lanes.val();
        }
        self.predicate_mask.next = 0.into();
        if self.writes_predicate_s5.val() {
            self.predicate_mask.next = self.all_lanes.val();
        }
        self.cc_mask.next = 0.into();
        if self.writes_cc_s5.val() {
            self.cc_mask.next = self.all_lanes.val();
        }

        if self.advance.val() {
            comment!("stage 1");
            self.carry_in_at_s1.d.next = self.carry_in.val() & self.carry_mask.val();
            self.low_missed_at_s1.d.next = self.overflow_in.val() & self.overflow_mask.val();
            self.steering_at_s1.d.next = self.steering_mask.val();
            self.execute_at_s1.d.next = self.execute.val();
            comment!("stage 2");
            self.carry_in_at_s2.d.next = self.carry_in_at_s1.q.val();
            self.low_missed_at_s2.d.next = self.low_missed_at_s1.q.val();
            self.steering_at_s2.d.next = self.steering_at_s1.q.val();
            self.execute_at_s2.d.next = self.execute_at_s1.q.val();
            comment!("stage 3");
            self.low_missed_at_s3.d.next = self.low_missed_at_s2.q.val();
            self.steering_at_s3.d.next = self.steering_at_s2.q.val();
            self.execute_at_s3.d.next = self.execute_at_s2.q.val();
            comment!("stage 4");
            self.low_missed_at_s4.d.next = self.low_missed_at_s3.q.val();
            self.steering_at_s4.d.next = self.steering_at_s3.q.val();
            self.execute_at_s4.d.next = self.execute_at_s3.q.val();
            comment!("stage 5");
            self.may_be_shared_at_s5.d.next = self.generic_mask.val()
                & (self.by_window_mask.val() | !self.steering_at_s4.q.val());
            self.may_be_local_at_s5.d.next =
                self.generic_mask.val() & (self.by_window_mask.val() | self.steering_at_s4.q.val());
            self.execute_at_s5.d.next = self.execute_at_s4.q.val();
            comment!("stage 6");
            self.execute_at_s6.d.next = self.execute_at_s5.q.val();
            self.rd_write_at_s6.d.next = self.execute_at_s5.q.val() & self.rd_mask.val();
            self.predicate_write_at_s6.d.next =
                self.execute_at_s5.q.val() & self.predicate_mask.val();
            self.cc_write_at_s6.d.next = self.execute_at_s5.q.val() & self.cc_mask.val();
        }

        comment!("what leaves");
        self.carry_in_s2.next = self.carry_in_at_s2.q.val();
        self.low_missed_s4.next = self.low_missed_at_s4.q.val();
        self.may_be_shared_s5.next = self.may_be_shared_at_s5.q.val();
        self.may_be_local_s5.next = self.may_be_local_at_s5.q.val();
        self.access_execute_s5.next = self.execute_at_s5.q.val() & self.access_mask.val();
        self.execute_s6.next = self.execute_at_s6.q.val();
        self.rd_write_s6.next = self.rd_write_at_s6.q.val();
        self.predicate_write_s6.next = self.predicate_write_at_s6.q.val();
        self.cc_write_s6.next = self.cc_write_at_s6.q.val();
    }
}
