//! Window of an address: the shared one, the local one, or neither.
//!
//! ```text
//!     shared_lo = sum_lo[31:24] == shared_base[31:24]
//!     shared_hi = sum_hi        == shared_base[63:32]
//!     result_hi = sum_lo        == shared_base[63:32]
//!     in_shared = shared_lo and shared_hi
//!     in_local  = likewise with local_base
//!     LEA.LO    miss = not shared_lo
//!     LEA.HI    miss = not result_hi  or  low_missed
//! ```
//!
//! The result of an LEA.HI is itself the upper word of an address. `low_missed`
//! carries the low word's verdict into LEA.HI.X and is 0 elsewhere. Combinational.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// An address against the two windows, combinational.
    pub struct WindowCompare {
        pub sum_lo: Signal<In, Bits<32>>,
        pub sum_hi: Signal<In, Bits<32>>,
        /// LEA.HI; 0 for an access
        pub high: Signal<In, Bit>,
        /// the low word of the same address was outside
        pub low_missed: Signal<In, Bit>,
        /// bits 31:24 and 63:32 of the windows' bases
        pub shared_base_lo: Signal<In, Bits<8>>,
        pub shared_base_hi: Signal<In, Bits<32>>,
        pub local_base_lo: Signal<In, Bits<8>>,
        pub local_base_hi: Signal<In, Bits<32>>,
        /// LEA: outside the shared window
        pub miss: Signal<Out, Bit>,
        /// an access: inside the windows
        pub in_shared: Signal<Out, Bit>,
        pub in_local: Signal<Out, Bit>,
        upper: Signal<Local, Bits<8>>,
        shared_lo shared_hi result_hi local_lo local_hi: Signal<Local, Bit>,
    }
}

impl Logic for WindowCompare {
    #[kernel]
    fn update(&mut self) {
        self.upper.next = self.sum_lo.val().get_bits::<8>(24);
        self.shared_lo.next = self.upper.val() == self.shared_base_lo.val();
        self.shared_hi.next = self.sum_hi.val() == self.shared_base_hi.val();
        self.result_hi.next = self.sum_lo.val() == self.shared_base_hi.val();
        self.local_lo.next = self.upper.val() == self.local_base_lo.val();
        self.local_hi.next = self.sum_hi.val() == self.local_base_hi.val();
        self.in_shared.next = self.shared_lo.val() & self.shared_hi.val();
        self.in_local.next = self.local_lo.val() & self.local_hi.val();
        self.miss.next = (self.high.val() & !self.result_hi.val())
            | (!self.high.val() & !self.shared_lo.val())
            | self.low_missed.val();
    }
}
