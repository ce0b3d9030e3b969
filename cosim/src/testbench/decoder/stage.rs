//! Model of the decoder's register stage, for the values of its ports.

use crate::dut::decoder::{Decoded, Decoder, Encoded, Inputs, Outputs, differences};
use isa::control::ControlRecord;

/// A port that differs: name, expected value, actual value.
pub type PortDifference = (&'static str, u32, u32);

/// Contents of the decoder's stage, and its last inputs.
#[derive(Clone, Debug, Default)]
pub struct DecoderStage {
    /// The instruction that has arrived and not left.
    held: Option<Decoded>,
    /// Inputs of the last cycle.
    inputs: Inputs,
    cycles: u64,
}

/// Code of the port `isa` that belongs to no instruction set.
const NO_ISA: u8 = 9;

/// Inputs of one cycle: offered word, ready and reset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DecoderHandshake {
    pub offered: Option<Decoded>,
    /// Whether the word comes with the code of no instruction set, which makes it illegal.
    pub of_no_isa: bool,
    pub record_ready: bool,
    pub reset: bool,
}

impl DecoderStage {
    /// The instruction in the stage.
    pub fn encoded(&self) -> Option<Encoded> {
        self.held.map(|held| held.encoded)
    }

    /// The record of the instruction in the stage; zeros if the stage is empty.
    pub fn record(&self) -> ControlRecord {
        self.held.map(|held| held.record).unwrap_or_default()
    }

    /// The decoder's inputs in the last cycle.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// Compares all outputs before the edge of a cycle: the record, or zeros without one, and the
    /// handshake.
    pub fn look(
        &mut self,
        decoder: &mut Decoder,
        handshake: &DecoderHandshake,
    ) -> Result<(), Vec<PortDifference>> {
        self.give(handshake);
        let outputs = decoder.look(&self.inputs);
        self.compare(&outputs, self.word_ready(handshake))
    }

    /// Runs `decoder` for one cycle and compares all outputs after its edge, with the inputs
    /// unchanged. Returns whether the offered word was accepted unchanged.
    pub fn cycle(
        &mut self,
        decoder: &mut Decoder,
        handshake: &DecoderHandshake,
    ) -> Result<bool, Vec<PortDifference>> {
        self.give(handshake);
        let outputs = decoder.cycle(&self.inputs);
        let taken = self.edge(handshake);
        self.compare(&outputs, self.word_ready(handshake))?;
        Ok(taken)
    }

    /// Runs the edge of a cycle. Returns whether the offered word was accepted unchanged.
    pub fn edge(&mut self, handshake: &DecoderHandshake) -> bool {
        let mut taken = handshake.offered.filter(|_| self.word_ready(handshake));
        if let Some(decoded) = taken.as_mut().filter(|_| handshake.of_no_isa) {
            decoded.record = ControlRecord::illegal();
        }
        if handshake.reset || handshake.record_ready {
            self.held = None;
        }
        self.held = taken.or(self.held);
        self.cycles += 1;
        taken.is_some() && !handshake.of_no_isa
    }

    /// Sets the decoder's inputs for a cycle.
    pub fn give(&mut self, handshake: &DecoderHandshake) {
        // Ports without an offer hold anything but 0.
        let nothing = Inputs {
            word: [!self.cycles as u32; 4],
            isa: (self.cycles % 16) as u8,
            ..Inputs::default()
        };
        let offered = handshake.offered;
        let mut offers = offered.map_or(nothing, |offered| Inputs::from(&offered.encoded));
        if handshake.of_no_isa {
            offers.isa = NO_ISA;
        }
        self.inputs = Inputs {
            record_ready: handshake.record_ready.into(),
            reset: handshake.reset.into(),
            ..offers
        };
    }

    /// Whether a word is taken at the next edge.
    pub fn word_ready(&self, handshake: &DecoderHandshake) -> bool {
        !handshake.reset && (handshake.record_ready || self.held.is_none())
    }

    /// Compares all outputs.
    pub fn compare(&self, outputs: &Outputs, word_ready: bool) -> Result<(), Vec<PortDifference>> {
        let handshake = [
            ("word_ready", word_ready, outputs.word_ready),
            ("record_valid", self.held.is_some(), outputs.record_valid),
        ];
        let (expected, record) = (self.record(), outputs.record());
        let agrees = |&(_, expected, got): &(_, bool, u8)| u8::from(expected) == got;
        if record == expected && handshake.iter().all(agrees) {
            return Ok(());
        }
        let wrong = handshake.into_iter().filter(|port| !agrees(port));
        let wrong = wrong.map(|(name, expected, got)| (name, expected.into(), got.into()));
        Err(wrong.chain(differences(&expected, &record)).collect())
    }
}
