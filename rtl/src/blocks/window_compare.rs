//! Whether a word of an address lies outside the shared window.
//!
//! ```text
//!     hit LO = word[31:24] == window[31:24]            window = shared_base[31:0]
//!     hit HI = word == window  and  not low_missed     window = shared_base[63:32]
//!     miss   = not hit
//! ```
//!
//! `low_missed` carries the low word's verdict into LEA.HI.X and is 0 elsewhere.
//! Combinational.

use rust_hdl::prelude::*;

/// `miss` of one word against its word of the shared window's base, combinational.
#[derive(Default, LogicBlock)]
pub struct WindowCompare {
    pub word: Signal<In, Bits<32>>,
    /// the word of the window's base to compare with
    pub window: Signal<In, Bits<32>>,
    /// all bits count (LEA.HI), else the upper eight
    pub high: Signal<In, Bit>,
    /// the low word of the same address was outside
    pub low_missed: Signal<In, Bit>,
    pub miss: Signal<Out, Bit>,
    upper_differs: Signal<Local, Bit>,
    lower_differs: Signal<Local, Bit>,
}

impl Logic for WindowCompare {
    #[hdl_gen]
    fn update(&mut self) {
        self.upper_differs.next =
            self.word.val().get_bits::<8>(24) != self.window.val().get_bits::<8>(24);
        self.lower_differs.next =
            self.word.val().get_bits::<24>(0) != self.window.val().get_bits::<24>(0);
        self.miss.next = self.upper_differs.val()
            | (self.high.val() & self.lower_differs.val())
            | self.low_missed.val();
    }
}
