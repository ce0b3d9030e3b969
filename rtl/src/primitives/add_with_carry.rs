//! 32-bit adder with carry in and carry out.
//!
//! ```text
//!     {carry_out, sum} = a + b + carry_in
//! ```
//!
//! Combinational.

use rust_hdl::prelude::*;

/// `{carry_out, sum} = a + b + carry_in`, combinational.
#[derive(Default, LogicBlock)]
pub struct AddWithCarry {
    pub a: Signal<In, Bits<32>>,
    pub b: Signal<In, Bits<32>>,
    pub carry_in: Signal<In, Bit>,
    /// (a + b + carry_in) mod 2^32
    pub sum: Signal<Out, Bits<32>>,
    /// carry out of bit 31
    pub carry_out: Signal<Out, Bit>,
    total: Signal<Local, Bits<33>>,
    carry_bit: Signal<Local, Bits<1>>,
}

impl Logic for AddWithCarry {
    #[hdl_gen]
    fn update(&mut self) {
        if self.carry_in.val() {
            self.carry_bit.next = 1.into();
        } else {
            self.carry_bit.next = 0.into();
        }
        self.total.next = bit_cast::<33, 32>(self.a.val())
            + bit_cast::<33, 32>(self.b.val())
            + bit_cast::<33, 1>(self.carry_bit.val());
        self.sum.next = self.total.val().get_bits::<32>(0);
        self.carry_out.next = self.total.val().get_bit(32);
    }
}
