//! The decoder's register stage, as its ports have to show it.

use super::{Decoded, Decoder, Encoded, Inputs, Outputs, differences};
use isa::control::ControlRecord;

/// A port that differs: name, expected, got.
pub type Difference = (&'static str, u32, u32);

/// What the decoder's stage holds.
#[derive(Clone, Debug, Default)]
pub struct Stage {
    /// The instruction that has come and not left.
    held: Option<Decoded>,
    /// What the decoder was given last.
    inputs: Inputs,
    cycles: u64,
}

/// Who wants what in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handshake {
    pub offered: Option<Decoded>,
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

    /// Runs `decoder` for one cycle and compares all outputs after it: the record, or zeros
    /// where there is none, and the handshake. True where what was offered is taken.
    ///
    /// # Errors
    /// The ports that differ.
    pub fn cycle(
        &mut self,
        decoder: &mut Decoder,
        handshake: Handshake,
    ) -> Result<bool, Vec<Difference>> {
        let Handshake {
            offered,
            record_ready,
            reset,
        } = handshake;
        // What nobody offers should be anything but 0.
        let nothing = Inputs {
            word: !self.cycles,
            ..Inputs::default()
        };
        self.inputs = Inputs {
            record_ready: record_ready.into(),
            reset: reset.into(),
            ..offered.map_or(nothing, |offered| offered.encoded.inputs())
        };
        let outputs = decoder.cycle(&self.inputs);
        let word_ready = |held: Option<Decoded>| !reset && (record_ready || held.is_none());
        let taken = offered.filter(|_| word_ready(self.held));
        let stays = self.held.filter(|_| !reset && !record_ready);
        self.held = taken.or(stays);
        self.cycles += 1;
        self.compare(&outputs, word_ready(self.held))?;
        Ok(taken.is_some())
    }

    fn compare(&self, outputs: &Outputs, word_ready: bool) -> Result<(), Vec<Difference>> {
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
