//! Random words for the decoders. Their correctness for all words is proved separately.

use crate::random::Random;
use isa::control::Encoded;
use isa::form::Form;
use isa::{Isa, Word, decode, table};

/// A word of any form: legal, next to a legal one, possibly illegal, or random bits.
pub(crate) fn any_encoded(isa: Isa, random: &mut Random) -> Encoded {
    let forms: Vec<&Form> = table::forms(isa).collect();
    let form = random.one_of(&forms);
    let word = match random.below(6) {
        0 => random.number().into(),
        1 => any_of(form, random),
        2 | 3 => legal_of(isa, form, random) ^ 1 << random.below(64),
        _ => legal_of(isa, form, random),
    };
    Encoded::Word(isa, word)
}

/// A word of a form with random fields, some of them all zeros or all ones.
fn any_of(form: &Form, random: &mut Random) -> Word {
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

/// A legal word like those of [`any_of`].
fn legal_of(isa: Isa, form: &Form, random: &mut Random) -> Word {
    loop {
        let word = any_of(form, random);
        if decode(isa, word).is_ok() {
            return word;
        }
    }
}
