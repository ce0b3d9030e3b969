//! What registers tell of two lanes of a warp that access shared memory: whether they have one
//! bank, one word.
//!
//! It is true when the later one has come in, and moves with both lanes ([`super::Collector`]);
//! they are loaded together ([`super::Coalescer::turn`]). That it is true when passes are made
//! follows from these on paper, and is what [`super::Coalescer::passes`] begins with.

use super::{bit, slice};
use isa::instruction::WARP_LANES;

/// Registers with a bit for each pair of lanes.
pub const SAME_BANK: &str = "same_bank";
pub const SAME_WORD: &str = "same_word";

/// What they are loaded from, in the collector.
pub const BANK_PAIRS: &str = "bank_pairs";
pub const WORD_PAIRS: &str = "word_pairs";

/// The lanes that they are about.
pub const SHARED_LANES: &str = "shared_lanes";

/// Bits of a word that are its bank.
const BANK: u32 = 5;

/// The place of a pair's bit.
pub(super) fn pair(lane: usize, lower: usize) -> usize {
    WARP_LANES * lane + lower
}

/// The registers tell truly of each two lanes of `shared`, by the `word` of each.
pub(super) fn told(
    shared: &str,
    same_bank: &str,
    same_word: &str,
    word: &impl Fn(usize) -> String,
) -> Vec<String> {
    let pairs = (0..WARP_LANES).flat_map(|lane| (0..lane).map(move |lower| (lane, lower)));
    let claim = |(lane, lower)| {
        let bank = |lane| slice(&word(lane), BANK - 1, 0);
        let place = pair(lane, lower);
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
