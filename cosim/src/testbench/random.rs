//! Random words for all lanes of a warp at a time.
//!
//! A beat needs over a hundred random words. The hot loop would spend a third of its time on a
//! scalar generator. Independent xorshift generators of 64 bits (Marsaglia's triple 13, 7, 17)
//! side by side fill whole vector registers.

use crate::dut::unit::LANES;

/// One word a lane.
pub type Words = [u32; LANES];

const STREAMS: usize = LANES / 2;

/// Independent generators for the two words of one operand.
///
/// Aligned, so that no vector crosses a cache line.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct Random {
    lo: [u64; STREAMS],
    hi: [u64; STREAMS],
}

/// One step of the generator splitmix64, which spreads a seed over all bits.
fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

impl Random {
    /// Generators that depend on `seed` and on the number of the `stream` alone.
    pub fn new(seed: u64, stream: u64) -> Random {
        let mut state = seed;
        let mut state = splitmix(&mut state) ^ stream.wrapping_mul(0xd134_2543_de82_ef95);
        // Zero is the one state that xorshift never leaves.
        let mut next = |_| splitmix(&mut state) | 1 << 63;
        Random {
            lo: std::array::from_fn(&mut next),
            hi: std::array::from_fn(&mut next),
        }
    }

    /// New words for both halves of an operand.
    #[inline(always)]
    pub fn fill(&mut self, lo: &mut Words, hi: &mut Words) {
        // By value: the compiler could not rule out that a store to `lo` changes the streams, and
        // would not vectorise.
        let (next_lo, next_hi) = (step(self.lo), step(self.hi));
        (self.lo, self.hi) = (next_lo, next_hi);
        (*lo, *hi) = (spread(next_lo), spread(next_hi));
    }
}

#[inline(always)]
fn step(mut streams: [u64; STREAMS]) -> [u64; STREAMS] {
    for stream in &mut streams {
        *stream ^= *stream << 13;
        *stream ^= *stream >> 7;
        *stream ^= *stream << 17;
    }
    streams
}

/// Lower halves of the streams, then upper halves: two conversions of a vector.
#[inline(always)]
fn spread(streams: [u64; STREAMS]) -> Words {
    let mut words = [0; LANES];
    for lane in 0..STREAMS {
        words[lane] = streams[lane] as u32;
    }
    for lane in 0..STREAMS {
        words[lane + STREAMS] = (streams[lane] >> 32) as u32;
    }
    words
}

/// One 64-bit generator for values that the lanes of a beat share.
#[derive(Clone, Debug)]
pub struct Scalar {
    state: u64,
}

impl Scalar {
    /// A generator that depends on `seed` and `stream` alone.
    pub fn new(seed: u64, stream: u64) -> Scalar {
        Scalar {
            state: seed ^ stream.wrapping_mul(0xa076_1d64_78bd_642f),
        }
    }

    /// 64 random bits.
    #[inline(always)]
    pub fn draw(&mut self) -> u64 {
        splitmix(&mut self.state)
    }

    /// Returns true once in `one_in` calls on average.
    pub fn once_in(&mut self, one_in: u64) -> bool {
        self.draw().is_multiple_of(one_in.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::{Random, Scalar};

    #[test]
    fn seeds_and_streams_give_different_words() {
        let words = |seed, stream| {
            let (mut lo, mut hi) = ([0; 32], [0; 32]);
            Random::new(seed, stream).fill(&mut lo, &mut hi);
            (lo, hi)
        };
        assert_eq!(words(1, 0), words(1, 0));
        assert_ne!(words(1, 0), words(2, 0));
        assert_ne!(words(1, 0), words(1, 1));
        let (lo, hi) = words(0, 0);
        assert_ne!(lo, hi);
        assert_eq!(
            lo.iter().collect::<std::collections::HashSet<_>>().len(),
            32
        );
        assert_ne!(Scalar::new(0, 0).draw(), Scalar::new(0, 1).draw());
    }
}
