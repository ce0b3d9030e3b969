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
        self.lowest_lane.mask.next = self.faulted.val();
        self.some.next = self.faulted.val().any();
        self.earlier.next = self.kept_valid.q.val() & !self.first.val();
        self.known.next = self.access.val() & (self.earlier.val() | self.some.val());
        self.own_lane.next = 0.into();
        if self.some.val() {
            self.own_lane.next = self.lowest_lane.number.val() | self.first_lane.val();
        }
        self.lane.next = self.own_lane.val();
        if self.earlier.val() {
            self.lane.next = self.kept_lane.q.val();
        }
        if self.leaves.val() {
            self.kept_valid.d.next = self.earlier.val() | self.some.val();
            self.kept_lane.d.next = self.lane.val();
        }
        self.fault_valid.next = self.known.val();
        self.fault_lane.next = 0.into();
        if self.known.val() {
            self.fault_lane.next = self.lane.val();
        }
    }
}
