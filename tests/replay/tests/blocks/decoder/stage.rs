//! The decoder's register stage, and the instructions that are offered to it.

use crate::testbench::Named;
use isa::control::{ControlRecord, Encoded};
use replay::random::Random;
use replay::{addr_adds, words};

/// The code of the port `isa` that is for no ISA.
const NO_ISA: u8 = 3;

/// Where words come from: one that is offered stays until it is taken.
pub struct Words {
    next: Encoded,
    /// It comes as one of no ISA.
    unknown: bool,
    valid: bool,
}

impl Words {
    /// Nothing is offered yet.
    pub fn new(random: &mut Random) -> Words {
        Words {
            next: word(random),
            unknown: random.once_in(40),
            valid: false,
        }
    }

    /// Decides whether a word is offered in this cycle.
    pub fn offer(&mut self, slow: bool, random: &mut Random) {
        self.valid |= !(slow && random.once_in(2));
    }

    /// The record of the word that is offered.
    pub fn offered(&self) -> Option<ControlRecord> {
        self.valid.then(|| match self.unknown {
            true => ControlRecord::illegal(),
            false => self.next.record(),
        })
    }

    /// The inputs that hold it.
    pub fn inputs(&self) -> Named<u64> {
        let isa = if self.unknown {
            NO_ISA
        } else {
            self.next.isa_code()
        };
        let mut inputs = ports(&self.next);
        inputs.push(("word_valid", vec![self.valid.into()]));
        inputs.push(("isa", vec![isa.into()]));
        inputs
    }

    /// Goes on to the next word.
    pub fn taken(&mut self, random: &mut Random) {
        *self = Words::new(random);
    }
}

/// A legal word of any form, one that may be illegal, or any bits at all; bytes as often
/// as words.
fn word(random: &mut Random) -> Encoded {
    if random.flag() {
        return addr_adds::any_encoded(random);
    }
    let forms: Vec<_> = words::forms().collect();
    let (isa, form) = random.one_of(&forms);
    let word = match random.below(6) {
        0 => random.number(),
        1 => words::any_of(form, random),
        _ => words::legal_of(isa, form, random),
    };
    Encoded::Word(isa, word)
}

/// What the register stage does in a cycle.
#[derive(Clone, Copy)]
pub struct Inputs {
    /// The stage is emptied.
    pub reset: bool,
    /// The record is taken.
    pub record_ready: bool,
}

/// The register stage as it should be.
#[derive(Default)]
pub struct Stage {
    record: Option<ControlRecord>,
}

impl Stage {
    /// The record that is there.
    pub fn record(&self) -> Option<ControlRecord> {
        self.record
    }

    /// Whether a word is taken.
    pub fn word_ready(&self, inputs: Inputs) -> bool {
        !inputs.reset && (inputs.record_ready || self.record.is_none())
    }

    /// The coming edge; whether the word was taken.
    pub fn edge(&mut self, word: Option<ControlRecord>, inputs: Inputs) -> bool {
        let word = word.filter(|_| self.word_ready(inputs));
        if inputs.reset || inputs.record_ready || self.record.is_none() {
            self.record = word;
        }
        word.is_some()
    }
}

/// The ports of all decoders that hold an instruction.
pub fn ports(encoded: &Encoded) -> Named<u64> {
    vec![
        ("word", vec![encoded.word()]),
        ("tail", encoded.tail().map(u64::from).to_vec()),
        ("native_simd32", vec![encoded.native_simd32().into()]),
    ]
}
