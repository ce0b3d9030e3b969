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
        wire! {
            in_bounds = (shared & below_shared) | (local_memory & below_local)
                | (!shared & !local_memory & below_other);
            unaligned = 0;
            if misaligned_is_error { unaligned = misaligned; }
            decided = execute & !outside;
            fault_0 = execute & (outside | (in_bounds & unaligned));
            fault_1 = decided & (!in_bounds | unaligned);
            faulted = execute & (outside | !in_bounds | unaligned);
            live = decided & in_bounds;
        }
    }
}
