//! What the coalescer's registers tell of two lanes that wait for shared memory: whether they
//! have one bank, one word.
//!
//! It is true when the later one has come in (`pairs`); both lanes and what is told of them
//! move together (`moved`, and `words` as [`Coalescer::take`] says), and requests move
//! neither ([`Coalescer::turn`]). That it is true when passes are made follows from these on
//! paper, and is what [`Coalescer::passes`] begins with.

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
        let said =
            |width| move |lane, lower| format!("(= {} {})", part(lane, width), part(lower, width));
        let mut told = self.of_pairs(SAME_BANK, lanes.clone(), time, said(BANK))?;
        told.extend(self.of_pairs(SAME_WORD, lanes, time, said(WORD))?);
        Ok(told)
    }

    /// Bits of lanes that were there before a beat have moved with them.
    pub(super) fn moved(&mut self) -> Result<Vec<String>, TranslationError> {
        let lanes = self.lanes as usize;
        let mut moved = Vec::new();
        for register in [SAME_BANK, SAME_WORD] {
            let before = self.port(register, 0)?;
            let said = |lane, lower| bit(&before, pair(lane + lanes, lower + lanes));
            moved.extend(self.of_pairs(register, 0..WARP_LANES - lanes, 1, said)?);
        }
        Ok(moved)
    }

    /// The bit of `register` for each of `lanes` and each lower lane is what is `said` of the
    /// two, where both wait for shared memory.
    fn of_pairs(
        &mut self,
        register: &str,
        lanes: Range<usize>,
        time: usize,
        said: impl Fn(usize, usize) -> String,
    ) -> Result<Vec<String>, TranslationError> {
        let shared = self.port(SHARED_WAITING, time)?;
        let pairs = self.port(register, time)?;
        let of_lane = |lane| (0..lane).map(move |lower| (lane, lower));
        let claim = |(lane, lower)| {
            format!(
                "(=> (and {} {}) (= {} {}))",
                bit(&shared, lane),
                bit(&shared, lower),
                bit(&pairs, pair(lane, lower)),
                said(lane, lower)
            )
        };
        Ok(lanes.flat_map(of_lane).map(claim).collect())
    }
}
