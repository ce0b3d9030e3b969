//! Instructions through the decoder, cycle by cycle, against `isa`.

use super::{Decoder, Encoded, Inputs, Outputs, differences};
use crate::random::Scalar;
use isa::control::ControlRecord;
use std::fmt;

/// How often the stream stands still, each on average once in so many cycles; 0 never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stalls {
    /// No word is offered.
    pub no_word: u64,
    /// The record is not taken.
    pub not_taken: u64,
    /// The decoder is reset.
    pub reset: u64,
}

/// What a stream came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Words that were decoded and compared.
    pub words: u64,
    /// Of these, legal ones.
    pub legal: u64,
    pub cycles: u64,
    /// Cycles in which a word was offered and not taken.
    pub refused: u64,
    /// Cycles in which a record stood there and was not taken.
    pub held: u64,
    pub resets: u64,
}

/// The first cycle in which the hardware does not do what `isa` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    pub cycle: u64,
    /// The instruction in the stage, if any.
    pub encoded: Option<Encoded>,
    /// The outputs that differ: name, expected, got.
    pub differences: Vec<(&'static str, u32, u32)>,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "cycle {}, ", self.cycle)?;
        match self.encoded {
            Some(encoded) => write!(out, "{encoded}")?,
            None => out.write_str("no word")?,
        }
        for (name, expected, got) in &self.differences {
            write!(out, "; {name}: expected {expected:#x}, got {got:#x}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Mismatch {}

/// Sends all instructions through `decoder` and compares every output in every cycle:
/// each record, the zeros where there is none, and the handshake. `random` draws the
/// stalls.
///
/// # Errors
/// The first difference.
pub fn check(
    decoder: &mut Decoder,
    stream: impl IntoIterator<Item = Encoded>,
    stalls: Stalls,
    random: &mut Scalar,
) -> Result<Counts, Mismatch> {
    let mut counts = Counts::default();
    let mut stream = stream.into_iter();
    let mut waiting = stream.next();
    let mut stage: Option<Encoded> = None;
    let mut expected = ControlRecord::default();
    let mut draw = |one_in| one_in != 0 && random.once_in(one_in);
    // Whatever an earlier stream left leaves first.
    decoder.cycle(&Inputs {
        reset: 1,
        ..Inputs::default()
    });
    while waiting.is_some() || stage.is_some() {
        let offered = waiting.filter(|_| !draw(stalls.no_word));
        let nothing = Inputs {
            word: counts.cycles,
            ..Inputs::default()
        };
        let inputs = Inputs {
            record_ready: (!draw(stalls.not_taken)).into(),
            reset: draw(stalls.reset).into(),
            ..offered.map_or(nothing, |encoded| encoded.inputs())
        };
        let outputs = decoder.cycle(&inputs);
        let ready = inputs.reset == 0 && (inputs.record_ready != 0 || stage.is_none());
        compare(&outputs, ready, stage.is_some(), &expected).map_err(|differences| Mismatch {
            cycle: counts.cycles,
            encoded: stage,
            differences,
        })?;
        counts.cycles += 1;
        counts.refused += u64::from(offered.is_some() && !ready);
        counts.held += u64::from(stage.is_some() && inputs.record_ready == 0);
        counts.resets += u64::from(inputs.reset);
        if inputs.reset != 0 || inputs.record_ready != 0 {
            stage = None;
            expected = ControlRecord::default();
        }
        if let (Some(encoded), true) = (offered, ready) {
            stage = offered;
            expected = encoded.record();
            counts.words += 1;
            counts.legal += u64::from(!expected.illegal);
            waiting = stream.next();
        }
    }
    Ok(counts)
}

fn compare(
    outputs: &Outputs,
    word_ready: bool,
    record_valid: bool,
    record: &ControlRecord,
) -> Result<(), Vec<(&'static str, u32, u32)>> {
    let handshake = [
        ("word_ready", word_ready, outputs.word_ready),
        ("record_valid", record_valid, outputs.record_valid),
    ];
    let mut found: Vec<_> = handshake
        .into_iter()
        .map(|(name, expected, got)| (name, u32::from(expected), u32::from(got)))
        .filter(|(_, expected, got)| expected != got)
        .collect();
    found.extend(differences(record, &outputs.record()));
    if found.is_empty() { Ok(()) } else { Err(found) }
}
