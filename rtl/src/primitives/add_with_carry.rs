//! 32-bit adder with carry in and carry out.
//!
//! ```text
//!     {carry_out, sum} = {above, a} + b + (takes_carry ? carry_in : 0)    mod 2^33
//! ```
//!
//! The carry comes out of the lowest bit of sums that are one bit longer, takes_carry +
//! carry_in, so that synthesis builds one carry chain and nothing before it.
//! Combinational.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// `{carry_out, sum} = {above, a} + b + carry_in`, where it takes that; combinational.
#[derive(Default, LogicBlock)]
pub struct AddWithCarry {
    pub a: Signal<In, Bits<32>>,
    /// bit 32 of a
    pub above: Signal<In, Bit>,
    pub b: Signal<In, Bits<32>>,
    pub carry_in: Signal<In, Bit>,
    pub takes_carry: Signal<In, Bit>,
    pub sum: Signal<Out, Bits<32>>,
    /// carry out of bit 31, without `above`
    pub carry_out: Signal<Out, Bit>,
    carry_bit: Signal<Local, Bits<1>>,
    takes_bit: Signal<Local, Bits<1>>,
    above_bit: Signal<Local, Bits<1>>,
    left: Signal<Local, Bits<34>>,
    right: Signal<Local, Bits<34>>,
    total: Signal<Local, Bits<34>>,
}

impl Logic for AddWithCarry {
    #[kernel]
    fn update(&mut self) {
        self.carry_bit.next = 0.into();
        if self.carry_in.val() {
            self.carry_bit.next = 1.into();
        }
        self.takes_bit.next = 0.into();
        if self.takes_carry.val() {
            self.takes_bit.next = 1.into();
        }
        self.above_bit.next = 0.into();
        if self.above.val() {
            self.above_bit.next = 1.into();
        }
        self.left.next = (bit_cast::<34, 1>(self.above_bit.val()) << 33)
            | (bit_cast::<34, 32>(self.a.val()) << 1)
            | bit_cast::<34, 1>(self.takes_bit.val());
        self.right.next =
            (bit_cast::<34, 32>(self.b.val()) << 1) | bit_cast::<34, 1>(self.carry_bit.val());
        self.total.next = self.left.val() + self.right.val();
        self.sum.next = self.total.val().get_bits::<32>(1);
        self.carry_out.next = self.total.val().get_bit(33);
    }
}
