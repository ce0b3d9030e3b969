//! Adder, negation, scaled offset, lane masks.

use super::{RANDOM_ROWS, rows};
use crate::replay::Case;
use crate::replay::vectors::{Random, Vectors, combinational};
use rtl::primitives::{AddWithCarry, LowestLane, NegateOffset, OrFold, ScaledOffset};
use sim::lea::scaled_offset;
use sim::value::{BitVector, Native, Values};

/// Words that an OR takes together.
const WORDS: usize = 32;

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::new(
            "agu_add_with_carry",
            AddWithCarry::default(),
            add_with_carry(),
        ),
        Case::new(
            "agu_negate_offset",
            NegateOffset::default(),
            negate_offset(),
        ),
        Case::new("agu_scaled_offset", ScaledOffset::default(), scale_offset()),
        Case::new("agu_lowest_lane", LowestLane::default(), lowest_lane()),
        Case::new("agu_or_fold", OrFold::default(), or_fold()),
    ]
}

fn add_with_carry() -> Vectors {
    let rows = rows(1, 2).into_iter();
    combinational(
        rows.map(|(a, b, carry_in)| [a.into(), b.into(), carry_in]),
        |[a, b, carry_in]| {
            let (sum, carry_out) = (a as u32).add_with_carry(b as u32, carry_in != 0);
            [sum.into(), carry_out.into()]
        },
    )
}

fn negate_offset() -> Vectors {
    // low, high, negate, absolute; only an offset whose lower word counts is negated.
    let controls = [
        [1, 0, 0, 0],
        [1, 1, 0, 0],
        [1, 0, 1, 0],
        [1, 1, 1, 0],
        [0, 0, 0, 0],
        [0, 1, 0, 0],
        [1, 0, 0, 1],
        [1, 0, 1, 1],
    ];
    let rows = rows(2, 8).into_iter();
    combinational(
        rows.map(|(lo, hi, control)| {
            let [low, high, negate, absolute] = controls[control as usize];
            [lo.into(), hi.into(), low, high, negate, absolute]
        }),
        |[lo, hi, low, high, negate, absolute]| {
            let negate = (negate != 0) ^ (absolute != 0 && lo & 0x8000 != 0);
            // What LO drops is seen by asking for the upper word of {0, lo}.
            let lo = if low != 0 { lo as u32 } else { 0 };
            let hi = if high != 0 { hi as u32 } else { 0 };
            let offset = Native::concat(hi, lo);
            let word = |high| scaled_offset::<Native>(offset, negate, 0, high).into();
            [word(false), word(true)]
        },
    )
}

fn scale_offset() -> Vectors {
    let rows = rows(3, 64).into_iter();
    combinational(
        rows.map(|(lo, hi, control)| [lo.into(), hi.into(), control >> 1, control & 1]),
        |[lo, hi, scale, high]| {
            let offset = Native::concat(hi as u32, lo as u32);
            [scaled_offset::<Native>(offset, false, scale as u32, high != 0).into()]
        },
    )
}

fn lowest_lane() -> Vectors {
    let mut random = Random::new(10);
    let mut masks = vec![0, 0xffff_ffff];
    masks.extend((0..32).flat_map(|lane| [1 << lane, 0xffff_ffff << lane & 0xffff_ffff]));
    masks.extend((0..RANDOM_ROWS).map(|_| u64::from(random.mask())));
    combinational(masks.into_iter().map(|mask| [mask]), |[mask]| {
        let lane = (0..32).find(|lane| mask >> lane & 1 != 0);
        [lane.map_or(0, |lane| 1 << lane), lane.unwrap_or(0)]
    })
}

fn or_fold() -> Vectors {
    let mut random = Random::new(11);
    // One bit in each word alone, then sparse ones.
    let mut rows: Vec<[u64; WORDS]> = (0..WORDS)
        .map(|place| {
            let mut words = [0; WORDS];
            words[place] = 1 << (31 - place);
            words
        })
        .collect();
    rows.extend((0..100).map(|_| {
        let mut sparse = || random.number() & random.number() & random.number() & 0x8421_0c63;
        std::array::from_fn(|_| sparse())
    }));
    combinational(rows, |words| [words.iter().fold(0, |any, word| any | word)])
}
