//! The 64-bit offset, negated or not.
//!
//! ```text
//!     V            = {high ? offset_hi : 0, low ? offset_lo : 0}
//!     negated      = negate ^ (absolute & offset_lo[15])
//!     {s_hi, s_lo} = negated ? (0 - V) mod 2^64 : V
//! ```
//!
//! As inversion plus one: the upper word takes the carry of the lower, which is
//! out exactly when the lower word is 0. `negate` and `absolute` come with `low` only;
//! `absolute` is ADDR_ADD's, of which bits 15:0 count. All negation of the unit is here.
//! Combinational.

use rust_hdl::prelude::*;

/// `{s_hi, s_lo} = negated ? 0 - V : V`, combinational.
#[derive(Default, LogicBlock)]
pub struct NegateOffset {
    pub offset_lo: Signal<In, Bits<32>>,
    pub offset_hi: Signal<In, Bits<32>>,
    /// the lower, the upper word counts; else it reads as 0
    pub low: Signal<In, Bit>,
    pub high: Signal<In, Bit>,
    pub negate: Signal<In, Bit>,
    /// of bits 15:0, a signed number, the magnitude is taken before
    pub absolute: Signal<In, Bit>,
    pub s_lo: Signal<Out, Bits<32>>,
    pub s_hi: Signal<Out, Bits<32>>,
    negated: Signal<Local, Bit>,
    low_mask: Signal<Local, Bits<32>>,
    high_mask: Signal<Local, Bits<32>>,
    negate_mask: Signal<Local, Bits<32>>,
    plus_lo: Signal<Local, Bits<1>>,
    plus_hi: Signal<Local, Bits<1>>,
}

impl Logic for NegateOffset {
    #[hdl_gen]
    fn update(&mut self) {
        self.negated.next =
            self.negate.val() ^ (self.absolute.val() & self.offset_lo.val().get_bit(15));
        self.low_mask.next = 0_u64.into();
        if self.low.val() {
            self.low_mask.next = 0xffff_ffff_u64.into();
        }
        self.high_mask.next = 0_u64.into();
        if self.high.val() {
            self.high_mask.next = 0xffff_ffff_u64.into();
        }
        self.negate_mask.next = 0_u64.into();
        self.plus_lo.next = 0.into();
        if self.negated.val() {
            self.negate_mask.next = 0xffff_ffff_u64.into();
            self.plus_lo.next = 1.into();
        }
        self.plus_hi.next = 0.into();
        if self.negated.val() & (self.offset_lo.val() == 0) {
            self.plus_hi.next = 1.into();
        }
        self.s_lo.next = ((self.offset_lo.val() & self.low_mask.val()) ^ self.negate_mask.val())
            + bit_cast::<32, 1>(self.plus_lo.val());
        self.s_hi.next = ((self.offset_hi.val() & self.high_mask.val()) ^ self.negate_mask.val())
            + bit_cast::<32, 1>(self.plus_hi.val());
    }
}
