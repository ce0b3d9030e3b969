//! Check of the decoder against `isa`, cycle by cycle, with a stream of instructions.

use super::stage::{DecoderHandshake, DecoderStage, PortDifference};
use crate::dut::decoder::{Decoder, Encoded, Inputs};
use crate::testbench::random::Scalar;
use std::fmt;

/// Rates of events other than a word that arrives and a record that leaves. Each is the average
/// number of cycles between two events; 0 is never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stalls {
    /// No word is offered.
    pub no_word: u64,
    /// The record is not taken.
    pub not_taken: u64,
    /// The decoder is reset.
    pub reset: u64,
    /// The word first comes with the code of no instruction set.
    pub of_no_isa: u64,
}

/// Counts of a checked stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StreamCounts {
    /// Words that were decoded and compared.
    pub words: u64,
    /// Legal words among them.
    pub legal: u64,
    pub cycles: u64,
    /// Cycles in which a word was offered and not taken.
    pub refused: u64,
    /// Cycles in which a valid record was not taken.
    pub held: u64,
    pub resets: u64,
}

/// The first cycle in which the hardware disagrees with `isa`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamMismatch {
    pub cycle: u64,
    /// The instruction in the stage, if any.
    pub encoded: Option<Encoded>,
    /// The outputs that differ.
    pub differences: Vec<PortDifference>,
}

impl fmt::Display for StreamMismatch {
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

impl std::error::Error for StreamMismatch {}

/// Sends all instructions through `decoder` and compares every output before and after each clock
/// edge. That includes each record, the zeros without one, and the handshake. `random` draws the
/// stalls.
pub fn check(
    decoder: &mut Decoder,
    stream: impl IntoIterator<Item = Encoded>,
    stalls: Stalls,
    random: &mut Scalar,
) -> Result<StreamCounts, StreamMismatch> {
    let mut counts = StreamCounts::default();
    let mut stream = stream.into_iter().map(Encoded::decoded);
    let mut waiting = stream.next();
    let mut stage = DecoderStage::default();
    let mut draw = |one_in| one_in != 0 && random.once_in(one_in);
    // A reset removes any word of an earlier stream.
    decoder.cycle(&Inputs {
        reset: 1,
        ..Inputs::default()
    });
    while waiting.is_some() || stage.encoded().is_some() {
        let handshake = DecoderHandshake {
            offered: waiting.filter(|_| !draw(stalls.no_word)),
            of_no_isa: draw(stalls.of_no_isa),
            record_ready: !draw(stalls.not_taken),
            reset: draw(stalls.reset),
        };
        let held = stage.encoded().is_some() && !handshake.record_ready;
        let looked = stage.look(decoder, &handshake);
        let taken = looked.and_then(|()| stage.cycle(decoder, &handshake));
        let taken = taken.map_err(|differences| StreamMismatch {
            cycle: counts.cycles,
            encoded: stage.encoded(),
            differences,
        })?;
        counts.cycles += 1;
        counts.refused += u64::from(handshake.offered.is_some() && !taken && !handshake.of_no_isa);
        counts.held += u64::from(held);
        counts.resets += u64::from(handshake.reset);
        if taken {
            counts.words += 1;
            counts.legal += u64::from(!stage.record().illegal);
            waiting = stream.next();
        }
    }
    Ok(counts)
}
