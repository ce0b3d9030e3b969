//! Instruction words for the decoder: any field of any form, and words with one or two wrong bits.

use super::kinds::bits;
use crate::dut::decoder::Encoded;
use crate::testbench::random::Scalar;
use isa::form::Form;
use isa::{Isa, Word, table};

/// One word in this many has one wrong bit, and as many have two.
const DAMAGED_ONCE_IN: u64 = 8;

/// One word in this many is entirely random, of any ISA, including the one without words.
const WILD_ONCE_IN: u64 = 64;

/// State of the traffic.
#[derive(Clone, Debug)]
pub struct WordTraffic {
    forms: Vec<(Isa, &'static Form)>,
}

impl WordTraffic {
    /// Traffic of all forms.
    pub fn new() -> WordTraffic {
        let forms = Isa::DECODED
            .into_iter()
            .flat_map(|isa| table::forms(isa).map(move |form| (isa, form)));
        WordTraffic {
            forms: forms.collect(),
        }
    }

    /// Draws the next word.
    #[inline(never)]
    pub fn next(&self, scalar: &mut Scalar) -> Encoded {
        let draw = scalar.draw();
        if draw.is_multiple_of(WILD_ONCE_IN) {
            let isa = Isa::DECODED[bits(draw, 32, 8) as usize % Isa::DECODED.len()];
            return Encoded::Word(isa, any_word(isa, scalar));
        }
        let (isa, form) = self.forms[bits(draw, 32, 16) as usize % self.forms.len()];
        // Most control fields of a word from Volta on have no text with the others of a random word.
        let (start, drawn) = if isa.part().is_some() {
            (form.plain(), scalar.draw() & scalar.draw())
        } else {
            (form.opcode_bits(), u64::MAX)
        };
        let fields = form.fields.iter().enumerate();
        let fields = fields.filter(|(number, _)| drawn >> number & 1 != 0);
        let word = fields.fold(start, |word, (_, field)| {
            (field.set)(word, value(scalar.draw()))
        });
        let digits = isa.digits() as u32;
        let bit = |place: u32| 1 << (bits(draw, place, 8) as u32 % (4 * digits));
        let damage = match bits(draw, 8, 8) % DAMAGED_ONCE_IN {
            0 => bit(48),
            1 => bit(48) | bit(56),
            _ => 0,
        };
        Encoded::Word(isa, word ^ damage)
    }
}

fn any_word(isa: Isa, scalar: &mut Scalar) -> Word {
    let upper = isa.part().map_or(0, |_| scalar.draw());
    Word::from(upper) << 64 | Word::from(scalar.draw())
}

/// Bits of a field: the codes at either end, and values that are mostly legal for groups of
/// registers.
fn value(draw: u64) -> u64 {
    let random = draw >> 8;
    match bits(draw, 0, 3) {
        0 => 0,
        1 => u64::MAX,
        2 => u64::MAX - random % 4,
        3 | 4 => random & !3,
        _ => random,
    }
}
