//! ADDR_ADD for many channels at once, for the inner loop of the co-simulation.

use super::lane::AddrAddControl;
use crate::results::set_no_access;
use isa::instruction::WARP_LANES;
use isa::ports::{Inputs, Outputs};

/// Computes the sums of all channels, whether they write them or not. Bits 15:0 of an
/// operand's words count.
#[inline(always)]
pub fn addr_add_lanes(control: &AddrAddControl, inputs: &Inputs, result: &mut Outputs) {
    // One loop for each modifier: inside it the modifier is a constant and costs nothing.
    match (control.absolute, control.negate) {
        (false, false) => lanes::<false, false>(control, inputs, result),
        (false, true) => lanes::<false, true>(control, inputs, result),
        (true, false) => lanes::<true, false>(control, inputs, result),
        (true, true) => lanes::<true, true>(control, inputs, result),
    }
    result.sum_hi = [0; WARP_LANES];
    result.cc = [0; WARP_LANES];
    set_no_access(result);
}

fn lanes<const ABSOLUTE: bool, const NEGATE: bool>(
    control: &AddrAddControl,
    inputs: &Inputs,
    result: &mut Outputs,
) {
    let control = AddrAddControl {
        absolute: ABSOLUTE,
        negate: NEGATE,
        ..*control
    };
    for lane in 0..WARP_LANES {
        result.sum_lo[lane] = control.sum(inputs.base_lo[lane], inputs.offset_lo[lane]);
    }
}
