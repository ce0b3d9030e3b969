//! Outcome of each lane's access: a fault, or memory that it touches. One bit a lane.
//!
//! ```text
//!     in_bounds = shared ? below_shared : local_memory ? below_local : below_other
//!     fault = 0 none, 1 outside, 2 not in_bounds, 3 misaligned where that is an error;
//!             the first of these in the order 1, 2, 3; 0 where the lane does not execute
//!     live  = execute, inside a window where it has to be, and in bounds
//! ```
//!
//! Combinational.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// The faults of a beat's lanes and who accesses memory, combinational.
#[derive(Default, LogicBlock)]
pub struct Fault<const LANES: usize> {
    /// the lane executes an access
    pub execute: Signal<In, Bits<LANES>>,
    /// the fault OutsideWindow
    pub outside: Signal<In, Bits<LANES>>,
    /// it lands in shared, local memory
    pub shared: Signal<In, Bits<LANES>>,
    pub local_memory: Signal<In, Bits<LANES>>,
    /// its address is below the limit of shared, of local memory, of what else there is
    pub below_shared: Signal<In, Bits<LANES>>,
    pub below_local: Signal<In, Bits<LANES>>,
    pub below_other: Signal<In, Bits<LANES>>,
    pub misaligned: Signal<In, Bits<LANES>>,
    pub misaligned_is_error: Signal<In, Bit>,
    /// bits of the code of the fault
    pub fault_0: Signal<Out, Bits<LANES>>,
    pub fault_1: Signal<Out, Bits<LANES>>,
    /// any fault
    pub faulted: Signal<Out, Bits<LANES>>,
    /// memory is accessed
    pub live: Signal<Out, Bits<LANES>>,
    in_bounds: Signal<Local, Bits<LANES>>,
    unaligned: Signal<Local, Bits<LANES>>,
    decided: Signal<Local, Bits<LANES>>,
}

impl<const LANES: usize> Logic for Fault<LANES> {
    #[kernel]
    fn update(&mut self) {
        self.in_bounds.next = (self.shared.val() & self.below_shared.val())
            | (self.local_memory.val() & self.below_local.val())
            | (!self.shared.val() & !self.local_memory.val() & self.below_other.val());
        self.unaligned.next = 0.into();
        if self.misaligned_is_error.val() {
            self.unaligned.next = self.misaligned.val();
        }
        self.decided.next = self.execute.val() & !self.outside.val();
        self.fault_0.next = self.execute.val()
            & (self.outside.val() | (self.in_bounds.val() & self.unaligned.val()));
        self.fault_1.next = self.decided.val() & (!self.in_bounds.val() | self.unaligned.val());
        self.faulted.next = self.execute.val()
            & (self.outside.val() | !self.in_bounds.val() | self.unaligned.val());
        self.live.next = self.decided.val() & self.in_bounds.val();
    }
}
