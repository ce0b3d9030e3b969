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
        bit_0 bit_1 bit_2 bit_3 bit_4: Signal<Local, Bits<5>>,
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
        wire! {
            one_hot = mask & (zero - mask);
            lowest = one_hot;
            bit_0 = 0;
            if (one_hot & lanes_0).any() { bit_0 = 1; }
            bit_1 = 0;
            if (one_hot & lanes_1).any() { bit_1 = 2; }
            bit_2 = 0;
            if (one_hot & lanes_2).any() { bit_2 = 4; }
            bit_3 = 0;
            if (one_hot & lanes_3).any() { bit_3 = 8; }
            bit_4 = 0;
            if (one_hot & lanes_4).any() { bit_4 = 16; }
            number = bit_0 | bit_1 | bit_2 | bit_3 | bit_4;
        }
    }
}
