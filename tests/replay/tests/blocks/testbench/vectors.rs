//! Rows of inputs with the golden outputs, for blocks without and with stages.

use super::{Expected, Row};
use replay::random::{CORNERS, Random};
use std::collections::VecDeque;

/// Random rows of a block, behind the directed ones.
pub const RANDOM_ROWS: usize = 600;

/// Rows of inputs, each with the golden outputs.
pub type Vectors = Vec<(Row, Expected)>;

/// Every pair of corners under every value of `control`, then random words.
pub fn rows(stream: u64, control: u64) -> Vec<(u32, u32, u64)> {
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

/// The combinational block that `golden` describes, row by row.
pub fn combinational<const INPUTS: usize, const OUTPUTS: usize>(
    rows: impl IntoIterator<Item = [u64; INPUTS]>,
    golden: impl Fn([u64; INPUTS]) -> [u64; OUTPUTS],
) -> Vectors {
    let vector = |row: [u64; INPUTS]| (row.to_vec(), golden(row).map(Some).to_vec());
    rows.into_iter().map(vector).collect()
}

/// Each of `beats` once with `true`, where the block moves on, and sometimes with
/// `false` before, where it is stalled.
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
/// it is stalled now and then. `row` is given whether it moves on, the beat that
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
