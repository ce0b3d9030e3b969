//! Sum, windows and condition code.

use super::rows;
use crate::replay::vectors::{Random, Vectors, combinational, with_stalls};
use crate::replay::{Case, Expected};
use rtl::blocks::{AddressAdder, ConditionCode, WindowCompare};
use sim::lea::shared_window_hit;
use sim::value::{BitVector, Native};

pub(super) fn cases() -> Vec<Case> {
    vec![
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

/// Latency 1, and nothing moves while `advance` is low.
fn address_adder() -> Vectors {
    let mut random = Random::new(6);
    let mut operands = None;
    let mut vectors = Vec::new();
    let rows = with_stalls(rows(6, 8), &mut random);
    for (advance, (lo, addend, control)) in rows {
        let base = random.word() << 32 | u64::from(lo);
        let [carry_in, fill, wide] = [0, 1, 2].map(|bit| control >> bit & 1);
        let row = vec![
            u64::from(advance),
            base & 0xffff_ffff,
            base >> 32,
            addend.into(),
            carry_in,
            fill,
            wide,
        ];
        vectors.push((row, sums(operands, fill != 0, wide != 0)));
        if advance {
            operands = Some((base, addend, carry_in));
        }
    }
    vectors
}

/// What the adder gives for the operands that it holds.
fn sums(operands: Option<(u64, u32, u64)>, fill: bool, wide: bool) -> Expected {
    let Some((base, addend, carry_in)) = operands else {
        return vec![None; 3];
    };
    let low = (base & 0xffff_ffff) + u64::from(addend) + carry_in;
    let carried = if wide {
        base.wrapping_add(addend.into()).wrapping_add(carry_in)
    } else {
        base
    };
    let sum = if fill {
        carried.wrapping_sub(1 << 32)
    } else {
        carried
    };
    [low & 0xffff_ffff, sum >> 32, low >> 32].map(Some).to_vec()
}

fn window_compare() -> Vectors {
    let mut random = Random::new(4);
    let mut bases = vec![(0xfe, 0xff), (0xff, 0x1ff), (0x1_0000_00fe, 0xfe)];
    bases.extend((0..20).map(|_| {
        let shared = random.number() >> 24;
        (shared, shared ^ 1 << random.below(40))
    }));
    let mut vectors = Vec::new();
    for (shared, local) in bases {
        // Both windows, addresses that differ in one bit, unrelated ones.
        let mut places: Vec<u64> = (0..40).map(|bit| shared ^ 1 << bit).collect();
        places.extend([shared, local, random.number() >> 24]);
        for place in places {
            let address = place << 24 | random.one_of(&[0, 1, 0xff_ffff, 0x80_0000]);
            // low_missed is 0 where the upper word is not compared; the upper word is
            // the result of an LEA.HI, and in its low word there.
            for (high, low_missed) in [(false, false), (true, false), (true, true)] {
                let word = if high { address >> 32 } else { address };
                let row = vec![
                    word & 0xffff_ffff,
                    address >> 32,
                    high.into(),
                    low_missed.into(),
                    shared & 0xff,
                    shared >> 8,
                    local & 0xff,
                    local >> 8,
                ];
                let hit =
                    shared_window_hit::<Native>(word as u32, high, true, low_missed, shared << 24);
                let of_access = |inside: bool| (!high).then_some(u64::from(inside));
                let expected = vec![
                    Some(u64::from(!hit)),
                    of_access(place == shared),
                    of_access(place == local),
                ];
                vectors.push((row, expected));
            }
        }
    }
    vectors
}

fn condition_code() -> Vectors {
    let rows = rows(5, 8).into_iter();
    combinational(
        rows.map(|(result, _, control)| {
            let [carry, miss, lea] = [0, 1, 2].map(|bit| control >> bit & 1);
            [result.into(), carry, miss, lea]
        }),
        |[result, carry, miss, lea]| {
            let result = result as u32;
            let zero = result.equals(<u32 as BitVector>::constant(0));
            let cc = miss << 3 | u64::from(result.sign()) << 2 | u64::from(zero) << 1 | carry;
            [if lea != 0 { cc } else { 0 }]
        },
    )
}
