//! The decoders: one for each ISA, and the register stage after them.

use super::{Expected, Golden, Inputs, one};
use isa::Isa;
use isa::control::{ControlRecord, Encoded};
use tests::any_encoded;
use tests::random::Random;

/// Code of the port `isa` that belongs to no ISA.
const NO_ISA: u8 = 3;

/// A decoder without a register.
pub struct Combinational(pub Isa);

impl Golden for Combinational {
    fn cycle(&mut self, inputs: &mut Inputs, random: &mut Random) -> Expected {
        let encoded = any_encoded(self.0, random);
        show(&encoded, inputs);
        match inputs.is("valid") {
            true => fields(&encoded.record()),
            false => fields(&ControlRecord::default()),
        }
    }
}

/// Sets the ports to an instruction.
fn show(encoded: &Encoded, inputs: &mut Inputs) {
    inputs.set("word", encoded.word());
    inputs.put("tail", encoded.tail().map(u64::from).to_vec());
    inputs.set("native_simd32", encoded.native_simd32());
}

pub fn fields(record: &ControlRecord) -> Expected {
    record
        .fields()
        .map(|(name, value)| (name, one(value)))
        .collect()
}

/// Offered words and the register stage of a decoder.
#[derive(Default)]
pub struct Stage {
    /// The offered word, which stays until it is taken.
    offered: Option<(Encoded, bool)>,
    pub record: Option<ControlRecord>,
}

impl Stage {
    /// Offers a word if `word_valid` is drawn.
    pub fn offer(&mut self, inputs: &mut Inputs, random: &mut Random) {
        if self.offered.is_none() && inputs.is("word_valid") {
            self.offered = Some((word(random), random.once_in(40)));
        }
        inputs.set("word_valid", self.offered.is_some());
        if let Some((encoded, unknown)) = &self.offered {
            show(encoded, inputs);
            inputs.set("isa", if *unknown { NO_ISA } else { encoded.isa_code() });
        }
    }

    pub fn word_ready(&self, reset: bool, record_ready: bool) -> bool {
        !reset && (record_ready || self.record.is_none())
    }

    /// Runs the coming edge.
    pub fn edge(&mut self, reset: bool, record_ready: bool) {
        let word = match self.word_ready(reset, record_ready) {
            true => self.offered.take(),
            false => None,
        };
        if reset || record_ready || self.record.is_none() {
            self.record = word.map(|(encoded, unknown)| match unknown {
                true => ControlRecord::illegal(),
                false => encoded.record(),
            });
        }
    }
}

/// A random instruction: bytes as often as words.
fn word(random: &mut Random) -> Encoded {
    let isas = [Isa::Visa, Isa::Visa, Isa::Fermi, Isa::Maxwell];
    any_encoded(random.one_of(&isas), random)
}

/// The decoder with its register.
#[derive(Default)]
pub struct Decoder(Stage);

impl Golden for Decoder {
    fn cycle(&mut self, inputs: &mut Inputs, random: &mut Random) -> Expected {
        let Decoder(stage) = self;
        stage.offer(inputs, random);
        let (reset, record_ready) = (inputs.is("reset"), inputs.is("record_ready"));
        let mut expected = fields(&stage.record.unwrap_or_default());
        expected.push(("word_ready", one(stage.word_ready(reset, record_ready))));
        expected.push(("record_valid", one(stage.record.is_some())));
        stage.edge(reset, record_ready);
        expected
    }
}
