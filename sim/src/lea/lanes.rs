//! LEA for many lanes at once, for the inner loop of the co-simulation. Operands are pairs of words
//! as in a register file, results are written in place, nothing is allocated.

use super::lane::{LeaControl, lea};
use crate::value::{Native, Values};
use isa::instruction::WARP_LANES;
use isa::ports::{Inputs, Outputs};

/// Computes all lanes, whether they execute or not. Leaves the outputs of accesses alone.
#[inline(always)]
pub fn lea_lanes(control: &LeaControl, inputs: &Inputs, result: &mut Outputs) {
    // One loop for each form: inside it the form is a constant and costs nothing.
    match (
        control.volta,
        control.high,
        control.negate,
        control.extended,
    ) {
        (true, false, ..) => lanes_of_volta::<false>(*control, inputs, result),
        (true, true, ..) => lanes_of_volta::<true>(*control, inputs, result),
        (false, false, false, false) => lanes::<false, false, false>(control, inputs, result),
        (false, false, false, true) => lanes::<false, false, true>(control, inputs, result),
        (false, false, true, false) => lanes::<false, true, false>(control, inputs, result),
        (false, false, true, true) => lanes::<false, true, true>(control, inputs, result),
        (false, true, false, false) => lanes::<true, false, false>(control, inputs, result),
        (false, true, false, true) => lanes::<true, false, true>(control, inputs, result),
        (false, true, true, false) => lanes::<true, true, false>(control, inputs, result),
        (false, true, true, true) => lanes::<true, true, true>(control, inputs, result),
    }
}

fn lanes<const HIGH: bool, const NEGATE: bool, const EXTENDED: bool>(
    control: &LeaControl,
    inputs: &Inputs,
    result: &mut Outputs,
) {
    let control = LeaControl {
        volta: false,
        high: HIGH,
        negate: NEGATE,
        negate_base: false,
        extended: EXTENDED,
        ..*control
    };
    each(control, inputs, result);
}

// By value: a reference would put the control of the other loops into memory too.
#[inline(never)]
fn lanes_of_volta<const HIGH: bool>(control: LeaControl, inputs: &Inputs, result: &mut Outputs) {
    let control = LeaControl {
        volta: true,
        high: HIGH,
        ..control
    };
    each(control, inputs, result);
}

#[inline(always)]
fn each(control: LeaControl, inputs: &Inputs, result: &mut Outputs) {
    for lane in 0..WARP_LANES {
        let output = lea::<Native>(control.of_lane(
            Native::concat(inputs.base_hi[lane], inputs.base_lo[lane]),
            Native::concat(inputs.offset_hi[lane], inputs.offset_lo[lane]),
            inputs.carry_in >> lane & 1 != 0,
            inputs.overflow_in >> lane & 1 != 0,
        ));
        result.sum_lo[lane] = output.sum as u32;
        result.cc[lane] = output.condition_code() as u8;
    }
    result.sum_hi = [0; WARP_LANES];
}
