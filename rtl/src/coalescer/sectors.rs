//! The sectors of a line that its lanes touch.
//!
//! ```text
//!     sectors[s] = a lane of `lanes` has address[6:5] == s
//! ```
//!
//! Combinational.

use crate::primitives::packed::Packed;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// 32-byte quarters of a line, combinational.
    pub struct Sectors {
        pub lanes: Signal<In, Bits<32>>,
        /// 32 bits a sector, one bit a lane: `address[6:5]` is the sector
        pub sectors_of_lanes: Signal<In, Bits<128>>,
        pub sectors: Signal<Out, Bits<4>>,
        touches: [Signal<Local, Bit>; 4],
    }
}

impl Logic for Sectors {
    #[kernel]
    fn update(&mut self) {
        for s in 0..4 {
            self.touches[s].next =
                (self.lanes.val() & self.sectors_of_lanes.val().get_bits::<32>(s * 32)).any();
        }
        self.sectors.next = self.touches.val();
    }
}
