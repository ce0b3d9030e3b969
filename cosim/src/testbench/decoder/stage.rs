//! The decoder's register stage, as its ports have to show it.

use crate::dut::decoder::{Decoded, Decoder, Encoded, Inputs, Outputs, differences};
use isa::control::ControlRecord;

/// A port that differs: name, expected, got.
pub type Difference = (&'static str, u32, u32);

/// What the decoder's stage holds, and what the decoder was given.
#[derive(Clone, Debug, Default)]
pub struct Stage {
    /// The instruction that has come and not left.
    held: Option<Decoded>,
    /// Of the last cycle.
    inputs: Inputs,
    cycles: u64,
}

/// The code at the port `isa` that no instruction set has.
const NO_ISA: u8 = 3;

/// Who wants what in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handshake {
    pub offered: Option<Decoded>,
    /// What is offered comes as of no instruction set, which makes it illegal whatever it is.
    pub of_no_isa: bool,
    pub record_ready: bool,
    pub reset: bool,
}

impl Stage {
    /// The instruction in the stage.
    pub fn encoded(&self) -> Option<Encoded> {
        self.held.map(|held| held.encoded)
    }

    /// The record of that; zeros where there is none.
    pub fn record(&self) -> ControlRecord {
        self.held.map(|held| held.record).unwrap_or_default()
    }

    /// What the decoder was given in the last cycle.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// Compares all outputs before the edge of a cycle: the
    /// record, or zeros where there is none, and the handshake.
    ///
    /// # Errors
    /// The ports that differ.
    pub fn look(
        &mut self,
        decoder: &mut Decoder,
        handshake: &Handshake,
    ) -> Result<(), Vec<Difference>> {
        self.give(handshake);
        let outputs = decoder.look(&self.inputs);
        self.compare(&outputs, self.word_ready(handshake))
    }

    /// Runs `decoder` for one cycle and compares all outputs after its edge, while its inputs
    /// are still there. True where what was offered is taken as what it is.
    ///
    /// # Errors
    /// The ports that differ.
    pub fn cycle(
        &mut self,
        decoder: &mut Decoder,
        handshake: &Handshake,
    ) -> Result<bool, Vec<Difference>> {
        self.give(handshake);
        let outputs = decoder.cycle(&self.inputs);
        let taken = self.edge(handshake);
        self.compare(&outputs, self.word_ready(handshake))?;
        Ok(taken)
    }

    /// Passes the edge of a cycle. True where what was offered is taken as what it is.
    pub fn edge(&mut self, handshake: &Handshake) -> bool {
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

    /// The decoder's inputs in a cycle.
    pub fn give(&mut self, handshake: &Handshake) {
        // What nobody offers should be anything but 0.
        let nothing = Inputs {
            word: !self.cycles,
            isa: (self.cycles % 4) as u8,
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
    pub fn word_ready(&self, handshake: &Handshake) -> bool {
        !handshake.reset && (handshake.record_ready || self.held.is_none())
    }

    /// Compares all outputs.
    ///
    /// # Errors
    /// The ports that differ.
    pub fn compare(&self, outputs: &Outputs, word_ready: bool) -> Result<(), Vec<Difference>> {
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
