//! What the traffic need not reach, each with its reason.

use super::points::Point;

/// Points that cannot be hit.
#[derive(Debug)]
pub struct Waiver {
    pub module: &'static str,
    /// Name of the point; of a signal, all its bits in `bits`.
    pub name: &'static str,
    /// The lowest and the highest bit; none of what has no bits.
    pub bits: Option<(usize, usize)>,
    pub reason: &'static str,
}

/// All waivers.
pub const WAIVERS: &[Waiver] = &[];

impl Waiver {
    /// Whether it is about `point`.
    pub fn excuses(&self, point: &Point) -> bool {
        let (name, bit) = match point.name.split_once('[') {
            Some((name, bit)) => (name, bit.trim_end_matches(']').parse().ok()),
            None => (point.name.as_str(), None),
        };
        let in_range = match (self.bits, bit) {
            (Some((low, high)), Some(bit)) => (low..=high).contains(&bit),
            (None, None) => true,
            _ => false,
        };
        self.module == point.module && self.name == name && in_range
    }
}

/// The waiver of a point.
pub fn of(point: &Point) -> Option<&'static Waiver> {
    WAIVERS.iter().find(|waiver| waiver.excuses(point))
}
