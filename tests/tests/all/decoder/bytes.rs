//! ADDR_ADDs through the Verilated decoder: fields and rules that few instructions reach.

use super::stream::agree;
use cosim::dut::decoder::{Decoder, Encoded, Inputs};
use cosim::testbench::decoder::{Counts, Stalls};
use isa::control::ControlRecord;
use isa::visa::{LONGEST, Src0, encode};
use replay::addr_adds::{
    DST_OFFSET, DST_TAG, EXEC, SRC0_TAG, any, any_byte_at, any_encoded, any_window, at_the_edges,
    legal, legal_of_every_length, of_file, on_both, one_bit_away, window,
};
use replay::random::Random;

const RANDOM: u64 = 400_000;
/// Legal instructions whose neighbours one bit away are all decoded.
const CENTRES: usize = 300;

/// Decodes the instructions that all windows start with, on parts of both kinds.
#[track_caller]
fn agree_on_both(name: &str, windows: impl IntoIterator<Item = [u8; LONGEST]>) -> Counts {
    let stream = windows.into_iter().flat_map(on_both);
    agree(name, Stalls::default(), stream)
}

#[test]
fn the_vector_file() {
    let mut random = Random::new(70);
    let instructions = of_file();
    let windows: Vec<_> = instructions
        .iter()
        .flat_map(|instruction| [(); 8].map(|()| window(instruction, &mut random)))
        .collect();
    let counts = agree_on_both("vectors", windows);
    assert_eq!(counts.legal, counts.words);
    assert_eq!(counts.words, 2 * 8 * instructions.len() as u64);
    assert_eq!(counts.cycles, counts.words + 1, "an instruction a cycle");
}

#[test]
fn random_legal_ones() {
    let mut random = Random::new(71);
    let stream = (0..RANDOM).map(|_| {
        let native_simd32 = random.flag();
        let instruction = legal(native_simd32, &mut random);
        Encoded::bytes(&window(&instruction, &mut random), native_simd32)
    });
    let counts = agree("legal", Stalls::default(), stream);
    assert_eq!(counts.legal, counts.words);
}

/// Rules broken and kept, reserved codes, anything behind the opcode.
#[test]
fn random_ones() {
    let mut random = Random::new(72);
    let windows: Vec<_> = (0..RANDOM / 2)
        .map(|_| {
            let instruction = any(&mut random);
            window(&instruction, &mut random)
        })
        .collect();
    let counts = agree_on_both("any", windows);
    let share = counts.words / counts.legal;
    assert!((2..8).contains(&share), "{counts:?}");

    let stream = (0..RANDOM).map(|_| any_encoded(&mut random));
    agree("near", Stalls::default(), stream);
    let windows = (0..RANDOM / 2).map(|_| {
        let mut window = any_window(&mut random);
        window[0] = 0x28;
        window
    });
    agree_on_both("anything", windows);
}

#[test]
fn both_sides_of_every_rule() {
    let mut random = Random::new(78);
    let mut windows = Vec::new();
    for _ in 0..200 {
        for instruction in at_the_edges(&mut random) {
            windows.push(window(&instruction, &mut random));
        }
    }
    let counts = agree_on_both("edges", windows);
    assert!(
        (2..4).contains(&(counts.words / counts.legal)),
        "{counts:?}"
    );
}

#[test]
fn one_bit_away_from_legal_ones() {
    let mut random = Random::new(73);
    let mut windows = Vec::new();
    for _ in 0..CENTRES {
        for instruction in legal_of_every_length(random.flag(), &mut random) {
            windows.push(window(&instruction, &mut random));
        }
    }
    agree_on_both("neighbours", windows.into_iter().flat_map(one_bit_away));
}

/// Bytes that decide together, each pair with all values.
#[test]
fn pairs_of_bytes() {
    let mut random = Random::new(74);
    let width = SRC0_TAG + 4;
    let pairs = [
        (EXEC, DST_OFFSET),
        (EXEC, width),
        (SRC0_TAG + 3, width),
        (SRC0_TAG, SRC0_TAG + 1),
        (SRC0_TAG + 1, SRC0_TAG + 2),
        (DST_TAG, SRC0_TAG),
    ];
    for native_simd32 in [false, true] {
        let centres = legal_of_every_length(native_simd32, &mut random);
        for instruction in centres.into_iter().step_by(2) {
            let centre = window(&instruction, &mut random);
            for (one, other) in pairs {
                let windows = any_byte_at(one, centre);
                let windows = windows.flat_map(|window| any_byte_at(other, window));
                agree_on_both("pairs", windows);
            }
        }
    }
}

/// Every tag and every region of src1, behind every kind of src0.
#[test]
fn second_sources() {
    let mut random = Random::new(75);
    for instruction in legal_of_every_length(false, &mut random) {
        let general = matches!(instruction.src0, Src0::General(_));
        let tag = SRC0_TAG + if general { 9 } else { 5 };
        let centre = window(&instruction, &mut random);
        let pairs = [(tag, tag + 1), (tag, tag + 4), (tag + 7, tag + 8)];
        for (one, other) in pairs {
            let windows = any_byte_at(one, centre);
            let windows = windows.flat_map(|window| any_byte_at(other, window));
            agree_on_both("src1", windows);
        }
    }
}

/// What an instruction of ISA 3 starts with does not matter.
#[test]
fn no_isa() {
    let mut random = Random::new(76);
    let mut decoder = Decoder::new();
    for _ in 0..10_000 {
        let offered = Inputs {
            isa: 3,
            record_ready: 1,
            ..Inputs::from(&any_encoded(&mut random))
        };
        let outputs = decoder.cycle(&offered);
        assert_eq!(outputs.record_valid, 1);
        assert_eq!(outputs.record(), ControlRecord::illegal(), "{offered:x?}");
    }
}

#[test]
fn one_instruction_at_a_time() {
    let mut random = Random::new(77);
    let mut decoder = Decoder::new();
    for native_simd32 in [false, true] {
        for _ in 0..1000 {
            let instruction = legal(native_simd32, &mut random);
            let expected = ControlRecord::from(&instruction);
            let bytes = encode(&instruction);
            let longer = [&bytes[..], &any_window(&mut random)].concat();
            for bytes in [&bytes, &longer] {
                let record = decoder.decode_bytes(bytes, native_simd32);
                assert_eq!(record, Some(expected));
            }
            // The record has how many bytes count.
            assert_eq!(usize::from(expected.length), bytes.len());
        }
        let of_no_bytes = decoder.decode_bytes(&[], native_simd32);
        assert_eq!(of_no_bytes, Some(ControlRecord::illegal()));
    }
}
