//! Random words for the decoders. Their correctness for all words is proved separately.

use crate::random::Random;
use isa::control::Encoded;
use isa::form::Form;
use isa::{Isa, Word, decode, table};

/// A word of any form: legal, next to a legal one, possibly illegal, or random bits.
pub(crate) fn any_encoded(isa: Isa, random: &mut Random) -> Encoded {
    let forms: Vec<&Form> = table::forms(isa).collect();
    let form = random.one_of(&forms);
    let bits = 4 * isa.digits();
    let word = match random.below(6) {
        0 => bits_of(random) >> (Word::BITS as usize - bits),
        1 => any_of(isa, form, random),
        2 | 3 => legal_of(isa, form, random) ^ 1 << random.below(bits as u64),
        _ => legal_of(isa, form, random),
    };
    Encoded::Word(isa, word)
}

fn bits_of(random: &mut Random) -> Word {
    Word::from(random.number()) << u64::BITS | Word::from(random.number())
}

/// A word of a form with random fields, some of them all zeros or all ones. From Volta on a part of
/// the fields is as without use, since most schedules and hints are of no word; other bits are any.
fn any_of(isa: Isa, form: &Form, random: &mut Random) -> Word {
    let (start, drawn) = if isa.part().is_some() {
        let others = !(table::fixed_bits(isa, form) | form.fields_mask());
        (form.plain() | bits_of(random) & others, 2)
    } else {
        (form.opcode_bits(), 1)
    };
    let fields = form.fields.iter();
    fields.fold(start, |word, field| {
        let value = match random.below(8) {
            _ if !random.once_in(drawn) => return word,
            0 => 0,
            1 => u64::MAX,
            _ => random.number(),
        };
        (field.set)(word, value)
    })
}

/// A random word of a form, legal if the form has such words.
pub fn legal_of(isa: Isa, form: &Form, random: &mut Random) -> Word {
    loop {
        let word = any_of(isa, form, random);
        if !form.is_executed() || decode(isa, word).is_ok() {
            return word;
        }
    }
}
