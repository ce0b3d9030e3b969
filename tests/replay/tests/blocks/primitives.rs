//! Adders, negation, shifts of the offset, lane masks, the memory, the skid buffer.

use crate::testbench::vectors::{RANDOM_ROWS, Vectors, combinational, rows};
use crate::testbench::{Case, device, replay};
use replay::random::Random;
use rtl::primitives::*;
use sim::lea::scaled_offset;
use sim::value::{BitVector, Native, Values};
use std::collections::VecDeque;

device!(AddWithCarry; a above b carry_in takes_carry; sum carry_out);
device!(Increment; word increment; next_word above);
device!(LowestLane; mask; lowest number);
device!(Memory32 clock; write write_address write_data read read_address; read_data);
device!(Negation; offset_lo negate absolute below; negated increment);
device!(OrFold; words; any);
device!(Scratch32 clock; write write_address write_data read read_address; read_word);
device!(SkidBuffer clock; reset valid out_ready; ready out_valid load held);
device!(ShiftBits; upper lower invert bits; addend);
device!(ShiftBytes; offset_lo offset_hi low high bytes; upper lower);

replay!(add_with_carry: AddWithCarry, add_with_carry_vectors()
    => add_with_carry_rusthdl add_with_carry_icarus add_with_carry_verilator);
replay!(increment: Increment, increment_vectors()
    => increment_rusthdl increment_icarus increment_verilator);
replay!(lowest_lane: LowestLane, lowest_lane_vectors()
    => lowest_lane_rusthdl lowest_lane_icarus lowest_lane_verilator);
replay!(memory: [
    Case::new("agu_memory", Memory32::default, memory_vectors()).with_undefined()
] => memory_rusthdl memory_icarus memory_verilator);
replay!(negation: Negation, negation_vectors()
    => negation_rusthdl negation_icarus negation_verilator);
replay!(or_fold: OrFold, or_fold_vectors()
    => or_fold_rusthdl or_fold_icarus or_fold_verilator);
replay!(scratch_memory: [
    Case::new("agu_scratch_memory", Scratch32::default, scratch_memory_vectors()).with_undefined()
] => scratch_memory_rusthdl scratch_memory_icarus scratch_memory_verilator);
replay!(shift_bits: ShiftBits, shift_bits_vectors()
    => shift_bits_rusthdl shift_bits_icarus shift_bits_verilator);
replay!(shift_bytes: ShiftBytes, shift_bytes_vectors()
    => shift_bytes_rusthdl shift_bytes_icarus shift_bytes_verilator);
replay!(skid_buffer: SkidBuffer, skid_buffer_vectors()
    => skid_buffer_rusthdl skid_buffer_icarus skid_buffer_verilator);

/// The memory of the constant banks' sizes.
type Memory32 = Memory<5, 17>;

/// The memory of requests of one lane's coalescer.
type Scratch32 = ScratchMemory<7, 36>;

/// Words that an OR takes together.
const WORDS: usize = 32;

fn add_with_carry_vectors() -> Vectors {
    let rows = rows(1, 8).into_iter();
    combinational(
        rows.map(|(a, b, control)| {
            let [carry_in, takes_carry, above] = [0, 1, 2].map(|bit| control >> bit & 1);
            [a.into(), above, b.into(), carry_in, takes_carry]
        }),
        |[a, above, b, carry_in, takes_carry]| {
            let carry_in = carry_in & takes_carry != 0;
            let (sum, carry_out) = (a as u32).add_with_carry(b as u32, carry_in);
            [sum.into(), u64::from(carry_out) ^ above]
        },
    )
}

fn increment_vectors() -> Vectors {
    let rows = rows(2, 2).into_iter();
    combinational(
        rows.map(|(word, _, increment)| [word.into(), increment]),
        |[word, increment]| {
            let sum = word + increment;
            [sum & 0xffff_ffff, sum >> 32]
        },
    )
}

fn memory_vectors() -> Vectors {
    written_and_read::<32>(13, 17, |before| before)
}

/// Of a word that is written at the edge of the read nothing is said.
fn scratch_memory_vectors() -> Vectors {
    written_and_read::<128>(14, 36, |_| None)
}

/// Words are written and read at random, among them one at the same edge, which then gives what
/// `collision` makes of the old value.
fn written_and_read<const WORDS: usize>(
    seed: u64,
    width: u32,
    collision: fn(Option<u64>) -> Option<u64>,
) -> Vectors {
    let mut random = Random::new(seed);
    let mut words = [None; WORDS];
    let mut shown = None;
    (0..12 * WORDS)
        .map(|_| {
            let (write, read) = (random.flag(), random.flag());
            let [place, any] = [(); 2].map(|()| random.below(WORDS as u64));
            let data = random.below(1 << width);
            let read_place = random.one_of(&[place, any]);
            let before = shown;
            if read {
                shown = words[read_place as usize];
                if write && read_place == place {
                    shown = collision(shown);
                }
            }
            if write {
                words[place as usize] = Some(data);
            }
            let row = [write.into(), place, data, read.into(), read_place];
            (row.to_vec(), vec![before])
        })
        .collect()
}

/// The word of an offset, negated, against the inverted word: the rest is the increment.
fn negation_vectors() -> Vectors {
    let mut vectors = Vectors::new();
    for (lo, _, control) in rows(9, 128) {
        let [high, negate] = [0, 1].map(|bit| control >> bit & 1 != 0);
        let scale = (control >> 2) as u32;
        let below = if high { u32::MAX >> scale } else { 0 };
        let offset = Native::concat(0x1234_5678, lo);
        let word = |negate| scaled_offset::<Native>(offset, negate, scale, high);
        let increment = if negate {
            word(true).wrapping_sub(!word(false))
        } else {
            0
        };
        let row = vec![lo.into(), negate.into(), 0, below.into()];
        let expected = [u64::from(negate), increment.into()];
        vectors.push((row, expected.map(Some).to_vec()));
        // The magnitude of the lower half, negated or not; its 1 is never left out.
        let negated = negate != (lo & 0x8000 != 0);
        let row = vec![lo.into(), negate.into(), 1, 0];
        vectors.push((row, vec![Some(negated.into()); 2]));
    }
    vectors
}

fn shift_bytes_vectors() -> Vectors {
    let rows = rows(3, 12).into_iter();
    combinational(
        rows.map(|(lo, hi, control)| {
            let [low, high] = [[0, 0], [1, 0], [0, 1]][control as usize % 3];
            [lo.into(), hi.into(), low, high, control / 3]
        }),
        |[lo, hi, low, high, bytes]| {
            let offset = Native::concat(hi as u32, lo as u32);
            let word = |high| scaled_offset::<Native>(offset, false, 8 * bytes as u32, high).into();
            match (low, high) {
                (_, 1) => [word(true), word(false) >> 25],
                (1, _) => [word(false), 0],
                _ => [0, 0],
            }
        },
    )
}

fn shift_bits_vectors() -> Vectors {
    let rows = rows(4, 16).into_iter();
    combinational(
        rows.map(|(upper, lower, control)| {
            [
                upper.into(),
                u64::from(lower & 0x7f),
                control & 1,
                control >> 1,
            ]
        }),
        |[upper, lower, invert, bits]| {
            let offset = Native::concat(upper as u32, (lower as u32) << 25);
            let word = scaled_offset::<Native>(offset, false, bits as u32, true);
            [if invert != 0 { !word } else { word }.into()]
        },
    )
}

fn lowest_lane_vectors() -> Vectors {
    let mut random = Random::new(10);
    let mut masks = vec![0, 0xffff_ffff];
    masks.extend((0..32).flat_map(|lane| [1 << lane, 0xffff_ffff << lane & 0xffff_ffff]));
    masks.extend((0..RANDOM_ROWS).map(|_| u64::from(random.mask())));
    combinational(masks.into_iter().map(|mask| [mask]), |[mask]| {
        let lane = (0..32).find(|lane| mask >> lane & 1 != 0);
        [lane.map_or(0, |lane| 1 << lane), lane.unwrap_or(0)]
    })
}

fn or_fold_vectors() -> Vectors {
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

/// A queue of at most two places, of which the first is at the output; a place may be empty.
fn skid_buffer_vectors() -> Vectors {
    let mut random = Random::new(14);
    let mut places = VecDeque::from([false]);
    (0..600)
        .map(|cycle| {
            let (reset, valid, out_ready) = (random.once_in(40), random.flag(), random.flag());
            let reset = reset || cycle == 0;
            let (ready, out_valid) = (places.len() < 2, places[0]);
            let load = out_ready || !out_valid;
            if ready {
                places.push_back(valid);
            }
            if load {
                places.pop_front();
            }
            if reset {
                places = VecDeque::from([false]);
            }
            let expected = [ready, out_valid, load, !ready];
            (
                [reset, valid, out_ready].map(u64::from).to_vec(),
                expected.map(|bit| Some(bit.into())).to_vec(),
            )
        })
        .collect()
}
