//! Addresses of loads and stores for many lanes at once, for the inner loop of the co-simulation.
//! Operands are words as in a register file, results are written in place, nothing is allocated.

use super::control::{AccessControl, AccessMasks, SPACES};
use crate::results::set_lane;
use crate::value::{Native, Values};
use isa::control::AccessSpace;
use isa::instruction::WARP_LANES;
use isa::ports::{Inputs, Outputs};

/// Computes all lanes, whether they execute or not. `execute` only changes the faults and the
/// masks.
#[inline(always)]
pub fn access_lanes(
    control: &AccessControl,
    inputs: &Inputs,
    execute: u32,
    result: &mut Outputs,
) -> AccessMasks<u32> {
    // One loop for each space and width of the base: inside it they are constants.
    match (control.space, control.extended & !control.absolute) {
        (AccessSpace::Generic, false) => lanes::<0, false>(control, inputs, execute, result),
        (AccessSpace::Generic, true) => lanes::<0, true>(control, inputs, execute, result),
        (AccessSpace::Global, false) => lanes::<1, false>(control, inputs, execute, result),
        (AccessSpace::Global, true) => lanes::<1, true>(control, inputs, execute, result),
        (AccessSpace::Shared, false) => lanes::<2, false>(control, inputs, execute, result),
        (AccessSpace::Shared, true) => lanes::<2, true>(control, inputs, execute, result),
        (AccessSpace::Local, false) => lanes::<3, false>(control, inputs, execute, result),
        (AccessSpace::Local, true) => lanes::<3, true>(control, inputs, execute, result),
        (AccessSpace::Constant, false) => lanes::<4, false>(control, inputs, execute, result),
        (AccessSpace::Constant, true) => lanes::<4, true>(control, inputs, execute, result),
    }
}

#[inline(never)]
fn lanes<const SPACE: usize, const EXTENDED: bool>(
    control: &AccessControl,
    inputs: &Inputs,
    execute: u32,
    result: &mut Outputs,
) -> AccessMasks<u32> {
    let mut masks = AccessMasks::<u32>::default();
    let control = AccessControl {
        space: SPACES[SPACE],
        extended: EXTENDED,
        ..control.clone()
    };
    let imm32 = control.imm32();
    for lane in 0..WARP_LANES {
        let (values, of_lane) = control.clone().lane(
            imm32,
            Native::concat(inputs.base_hi[lane], inputs.base_lo[lane]),
            inputs.steering_mask >> lane & 1 != 0,
            execute >> lane & 1 != 0,
        );
        set_lane(result, lane, values);
        masks.live |= u32::from(of_lane.live) << lane;
        masks.shared |= u32::from(of_lane.shared) << lane;
        masks.fault |= u32::from(of_lane.fault) << lane;
        masks.misaligned |= u32::from(of_lane.misaligned) << lane;
    }
    masks
}
