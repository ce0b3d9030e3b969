//! ADDR_ADD for many channels at once, as the co-simulation's inner loop needs it.

use crate::addr_add::{enable, modified, sum};
use crate::lane_results::{LaneResults, lanes_where};
use crate::value::Native;
use isa::visa::{ChannelMask, ExecSize};

/// What all channels share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddrAddControl {
    /// How many channels there are, and which part of the execution mask is theirs; none
    /// where the codes stand for nothing, or do not go together.
    pub channels: Option<(ExecSize, ChannelMask)>,
    /// EM, one bit a channel.
    pub execution_mask: u32,
    /// (abs), and (-) after it.
    pub absolute: bool,
    pub negate: bool,
}

impl AddrAddControl {
    /// The channels that write, one bit each, channel 0 in bit 0.
    #[inline(always)]
    pub fn enables(&self) -> u32 {
        let Some((exec_size, mask)) = self.channels else {
            return 0;
        };
        lanes_where::<32>(|channel| {
            enable::<Native>(channel as u8, exec_size, mask, self.execution_mask)
        })
    }
}

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
        (false, false) => lanes::<LANES, false, false>(src0, src1, results),
        (false, true) => lanes::<LANES, false, true>(src0, src1, results),
        (true, false) => lanes::<LANES, true, false>(src0, src1, results),
        (true, true) => lanes::<LANES, true, true>(src0, src1, results),
    }
    results.sum_hi = [0; LANES];
    results.cc = [0; LANES];
    results.no_access();
}

fn lanes<const LANES: usize, const ABSOLUTE: bool, const NEGATE: bool>(
    src0: &[u32; LANES],
    src1: &[u32; LANES],
    results: &mut LaneResults<LANES>,
) {
    for lane in 0..LANES {
        let addend = modified::<Native>(src1[lane], ABSOLUTE, NEGATE);
        results.sum_lo[lane] = sum::<Native>(src0[lane], addend);
    }
}
