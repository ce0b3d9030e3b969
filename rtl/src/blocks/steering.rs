//! The space that each lane's access lands in, one bit a lane.
//!
//! ```text
//!     plg       = steer_by_window ? ~in_shared : steering
//!     to_shared = generic & ~plg & in_shared
//!     to_local  = generic & plg & in_local
//!     outside   = generic & (~plg & ~in_shared  |  plg & in_shared & ~in_local)
//!     window    = to_shared | to_local     the address counts from the window's base
//!     space     = 0 global (also outside), 1 shared, 2 local, 3 constant
//! ```
//!
//! A form that names its space has its own bit set instead of `generic`; an LEA has
//! none. Combinational.

use rust_hdl::prelude::*;

block! {
    /// The spaces of a beat's lanes, or that they have none, combinational.
    pub struct Steering<const LANES: usize> {
        /// the form: windows decide, or it names its space
        pub generic: Signal<In, Bit>,
        pub shared_form: Signal<In, Bit>,
        pub local_form: Signal<In, Bit>,
        pub constant_form: Signal<In, Bit>,
        /// the window compare steers, not the predicate
        pub steer_by_window: Signal<In, Bit>,
        /// the predicate Plg
        pub steering: Signal<In, Bits<LANES>>,
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
        plg: Signal<Local, Bits<LANES>>,
        generic_mask: Signal<Local, Bits<LANES>>,
        shared_mask: Signal<Local, Bits<LANES>>,
        local_mask: Signal<Local, Bits<LANES>>,
        constant_mask: Signal<Local, Bits<LANES>>,
        to_shared: Signal<Local, Bits<LANES>>,
        to_local: Signal<Local, Bits<LANES>>,
        all_lanes: Constant<Bits<LANES>> = Constant::new(!Bits::<LANES>::default()),
    }
}

impl<const LANES: usize> Logic for Steering<LANES> {
    #[hdl_gen]
    fn update(&mut self) {
        self.generic_mask.next = 0.into();
        if self.generic.val() {
            self.generic_mask.next = self.all_lanes.val();
        }
        self.shared_mask.next = 0.into();
        if self.shared_form.val() {
            self.shared_mask.next = self.all_lanes.val();
        }
        self.local_mask.next = 0.into();
        if self.local_form.val() {
            self.local_mask.next = self.all_lanes.val();
        }
        self.constant_mask.next = 0.into();
        if self.constant_form.val() {
            self.constant_mask.next = self.all_lanes.val();
        }
        self.plg.next = self.steering.val();
        if self.steer_by_window.val() {
            self.plg.next = !self.in_shared.val();
        }
        self.to_shared.next = self.generic_mask.val() & !self.plg.val() & self.in_shared.val();
        self.to_local.next = self.generic_mask.val() & self.plg.val() & self.in_local.val();
        self.outside.next = self.generic_mask.val()
            & ((!self.plg.val() & !self.in_shared.val())
                | (self.plg.val() & self.in_shared.val() & !self.in_local.val()));
        self.window.next = self.to_shared.val() | self.to_local.val();
        self.shared.next = self.to_shared.val() | self.shared_mask.val();
        self.local_memory.next = self.to_local.val() | self.local_mask.val();
        self.space_0.next =
            self.to_shared.val() | self.shared_mask.val() | self.constant_mask.val();
        self.space_1.next = self.to_local.val() | self.local_mask.val() | self.constant_mask.val();
    }
}
