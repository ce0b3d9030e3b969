//! The lanes that may lead a pass: those of the first group in which one waits.
//!
//! ```text
//!     group[l] = no lane waits in a group before that of l
//! ```
//!
//! Banks serve 32 lanes of up to 4 bytes in one pass, 16 of 8 bytes (`halves`), 8 of 16 bytes
//! (`halves` and `quarters`). Combinational.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

block! {
    /// The group of lanes whose turn it is, combinational.
    pub struct PassGroup {
        /// lanes that wait to lead a pass
        pub waiting: Signal<In, Bits<32>>,
        /// lanes 15:0 go before the others, 7:0 before 15:8 and 23:16 before 31:24
        pub halves: Signal<In, Bit>,
        pub quarters: Signal<In, Bit>,
        /// lanes behind which no earlier group waits
        pub group: Signal<Out, Bits<32>>,
        held_1 held_23 held_3: Signal<Local, Bits<32>>,
        lanes_0: Constant<Bits<32>> = Constant::new(bits(0x0000_00ff)),
        lanes_1: Constant<Bits<32>> = Constant::new(bits(0x0000_ff00)),
        lanes_01: Constant<Bits<32>> = Constant::new(bits(0x0000_ffff)),
        lanes_2: Constant<Bits<32>> = Constant::new(bits(0x00ff_0000)),
        lanes_3: Constant<Bits<32>> = Constant::new(bits(0xff00_0000)),
        lanes_23: Constant<Bits<32>> = Constant::new(bits(0xffff_0000)),
    }
}

impl Logic for PassGroup {
    #[kernel]
    fn update(&mut self) {
        wire! {
            held_1 = 0;
            held_23 = 0;
            held_3 = 0;
            if halves & (waiting & lanes_01).any() { held_23 = lanes_23; }
            if quarters & (waiting & lanes_0).any() { held_1 = lanes_1; }
            if quarters & (waiting & lanes_2).any() { held_3 = lanes_3; }
            group = !(held_1 | held_23 | held_3);
        }
    }
}
