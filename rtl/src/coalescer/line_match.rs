//! The lanes that wait for a line.
//!
//! ```text
//!     served[l] = valid and waiting[l] and lines[l] == line and tops[l] == top
//! ```
//!
//! Nothing is compared while `valid` is low, so that a simulator skips it. Combinational.

use crate::primitives::packed::Packed;
use rust_hdl::prelude::*;

block! {
    /// All lanes against one line, combinational.
    pub struct LineMatch {
        /// there is a line: `address[38:7]` and `address[39]` of it
        pub valid: Signal<In, Bit>,
        pub line: Signal<In, Bits<32>>,
        pub top: Signal<In, Bit>,
        /// lanes that wait for a line; 32 bits a lane: `address[38:7]`; one bit a lane:
        /// `address[39]`
        pub waiting: Signal<In, Bits<32>>,
        pub lines: Signal<In, Bits<1024>>,
        pub tops: Signal<In, Bits<32>>,
        pub served: Signal<Out, Bits<32>>,
        same_line: [Signal<Local, Bit>; 32],
        same_top: Signal<Local, Bits<32>>,
    }
}

impl Logic for LineMatch {
    #[hdl_gen]
    fn update(&mut self) {
        self.same_top.next = !self.tops.val();
        if self.top.val() {
            self.same_top.next = self.tops.val();
        }
        for j in 0..32 {
            self.same_line[j].next = false;
        }
        if self.valid.val() {
            for j in 0..32 {
                self.same_line[j].next = self.lines.val().get_bits::<32>(j * 32) == self.line.val();
            }
        }
        self.served.next = self.waiting.val() & self.same_top.val() & self.same_line.val();
    }
}
