//! The condition code of a 32-bit result.
//!
//! ```text
//!     cc = {OF, SF, ZF, CF} = {miss, result[31], result == 0, carry}    0 for an access
//! ```
//!
//! OF is no overflow flag: it is set where the shared window was missed. Combinational.

use rtl_macros::kernel;
use rust_hdl::prelude::*;

/// `cc = {OF, SF, ZF, CF}` of a 32-bit result, combinational.
#[derive(Default, LogicBlock)]
pub struct ConditionCode {
    pub result: Signal<In, Bits<32>>,
    /// carry out of bit 31
    pub carry: Signal<In, Bit>,
    /// outside the shared window
    pub miss: Signal<In, Bit>,
    /// there is a condition code: LEA
    pub lea: Signal<In, Bit>,
    /// {OF, SF, ZF, CF}
    pub cc: Signal<Out, Bits<4>>,
    sign: Signal<Local, Bits<1>>,
    flags: Signal<Local, Bits<4>>,
    lea_mask: Signal<Local, Bits<4>>,
    zero: Signal<Local, Bits<1>>,
    carry_bit: Signal<Local, Bits<1>>,
    miss_bit: Signal<Local, Bits<1>>,
}

impl Logic for ConditionCode {
    #[kernel]
    fn update(&mut self) {
        self.sign.next = self.result.val().get_bits::<1>(31);
        self.zero.next = 0.into();
        if self.result.val() == 0 {
            self.zero.next = 1.into();
        }
        self.carry_bit.next = 0.into();
        if self.carry.val() {
            self.carry_bit.next = 1.into();
        }
        self.miss_bit.next = 0.into();
        if self.miss.val() {
            self.miss_bit.next = 1.into();
        }
        self.lea_mask.next = 0.into();
        if self.lea.val() {
            self.lea_mask.next = 15.into();
        }
        self.flags.next = (bit_cast::<4, 1>(self.miss_bit.val()) << 3)
            | (bit_cast::<4, 1>(self.sign.val()) << 2)
            | (bit_cast::<4, 1>(self.zero.val()) << 1)
            | bit_cast::<4, 1>(self.carry_bit.val());
        self.cc.next = self.flags.val() & self.lea_mask.val();
    }
}
