//! The masks of a beat: what each lane brings along, one bit a lane.
//!
//! ```text
//!     enabled         lane l of the warp, where bit l mod 4 of lane_mask is set
//!     execute         = active_mask & guard_mask & enabled & ~(spares_helpers ? helper_mask : 0),
//!                       of an ADDR_ADD channel_enable
//!     carry_in_s2     = .X of an LEA ? carry_in : the 1 of a negated base
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
        /// .X of an LEA; the base is negated and lacks its 1; .X of an LEA.HI
        pub takes_carry: Signal<In, Bit>,
        pub increments_base: Signal<In, Bit>,
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
        enabled_0 enabled_1 enabled_2 enabled_3 enabled spared execute: Signal<Local, Bits<LANES>>,
        carry_mask increment_mask overflow_mask generic_mask by_window_mask: Signal<Local, Bits<LANES>>,
        access_mask rd_mask predicate_mask cc_mask: Signal<Local, Bits<LANES>>,
        carry_in_at_s1 carry_in_at_s2 low_missed_at_s1 low_missed_at_s2: DFF<Bits<LANES>>,
        low_missed_at_s3 low_missed_at_s4 steering_at_s1 steering_at_s2: DFF<Bits<LANES>>,
        steering_at_s3 steering_at_s4 may_be_shared_at_s5 may_be_local_at_s5: DFF<Bits<LANES>>,
        execute_at_s1 execute_at_s2 execute_at_s3 execute_at_s4 execute_at_s5: DFF<Bits<LANES>>,
        execute_at_s6 rd_write_at_s6 predicate_write_at_s6 cc_write_at_s6: DFF<Bits<LANES>>,
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
        wire! {
            comment!("lanes of the beat that enters, by their number in the warp");
            turned = lane_mask >> turn;
            self <- self.fourths_0 when { enabled_0=turned[0] }
                self.fourths_1 when { enabled_1=turned[1] }
                self.fourths_2 when { enabled_2=turned[2] }
                self.fourths_3 when { enabled_3=turned[3] };
            enabled = enabled_0 | enabled_1 | enabled_2 | enabled_3;

            comment!("masks of the beat that enters");
            spared = 0;
            if spares_helpers { spared = helper_mask; }
            execute = active_mask & guard_mask & enabled & !spared;
            if address_add { execute = channel_enable; }
            self <- self.all_lanes when { carry_mask=takes_carry
                increment_mask=increments_base overflow_mask=takes_overflow };

            comment!("the windows that may steer the beat in stage 4");
            self <- self.all_lanes when { generic_mask=generic_s4
                by_window_mask=steer_by_window_s4 };

            comment!("what the beat in stage 5 does");
            self <- self.all_lanes when { access_mask=access_s5 rd_mask=writes_rd_s5
                predicate_mask=writes_predicate_s5 cc_mask=writes_cc_s5 };

            if advance {
                comment!("stage 1");
                carry_in_at_s1.d = (carry_in & carry_mask) | increment_mask;
                low_missed_at_s1.d = overflow_in & overflow_mask;
                d _at_s1 <- self { steering=steering_mask execute };
                comment!("stage 2");
                d _at_s2 <- q _at_s1 { carry_in low_missed steering execute };
                comment!("stage 3");
                d _at_s3 <- q _at_s2 { low_missed steering execute };
                comment!("stage 4");
                d _at_s4 <- q _at_s3 { low_missed steering execute };
                comment!("stage 5");
                may_be_shared_at_s5.d = generic_mask & (by_window_mask | !steering_at_s4.q);
                may_be_local_at_s5.d = generic_mask & (by_window_mask | steering_at_s4.q);
                d _at_s5 <- q _at_s4 { execute };
                comment!("stage 6");
                d _at_s6 <- q _at_s5 { execute };
                rd_write_at_s6.d = execute_at_s5.q & rd_mask;
                predicate_write_at_s6.d = execute_at_s5.q & predicate_mask;
                cc_write_at_s6.d = execute_at_s5.q & cc_mask;
            }

            comment!("what leaves");
            self _s2 <- q _at_s2 { carry_in };
            self _s4 <- q _at_s4 { low_missed };
            self _s5 <- q _at_s5 { may_be_shared may_be_local };
            access_execute_s5 = execute_at_s5.q & access_mask;
            self _s6 <- q _at_s6 { execute rd_write predicate_write cc_write };
        }
    }
}
