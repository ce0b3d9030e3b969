//! Sum, windows and condition code.

use crate::testbench::vectors::{Vectors, combinational, rows, with_stalls};
use crate::testbench::{Expected, device, replay};
use replay::random::Random;
use rtl::blocks::{AddressAdder, ConditionCode, WindowCompare};
use sim::lea::shared_window_hit;
use sim::value::{BitVector, Native};

device!(AddressAdder clock;
    advance base_lo base_hi addend carry_in increment base_above fill_s1 wide_s1;
    sum_lo sum_hi carry_lo carry_hi);
device!(WindowCompare;
    sum_lo sum_hi high low_missed shared_base_lo shared_base_hi local_base_lo local_base_hi;
    miss in_shared in_local);
device!(ConditionCode; result carry miss lea; cc);

replay!(address_adder: AddressAdder, address_adder_vectors()
    => address_adder_rusthdl address_adder_icarus address_adder_verilator);
replay!(window_compare: WindowCompare, window_compare_vectors()
    => window_compare_rusthdl window_compare_icarus window_compare_verilator);
replay!(condition_code: ConditionCode, condition_code_vectors()
    => condition_code_rusthdl condition_code_icarus condition_code_verilator);

/// What the adder holds: an addend, inverted with its 1 in the base where it is negated.
#[derive(Clone, Copy)]
struct Sum {
    base: u64,
    addend: u32,
    carry_in: u64,
    inverted: bool,
    increment: bool,
}

/// Latency 1, and nothing moves while `advance` is low.
fn address_adder_vectors() -> Vectors {
    let mut random = Random::new(6);
    let mut held = None;
    let mut vectors = Vec::new();
    let rows = with_stalls(rows(6, 10), &mut random);
    for (advance, (lo, addend, control)) in rows {
        // Only what has no upper word is negated.
        let inverted = control >= 8;
        let [fill, wide] = [1, 2].map(|bit| !inverted && control >> bit & 1 != 0);
        let entering = Sum {
            base: random.word() << 32 | u64::from(lo),
            addend,
            carry_in: control & 1,
            inverted,
            increment: inverted && !random.once_in(3),
        };
        let base_lo = (entering.base & 0xffff_ffff) + u64::from(entering.increment);
        let row = vec![
            u64::from(advance),
            base_lo & 0xffff_ffff,
            entering.base >> 32,
            if inverted { !addend } else { addend }.into(),
            entering.carry_in,
            entering.increment.into(),
            base_lo >> 32,
            fill.into(),
            wide.into(),
        ];
        vectors.push((row, sums(held, fill, wide)));
        if advance {
            held = Some(entering);
        }
    }
    vectors
}

/// What the adder gives for the operands that it holds. The upper word of what is negated
/// is not asked for.
fn sums(held: Option<Sum>, fill: bool, wide: bool) -> Expected {
    let Some(held) = held else {
        return vec![None; 4];
    };
    let addend = match (held.inverted, held.increment) {
        (false, _) => held.addend,
        (true, false) => !held.addend,
        (true, true) => held.addend.wrapping_neg(),
    };
    let low = (held.base & 0xffff_ffff) + u64::from(addend) + held.carry_in;
    let mut high = held.base >> 32;
    if wide {
        high += low >> 32;
    }
    if fill {
        high += 0xffff_ffff;
    }
    vec![
        Some(low & 0xffff_ffff),
        (!held.inverted).then_some(high & 0xffff_ffff),
        Some(low >> 32),
        (!held.inverted).then_some(high >> 32),
    ]
}

fn window_compare_vectors() -> Vectors {
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

fn condition_code_vectors() -> Vectors {
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
