//! Distances between the lanes of an access.
//!
//! Ordinary patterns stay within one 128-byte line or a few, so that a warp makes about one memory
//! request. Wide patterns reach up to one line or bank conflict for every lane.

use crate::dut::unit::LANES;
use crate::testbench::random::{Random, Words};

/// Number of patterns; a power of two.
const ENTRIES: usize = 16;

/// Bytes of a line of global memory, and of a row of the 32 banks of shared memory.
const LINE_BYTES: u32 = 128;

/// Distances of the lanes from a common start.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct Pattern {
    pub distance: Words,
    /// An extra random word for each lane.
    pub noise: Words,
}

/// Kinds of distances.
#[derive(Clone, Copy, Debug)]
enum PatternKind {
    /// 0: all lanes at one address.
    Same,
    /// Lanes in order, 1, 2 or 4 bytes apart, within a line.
    Row,
    /// Any places of one line.
    InLine,
    /// Any places of eight words.
    InBlock,
    /// Lanes in order, 8 or 16 bytes apart.
    LongRow,
    /// Lane l in line `l mod k`: k lines, or k words of one bank.
    Lines,
    /// As `Lines`, at any place of the line.
    ScatteredLines,
    /// Lanes in order, any distance up to 1 KiB apart.
    Stride,
    /// Anywhere in 4 GiB.
    Anywhere,
}

/// The kinds in the proportion in which they are drawn.
const ORDINARY: [PatternKind; 16] = {
    use PatternKind::*;
    [
        Same, Same, Row, Row, Row, Row, Row, InLine, InLine, InLine, InLine, InLine, InBlock,
        InBlock, InBlock, LongRow,
    ]
};
const WIDE: [PatternKind; 8] = {
    use PatternKind::*;
    [
        Lines,
        Lines,
        Lines,
        Lines,
        ScatteredLines,
        ScatteredLines,
        Stride,
        Anywhere,
    ]
};

/// A set of patterns, of which one at a time is replaced.
#[derive(Clone, Debug)]
pub struct Patterns {
    random: Random,
    entries: Vec<Pattern>,
    oldest: usize,
    wide: Pattern,
}

impl Patterns {
    /// Patterns that depend on `seed` alone.
    pub fn new(seed: u64) -> Patterns {
        let empty = Pattern {
            distance: [0; LANES],
            noise: [0; LANES],
        };
        let mut patterns = Patterns {
            random: Random::new(seed, 5),
            entries: vec![empty.clone(); ENTRIES],
            oldest: 0,
            wide: empty,
        };
        let any = 0x9e37_79b9_7f4a_7c15_u64;
        (0..ENTRIES as u64).for_each(|entry| patterns.renew(entry.wrapping_mul(any) >> 16));
        patterns
    }

    /// One of the patterns; `number` may be any.
    #[inline(always)]
    pub fn pick(&self, number: u64) -> &Pattern {
        &self.entries[number as usize % ENTRIES]
    }

    /// A pattern of many lines, a new one at each call.
    #[inline(never)]
    pub fn wide(&mut self, draw: u64) -> &Pattern {
        let kind = WIDE[draw as usize % WIDE.len()];
        self.wide.make(kind, (draw >> 3) as u32, &mut self.random);
        &self.wide
    }

    /// Replaces the oldest ordinary pattern; random bits of `draw` select its kind.
    #[inline(never)]
    pub fn renew(&mut self, draw: u64) {
        self.oldest = (self.oldest + 1) % ENTRIES;
        let kind = ORDINARY[draw as usize % ORDINARY.len()];
        self.entries[self.oldest].make(kind, (draw >> 4) as u32, &mut self.random);
    }
}

impl Pattern {
    fn make(&mut self, kind: PatternKind, detail: u32, random: &mut Random) {
        random.fill(&mut self.distance, &mut self.noise);
        let line = |lane: u32| lane % (1 + detail % LANES as u32) * LINE_BYTES;
        let words = &mut self.distance;
        // One loop for each kind: with the match inside, it would not be vectorised.
        match kind {
            PatternKind::Same => each(words, |_, _| 0),
            PatternKind::Row => each(words, |lane, _| (lane << (detail % 3)) % LINE_BYTES),
            PatternKind::InLine => each(words, |_, random| random % LINE_BYTES),
            PatternKind::InBlock => each(words, |_, random| random % 32),
            PatternKind::LongRow => each(words, |lane, _| lane << (3 + detail % 2)),
            PatternKind::Lines => each(words, |lane, _| line(lane)),
            PatternKind::ScatteredLines => {
                each(words, |lane, random| line(lane) + random % LINE_BYTES);
            }
            PatternKind::Stride => each(words, |lane, _| lane * (detail % 1024)),
            PatternKind::Anywhere => {}
        }
    }
}

/// Sets each lane's distance from its number and its random word.
fn each(words: &mut Words, distance: impl Fn(u32, u32) -> u32) {
    for (lane, word) in words.iter_mut().enumerate() {
        *word = distance(lane as u32, *word);
    }
}
