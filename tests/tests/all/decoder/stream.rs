//! Instructions through the Verilated decoder, every output compared in every cycle.

use cosim::dut::decoder::{Decoder, Encoded};
use cosim::testbench::decoder::{Counts, Stalls, check};
use cosim::testbench::random::Scalar;
use isa::Isa;
use isa::control::ControlRecord;
use isa::fields::FieldId;
use replay::addr_adds;
use replay::random::{Random, SEED, seed};
use replay::words::{
    ISAS, all_pairs, any_of, forms, legal_of, of_files, one_bit_away, two_bits_away,
};

const RANDOM_WORDS: u64 = 1_000_000;
const LEGAL_WORDS_OF_A_FORM: u64 = 4000;
/// Words of a form whose neighbours two bits away are all decoded.
const CENTRES: usize = 4;

/// Decodes all; panics at the first difference.
#[track_caller]
pub fn agree(name: &str, stalls: Stalls, stream: impl IntoIterator<Item = Encoded>) -> Counts {
    let mut random = Scalar::new(seed(), 0xdec);
    let result = check(&mut Decoder::new(), stream, stalls, &mut random);
    let counts = result.unwrap_or_else(|mismatch| panic!("{SEED} = {}\n{mismatch}", seed()));
    println!("{name}, {SEED} = {}: {counts:?}", seed());
    counts
}

/// As [`agree`], of words.
#[track_caller]
fn agree_words(name: &str, words: impl IntoIterator<Item = (Isa, u64)>) -> Counts {
    let words = words.into_iter();
    let words = words.map(|(isa, word)| Encoded::Word(isa, word));
    agree(name, Stalls::default(), words)
}

#[test]
fn vector_words_as_either_isa_and_one_bit_away() {
    let words = of_files();
    let legal = |(isa, word)| isa::decode(isa, word).is_ok();
    assert!(
        words.len() > 10_000 && words.iter().copied().filter(|&word| legal(word)).count() > 9_000
    );
    let neighbours = words
        .iter()
        .flat_map(|&(isa, word)| one_bit_away(word).map(move |neighbour| (isa, neighbour)));
    let either = words
        .iter()
        .flat_map(|&(_, word)| ISAS.map(|isa| (isa, word)));
    let counts = agree_words("vectors", either.chain(neighbours));
    assert_eq!(counts.cycles, counts.words + 1, "a word a cycle");
}

#[test]
fn random_words() {
    let mut random = Random::new(60);
    let words = (0..RANDOM_WORDS).flat_map(|_| {
        let word = random.number();
        ISAS.map(|isa| (isa, word))
    });
    agree_words("random", words);
}

#[test]
fn legal_words_of_every_form() {
    let mut random = Random::new(61);
    let words = forms().flat_map(|(isa, form)| {
        (0..LEGAL_WORDS_OF_A_FORM)
            .map(|_| (isa, legal_of(isa, form, &mut random)))
            .collect::<Vec<_>>()
    });
    let counts = agree_words("legal", words);
    assert_eq!(counts.legal, counts.words);
    assert_eq!(counts.words, 30 * LEGAL_WORDS_OF_A_FORM, "30 forms");
}

#[test]
fn two_bits_away_from_legal_words() {
    let mut random = Random::new(62);
    let words = forms().flat_map(|(isa, form)| {
        let centres: Vec<u64> = (0..CENTRES)
            .map(|_| legal_of(isa, form, &mut random))
            .collect();
        let near = |word| one_bit_away(word).chain(two_bits_away(word));
        centres
            .into_iter()
            .flat_map(near)
            .map(move |word| (isa, word))
    });
    agree_words("neighbours", words);
}

/// Legality that depends on two fields at once.
#[test]
fn sizes_with_all_registers_and_ccs_with_all_predicates() {
    const PAIRS: [(FieldId, FieldId); 5] = [
        (FieldId::Size, FieldId::Data),
        (FieldId::Wide, FieldId::Address),
        (FieldId::Cc, FieldId::Plg),
        (FieldId::Mode, FieldId::Size),
        (FieldId::Rd, FieldId::GuardInverted),
    ];
    let mut random = Random::new(63);
    let mut words = Vec::new();
    for (isa, form) in forms() {
        for (one, other) in PAIRS {
            if let (Some(one), Some(other)) = (form.field(one), form.field(other)) {
                let word = legal_of(isa, form, &mut random);
                words.extend(all_pairs(word, one, other).map(|word| (isa, word)));
            }
        }
    }
    agree_words("pairs of fields", words);
}

/// Instructions of all ISAs in turn, stalled on both sides and now and then reset.
#[test]
fn stalls_and_resets() {
    let mut random = Random::new(64);
    let forms: Vec<_> = forms().collect();
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
        let stream = (0..50_000).map(|_| {
            if random.below(3) == 0 {
                return addr_adds::any_encoded(&mut random);
            }
            let (isa, form) = random.one_of(&forms);
            Encoded::Word(isa, any_of(form, &mut random))
        });
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
    assert!(decode(Isa::Fermi, lea).illegal);
    assert!(decode(Isa::Visa, lea).illegal);
    let addr_add = 0x0000_0001_0000_0028;
    assert!(decode(Isa::Visa, addr_add).illegal);
    let ld = 0x8000_0000_0000_0085;
    let record = decode(Isa::Fermi, ld);
    assert_eq!(record, ControlRecord::of_word(Isa::Fermi, ld));
    assert!(record.access && record.steer_by_window);
}
