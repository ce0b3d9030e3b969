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

block! {
    /// `{carry_out, sum} = {above, a} + b + carry_in`, where it takes that; combinational.
    pub struct AddWithCarry {
        pub a: Signal<In, Bits<32>>,
        /// bit 32 of a
        pub above: Signal<In, Bit>,
        pub b: Signal<In, Bits<32>>,
        pub carry_in: Signal<In, Bit>,
        pub takes_carry: Signal<In, Bit>,
        pub sum: Signal<Out, Bits<32>>,
        /// bit 32 of the sum: the carry out of bit 31, ^ above
        pub carry_out: Signal<Out, Bit>,
        carry_bit takes_bit above_bit: Signal<Local, Bits<1>>,
        left right total: Signal<Local, Bits<34>>,
    }
}

impl Logic for AddWithCarry {
    #[kernel]
    fn update(&mut self) {
        wire! {
            self <- 1 when { carry_bit=carry_in takes_bit=takes_carry above_bit=above };
            left = (bit_cast::<34, 1>(above_bit) << 33) | (bit_cast::<34, 32>(a) << 1)
                | bit_cast::<34, 1>(takes_bit);
            right = (bit_cast::<34, 32>(b) << 1) | bit_cast::<34, 1>(carry_bit);
            total = left + right;
            sum = total[32:1];
            carry_out = total[33];
        }
    }
}
