//! The decoder beside the unit: it gets the instructions of the traffic, with stalls and
//! resets of its own.

use super::{Difference, Handshake, Stage};
use crate::dut::decoder::{Decoded, Decoder, Encoded, Inputs};
use crate::testbench::random::Scalar;
use scoreboard::{Mismatch, Place};

/// The stream of random numbers that stalls the decoder; the traffic has the others.
const STREAM: u64 = 9;

/// One cycle in this many is compared before its edge too, which takes an evaluation more.
const LOOK_ONCE_IN: u64 = 4;

/// An instruction comes as of no instruction set before, this often.
const OF_NO_ISA_ONCE_IN: u64 = 64;

/// What the decoder did wrong first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongDecoding {
    /// The instruction in the decoder's stage, whose record is expected; where there is none,
    /// the one to be sent.
    pub encoded: Encoded,
    pub difference: Difference,
}

impl WrongDecoding {
    /// As a mismatch at a place.
    pub fn mismatch(&self, place: Place) -> Mismatch {
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

/// A decoder and what is expected of it.
pub struct Decoding {
    decoder: Decoder,
    stage: Stage,
    stalls: Scalar,
}

impl Decoding {
    /// Stalls depend on `seed` alone.
    pub fn new(decoder: Decoder, seed: u64) -> Decoding {
        Decoding {
            decoder,
            stage: Stage::default(),
            stalls: Scalar::new(seed, STREAM),
        }
    }

    /// Offers `instruction` until it is taken.
    ///
    /// # Errors
    /// The first port that differs.
    pub fn send(&mut self, instruction: Decoded) -> Result<(), WrongDecoding> {
        while !self.cycle(instruction)? {}
        Ok(())
    }

    /// One cycle, which offers `instruction` or nothing; true where it is taken and its
    /// record is there.
    ///
    /// # Errors
    /// The first port that differs.
    pub fn cycle(&mut self, instruction: Decoded) -> Result<bool, WrongDecoding> {
        let handshake = Handshake {
            offered: (!self.stalls.once_in(4)).then_some(instruction),
            of_no_isa: self.stalls.once_in(OF_NO_ISA_ONCE_IN),
            record_ready: !self.stalls.once_in(4),
            reset: self.stalls.once_in(64),
        };
        // Before the edge other inputs meet what the last one left.
        let looked = if self.stalls.once_in(LOOK_ONCE_IN) {
            self.stage.look(&mut self.decoder, &handshake)
        } else {
            Ok(())
        };
        let taken = looked.and_then(|()| self.stage.cycle(&mut self.decoder, &handshake));
        taken.map_err(|differences| WrongDecoding {
            encoded: self.stage.encoded().unwrap_or(instruction.encoded),
            difference: differences.first().copied().unwrap_or_default(),
        })
    }

    /// What the decoder was given in the last cycle.
    pub fn inputs(&self) -> &Inputs {
        self.stage.inputs()
    }
}
