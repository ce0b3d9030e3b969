//! Lanes that follow one line, so that a warp of addresses fits one row.

use isa::instruction::WARP_LANES;
use std::fmt;

/// Neighbouring lanes whose values grow by one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The first lane.
    pub first: usize,
    /// The last lane.
    pub last: usize,
    /// Value of the first lane.
    pub value: u32,
    /// What each lane has more than the one before, mod 2^32.
    pub step: u32,
}

impl fmt::Display for Run {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lanes = if self.first == self.last {
            format!("lane {}", self.first)
        } else {
            format!("lanes {}-{}", self.first, self.last)
        };
        write!(out, "{lanes:<12} {:#010x}", self.value)?;
        match self.step as i32 {
            0 => Ok(()),
            step @ (i32::MIN | 1..) => write!(out, " step {step:#x}"),
            step => write!(out, " step -{:#x}", step.unsigned_abs()),
        }
    }
}

/// The values of the lanes of `mask` in as few runs as come of taking lanes in order.
pub fn runs(values: &[u32; WARP_LANES], mask: u32) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (lane, &value) in values.iter().enumerate() {
        if mask >> lane & 1 == 0 {
            continue;
        }
        let next_to = |run: &&mut Run| run.last + 1 == lane;
        match runs.last_mut().filter(next_to) {
            // The second lane of a run decides its step.
            Some(run) if run.first == run.last => {
                run.step = value.wrapping_sub(run.value);
                run.last = lane;
            }
            Some(run) if value == run.value.wrapping_add(run.step.wrapping_mul(run.length())) => {
                run.last = lane;
            }
            _ => runs.push(Run {
                first: lane,
                last: lane,
                value,
                step: 0,
            }),
        }
    }
    runs
}

impl Run {
    fn length(&self) -> u32 {
        (self.last - self.first) as u32 + 1
    }
}
