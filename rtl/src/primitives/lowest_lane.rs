//! The lowest lane of a mask.
//!
//! ```text
//!     lowest = mask & (0 - mask)        one bit, or none
//!     number = position of that bit     0 where there is none
//! ```
//!
//! Combinational.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// The lowest set bit of `mask` and its number, combinational.
    pub struct LowestLane {
        pub mask: Signal<In, Bits<32>>,
        /// `mask` with its lowest bit alone
        pub lowest: Signal<Out, Bits<32>>,
        pub number: Signal<Out, Bits<5>>,
        one_hot: Signal<Local, Bits<32>>,
        bit_0: Signal<Local, Bits<5>>,
        bit_1: Signal<Local, Bits<5>>,
        bit_2: Signal<Local, Bits<5>>,
        bit_3: Signal<Local, Bits<5>>,
        bit_4: Signal<Local, Bits<5>>,
        zero: Constant<Bits<32>> = Constant::new(bits(0)),
        /// lanes whose number has the bit 0, 1, 2, 3, 4
        lanes_0: Constant<Bits<32>> = Constant::new(bits(0xaaaa_aaaa)),
        lanes_1: Constant<Bits<32>> = Constant::new(bits(0xcccc_cccc)),
        lanes_2: Constant<Bits<32>> = Constant::new(bits(0xf0f0_f0f0)),
        lanes_3: Constant<Bits<32>> = Constant::new(bits(0xff00_ff00)),
        lanes_4: Constant<Bits<32>> = Constant::new(bits(0xffff_0000)),
    }
}

impl Logic for LowestLane {
    #[kernel]
    fn update(&mut self) {
        self.one_hot.next = self.mask.val() & (self.zero.val() - self.mask.val());
        self.lowest.next = self.one_hot.val();
        self.bit_0.next = 0.into();
        if (self.one_hot.val() & self.lanes_0.val()).any() {
            self.bit_0.next = 1.into();
        }
        self.bit_1.next = 0.into();
        if (self.one_hot.val() & self.lanes_1.val()).any() {
            self.bit_1.next = 2.into();
        }
        self.bit_2.next = 0.into();
        if (self.one_hot.val() & self.lanes_2.val()).any() {
            self.bit_2.next = 4.into();
        }
        self.bit_3.next = 0.into();
        if (self.one_hot.val() & self.lanes_3.val()).any() {
            self.bit_3.next = 8.into();
        }
        self.bit_4.next = 0.into();
        if (self.one_hot.val() & self.lanes_4.val()).any() {
            self.bit_4.next = 16.into();
        }
        self.number.next = self.bit_0.val()
            | self.bit_1.val()
            | self.bit_2.val()
            | self.bit_3.val()
            | self.bit_4.val();
    }
}
