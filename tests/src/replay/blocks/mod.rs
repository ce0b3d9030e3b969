//! Vectors for the primitives and blocks, with what the model says of each.

mod access;
mod channels;
mod lea;
mod primitives;

use super::Case;
use super::vectors::{CORNERS, Random};

/// Random rows of a block, behind the directed ones.
const RANDOM_ROWS: usize = 600;

/// A case for each primitive and block.
pub fn cases() -> Vec<Case> {
    let parts = [
        primitives::cases(),
        lea::cases(),
        access::cases(),
        channels::cases(),
    ];
    parts.into_iter().flatten().collect()
}

/// Every pair of corners under every value of `control`, then random words.
fn rows(stream: u64, control: u64) -> Vec<(u32, u32, u64)> {
    let mut rows = Vec::new();
    for a in CORNERS {
        for b in CORNERS {
            rows.extend((0..control).map(|control| (a as u32, b as u32, control)));
        }
    }
    let mut random = Random::new(stream);
    for _ in 0..RANDOM_ROWS {
        let (a, b) = (random.word() as u32, random.word() as u32);
        rows.push((a, b, random.below(control)));
    }
    rows
}
