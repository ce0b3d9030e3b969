//! Words to decode: legal ones of every form, neighbours.

use crate::random::Random;
use isa::control::Encoded;
use isa::fields::FieldId;
use isa::form::{Field, Form};
use isa::{Isa, decode, table};
use std::fs;
use std::path::Path;

/// The ISAs that have words.
const ISAS: [Isa; 2] = [Isa::Maxwell, Isa::Fermi];

/// The columns of every line of a vector file.
pub(crate) fn rows(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors");
    let file = fs::read_to_string(path.join(name)).expect("vector file");
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect()
}

/// Every form with its ISA.
pub fn forms() -> impl Iterator<Item = (Isa, &'static Form)> {
    ISAS.into_iter()
        .flat_map(|isa| table::forms(isa).map(move |form| (isa, form)))
}

/// A word of a form with random fields, some of them all zeros or all ones.
pub fn any_of(form: &Form, random: &mut Random) -> u64 {
    let fields = form.fields.iter();
    fields.fold(form.opcode_bits(), |word, field| {
        let value = match random.below(8) {
            0 => 0,
            1 => u64::MAX,
            _ => random.number(),
        };
        (field.set)(word, value)
    })
}

/// As [`any_of`], and legal.
pub fn legal_of(isa: Isa, form: &Form, random: &mut Random) -> u64 {
    loop {
        let word = any_of(form, random);
        if decode(isa, word).is_ok() {
            return word;
        }
    }
}

/// The words one bit away.
fn one_bit_away(word: u64) -> impl Iterator<Item = u64> {
    (0..64).map(move |bit| word ^ 1 << bit)
}

/// `word` with every pair of values in two of its fields.
fn all_pairs(word: u64, one: &Field, other: &Field) -> impl Iterator<Item = u64> {
    let (set_one, set_other) = (one.set, other.set);
    let others = 1_u64 << other.width();
    (0..1 << one.width()).flat_map(move |value| {
        let word = set_one(word, value);
        (0..others).map(move |value| set_other(word, value))
    })
}

/// Some thousand words of an ISA for slow simulators: legal and illegal ones of every
/// form, neighbours of legal ones, every size with every data register.
pub fn few(isa: Isa) -> Vec<Encoded> {
    let mut random = Random::new(65);
    let mut words = Vec::new();
    for form in table::forms(isa) {
        words.extend((0..60).map(|_| any_of(form, &mut random)));
        for _ in 0..3 {
            words.extend(one_bit_away(legal_of(isa, form, &mut random)));
        }
    }
    let form = table::forms(isa).find(|form| form.name == "LD");
    if let Some(form) = form {
        let word = legal_of(isa, form, &mut random);
        if let [Some(size), Some(data)] = [FieldId::Size, FieldId::Data].map(|id| form.field(id)) {
            words.extend(all_pairs(word, size, data));
        }
    }
    let words = words.into_iter();
    words.map(|word| Encoded::Word(isa, word)).collect()
}
