//! What the last stage finds out about all lanes of a warp, beat after beat.

use super::{LaneResults, PortResult, lanes_where};
use isa::instruction::WARP_LANES;

/// Live lanes of one beat, or of a warp's beats so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Targets {
    /// There is one.
    any: bool,
    /// All have one space and address.
    same: bool,
    /// Those of the first.
    space: u8,
    address: u64,
}

impl Targets {
    /// The live lanes of an access's beat.
    #[inline(always)]
    pub fn of_beat<const LANES: usize>(live: u32, lanes: &LaneResults<LANES>) -> Targets {
        let first = live.trailing_zeros() as usize % LANES;
        let (lo, hi) = (lanes.address_lo[first], lanes.address_hi[first]);
        let space = lanes.space[first];
        let others = lanes_where::<LANES>(|lane| {
            (lanes.address_lo[lane] != lo)
                | (lanes.address_hi[lane] != hi)
                | (lanes.space[lane] != space)
        });
        Targets {
            any: live != 0,
            same: others & live == 0,
            space,
            address: lanes.address(first),
        }
    }

    fn and_then(self, later: Targets) -> Targets {
        match (self.any, later.any) {
            (false, _) => later,
            (_, false) => self,
            _ => {
                let equal = (self.space, self.address) == (later.space, later.address);
                Targets {
                    same: self.same & later.same & equal,
                    ..self
                }
            }
        }
    }
}

/// What the beats so far leave to the next one.
#[derive(Clone, Copy, Debug, Default)]
pub struct WarpSoFar {
    targets: Targets,
    first_fault: Option<u8>,
}

impl WarpSoFar {
    /// Fills in what `result` tells about the warp so far, and keeps it where the
    /// result is `valid`. `targets` are those of its beat.
    #[inline(always)]
    pub fn pass<const LANES: usize>(
        &mut self,
        result: &mut PortResult<LANES>,
        targets: Targets,
        valid: bool,
    ) {
        let before = if LANES == WARP_LANES || result.beat == 0 {
            WarpSoFar::default()
        } else {
            *self
        };
        let first_lane = result.beat * LANES as u8;
        let fault =
            (result.fault_mask != 0).then(|| first_lane + result.fault_mask.trailing_zeros() as u8);
        let now = WarpSoFar {
            targets: before.targets.and_then(targets),
            first_fault: before.first_fault.or(fault),
        };
        result.uniform = result.access & now.targets.any & now.targets.same;
        result.fault_valid = result.access & now.first_fault.is_some();
        result.fault_lane = if result.access {
            now.first_fault.unwrap_or(0)
        } else {
            0
        };
        if LANES < WARP_LANES && valid {
            *self = now;
        }
    }
}
