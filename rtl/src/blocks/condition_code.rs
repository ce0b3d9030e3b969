//! The condition code of a 32-bit result.
//!
//!     zero = (result == 0)      sign = result[31]
//!
//! CF is the adder's carry, OF the window compare's miss. Combinational.

use rust_hdl::prelude::*;

/// ZF and SF of a 32-bit result, combinational.
#[derive(Default, LogicBlock)]
pub struct ConditionCode {
    pub result: Signal<In, Bits<32>>,
    pub zero: Signal<Out, Bit>,
    pub sign: Signal<Out, Bit>,
}

impl Logic for ConditionCode {
    #[hdl_gen]
    fn update(&mut self) {
        self.zero.next = !self.result.val().any();
        self.sign.next = self.result.val().get_bit(31);
    }
}
