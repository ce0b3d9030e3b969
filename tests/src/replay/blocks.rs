//! Vectors for the primitives and blocks, with what the model says of each.

use super::vectors::{CORNERS, Random};
use super::{Case, Expected, Row};
use rtl::blocks::{AddressAdder, ConditionCode, WindowCompare};
use rtl::primitives::{AddWithCarry, NegateOffset, ScaledOffset};
use sim::lea::{scaled_offset, shared_window_hit};
use sim::value::{BitVector, Native, Values};

/// Random rows of a block, behind the directed ones.
const RANDOM_ROWS: usize = 1000;

type Vectors = Vec<(Row, Expected)>;

/// A case for each primitive and block.
pub fn cases() -> Vec<Case> {
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
        Case::new(
            "agu_address_adder",
            AddressAdder::default(),
            address_adder(),
        ),
        Case::new(
            "agu_window_compare",
            WindowCompare::default(),
            window_compare(),
        ),
        Case::new(
            "agu_condition_code",
            ConditionCode::default(),
            condition_code(),
        ),
    ]
}

/// Every pair of corners under every value of `control`, then random words.
fn rows(stream: u64, control: u64) -> Vec<(u32, u32, u64)> {
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
fn combinational<const INPUTS: usize, const OUTPUTS: usize>(
    rows: impl IntoIterator<Item = [u64; INPUTS]>,
    golden: impl Fn([u64; INPUTS]) -> [u64; OUTPUTS],
) -> Vectors {
    let vector = |row: [u64; INPUTS]| (row.to_vec(), golden(row).map(Some).to_vec());
    rows.into_iter().map(vector).collect()
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
    let rows = rows(2, 4).into_iter();
    combinational(
        rows.map(|(lo, hi, control)| [lo.into(), hi.into(), control & 1, control >> 1]),
        |[lo, hi, high, negate]| {
            // What LO drops is seen by asking for the upper word of {0, lo}.
            let hi = if high != 0 { hi as u32 } else { 0 };
            let offset = Native::concat(hi, lo as u32);
            let word = |high| scaled_offset::<Native>(offset, negate != 0, 0, high).into();
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

fn window_compare() -> Vectors {
    let rows = rows(4, 12).into_iter().map(|(word, window, control)| {
        // The window itself and its neighbours, beside unrelated words.
        let word = match control / 3 {
            0 => word,
            1 => window,
            2 => window ^ 1,
            _ => window ^ 1 << 24,
        };
        // low_missed is 0 where the upper word is not compared.
        let (high, low_missed) = [(0, 0), (1, 0), (1, 1)][control as usize % 3];
        [word.into(), window.into(), high, low_missed]
    });
    combinational(rows, |[word, window, high, low_missed]| {
        let base = match high {
            0 => window,
            _ => window << 32,
        };
        let hit = shared_window_hit::<Native>(word as u32, high != 0, true, low_missed != 0, base);
        [u64::from(!hit)]
    })
}

fn condition_code() -> Vectors {
    let rows = rows(5, 4).into_iter();
    combinational(
        rows.map(|(result, _, control)| [result.into(), control & 1, control >> 1]),
        |[result, carry, miss]| {
            let result = result as u32;
            let zero = result.equals(<u32 as BitVector>::constant(0));
            [miss << 3 | u64::from(result.sign()) << 2 | u64::from(zero) << 1 | carry]
        },
    )
}

/// Latency 1, and nothing moves while `advance` is low.
fn address_adder() -> Vectors {
    let mut random = Random::new(6);
    let mut before: Expected = vec![None; 4];
    let mut vectors = Vec::new();
    for (index, (lo, addend_lo, carry_in)) in rows(6, 2).into_iter().enumerate() {
        let (hi, addend_hi) = (random.word() as u32, random.word() as u32);
        let advance = index % 5 != 3;
        let row = [
            u64::from(advance),
            lo.into(),
            hi.into(),
            addend_lo.into(),
            addend_hi.into(),
        ];
        vectors.push(([&row[..], &[carry_in]].concat(), before.clone()));
        if advance {
            let (_, carry_lo) = lo.add_with_carry(addend_lo, carry_in != 0);
            let addend = Native::concat(addend_hi, addend_lo);
            let (sum, carry_hi) = Native::concat(hi, lo).add_with_carry(addend, carry_in != 0);
            let words = [Native::low_word(sum), Native::high_word(sum)].map(u64::from);
            let outputs = [words[0], words[1], carry_lo.into(), carry_hi.into()];
            before = outputs.map(Some).to_vec();
        }
    }
    vectors
}
