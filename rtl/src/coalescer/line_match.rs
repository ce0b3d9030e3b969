//! The lanes that wait for a line, in two halves that meet a stage later.
//!
//! ```text
//!     same_line[l] = valid and lines[l] == line
//!     same_top[l]  = valid and waiting[l] and tops[l] == top
//! ```
//!
//! The comparison of 32 bits takes three levels of logic, and the mask with it would take a fourth.
//! Nothing is compared while `valid` is low, so that a simulator skips it. Combinational.

use crate::primitives::packed::Packed;
use rtl_macros::kernel;
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
        pub same_line: Signal<Out, Bits<32>>,
        pub same_top: Signal<Out, Bits<32>>,
        lines_equal: [Signal<Local, Bit>; 32],
        tops_equal: Signal<Local, Bits<32>>,
    }
}

impl Logic for LineMatch {
    #[kernel]
    fn update(&mut self) {
        self.tops_equal.next = !self.tops.val();
        if self.top.val() {
            self.tops_equal.next = self.tops.val();
        }
        self.same_top.next = 0.into();
        for j in 0..32 {
            self.lines_equal[j].next = false;
        }
        if self.valid.val() {
            self.same_top.next = self.waiting.val() & self.tops_equal.val();
            for j in 0..32 {
                self.lines_equal[j].next =
                    self.lines.val().get_bits::<32>(j * 32) == self.line.val();
            }
        }
        self.same_line.next = self.lines_equal.val();
    }
}
