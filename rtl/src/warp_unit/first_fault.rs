//! The lowest-numbered lane of a warp that faults.
//!
//! ```text
//!     fault_valid = access, and a lane of this beat or of the warp's beats before faults
//!     fault_lane  = the lowest of these lanes, 0 where there is none
//! ```
//!
//! Combinational; a beat is remembered at the edge where `leaves` is high, and the first
//! beat of a warp forgets.

use crate::primitives::LowestLane;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// The first faulting lane, over the beats of a warp.
#[derive(Default, LogicBlock)]
pub struct FirstFault {
    pub clock: Signal<In, Clock>,
    /// a beat, no bubble, goes at this edge
    pub leaves: Signal<In, Bit>,
    /// the beat is the first of its warp
    pub first: Signal<In, Bit>,
    pub access: Signal<In, Bit>,
    /// lanes of the beat that fault
    pub faulted: Signal<In, Bits<32>>,
    /// number of the beat's first lane
    pub first_lane: Signal<In, Bits<5>>,
    pub fault_valid: Signal<Out, Bit>,
    pub fault_lane: Signal<Out, Bits<5>>,
    lowest_lane: LowestLane,
    some: Signal<Local, Bit>,
    earlier: Signal<Local, Bit>,
    known: Signal<Local, Bit>,
    own_lane: Signal<Local, Bits<5>>,
    lane: Signal<Local, Bits<5>>,
    kept_valid: DFF<Bit>,
    kept_lane: DFF<Bits<5>>,
}

impl Logic for FirstFault {
    #[kernel]
    fn update(&mut self) {
        wire! {
            lowest_lane.mask = faulted;
            some = faulted.any();
            earlier = kept_valid.q & !first;
            known = access & (earlier | some);
            own_lane = 0;
            if some { own_lane = lowest_lane.number | first_lane; }
            lane = own_lane; if earlier { lane = kept_lane.q; }
            if leaves {
                kept_valid.d = earlier | some;
                kept_lane.d = lane;
            }
            self <- self { fault_valid=known } 0 { fault_lane };
            if known { fault_lane = lane; }
        }
    }
}
