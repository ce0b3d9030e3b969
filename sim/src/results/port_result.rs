//! What is at the unit's result port.

use super::{LaneResults, lanes_where};
use isa::control::SpaceCode;

/// What is at the result port, named as the ports without their `result_`.
/// Masks hold one bit a lane of the beat, lane 0 in bit 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PortResult<const LANES: usize> {
    /// Number of the warp among those accepted, from 0; not a port.
    pub instruction: u64,
    pub beat: u8,
    /// `access` to `element`: as they were asked, whatever the others are.
    pub access: bool,
    pub address_add: bool,
    pub store: bool,
    pub size: u8,
    pub predicate: u8,
    pub destination: u16,
    pub element: u8,
    /// Lanes that write the register or their element of the address variable, the
    /// predicate, CC; none of an access.
    pub rd_write: u32,
    pub predicate_write: u32,
    pub cc_write: u32,
    /// Lanes that execute.
    pub execute_mask: u32,
    /// Executing lanes that access memory, those of them in shared memory, executing
    /// lanes with a fault, and whose address the alignment changed; none of an LEA.
    pub live_mask: u32,
    pub shared_mask: u32,
    pub fault_mask: u32,
    pub misaligned_mask: u32,
    /// There is a live lane in the warp's beats up to this one, and all of them have
    /// one space and address.
    pub uniform: bool,
    /// The first faulting lane of the warp's beats up to this one, its number in the
    /// warp; 0 where there is none.
    pub fault_valid: bool,
    pub fault_lane: u8,
    pub lanes: LaneResults<LANES>,
    /// What the lanes were computed with has changed since. No valid result is ever
    /// a don't-care: a configuration write waits until the unit is empty, and reset empties
    /// it. But what passes the unit without being valid sees the change on its way,
    /// and these are not predicted: `live_mask`, `shared_mask`, `fault_mask`,
    /// `uniform`, `fault_valid`, `fault_lane`, and of the lanes `cc`, `address_lo`,
    /// `address_hi`, `space`, `fault`.
    pub dont_care: bool,
}

impl<const LANES: usize> PortResult<LANES> {
    /// The lanes that access global memory.
    #[inline(always)]
    pub fn global_mask(&self) -> u32 {
        let space = &self.lanes.space;
        self.live_mask & lanes_where::<LANES>(|lane| space[lane] == SpaceCode::Global as u8)
    }
}
