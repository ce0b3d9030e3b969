//! Corners first, then random numbers from a seed that a failure names.

use super::{Expected, Row};
use std::collections::VecDeque;
use std::env;

/// Words that sit on an edge: of the sign, of a carry, of the default windows.
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

/// The seed of this run: that of the environment, a decimal number, else a fixed one.
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
    /// The generator of this run's [`seed`], apart from those of other `stream`s.
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

    /// True once in `count` times.
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

    /// A mask of 32 lanes: all of them, none, few, or any.
    pub fn mask(&mut self) -> u32 {
        match self.below(6) {
            0 | 1 => u32::MAX,
            2 => 0,
            3 => 1 << self.below(32),
            4 => (self.number() & self.number() & self.number()) as u32,
            _ => self.number() as u32,
        }
    }

    /// A word: a corner as often as any number.
    pub fn word(&mut self) -> u64 {
        match self.bit() {
            0 => CORNERS[self.below(CORNERS.len() as u64) as usize],
            _ => self.number() >> 32,
        }
    }
}

/// Rows of inputs, each with what the model says of the outputs.
pub type Vectors = Vec<(Row, Expected)>;

/// The combinational block that `golden` describes, row by row.
pub fn combinational<const INPUTS: usize, const OUTPUTS: usize>(
    rows: impl IntoIterator<Item = [u64; INPUTS]>,
    golden: impl Fn([u64; INPUTS]) -> [u64; OUTPUTS],
) -> Vectors {
    let vector = |row: [u64; INPUTS]| (row.to_vec(), golden(row).map(Some).to_vec());
    rows.into_iter().map(vector).collect()
}

/// Each of `beats` once with `true`, where the block moves on, and sometimes with
/// `false` before, where it stands still.
pub fn with_stalls<T: Clone>(
    beats: impl IntoIterator<Item = T>,
    random: &mut Random,
) -> Vec<(bool, T)> {
    let mut rows = Vec::new();
    for beat in beats {
        while random.once_in(6) {
            rows.push((false, beat.clone()));
        }
        rows.push((true, beat));
    }
    rows
}

/// The block with stages that `row` describes: `beats` enter one after the other, and
/// it stands still now and then. `row` is given whether it moves on, the beat that
/// enters, and those that are inside.
pub fn pipelined<T: Clone>(
    beats: impl IntoIterator<Item = T>,
    random: &mut Random,
    row: impl Fn(bool, &T, &Stages<T>) -> (Row, Expected),
) -> Vectors {
    let mut stages = Stages::default();
    let mut vectors = Vec::new();
    for (advance, beat) in with_stalls(beats, random) {
        vectors.push(row(advance, &beat, &stages));
        if advance {
            stages.enter(beat);
        }
    }
    vectors
}

/// The beats inside a pipeline.
pub struct Stages<T>(VecDeque<T>);

impl<T> Default for Stages<T> {
    fn default() -> Self {
        Stages(VecDeque::new())
    }
}

impl<T> Stages<T> {
    /// The most stages that a block has.
    const DEPTH: usize = 6;

    /// The beat in `stage`, counted from 1; none where nothing came so far yet.
    pub fn at(&self, stage: usize) -> Option<&T> {
        self.0.get(stage - 1)
    }

    /// All beats move on, `beat` into stage 1.
    pub fn enter(&mut self, beat: T) {
        self.0.push_front(beat);
        self.0.truncate(Self::DEPTH);
    }

    /// All beats, the latest first.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter()
    }

    /// All beats, the latest first.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut()
    }
}
