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
        self.invert_mask.next = 0.into();
        if self.invert.val() {
            self.invert_mask.next = 0x7f_ffff_ffff_u64.into();
        }
        self.words.next = ((bit_cast::<39, 32>(self.upper.val()) << 7)
            | bit_cast::<39, 7>(self.lower.val()))
            ^ self.invert_mask.val();
        self.shifted.next = self.words.val() << self.bits.val();
        self.addend.next = self.shifted.val().get_bits::<32>(7);
    }
}
