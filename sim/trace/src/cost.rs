//! The memory requests of an access, and the fewest that its bytes and lanes need.

use isa::instruction::WARP_LANES;
use isa::ports::Outputs;
use serde::Serialize;
use sim::coalescer::{AccessRequests, MemoryRequest, WarpAccess};
use sim::results::lanes_of;

/// Bytes of a line, of a sector, and of a pass over all banks.
const LINE: u64 = 128;
const SECTOR: u64 = 32;
const PASS: u64 = 128;

/// Requests of an access, or of several.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Cost {
    /// Lines of global memory, their sectors, and their bytes that lanes touch, each counted once.
    pub requests: u64,
    pub sectors: u64,
    pub bytes: u64,
    /// Passes over the banks of shared memory.
    pub passes: u64,
    /// The fewest lines and sectors that hold as many bytes.
    #[serde(skip)]
    pub fewest_requests: u64,
    #[serde(skip)]
    pub fewest_sectors: u64,
    /// The fewest passes: the groups that have a lane.
    #[serde(skip)]
    pub fewest_passes: u64,
}

impl Cost {
    /// Cost of the access with this result.
    pub(super) fn of(result: &Outputs, requests: &mut AccessRequests) -> Cost {
        let access = WarpAccess::from(result);
        let mut cost = Cost::default();
        for request in requests.of(result) {
            if request.shared {
                cost.passes += 1;
            } else {
                cost.requests += 1;
                cost.sectors += u64::from(request.sectors.count_ones());
                cost.bytes += bytes(&access, request);
            }
        }
        cost.fewest_requests = cost.bytes.div_ceil(LINE);
        cost.fewest_sectors = cost.bytes.div_ceil(SECTOR);
        let group = WARP_LANES * 4 / access.bytes.clamp(4, 16) as usize;
        let groups = (0..WARP_LANES).step_by(group);
        let has_lane =
            |first: &usize| access.shared >> first & (u32::MAX >> (WARP_LANES - group)) != 0;
        cost.fewest_passes = groups.filter(has_lane).count() as u64;
        cost
    }

    /// Bytes that the memory moves for nothing: of sectors, and of passes over all banks.
    pub fn waste(&self) -> u64 {
        SECTOR * self.sectors - self.bytes + PASS * (self.passes - self.fewest_passes)
    }

    /// Adds the requests of another access.
    pub fn add(&mut self, other: &Cost) {
        self.requests += other.requests;
        self.sectors += other.sectors;
        self.bytes += other.bytes;
        self.passes += other.passes;
        self.fewest_requests += other.fewest_requests;
        self.fewest_sectors += other.fewest_sectors;
        self.fewest_passes += other.fewest_passes;
    }
}

/// Bytes of the line that lanes touch.
fn bytes(access: &WarpAccess, request: &MemoryRequest) -> u64 {
    let of_lane = (1_u128 << access.bytes) - 1;
    let touched = lanes_of(request.lanes).fold(0, |touched, lane| {
        touched | of_lane << (access.address[lane] % LINE)
    });
    touched.count_ones().into()
}
