//! Choices without branches.

use crate::dut::unit::LANES;

/// Eight kinds of a value: `random & keep | set`.
pub struct Kinds {
    pub keep: [u32; 8],
    pub set: [u32; 8],
}

/// All bits.
pub const ALL: u32 = u32::MAX;

impl Kinds {
    /// A value of the given kind; only three bits of `kind` count.
    #[inline(always)]
    pub fn apply(&self, kind: u64, random: u32) -> u32 {
        random & self.keep[kind as usize & 7] | self.set[kind as usize & 7]
    }
}

/// All lanes, any lanes, a few, lane 0 or none, and one lane.
const LANE_MASK: Kinds = Kinds {
    keep: [0, 0, 0, 0, ALL, 0x1111_1111, 1, 0],
    set: [ALL, ALL, ALL, ALL, 0, 0, 0, 0],
};
const ONE_LANE: [u32; 8] = [0, 0, 0, 0, 0, 0, 0, ALL];

/// A mask of lanes: all, any, a few, lane 0 or none, one.
#[inline(always)]
pub fn lanes(kind: u64, random: u32) -> u32 {
    let one = 1 << (random as usize % LANES);
    LANE_MASK.apply(kind, random) | one & ONE_LANE[kind as usize & 7]
}

/// `count` bits of `draw` from bit `lowest` on.
#[inline(always)]
pub fn bits(draw: u64, lowest: u32, count: u32) -> u64 {
    draw >> lowest & ((1 << count) - 1)
}

/// All ones if `flag` is set, else 0.
#[inline(always)]
pub fn word_where(flag: bool) -> u32 {
    u32::from(flag).wrapping_neg()
}
