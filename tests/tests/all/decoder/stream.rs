//! Streams of instructions through the register of the Verilated decoder, with every output
//! compared in every cycle. The record's correctness for all words is proved separately.

use cosim::dut::decoder::{Decoder, Encoded};
use cosim::testbench::decoder::{Stalls, StreamCounts, check};
use cosim::testbench::random::Scalar;
use isa::control::ControlRecord;
use isa::{Isa, table};
use tests::random::{Random, SEED, seed};
use tests::{any_encoded, legal_of};

/// Decodes all instructions; panics at the first difference.
#[track_caller]
fn agree(name: &str, stalls: Stalls, stream: impl IntoIterator<Item = Encoded>) -> StreamCounts {
    let mut random = Scalar::new(seed(), 0xdec);
    let result = check(&mut Decoder::new(), stream, stalls, &mut random);
    let counts = result.unwrap_or_else(|mismatch| panic!("{SEED} = {}\n{mismatch}", seed()));
    println!("{name}, {SEED} = {}: {counts:?}", seed());
    counts
}

/// Instructions of all ISAs in turn, with stalls on both sides and occasional resets.
#[test]
fn stalls_and_resets() {
    let mut random = Random::new(64);
    for (no_word, not_taken, reset, of_no_isa) in [
        (3, 0, 0, 0),
        (0, 3, 0, 0),
        (2, 2, 0, 0),
        (3, 2, 40, 4),
        (0, 0, 3, 0),
        (0, 0, 0, 3),
    ] {
        let stalls = Stalls {
            no_word,
            not_taken,
            reset,
            of_no_isa,
        };
        let stream = (0..50_000).map(|_| any_encoded(random.one_of(&Isa::DECODED), &mut random));
        let counts = agree("stalled", stalls, stream.collect::<Vec<_>>());
        assert_eq!(counts.words, 50_000);
        assert_eq!(counts.held > 1000, not_taken != 0);
        assert_eq!(counts.refused > 1000, not_taken != 0 || reset != 0);
        assert_eq!(counts.resets > 1000, reset != 0);
    }
}

#[test]
fn one_word_at_a_time() {
    let mut decoder = Decoder::new();
    let mut decode = |isa, word| decoder.decode(isa, word).expect("a record");
    let lea = 0x5bd7_8a00_0ff7_3d01;
    let record = decode(Isa::Maxwell, lea);
    assert_eq!(record, ControlRecord::of_word(Isa::Maxwell, lea));
    assert_eq!((record.offset_register, record.scale), (0x3d, 0x14));
    // The upper half of the port means nothing with a word of 64 bits.
    assert_eq!(decode(Isa::Maxwell, lea | 1 << 127), record);
    assert!(decode(Isa::Fermi, lea).illegal);
    assert!(decode(Isa::Visa, lea).illegal);
    let addr_add = 0x0000_0001_0000_0028;
    assert!(decode(Isa::Visa, addr_add).illegal);
    let ld = 0x8000_0000_0000_0085;
    let record = decode(Isa::Fermi, ld);
    assert_eq!(record, ControlRecord::of_word(Isa::Fermi, ld));
    assert!(record.access && record.steer_by_window);
}

/// Each form of each part, with all values of each field of up to eight bits in legal words.
#[test]
fn every_value_of_the_fields_from_volta_on() {
    let mut random = Random::new(66);
    let (_, parts) = Isa::DECODED.split_at(Isa::BEFORE_VOLTA.len());
    let mut stream = Vec::new();
    for &isa in parts {
        for form in table::forms(isa).filter(|form| form.is_executed()) {
            let word = legal_of(isa, form, &mut random);
            for field in form.fields.iter().filter(|field| field.width() <= 8) {
                let values = 0..1 << field.width();
                stream.extend(values.map(|value| Encoded::Word(isa, (field.set)(word, value))));
            }
        }
    }
    let counts = agree("every value", Stalls::default(), stream);
    let illegal = counts.words - counts.legal;
    assert!(counts.legal > 50_000 && illegal > 3_000, "{counts:?}");
}
