//! Words through the decoder, cycle by cycle, against `isa`.

use super::{Decoder, Inputs, Outputs, differences, isa_code};
use crate::random::Scalar;
use isa::Isa;
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
    /// The word in the stage, if any.
    pub word: Option<(Isa, u64)>,
    /// The outputs that differ: name, expected, got.
    pub differences: Vec<(&'static str, u32, u32)>,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "cycle {}, ", self.cycle)?;
        match self.word {
            Some((isa, word)) => {
                write!(out, "{isa} word {word:016x}")?;
                if let Ok(text) = isa::disassemble(isa, word) {
                    write!(out, " ({text})")?;
                }
            }
            None => out.write_str("no word")?,
        }
        for (name, expected, got) in &self.differences {
            write!(out, "; {name}: expected {expected:#x}, got {got:#x}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Mismatch {}

/// Sends all words through `decoder` and compares every output in every cycle: each
/// record, the zeros where there is none, and the handshake. `random` draws the stalls.
///
/// Words of an ISA that the hardware does not know are left out.
///
/// # Errors
/// The first difference.
pub fn check(
    decoder: &mut Decoder,
    words: impl IntoIterator<Item = (Isa, u64)>,
    stalls: Stalls,
    random: &mut Scalar,
) -> Result<Counts, Mismatch> {
    let mut counts = Counts::default();
    let mut words = words
        .into_iter()
        .filter_map(|(isa, word)| Some((isa, isa_code(isa)?, word)));
    let mut waiting = words.next();
    let mut stage: Option<(Isa, u64)> = None;
    let mut draw = |one_in| one_in != 0 && random.once_in(one_in);
    // Whatever an earlier stream left leaves first.
    decoder.cycle(&Inputs {
        reset: 1,
        ..Inputs::default()
    });
    while waiting.is_some() || stage.is_some() {
        let offered = waiting.filter(|_| !draw(stalls.no_word));
        let (_, isa, word) = offered.unwrap_or((Isa::Maxwell, 0, counts.cycles));
        let inputs = Inputs {
            word,
            isa,
            word_valid: offered.is_some().into(),
            record_ready: (!draw(stalls.not_taken)).into(),
            reset: draw(stalls.reset).into(),
        };
        let outputs = decoder.cycle(&inputs);
        let ready = inputs.reset == 0 && (inputs.record_ready != 0 || stage.is_none());
        compare(&outputs, ready, stage).map_err(|differences| Mismatch {
            cycle: counts.cycles,
            word: stage,
            differences,
        })?;
        counts.cycles += 1;
        counts.refused += u64::from(offered.is_some() && !ready);
        counts.held += u64::from(stage.is_some() && inputs.record_ready == 0);
        counts.resets += u64::from(inputs.reset);
        if inputs.reset != 0 || inputs.record_ready != 0 {
            stage = None;
        }
        if let (Some((isa, _, word)), true) = (offered, ready) {
            stage = Some((isa, word));
            counts.words += 1;
            counts.legal += u64::from(isa::decode(isa, word).is_ok());
            waiting = words.next();
        }
    }
    Ok(counts)
}

fn compare(
    outputs: &Outputs,
    ready: bool,
    stage: Option<(Isa, u64)>,
) -> Result<(), Vec<(&'static str, u32, u32)>> {
    let expected = match stage {
        Some((isa, word)) => ControlRecord::of_word(isa, word),
        None => ControlRecord::default(),
    };
    let handshake = [
        ("word_ready", ready, outputs.word_ready),
        ("record_valid", stage.is_some(), outputs.record_valid),
    ];
    let mut found: Vec<_> = handshake
        .into_iter()
        .map(|(name, expected, got)| (name, u32::from(expected), u32::from(got)))
        .filter(|(_, expected, got)| expected != got)
        .collect();
    found.extend(differences(&expected, &outputs.record()));
    if found.is_empty() { Ok(()) } else { Err(found) }
}
