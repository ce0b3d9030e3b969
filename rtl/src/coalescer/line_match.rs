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
        /// there is a line: `address[38:7]` of it, and `address[48:39]`, which bits 9:0 of top have
        pub valid: Signal<In, Bit>,
        pub line: Signal<In, Bits<32>>,
        pub top: Signal<In, Bits<32>>,
        /// lanes that wait for a line; 32 bits a lane: `address[38:7]`; `address[48:39]`
        pub waiting: Signal<In, Bits<32>>,
        pub lines: Signal<In, Bits<1024>>,
        pub tops: Signal<In, Bits<1024>>,
        pub same_line: Signal<Out, Bits<32>>,
        pub same_top: Signal<Out, Bits<32>>,
        lines_equal: [Signal<Local, Bit>; 32],
        tops_equal: [Signal<Local, Bit>; 32],
        top_bits: Signal<Local, Bits<10>>,
        top_mask: Signal<Local, Bits<32>>,
    }
}

impl Logic for LineMatch {
    #[kernel]
    fn update(&mut self) {
        self.top_bits.next = self.top.val().get_bits::<10>(0);
        for j in 0..32 {
            self.lines_equal[j].next = false;
            self.tops_equal[j].next = false;
        }
        if self.valid.val() {
            for j in 0..32 {
                self.lines_equal[j].next =
                    self.lines.val().get_bits::<32>(j * 32) == self.line.val();
                self.tops_equal[j].next =
                    self.tops.val().get_bits::<10>(j * 32) == self.top_bits.val();
            }
        }
        self.top_mask.next = self.tops_equal.val();
        self.same_line.next = self.lines_equal.val();
        self.same_top.next = self.waiting.val() & self.top_mask.val();
    }
}
