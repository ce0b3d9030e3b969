//! The 64-bit address adder, its carry chain cut in two.
//!
//! ```text
//!     {carry, sum_lo}    = base_lo + addend + carry_in
//!     {carry_hi, sum_hi} = base_hi + addend_hi_s1 + (wide_s1 ? carry_lo : 0)
//!     above              = base_above ^ increment
//!     void               = increment and addend == -1
//!     carry_lo           = volta_s1 ? (carry ^ above) or void : carry ^ above ^ void
//! ```
//!
//! The lower word is registered, and the upper one added a cycle later. The addend's
//! upper word comes then; a 32-bit address takes neither that, which is 0, nor the carry.
//!
//! A negated addend comes inverted, the 1 that it lacks is in the base already. The carry
//! then still is that of base + negated addend, but for two cases: the 1 has carried out of
//! the base (`above`), and the negation of 0, which is 0 and no 2^32 (`void`). From Volta
//! on the 1 of a negation counts as a carry, so that of 0 has one, and so has that of a base
//! of 0, whose 1 is `carry_in`: bit 32 of the sum is wrong where both are 0 alone, which is
//! 2^33. What has an upper word is never negated.
//! Latency 1 cycle for all outputs; `advance` low holds it.

use crate::primitives::AddWithCarry;
use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// `sum = base + addend + carry_in` mod 2^64, carries out of bits 31 and 63; latency 1.
#[derive(Default, LogicBlock)]
pub struct AddressAdder {
    pub clock: Signal<In, Clock>,
    /// the pipeline moves on
    pub advance: Signal<In, Bit>,
    pub base_lo: Signal<In, Bits<32>>,
    pub base_hi: Signal<In, Bits<32>>,
    pub addend: Signal<In, Bits<32>>,
    pub carry_in: Signal<In, Bit>,
    /// the base has the 1 of a negated addend
    pub increment: Signal<In, Bit>,
    /// which carried out of the base's bit 31, in bit 32 of a sum that has it there too
    pub base_above: Signal<In, Bit>,
    /// the upper word of the addend
    pub addend_hi_s1: Signal<In, Bits<32>>,
    /// the carry goes on into the upper word
    pub wide_s1: Signal<In, Bit>,
    /// the 1 of a negation counts as a carry
    pub volta_s1: Signal<In, Bit>,
    pub sum_lo: Signal<Out, Bits<32>>,
    pub sum_hi: Signal<Out, Bits<32>>,
    /// carry out of bit 31
    pub carry_lo: Signal<Out, Bit>,
    /// carry out of bit 63, for wider sums: no address of the lane looks at it
    pub carry_hi: Signal<Out, Bit>,
    add_lo: AddWithCarry,
    add_hi: AddWithCarry,
    sum_lo_s1: DFF<Bits<32>>,
    carry_s1: DFF<Bit>,
    void_s1: DFF<Bit>,
    base_hi_s1: DFF<Bits<32>>,
}

impl Logic for AddressAdder {
    #[kernel]
    fn update(&mut self) {
        wire! {
            add_lo <- self { a=base_lo b=addend carry_in } true { takes_carry };
            add_lo.above = base_above ^ increment;
            if advance {
                sum_lo_s1.d = add_lo.sum;
                carry_s1.d = add_lo.carry_out;
                void_s1.d = increment & addend.all();
                base_hi_s1.d = base_hi;
            }
            add_hi <- q _s1 { a=base_hi carry_in=carry } self { b=addend_hi_s1 takes_carry=wide_s1 }
                false { above };
            self <- q _s1 { sum_lo };
            carry_lo = carry_s1.q ^ (void_s1.q & !(volta_s1 & carry_s1.q));
            self <- add_hi { sum_hi=sum carry_hi=carry_out };
        }
    }
}
