//! Corner values, and random numbers from a seed that a failure reports.

use std::env;

/// Words at an edge: of the sign, of a carry, of the default windows.
pub const CORNERS: [u64; 10] = [
    0,
    1,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0xfe00_0000,
    0xfdff_ffff,
    0xfeff_ffff,
    0xff00_0000,
    0x0000_00fe,
];

/// The environment variable that sets the seed.
pub const SEED: &str = "AGU_SEED";

/// The seed of this run: from the environment, as a decimal number, else a fixed one.
pub fn seed() -> u64 {
    match env::var(SEED) {
        Ok(text) => text.parse().expect("AGU_SEED is a decimal number"),
        Err(env::VarError::NotPresent) => 0x1ea,
        Err(error) => panic!("AGU_SEED: {error}"),
    }
}

/// A small generator of random numbers (splitmix64).
pub struct Random(u64);

impl Random {
    /// The generator of this run's [`seed`], different for each `stream`.
    pub fn new(stream: u64) -> Random {
        Random(seed() ^ stream.rotate_left(32))
    }

    /// 64 random bits.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.number() % bound
    }

    /// Returns true once in `count` times on average.
    pub fn once_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    /// One bit.
    pub fn bit(&mut self) -> u64 {
        self.number() >> 63
    }

    /// True or false.
    pub fn flag(&mut self) -> bool {
        self.bit() != 0
    }

    /// One of `choices`.
    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }

    /// A word: a corner in half of the cases, else any number.
    pub fn word(&mut self) -> u64 {
        match self.bit() {
            0 => CORNERS[self.below(CORNERS.len() as u64) as usize],
            _ => self.number() >> 32,
        }
    }
}
