//! The rest of the scaled offset's shift, after its whole bytes, and its inversion.
//!
//! ```text
//!     addend = bits 38:7 of ({upper, lower} ^ (invert ? -1 : 0)) << bits
//! ```
//!
//! Inverted before the shift, so that ones come in from below: of the word V << scale
//! that is `~(V << scale)`, one less than its negation. Combinational.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// `addend = bits 38:7 of ({upper, lower} ^ invert) << bits`, combinational.
#[derive(Default, LogicBlock)]
pub struct ShiftBits {
    /// bits 63:32 and 31:25 of the offset shifted by whole bytes
    pub upper: Signal<In, Bits<32>>,
    pub lower: Signal<In, Bits<7>>,
    pub invert: Signal<In, Bit>,
    /// `scale[2:0]`
    pub bits: Signal<In, Bits<3>>,
    pub addend: Signal<Out, Bits<32>>,
    invert_mask: Signal<Local, Bits<39>>,
    words: Signal<Local, Bits<39>>,
    shifted: Signal<Local, Bits<39>>,
}

impl Logic for ShiftBits {
    #[kernel]
    fn update(&mut self) {
        wire! {
            self <- 0x7f_ffff_ffff_u64 when { invert_mask=invert };
            words = ((bit_cast::<39, 32>(upper) << 7) | bit_cast::<39, 7>(lower)) ^ invert_mask;
            shifted = words << bits;
            addend = shifted[38:7];
        }
    }
}
