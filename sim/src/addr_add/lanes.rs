//! ADDR_ADD for many channels at once, as the co-simulation's inner loop needs it.

use super::lane::AddrAddControl;
use crate::results::LaneResults;

/// The sums of all channels, whether they write them or not, and nothing else. Of an
/// operand's words bits 15:0 count.
#[inline(always)]
pub fn addr_add_lanes<const LANES: usize>(
    control: &AddrAddControl,
    src0: &[u32; LANES],
    src1: &[u32; LANES],
    results: &mut LaneResults<LANES>,
) {
    // One loop a modifier: inside it the modifier is a constant and costs nothing.
    match (control.absolute, control.negate) {
        (false, false) => lanes::<LANES, false, false>(control, src0, src1, results),
        (false, true) => lanes::<LANES, false, true>(control, src0, src1, results),
        (true, false) => lanes::<LANES, true, false>(control, src0, src1, results),
        (true, true) => lanes::<LANES, true, true>(control, src0, src1, results),
    }
    results.sum_hi = [0; LANES];
    results.cc = [0; LANES];
    results.no_access();
}

fn lanes<const LANES: usize, const ABSOLUTE: bool, const NEGATE: bool>(
    control: &AddrAddControl,
    src0: &[u32; LANES],
    src1: &[u32; LANES],
    results: &mut LaneResults<LANES>,
) {
    let control = AddrAddControl {
        absolute: ABSOLUTE,
        negate: NEGATE,
        ..*control
    };
    for lane in 0..LANES {
        results.sum_lo[lane] = control.sum(src0[lane], src1[lane]);
    }
}
