//! The space that each lane's access lands in, one bit a lane.
//!
//! ```text
//!     to_shared = may_be_shared & in_shared
//!     to_local  = may_be_local & in_local & ~to_shared
//!     outside   = may_be_shared & ~may_be_local & ~in_shared
//!               | may_be_local & ~may_be_shared & in_shared & ~in_local
//!     window    = to_shared | to_local     the address counts from the window's base
//!     space     = 0 global (also outside), 1 shared, 2 local, 3 constant
//! ```
//!
//! Of a generic access the predicate Plg leaves one window that it may be in, the windows
//! themselves both; then it is not outside. A form that names its space has its own bit
//! set instead; an LEA has none. Combinational.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// The spaces of a beat's lanes, or that they have none, combinational.
    pub struct Steering<const LANES: usize> {
        /// a generic access, and the window that it may be in
        pub may_be_shared: Signal<In, Bits<LANES>>,
        pub may_be_local: Signal<In, Bits<LANES>>,
        /// the form names its space
        pub shared_form: Signal<In, Bit>,
        pub local_form: Signal<In, Bit>,
        pub constant_form: Signal<In, Bit>,
        pub in_shared: Signal<In, Bits<LANES>>,
        pub in_local: Signal<In, Bits<LANES>>,
        /// the lane lands in shared, local memory
        pub shared: Signal<Out, Bits<LANES>>,
        pub local_memory: Signal<Out, Bits<LANES>>,
        /// generic, and inside a window
        pub window: Signal<Out, Bits<LANES>>,
        /// the fault OutsideWindow
        pub outside: Signal<Out, Bits<LANES>>,
        /// bits of the code of the space
        pub space_0: Signal<Out, Bits<LANES>>,
        pub space_1: Signal<Out, Bits<LANES>>,
        shared_mask local_mask constant_mask to_shared to_local: Signal<Local, Bits<LANES>>,
        all_lanes: Constant<Bits<LANES>> = Constant::new(!Bits::<LANES>::default()),
    }
}

impl<const LANES: usize> Logic for Steering<LANES> {
    #[kernel]
    fn update(&mut self) {
        wire! {
            shared_mask = 0;
            if shared_form { shared_mask = all_lanes; }
            local_mask = 0;
            if local_form { local_mask = all_lanes; }
            constant_mask = 0;
            if constant_form { constant_mask = all_lanes; }
            to_shared = may_be_shared & in_shared;
            to_local = may_be_local & in_local & !to_shared;
            outside = (may_be_shared & !may_be_local & !in_shared)
                | (may_be_local & !may_be_shared & in_shared & !in_local);
            window = to_shared | to_local;
            shared = to_shared | shared_mask;
            local_memory = to_local | local_mask;
            space_0 = to_shared | shared_mask | constant_mask;
            space_1 = to_local | local_mask | constant_mask;
        }
    }
}
