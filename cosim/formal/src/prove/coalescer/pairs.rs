//! Flags of pairs of lanes that access shared memory: same bank, same word.
//!
//! A flag is right when the later lane has come in, and moves with both lanes
//! ([`super::Collector`]). All flags are loaded together ([`super::Coalescer::turn`]). It follows
//! on paper that they are right when passes are made, which [`super::Coalescer::passes`] assumes.

use super::{bit, slice};
use isa::instruction::WARP_LANES;

/// Registers with a bit for each pair of lanes.
pub const SAME_BANK: &str = "same_bank";
pub const SAME_WORD: &str = "same_word";

/// Registers of the collector that they are loaded from.
pub const BANK_PAIRS: &str = "bank_pairs";
pub const WORD_PAIRS: &str = "word_pairs";

/// Mask of the lanes that the flags are about.
pub const SHARED_LANES: &str = "shared_lanes";

/// Bits of a word's address that select its bank.
const BANK: u32 = 5;

/// Index of a pair's bit.
pub(super) fn pair(lane: usize, lower: usize) -> usize {
    WARP_LANES * lane + lower
}

/// Formulas: the flags are right for each two lanes of `shared`, given the `word` of each, and
/// whether one pass may serve the two `together`. If not, their words count as different.
pub(super) fn flags(
    shared: &str,
    same_bank: &str,
    same_word: &str,
    word: &impl Fn(usize) -> String,
    together: &impl Fn(usize, usize) -> bool,
) -> Vec<String> {
    let pairs = (0..WARP_LANES).flat_map(|lane| (0..lane).map(move |lower| (lane, lower)));
    let claim = |(lane, lower)| {
        let bank = |lane| slice(&word(lane), BANK - 1, 0);
        let place = pair(lane, lower);
        if !together(lane, lower) {
            return format!(
                "(not (or {} {}))",
                bit(same_bank, place),
                bit(same_word, place)
            );
        }
        format!(
            "(=> (and {} {}) (and (= {} (= {} {})) (= {} (= {} {}))))",
            bit(shared, lane),
            bit(shared, lower),
            bit(same_bank, place),
            bank(lane),
            bank(lower),
            bit(same_word, place),
            word(lane),
            word(lower)
        )
    };
    pairs.map(claim).collect()
}
