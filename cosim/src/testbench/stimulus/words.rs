//! Instruction words for the decoder: any field of any form, and words with one or two wrong bits.

use super::kinds::bits;
use crate::dut::decoder::Encoded;
use crate::testbench::random::Scalar;
use isa::form::Form;
use isa::{Isa, table};

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
        let forms = Isa::HARDWARE
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
            let isa = Isa::HARDWARE[bits(draw, 32, 8) as usize % Isa::HARDWARE.len()];
            return Encoded::Word(isa, scalar.draw().into());
        }
        let (isa, form) = self.forms[bits(draw, 32, 16) as usize % self.forms.len()];
        let fields = form.fields.iter();
        let word = fields.fold(form.opcode_bits(), |word, field| {
            (field.set)(word, value(scalar.draw()))
        });
        let bit = |place: u32| 1 << bits(draw, place, 6);
        let damage = match bits(draw, 8, 8) % DAMAGED_ONCE_IN {
            0 => bit(48),
            1 => bit(48) | bit(56),
            _ => 0,
        };
        Encoded::Word(isa, word ^ damage)
    }
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
