//! Whether a word of an address lies outside the shared window.
//!
//!     hit LO = word[31:24] == shared_base[31:24]
//!     hit HI = word == shared_base[63:32]  and  not low_missed
//!     miss   = not hit
//!
//! `low_missed` carries the low word's verdict into LEA.HI.X. Combinational.

use rust_hdl::prelude::*;

/// `miss` of one word against the shared window's base, combinational.
#[derive(Default, LogicBlock)]
pub struct WindowCompare {
    pub word: Signal<In, Bits<32>>,
    /// the word is an upper one (LEA.HI)
    pub high: Signal<In, Bit>,
    /// the low word of the same address was outside
    pub low_missed: Signal<In, Bit>,
    /// shared_base[31:24]
    pub window_lo: Signal<In, Bits<8>>,
    /// shared_base[63:32]
    pub window_hi: Signal<In, Bits<32>>,
    pub miss: Signal<Out, Bit>,
}

impl Logic for WindowCompare {
    #[hdl_gen]
    fn update(&mut self) {
        if self.high.val() {
            self.miss.next = (self.word.val() != self.window_hi.val()) | self.low_missed.val();
        } else {
            self.miss.next = self.word.val().get_bits::<8>(24) != self.window_lo.val();
        }
    }
}
