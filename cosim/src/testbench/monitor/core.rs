//! The word port of a core, beside the ports that it shares with a unit.
//!
//! The control of a warp is that of the record in the core's decoder stage while its operands are
//! offered. The word is random, or one whose request is the warp that the traffic has drawn.

use crate::dut::decoder::{Decoded, Encoded};
use crate::dut::unit::{Clocked, Inputs};
use crate::testbench::decoder::{DecoderHandshake, DecoderStage, WrongDecoding};
use crate::testbench::instruction::{ask, encoded, few_registers};

/// Driver of a core's words, and check of its decoder's outputs.
#[derive(Default)]
pub struct CoreWords {
    stage: DecoderStage,
    /// Word at the port until it is taken.
    offered: Option<Decoded>,
    /// Random word for the port while another word is in the stage.
    random: Option<Decoded>,
    taken: Option<Decoded>,
    wrong: Option<WrongDecoding>,
}

impl CoreWords {
    /// Queues a random word, unless one waits.
    pub fn queue(&mut self, word: Option<Decoded>) {
        self.random = self.random.or(word);
    }

    /// The word that the last cycle took.
    pub fn taken(&self) -> Option<Decoded> {
        self.taken
    }

    /// The first difference of the decoder.
    pub fn wrong(&self) -> Option<WrongDecoding> {
        self.wrong
    }

    /// Sets the word port of `unit`. Copies the control of the word in the stage to `asked`, the
    /// inputs of the cycle. Returns the guard before the core inverts it.
    pub fn drive(&mut self, unit: &mut impl Clocked, asked: &mut Inputs) -> u32 {
        let record = self.stage.record();
        let is_held = self.stage.encoded().is_some();
        if self.offered.is_none() {
            self.offered = if is_held {
                // The random word follows without a gap.
                self.random.take()
            } else {
                (asked.request_valid != 0).then(|| word(asked).decoded())
            };
        }
        self.stage.give(&self.handshake(asked.reset != 0, false));
        unit.instruct(self.stage.inputs());
        if is_held {
            ask(&record, asked);
        }
        if record.guard_inverted {
            !asked.guard_mask
        } else {
            asked.guard_mask
        }
    }

    /// Compares the decoder's outputs of `unit` before the edge of a cycle. `accepted` operands
    /// may be the `last` of their warp. Returns whether they belong to a record.
    pub fn edge(&mut self, unit: &impl Clocked, reset: bool, accepted: bool, last: bool) -> bool {
        let record = self.stage.record();
        let is_due = self.stage.encoded().is_some() && !record.illegal;
        let leaves = record.illegal || accepted && is_due && last;
        let handshake = self.handshake(reset, leaves);
        if !reset {
            let word_ready = self.stage.word_ready(&handshake);
            let compared = self.stage.compare(&unit.record(&record), word_ready);
            let mut differences = compared.err().unwrap_or_default();
            if accepted && !is_due {
                differences.push(("operands_ready", 0, 1));
            }
            let offered = self.offered.map(|word| word.encoded);
            let encoded = self.stage.encoded().or(offered).unwrap_or(NOTHING);
            let first = differences.first();
            self.wrong = self.wrong.or(first.map(|&difference| WrongDecoding {
                encoded,
                difference,
            }));
        }
        let is_taken = self.stage.edge(&handshake);
        self.taken = self.offered.take_if(|_| is_taken);
        accepted && is_due
    }

    fn handshake(&self, reset: bool, record_ready: bool) -> DecoderHandshake {
        DecoderHandshake {
            offered: self.offered,
            of_no_isa: false,
            record_ready,
            reset,
        }
    }
}

/// A code that is no instruction.
const NOTHING: Encoded = Encoded::Word(isa::Isa::Maxwell, 0);

/// A word whose request is `warp`; else one close to it, else a plain LEA.
fn word(warp: &Inputs) -> Encoded {
    let mut close = warp.clone();
    few_registers(&mut close);
    let plain = || encoded(&Inputs::request());
    let found = encoded(warp).or_else(|| encoded(&close)).or_else(plain);
    found.unwrap_or(NOTHING)
}
