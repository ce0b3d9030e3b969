//! Whether the offset is negated, and whether its inverted word needs the 1.
//!
//! ```text
//!     negated   = negate ^ (absolute & offset_lo[15])
//!     increment = negated and not inverts and not (borrows and (offset_lo & below) != 0)
//! ```
//!
//! -U = ~U + 1, of 64 bits: the 1 goes into the lower word always, into the upper one, which
//! `borrows`, where all of the lower word is 0. Of that word `below` has the bits of `offset_lo`
//! that the shift leaves in it. From Volta on the word that is added is negated, whatever is
//! below it, and an LEA.X `inverts` it alone. `borrows` is asked last, since it comes late.
//! `absolute` is ADDR_ADD's, of which bits 15:0 count. Combinational.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// `negated`, and the `increment` that makes the inverted word the negated one, combinational.
#[derive(Default, LogicBlock)]
pub struct Negation {
    pub offset_lo: Signal<In, Bits<32>>,
    pub negate: Signal<In, Bit>,
    /// of bits 15:0, a signed number, the magnitude is taken before
    pub absolute: Signal<In, Bit>,
    /// the word is inverted, and nothing added
    pub inverts: Signal<In, Bit>,
    /// the word is the upper one of a negated number, and the bits of offset_lo that then stay
    /// below it
    pub borrows: Signal<In, Bit>,
    pub below: Signal<In, Bits<32>>,
    pub negated: Signal<Out, Bit>,
    pub increment: Signal<Out, Bit>,
    negative: Signal<Local, Bit>,
    rest: Signal<Local, Bits<32>>,
}

impl Logic for Negation {
    #[kernel]
    fn update(&mut self) {
        wire! {
            negative = negate ^ (absolute & offset_lo[15]);
            rest = offset_lo & below;
            negated = negative;
            increment = negative & !inverts & !(borrows & rest.any());
        }
    }
}
