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
    let wide = control.extended & (control.uniform_added | !control.absolute);
    let added = control.base_word | control.uniform_added | (control.scale != 0);
    // One loop for each space and width of the base: inside it they are constants.
    let lanes = match (control.space, wide, added) {
        (AccessSpace::Generic, false, false) => lanes::<0, false, false>,
        (AccessSpace::Generic, true, false) => lanes::<0, true, false>,
        (AccessSpace::Generic, _, true) => lanes::<0, false, true>,
        (AccessSpace::Global, false, false) => lanes::<1, false, false>,
        (AccessSpace::Global, true, false) => lanes::<1, true, false>,
        (AccessSpace::Global, _, true) => lanes::<1, false, true>,
        (AccessSpace::Shared, false, false) => lanes::<2, false, false>,
        (AccessSpace::Shared, true, false) => lanes::<2, true, false>,
        (AccessSpace::Shared, _, true) => lanes::<2, false, true>,
        (AccessSpace::Local, false, false) => lanes::<3, false, false>,
        (AccessSpace::Local, true, false) => lanes::<3, true, false>,
        (AccessSpace::Local, _, true) => lanes::<3, false, true>,
        (AccessSpace::Constant, false, false) => lanes::<4, false, false>,
        (AccessSpace::Constant, true, false) => lanes::<4, true, false>,
        (AccessSpace::Constant, _, true) => lanes::<4, false, true>,
    };
    lanes(control, inputs, execute, result)
}

/// Lanes of a space. Unless something is `ADDED`, the address is a base of registers, of 64 bits if
/// `EXTENDED`, and an immediate.
#[inline(never)]
fn lanes<const SPACE: usize, const EXTENDED: bool, const ADDED: bool>(
    control: &AccessControl,
    inputs: &Inputs,
    execute: u32,
    result: &mut Outputs,
) -> AccessMasks<u32> {
    let mut control = AccessControl {
        space: SPACES[SPACE],
        ..control.clone()
    };
    if !ADDED {
        (control.extended, control.absolute) = (EXTENDED, control.absolute & !EXTENDED);
        (control.base_word, control.scale, control.uniform_added) = (false, 0, false);
    }
    let mut masks = AccessMasks::<u32>::default();
    let imm32 = control.imm32();
    for lane in 0..WARP_LANES {
        let (values, of_lane) = control.clone().lane(
            imm32,
            Native::concat(inputs.base_hi[lane], inputs.base_lo[lane]),
            inputs.offset_lo[lane],
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
