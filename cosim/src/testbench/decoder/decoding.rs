//! The decoder beside the unit. It gets the instructions of the traffic, with stalls and resets of
//! its own.

use super::{DecoderHandshake, DecoderStage, PortDifference};
use crate::dut::decoder::{Decoded, Decoder, Encoded, Inputs};
use crate::testbench::random::Scalar;
use sim::scoreboard::{ComparedAt, Mismatch};

/// Random stream of the decoder's stalls; the traffic uses the others.
const STREAM: u64 = 9;

/// Interval of comparisons before the clock edge, which cost an extra evaluation.
const LOOK_ONCE_IN: u64 = 4;

/// Interval of instructions that first come with the code of no instruction set.
const OF_NO_ISA_ONCE_IN: u64 = 64;

/// The first error of the decoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongDecoding {
    /// The instruction in the decoder's stage, whose record is expected. If the stage is empty,
    /// the next one to be sent.
    pub encoded: Encoded,
    pub difference: PortDifference,
}

impl WrongDecoding {
    /// The error as a mismatch at a place.
    pub fn mismatch(&self, place: ComparedAt) -> Mismatch {
        let (port, expected, got) = self.difference;
        Mismatch {
            place,
            lane: None,
            signal: format!("decoder.{port}"),
            expected: expected.into(),
            got: got.into(),
            note: None,
        }
    }
}

/// A decoder and its expected state.
pub struct Decoding {
    decoder: Decoder,
    stage: DecoderStage,
    stalls: Scalar,
}

impl Decoding {
    /// A checked decoder, whose stalls depend on `seed` alone.
    pub fn new(decoder: Decoder, seed: u64) -> Decoding {
        Decoding {
            decoder,
            stage: DecoderStage::default(),
            stalls: Scalar::new(seed, STREAM),
        }
    }

    /// Offers `instruction` until it is taken.
    pub fn send(&mut self, instruction: Decoded) -> Result<(), WrongDecoding> {
        while !self.cycle(instruction)? {}
        Ok(())
    }

    /// Runs one cycle that offers `instruction` or nothing. Returns whether it was taken and its
    /// record is there.
    pub fn cycle(&mut self, instruction: Decoded) -> Result<bool, WrongDecoding> {
        let handshake = DecoderHandshake {
            offered: (!self.stalls.once_in(4)).then_some(instruction),
            of_no_isa: self.stalls.once_in(OF_NO_ISA_ONCE_IN),
            record_ready: !self.stalls.once_in(4),
            reset: self.stalls.once_in(64),
        };
        // Before the edge, the new inputs are combined with the stage's old contents.
        let looked = if self.stalls.once_in(LOOK_ONCE_IN) {
            self.stage.look(&mut self.decoder, &handshake)
        } else {
            Ok(())
        };
        let mut taken = looked.and_then(|()| self.stage.cycle(&mut self.decoder, &handshake));
        if self.decoder.has_ended() {
            taken = Err(vec![("$finish", 0, 1)]);
        }
        taken.map_err(|differences| WrongDecoding {
            encoded: self.stage.encoded().unwrap_or(instruction.encoded),
            difference: differences.first().copied().unwrap_or_default(),
        })
    }

    /// The decoder's inputs in the last cycle.
    pub fn inputs(&self) -> &Inputs {
        self.stage.inputs()
    }
}
