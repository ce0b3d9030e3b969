//! A word, or the next one.
//!
//! ```text
//!     {above, next_word} = word + increment
//! ```
//!
//! Carries out exactly where the word is all ones: asked beside the sum, not after it.
//! Combinational.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// `{above, next_word} = word + increment`, combinational.
#[derive(Default, LogicBlock)]
pub struct Increment {
    pub word: Signal<In, Bits<32>>,
    pub increment: Signal<In, Bit>,
    /// (word + increment) mod 2^32
    pub next_word: Signal<Out, Bits<32>>,
    /// carry out of bit 31
    pub above: Signal<Out, Bit>,
    increment_bit: Signal<Local, Bits<1>>,
}

impl Logic for Increment {
    #[kernel]
    fn update(&mut self) {
        self.increment_bit.next = 0.into();
        if self.increment.val() {
            self.increment_bit.next = 1.into();
        }
        self.next_word.next = self.word.val() + bit_cast::<32, 1>(self.increment_bit.val());
        self.above.next = self.increment.val() & self.word.val().all();
    }
}
