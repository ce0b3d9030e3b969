//! What the coalescer's registers tell of two lanes that wait for shared memory: whether they
//! have one bank, one word.
//!
//! It is true when the later one has come in; both lanes and what is told of them move
//! together, and requests move neither. So it is true when passes are made.

use super::super::netlist::TranslationError;
use super::{Coalescer, WORD, bit, slice};
use isa::instruction::WARP_LANES;
use std::ops::Range;

/// Registers with a bit for each pair of lanes.
pub const SAME_BANK: &str = "same_bank";
pub const SAME_WORD: &str = "same_word";

/// The lanes of which they say something.
pub const SHARED_WAITING: &str = "shared_waiting";

/// Bits of a word that are its bank.
const BANK: u32 = 5;

/// The place of a pair's bit.
fn pair(lane: usize, lower: usize) -> usize {
    WARP_LANES * lane + lower
}

impl Coalescer {
    /// That the registers tell truly, of each of `lanes` and each lower lane that both wait
    /// for shared memory, whether they have one bank, one word.
    pub(super) fn pairs(
        &mut self,
        lanes: Range<usize>,
        time: usize,
    ) -> Result<Vec<String>, TranslationError> {
        let words = self.port("words", time)?;
        let part = |lane: usize, width: u32| {
            let lowest = lane as u32 * WORD;
            slice(&words, lowest + width - 1, lowest)
        };
        self.of_pairs(lanes, time, |width, lane, lower| {
            format!("(= {} {})", part(lane, width), part(lower, width))
        })
    }

    /// Bits of lanes that were there before a beat have moved with them.
    pub(super) fn moved(&mut self) -> Result<Vec<String>, TranslationError> {
        let lanes = self.lanes as usize;
        let (banks, words) = (self.port(SAME_BANK, 0)?, self.port(SAME_WORD, 0)?);
        self.of_pairs(0..WARP_LANES - lanes, 1, |width, lane, lower| {
            let before = if width == BANK { &banks } else { &words };
            bit(before, pair(lane + lanes, lower + lanes))
        })
    }

    /// The bit of each pair is `said`, where both lanes wait for shared memory. That gets the
    /// width of what they have in common, and the lanes.
    fn of_pairs(
        &mut self,
        lanes: Range<usize>,
        time: usize,
        said: impl Fn(u32, usize, usize) -> String,
    ) -> Result<Vec<String>, TranslationError> {
        let shared = self.port(SHARED_WAITING, time)?;
        let mut all = Vec::new();
        for (register, width) in [(SAME_BANK, BANK), (SAME_WORD, WORD)] {
            let pairs = self.port(register, time)?;
            for lane in lanes.clone() {
                all.extend((0..lane).map(|lower| {
                    format!(
                        "(=> (and {} {}) (= {} {}))",
                        bit(&shared, lane),
                        bit(&shared, lower),
                        bit(&pairs, pair(lane, lower)),
                        said(width, lane, lower)
                    )
                }));
            }
        }
        Ok(all)
    }
}
