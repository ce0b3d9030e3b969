//! The decoder's register stage, as its ports have to show it.

use super::{Decoder, Encoded, Inputs, Outputs, differences};
use isa::control::ControlRecord;

/// A port that differs: name, expected, got.
pub type Difference = (&'static str, u32, u32);

/// What the decoder's stage holds.
#[derive(Clone, Debug, Default)]
pub struct Stage {
    encoded: Option<Encoded>,
    record: ControlRecord,
    /// The instruction that came last, with its record: it is often offered again.
    latest: Option<(Encoded, ControlRecord)>,
    cycles: u64,
}

/// Who wants what in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handshake {
    pub offered: Option<Encoded>,
    pub record_ready: bool,
    pub reset: bool,
}

impl Stage {
    /// The instruction in the stage.
    pub fn encoded(&self) -> Option<Encoded> {
        self.encoded
    }

    /// The record of that; zeros where there is none.
    pub fn record(&self) -> &ControlRecord {
        &self.record
    }

    /// Runs `decoder` for one cycle and compares all its outputs: the record, or zeros
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
        let outputs = decoder.cycle(&Inputs {
            record_ready: record_ready.into(),
            reset: reset.into(),
            ..offered.map_or(nothing, |encoded| encoded.inputs())
        });
        let ready = !reset && (record_ready || self.encoded.is_none());
        self.compare(&outputs, ready)?;
        self.cycles += 1;
        if reset || record_ready {
            self.encoded = None;
            self.record = ControlRecord::default();
        }
        let taken = offered.filter(|_| ready);
        if let Some(encoded) = taken {
            let known = self.latest.filter(|(latest, _)| *latest == encoded);
            let (_, record) = known.unwrap_or_else(|| (encoded, encoded.record()));
            self.latest = Some((encoded, record));
            self.encoded = Some(encoded);
            self.record = record;
        }
        Ok(taken.is_some())
    }

    fn compare(&self, outputs: &Outputs, word_ready: bool) -> Result<(), Vec<Difference>> {
        let handshake = [
            ("word_ready", word_ready, outputs.word_ready),
            ("record_valid", self.encoded.is_some(), outputs.record_valid),
        ];
        let record = outputs.record();
        let agrees = |&(_, expected, got): &(_, bool, u8)| u8::from(expected) == got;
        if record == self.record && handshake.iter().all(agrees) {
            return Ok(());
        }
        let wrong = handshake.into_iter().filter(|port| !agrees(port));
        let wrong = wrong.map(|(name, expected, got)| (name, expected.into(), got.into()));
        Err(wrong.chain(differences(&self.record, &record)).collect())
    }
}
