//! The words of the offset that count, shifted left by whole bytes.
//!
//! ```text
//!     V              = {high ? offset_hi : low ? offset_lo : 0, high ? offset_lo : 0}
//!     {upper, lower} = bits 63:25 of V << 8 * bytes
//! ```
//!
//! Of a 64-bit offset shifted by `scale` the upper word is wanted, or the lower, which
//! is the upper one of `{offset_lo, 0}`. The 7 bits below it are what the rest of the
//! shift, `scale[2:0]`, can still bring in. `low` and `high` are not both 1.
//! Combinational.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// `{upper, lower} = bits 63:25 of V << 8 * bytes`, combinational.
#[derive(Default, LogicBlock)]
pub struct ShiftBytes {
    pub offset_lo: Signal<In, Bits<32>>,
    pub offset_hi: Signal<In, Bits<32>>,
    /// the lower, the upper word of the shifted offset is wanted; none: 0
    pub low: Signal<In, Bit>,
    pub high: Signal<In, Bit>,
    /// `scale[4:3]`
    pub bytes: Signal<In, Bits<2>>,
    pub upper: Signal<Out, Bits<32>>,
    pub lower: Signal<Out, Bits<7>>,
    low_mask: Signal<Local, Bits<32>>,
    high_mask: Signal<Local, Bits<32>>,
    upper_word: Signal<Local, Bits<32>>,
    lower_word: Signal<Local, Bits<32>>,
    words: Signal<Local, Bits<64>>,
    shift: Signal<Local, Bits<5>>,
    shifted: Signal<Local, Bits<64>>,
}

impl Logic for ShiftBytes {
    #[kernel]
    fn update(&mut self) {
        self.low_mask.next = 0.into();
        if self.low.val() {
            self.low_mask.next = 0xffff_ffff_u64.into();
        }
        self.high_mask.next = 0.into();
        if self.high.val() {
            self.high_mask.next = 0xffff_ffff_u64.into();
        }
        self.upper_word.next = (self.offset_hi.val() & self.high_mask.val())
            | (self.offset_lo.val() & self.low_mask.val());
        self.lower_word.next = self.offset_lo.val() & self.high_mask.val();
        self.words.next = (bit_cast::<64, 32>(self.upper_word.val()) << 32)
            | bit_cast::<64, 32>(self.lower_word.val());
        self.shift.next = bit_cast::<5, 2>(self.bytes.val()) << 3;
        self.shifted.next = self.words.val() << self.shift.val();
        self.upper.next = self.shifted.val().get_bits::<32>(32);
        self.lower.next = self.shifted.val().get_bits::<7>(25);
    }
}
