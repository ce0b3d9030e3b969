//! The word of the scaled offset that an instruction adds.
//!
//! ```text
//!     T        = ({s_hi, s_lo} << scale) mod 2^64
//!     T[63:32] = s_hi << scale  |  s_lo >> (32 - scale)
//!     addend   = high ? T[63:32] : T[31:0]
//! ```
//!
//! The right shift is done as one place and then by ~scale = 31 - scale, since a
//! shift by 32 is none of five bits. Combinational.

use rust_hdl::prelude::*;

/// `addend = word(high) of {s_hi, s_lo} << scale`, combinational.
#[derive(Default, LogicBlock)]
pub struct ScaledOffset {
    pub s_lo: Signal<In, Bits<32>>,
    pub s_hi: Signal<In, Bits<32>>,
    /// left shift, 0 to 31
    pub scale: Signal<In, Bits<5>>,
    /// upper word of the shifted offset, else the lower
    pub high: Signal<In, Bit>,
    pub addend: Signal<Out, Bits<32>>,
    high_mask: Signal<Local, Bits<32>>,
    right_shift: Signal<Local, Bits<5>>,
    s_lo_halved: Signal<Local, Bits<32>>,
    shifted_in: Signal<Local, Bits<32>>,
    source: Signal<Local, Bits<32>>,
}

impl Logic for ScaledOffset {
    #[hdl_gen]
    fn update(&mut self) {
        self.high_mask.next = 0.into();
        if self.high.val() {
            self.high_mask.next = 0xffff_ffff_u64.into();
        }
        self.right_shift.next = !self.scale.val();
        self.s_lo_halved.next = self.s_lo.val() >> 1;
        self.source.next =
            (self.s_hi.val() & self.high_mask.val()) | (self.s_lo.val() & !self.high_mask.val());
        self.shifted_in.next =
            (self.s_lo_halved.val() >> self.right_shift.val()) & self.high_mask.val();
        self.addend.next = (self.source.val() << self.scale.val()) | self.shifted_in.val();
    }
}
