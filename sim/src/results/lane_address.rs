//! Results of one lane of a load or store, with names for codes.

use crate::access::{FaultKind, Space};
use crate::coalescer::{MemoryRequest, WarpAccess, coalesce};
use isa::instruction::WARP_LANES;
use isa::ports::Outputs;

/// Address of one lane of a load or store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LaneAddress {
    /// The effective address, before alignment and before a window's base is taken off.
    pub effective: u64,
    /// The address given out, aligned, 49 bits: an offset in shared, local and constant memory.
    pub address: u64,
    /// Space of the address; `None` if steering decided on none.
    pub space: Option<Space>,
    /// The bytes of the aligned 16-byte block that are accessed, a bit each.
    pub byte_enable: u16,
    /// Fault of the lane. A lane with the fault Misaligned accesses memory all the same.
    pub fault: Option<FaultKind>,
    /// The lane accesses memory: it executes, and has no fault that stops it.
    pub live: bool,
}

/// Lane `lane` of a load or store; `None` for another instruction, or a lane that does not
/// execute.
pub fn lane_address(result: &Outputs, lane: usize) -> Option<LaneAddress> {
    let bit = |mask: u32| lane < WARP_LANES && mask >> lane & 1 != 0;
    if result.result_access == 0 || !bit(result.execute_mask) {
        return None;
    }
    Some(LaneAddress {
        effective: result.sum(lane),
        address: result.address(lane),
        space: Space::decided(result.space[lane], result.fault[lane]),
        byte_enable: result.byte_enable[lane],
        fault: FaultKind::of_code(result.fault[lane]),
        live: bit(result.live_mask),
    })
}

/// Requests of a warp to global and shared memory, in the order of the memory port.
pub fn memory_requests(result: &Outputs) -> Vec<MemoryRequest> {
    match result.result_access {
        0 => Vec::new(),
        _ => coalesce(&WarpAccess::from(result)).requests,
    }
}
