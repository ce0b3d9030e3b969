//! The sectors of a line that its lanes touch.
//!
//! ```text
//!     sectors[s] = a lane of `lanes` has address[6:5] == s
//! ```
//!
//! Combinational.

use rust_hdl::prelude::*;

/// 32-byte quarters of a line, combinational.
#[derive(Default, LogicBlock)]
pub struct Sectors {
    pub lanes: Signal<In, Bits<32>>,
    /// one bit a lane: `address[5]`, `address[6]`
    pub sector_0: Signal<In, Bits<32>>,
    pub sector_1: Signal<In, Bits<32>>,
    pub sectors: Signal<Out, Bits<4>>,
    upper: Signal<Local, Bits<32>>,
    lower: Signal<Local, Bits<32>>,
    sectors_0: Signal<Local, Bits<4>>,
    sectors_1: Signal<Local, Bits<4>>,
    sectors_2: Signal<Local, Bits<4>>,
    sectors_3: Signal<Local, Bits<4>>,
}

impl Logic for Sectors {
    #[hdl_gen]
    fn update(&mut self) {
        self.upper.next = self.lanes.val() & self.sector_1.val();
        self.lower.next = self.lanes.val() & !self.sector_1.val();
        self.sectors_0.next = 0.into();
        if (self.lower.val() & !self.sector_0.val()).any() {
            self.sectors_0.next = 1.into();
        }
        self.sectors_1.next = 0.into();
        if (self.lower.val() & self.sector_0.val()).any() {
            self.sectors_1.next = 2.into();
        }
        self.sectors_2.next = 0.into();
        if (self.upper.val() & !self.sector_0.val()).any() {
            self.sectors_2.next = 4.into();
        }
        self.sectors_3.next = 0.into();
        if (self.upper.val() & self.sector_0.val()).any() {
            self.sectors_3.next = 8.into();
        }
        self.sectors.next = self.sectors_0.val()
            | self.sectors_1.val()
            | self.sectors_2.val()
            | self.sectors_3.val();
    }
}
