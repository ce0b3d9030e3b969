//! The decoder beside the unit: it gets the instructions of the traffic, with stalls and
//! resets of its own.

use super::{Decoded, Decoder, Difference, Handshake, Inputs, Stage};
use crate::random::Scalar;

/// The stream of random numbers that stalls the decoder; the traffic has the others.
const STREAM: u64 = 9;

/// One cycle in this many is compared before its edge too, which takes an evaluation more.
const LOOK_ONCE_IN: u64 = 4;

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
    pub fn send(&mut self, instruction: Decoded) -> Result<(), Difference> {
        while !self.cycle(instruction)? {}
        Ok(())
    }

    /// One cycle, which offers `instruction` or nothing; true where it is taken and its
    /// record stands there.
    ///
    /// # Errors
    /// The first port that differs.
    pub fn cycle(&mut self, instruction: Decoded) -> Result<bool, Difference> {
        let handshake = Handshake {
            offered: (!self.stalls.once_in(4)).then_some(instruction),
            record_ready: !self.stalls.once_in(4),
            reset: self.stalls.once_in(64),
        };
        let first = |differences: Vec<_>| differences.first().copied().unwrap_or_default();
        // Before the edge other inputs meet what the last one left.
        if self.stalls.once_in(LOOK_ONCE_IN) {
            let looked = self.stage.look(&mut self.decoder, &handshake);
            looked.map_err(first)?;
        }
        let taken = self.stage.cycle(&mut self.decoder, &handshake);
        taken.map_err(first)
    }

    /// What the decoder was given in the last cycle.
    pub fn inputs(&self) -> &Inputs {
        self.stage.inputs()
    }
}
