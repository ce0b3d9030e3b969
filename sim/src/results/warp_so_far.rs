//! Warp-wide results (uniform, first fault), accumulated over the beats.

use super::lanes_where;
use isa::instruction::WARP_LANES;
use isa::ports::Outputs;

/// Targets of the live lanes of one beat, or of a warp's beats so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Targets {
    /// True if there is a live lane.
    any: bool,
    /// True if all have one space and address.
    same: bool,
    /// Space of the first one.
    space: u8,
    /// Address of the first one.
    address: u64,
}

impl Targets {
    /// Targets of the live lanes of an access's beat.
    #[inline(always)]
    pub fn of_beat(live: u32, result: &Outputs) -> Targets {
        let first = live.trailing_zeros() as usize % WARP_LANES;
        let (lo, hi) = (result.address_lo[first], result.address_hi[first]);
        let space = result.space[first];
        let others = lanes_where(|lane| {
            (result.address_lo[lane] != lo)
                | (result.address_hi[lane] != hi)
                | (result.space[lane] != space)
        });
        Targets {
            any: live != 0,
            same: others & live == 0,
            space,
            address: result.address(first),
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

/// State that a warp's beats so far pass to the next one.
#[derive(Clone, Copy, Debug, Default)]
pub struct WarpSoFar {
    targets: Targets,
    first_fault: Option<u8>,
}

impl WarpSoFar {
    /// Fills in the ports of `result`, a beat of `lanes` lanes, that are about the warp so far.
    /// Keeps the state if the result is `valid`. `targets` are those of its beat.
    #[inline(always)]
    pub fn pass(&mut self, lanes: usize, result: &mut Outputs, targets: Targets, valid: bool) {
        let before = match result.result_beat {
            0 => WarpSoFar::default(),
            _ => *self,
        };
        let first_lane = result.result_beat * lanes as u8;
        let fault =
            (result.fault_mask != 0).then(|| first_lane + result.fault_mask.trailing_zeros() as u8);
        let now = WarpSoFar {
            targets: before.targets.and_then(targets),
            first_fault: before.first_fault.or(fault),
        };
        let access = result.result_access != 0;
        result.uniform = (access & now.targets.any & now.targets.same).into();
        result.fault_valid = (access & now.first_fault.is_some()).into();
        result.fault_lane = if access {
            now.first_fault.unwrap_or(0)
        } else {
            0
        };
        if valid {
            *self = now;
        }
    }
}
