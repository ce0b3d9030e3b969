//! The lanes that a wave file shows.

use crate::dut::unit::LANES;
use std::str::FromStr;

/// Lanes of the hardware, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneSelection(u32);

impl FromStr for LaneSelection {
    type Err = String;

    /// Reads numbers and ranges: `0-3` or `0,5,8-15`.
    fn from_str(text: &str) -> Result<LaneSelection, String> {
        let mut mask = 0;
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let lane = |text: &str| text.parse().ok().filter(|lane: &usize| *lane < LANES);
            match (lane(first), lane(last)) {
                (Some(first), Some(last)) if first <= last => {
                    (first..=last).for_each(|lane| mask |= 1 << lane);
                }
                _ => {
                    return Err(format!(
                        "found {part}, expected lanes of 0 to {}, such as 0-3",
                        LANES - 1
                    ));
                }
            }
        }
        Ok(LaneSelection(mask))
    }
}

impl LaneSelection {
    /// Whether `lane` is one of them.
    pub fn contain(self, lane: usize) -> bool {
        lane < LANES && self.0 >> lane & 1 != 0
    }
}

/// The lane of a scope: of a generate loop, `NAME[3]`, or of the bench, `lane_3`.
pub fn lane_of(scope: &str) -> Option<usize> {
    let in_brackets = scope
        .strip_suffix(']')
        .and_then(|scope| scope.rsplit_once('['));
    let number = in_brackets.map(|(_, number)| number);
    number.or(scope.strip_prefix("lane_"))?.parse().ok()
}
