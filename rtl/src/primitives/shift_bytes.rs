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
        wire! {
            self <- 0xffff_ffff_u64 when { low_mask=low high_mask=high };
            upper_word = (offset_hi & high_mask) | (offset_lo & low_mask);
            lower_word = offset_lo & high_mask;
            words = (bit_cast::<64, 32>(upper_word) << 32) | bit_cast::<64, 32>(lower_word);
            shift = bit_cast::<5, 2>(bytes) << 3;
            shifted = words << shift;
            upper = shifted[63:32];
            lower = shifted[31:25];
        }
    }
}
