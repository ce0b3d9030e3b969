//! LEA for many lanes at once, as the co-simulation's inner loop needs it: operands
//! in the two words a register file holds, results in place, no allocation.

use super::lane::{LeaControl, lea};
use crate::results::LaneResults;
use crate::value::{Native, Values};

/// What `LANES` lanes read. Masks hold one bit a lane, lane 0 in bit 0.
#[derive(Clone, Copy, Debug)]
pub struct LaneOperands<'a, const LANES: usize> {
    /// Low and high words of the base; `Sb` and 0 for an LEA.
    pub base_lo: &'a [u32; LANES],
    pub base_hi: &'a [u32; LANES],
    /// Low and high words of the offset: `Ra` and `Rc`.
    pub offset_lo: &'a [u32; LANES],
    pub offset_hi: &'a [u32; LANES],
    /// `CC.CF` and `CC.OF` before the instruction.
    pub cc_carry: u32,
    pub cc_overflow: u32,
}

/// Computes all lanes, whether they execute or not. Leaves alone what only an access
/// gives.
#[inline(always)]
pub fn lea_lanes<const LANES: usize>(
    control: &LeaControl,
    operands: LaneOperands<'_, LANES>,
    results: &mut LaneResults<LANES>,
) {
    // One loop a form: inside it the form is a constant and costs nothing.
    match (control.high, control.negate, control.extended) {
        (false, false, false) => lanes::<LANES, false, false, false>(control, operands, results),
        (false, false, true) => lanes::<LANES, false, false, true>(control, operands, results),
        (false, true, false) => lanes::<LANES, false, true, false>(control, operands, results),
        (false, true, true) => lanes::<LANES, false, true, true>(control, operands, results),
        (true, false, false) => lanes::<LANES, true, false, false>(control, operands, results),
        (true, false, true) => lanes::<LANES, true, false, true>(control, operands, results),
        (true, true, false) => lanes::<LANES, true, true, false>(control, operands, results),
        (true, true, true) => lanes::<LANES, true, true, true>(control, operands, results),
    }
}

fn lanes<const LANES: usize, const HIGH: bool, const NEGATE: bool, const EXTENDED: bool>(
    control: &LeaControl,
    operands: LaneOperands<'_, LANES>,
    results: &mut LaneResults<LANES>,
) {
    let control = LeaControl {
        high: HIGH,
        negate: NEGATE,
        extended: EXTENDED,
        ..*control
    };
    for lane in 0..LANES {
        let output = lea::<Native>(control.of_lane(
            Native::concat(operands.base_hi[lane], operands.base_lo[lane]),
            Native::concat(operands.offset_hi[lane], operands.offset_lo[lane]),
            operands.cc_carry >> lane & 1 != 0,
            operands.cc_overflow >> lane & 1 != 0,
        ));
        results.sum_lo[lane] = output.sum as u32;
        results.cc[lane] = output.condition_code() as u8;
    }
    results.sum_hi = [0; LANES];
}
