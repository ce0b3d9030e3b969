//! Vectors for the parts of the warp unit that have no lane of their own.

mod control;
mod registers;
mod verdicts;

use super::Case;

/// A case for each part.
pub fn cases() -> Vec<Case> {
    let parts = [control::cases(), registers::cases(), verdicts::cases()];
    parts.into_iter().flatten().collect()
}
