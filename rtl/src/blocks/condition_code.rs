//! The condition code of a 32-bit result.
//!
//! ```text
//!     cc = {OF, SF, ZF, CF} = {volta ? carry : miss, result[31], result == 0, carry}
//!     0 for an access
//! ```
//!
//! OF is no overflow flag, but the value of the predicate that an LEA writes: whether the shared
//! window was missed, from Volta on the carry. Combinational.

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
    /// there is no window test: OF is the carry
    pub volta: Signal<In, Bit>,
    /// there is a condition code: LEA
    pub lea: Signal<In, Bit>,
    /// {OF, SF, ZF, CF}
    pub cc: Signal<Out, Bits<4>>,
    overflow: Signal<Local, Bit>,
    sign: Signal<Local, Bits<1>>,
    flags: Signal<Local, Bits<4>>,
    lea_mask: Signal<Local, Bits<4>>,
    zero: Signal<Local, Bits<1>>,
    carry_bit: Signal<Local, Bits<1>>,
    overflow_bit: Signal<Local, Bits<1>>,
}

impl Logic for ConditionCode {
    #[kernel]
    fn update(&mut self) {
        wire! {
            overflow = (volta & carry) | (!volta & miss);
            sign = result[31:31];
            zero = 0;
            if result == 0 { zero = 1; }
            self <- 1 when { carry_bit=carry overflow_bit=overflow } 15 when { lea_mask=lea };
            flags = (bit_cast::<4, 1>(overflow_bit) << 3) | (bit_cast::<4, 1>(sign) << 2)
                | (bit_cast::<4, 1>(zero) << 1) | bit_cast::<4, 1>(carry_bit);
            cc = flags & lea_mask;
        }
    }
}
