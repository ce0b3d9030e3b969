//! Pools of operands.
//!
//! Every beat pairs an offset of one pool with a base of another. Drawing 128 new random words for
//! every beat would cost more than comparing its results. An operand therefore serves about 32
//! beats, each with another partner, scale and flags. One operand of each pool is replaced every
//! sixteen beats on average.

use crate::dut::unit::LANES;
use crate::testbench::random::{Random, Words};

/// Operands of a pool; a power of two.
const ENTRIES: usize = 16;

/// 64 bits a lane, low words and high words.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct Operand {
    pub lo: Words,
    pub hi: Words,
}

/// Kinds of words in an operand.
#[derive(Clone, Copy, Debug)]
pub enum WordKind {
    Uniform,
    /// Low bits, or the whole low word, are zero, so that a negated low word carries into the
    /// upper one.
    TrailingZeros,
    /// 0, 1, all ones, the sign bit and its complement among the words.
    Corners,
    /// The same corners of 16 bits, below 16 random bits.
    HalfCorners,
}

/// The kinds in the proportion in which words, and 16-bit values, are drawn.
pub const WORDS: [WordKind; 8] = {
    use WordKind::{Corners, TrailingZeros, Uniform};
    [
        Uniform,
        Uniform,
        Uniform,
        Uniform,
        TrailingZeros,
        TrailingZeros,
        Corners,
        Corners,
    ]
};

pub const HALVES: [WordKind; 8] = {
    use WordKind::{HalfCorners, Uniform};
    [
        Uniform,
        Uniform,
        Uniform,
        Uniform,
        HalfCorners,
        HalfCorners,
        HalfCorners,
        HalfCorners,
    ]
};

/// A set of operands, of which one at a time is replaced.
#[derive(Clone, Debug)]
pub struct Pool {
    random: Random,
    kinds: [WordKind; 8],
    entries: Vec<Operand>,
    oldest: usize,
}

impl Pool {
    /// A pool of some kinds that otherwise depends on `seed` and `stream` alone.
    pub fn new(kinds: [WordKind; 8], seed: u64, stream: u64) -> Pool {
        let empty = Operand {
            lo: [0; LANES],
            hi: [0; LANES],
        };
        let mut pool = Pool {
            random: Random::new(seed, stream),
            kinds,
            entries: vec![empty; ENTRIES],
            oldest: 0,
        };
        (0..ENTRIES as u64).for_each(|draw| pool.renew(draw));
        pool
    }

    /// One of the operands; `number` may be any.
    #[inline(always)]
    pub fn pick(&self, number: u64) -> &Operand {
        &self.entries[number as usize % ENTRIES]
    }

    /// Replaces the oldest operand; random bits of `draw` select its kind.
    #[inline]
    pub fn renew(&mut self, draw: u64) {
        self.oldest = (self.oldest + 1) % ENTRIES;
        let entry = &mut self.entries[self.oldest];
        self.random.fill(&mut entry.lo, &mut entry.hi);
        match self.kinds[draw as usize % self.kinds.len()] {
            WordKind::Uniform => {}
            WordKind::TrailingZeros => {
                let places = (draw >> 3) as u32 % 32;
                entry.lo = shifted_left(entry.lo, places);
            }
            WordKind::Corners => entry.corners(u32::MAX),
            WordKind::HalfCorners => entry.corners(0xffff),
        }
    }
}

impl Operand {
    /// Replaces these low bits of five words of eight by 0, 1, all ones, the sign bit, all but the sign
    /// bit.
    #[inline(always)]
    fn corners(&mut self, bits: u32) {
        let (lo, hi) = (self.lo, self.hi);
        self.hi = corners(hi, lo, bits);
        self.lo = corners(lo, hi, bits);
    }
}

#[inline(always)]
fn corners(mut words: Words, noise: Words, bits: u32) -> Words {
    for lane in 0..LANES {
        let upper = words[lane] & !bits;
        words[lane] = match noise[lane] >> 29 {
            0 => upper,
            1 => upper | 1,
            2 => upper | bits,
            3 => upper | bits ^ bits >> 1,
            4 => upper | bits >> 1,
            _ => words[lane],
        };
    }
    words
}

#[inline(always)]
fn shifted_left(mut words: Words, places: u32) -> Words {
    for word in &mut words {
        *word <<= places;
    }
    words
}
