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

#[cfg(test)]
mod tests {
    use super::runs;

    /// The runs as they print.
    fn shown(value: fn(u32) -> u32, mask: u32) -> Vec<String> {
        let values = std::array::from_fn(|lane| value(lane as u32));
        let rows = runs(&values, mask).into_iter().map(|run| run.to_string());
        rows.collect()
    }

    #[test]
    fn equal_lanes_and_lines_take_one_row() {
        assert_eq!(shown(|_| 7, u32::MAX), ["lanes 0-31   0x00000007"]);
        let wraps = shown(|lane| (8 * lane).wrapping_sub(16), u32::MAX);
        assert_eq!(wraps, ["lanes 0-31   0xfffffff0 step 0x8"]);
        assert_eq!(
            shown(|lane| 40 - lane, 0xff),
            ["lanes 0-7    0x00000028 step -0x1"]
        );
        assert_eq!(
            shown(|lane| lane << 31, 7),
            ["lanes 0-2    0x00000000 step 0x80000000"]
        );
    }

    #[test]
    fn runs_end_at_lanes_that_are_left_out() {
        let rows = [
            "lane 0       0x00000001",
            "lanes 2-3    0x00000001",
            "lane 31      0x00000001",
        ];
        assert_eq!(shown(|_| 1, 0x8000_000d), rows);
        assert!(shown(|_| 1, 0).is_empty());
    }

    #[test]
    fn runs_end_where_the_step_changes() {
        let rows = ["lanes 0-3    0x00000000", "lanes 4-31   0x00000001"];
        assert_eq!(shown(|lane| u32::from(lane > 3), u32::MAX), rows);
    }
}
