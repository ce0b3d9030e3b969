//! Addresses of loads and stores for many lanes at once, as the co-simulation's
//! inner loop needs them: operands in the words a register file holds, results in
//! place, no allocation.

use super::control::{AccessControl, AccessMasks, SPACES};
use crate::results::LaneResults;
use crate::value::{Native, Values};
use isa::control::AccessSpace;

/// What `LANES` lanes read. Masks hold one bit a lane, lane 0 in bit 0.
#[derive(Clone, Copy, Debug)]
pub struct AccessLaneOperands<'a, const LANES: usize> {
    /// `Ra`.
    pub base_lo: &'a [u32; LANES],
    /// `Ra+1`.
    pub base_hi: &'a [u32; LANES],
    /// Plg.
    pub plg: u32,
    /// The lanes that execute; it decides about faults and nothing else.
    pub execute: u32,
}

/// Computes all lanes, whether they execute or not.
#[inline(always)]
pub fn access_lanes<const LANES: usize>(
    control: &AccessControl,
    operands: AccessLaneOperands<'_, LANES>,
    results: &mut LaneResults<LANES>,
) -> AccessMasks<u32> {
    // One loop a space and width of the base: inside it they are constants.
    match (control.space, control.extended & !control.absolute) {
        (AccessSpace::Generic, false) => lanes::<LANES, 0, false>(control, operands, results),
        (AccessSpace::Generic, true) => lanes::<LANES, 0, true>(control, operands, results),
        (AccessSpace::Global, false) => lanes::<LANES, 1, false>(control, operands, results),
        (AccessSpace::Global, true) => lanes::<LANES, 1, true>(control, operands, results),
        (AccessSpace::Shared, false) => lanes::<LANES, 2, false>(control, operands, results),
        (AccessSpace::Shared, true) => lanes::<LANES, 2, true>(control, operands, results),
        (AccessSpace::Local, false) => lanes::<LANES, 3, false>(control, operands, results),
        (AccessSpace::Local, true) => lanes::<LANES, 3, true>(control, operands, results),
        (AccessSpace::Constant, false) => lanes::<LANES, 4, false>(control, operands, results),
        (AccessSpace::Constant, true) => lanes::<LANES, 4, true>(control, operands, results),
    }
}

#[inline(never)]
fn lanes<const LANES: usize, const SPACE: usize, const EXTENDED: bool>(
    control: &AccessControl,
    operands: AccessLaneOperands<'_, LANES>,
    results: &mut LaneResults<LANES>,
) -> AccessMasks<u32> {
    let mut masks = AccessMasks::<u32>::default();
    let control = AccessControl {
        space: SPACES[SPACE],
        extended: EXTENDED,
        ..control.clone()
    };
    let imm32 = control.imm32();
    for lane in 0..LANES {
        let (values, of_lane) = control.clone().lane(
            imm32,
            Native::concat(operands.base_hi[lane], operands.base_lo[lane]),
            operands.plg >> lane & 1 != 0,
            operands.execute >> lane & 1 != 0,
        );
        results.set(lane, values);
        masks.live |= u32::from(of_lane.live) << lane;
        masks.shared |= u32::from(of_lane.shared) << lane;
        masks.fault |= u32::from(of_lane.fault) << lane;
        masks.misaligned |= u32::from(of_lane.misaligned) << lane;
    }
    masks
}
