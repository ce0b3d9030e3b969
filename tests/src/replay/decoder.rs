//! Vectors for the decoder with its register stage: words of both ISAs in turn, stalls
//! on both sides, resets.

use super::vectors::Random;
use super::{Case, Expected};
use crate::words;
use isa::Isa;
use isa::control::ControlRecord;
use rtl::decoder::Decoder;

/// Cycles of the case.
const CYCLES: usize = 1600;

/// The decoder as a case.
pub fn case() -> Case {
    let mut random = Random::new(90);
    let mut source = Words::new(&mut random);
    let mut stage = Stage::default();
    let vectors = (0..CYCLES).map(|cycle| {
        // Phases: free flow, no word now and then, nobody who takes it, both.
        let slow = |side: usize| (cycle / 100) & side != 0;
        let inputs = Inputs {
            reset: cycle == 0 || random.once_in(100),
            record_ready: !(slow(2) && random.once_in(2)),
        };
        source.offer(slow(1), &mut random);
        let row = [
            &[inputs.reset.into()][..],
            &source.row(),
            &[inputs.record_ready.into()],
        ];
        let row = row.concat();
        let mut expected: Expected = vec![Some(stage.word_ready(inputs).into())];
        expected.extend(stage.outputs().map(Some));
        if stage.edge(source.offered(), inputs) {
            source.taken(&mut random);
        }
        (row, expected)
    });
    Case::new("agu_decoder", Decoder::default(), vectors.collect())
}

/// Where words come from: one that is offered stays until it is taken.
pub struct Words {
    next: (Isa, u64),
    valid: bool,
}

impl Words {
    /// Nothing is offered yet.
    pub fn new(random: &mut Random) -> Words {
        Words {
            next: word(random),
            valid: false,
        }
    }

    /// Decides whether a word is offered in this cycle.
    pub fn offer(&mut self, slow: bool, random: &mut Random) {
        self.valid |= !(slow && random.once_in(2));
    }

    /// The word that is offered.
    pub fn offered(&self) -> Option<(Isa, u64)> {
        self.valid.then_some(self.next)
    }

    /// The inputs `word_valid`, `word`, `isa`.
    pub fn row(&self) -> [u64; 3] {
        let (isa, word) = self.next;
        [self.valid.into(), word, (isa == Isa::Fermi).into()]
    }

    /// Goes on to the next word.
    pub fn taken(&mut self, random: &mut Random) {
        *self = Words::new(random);
    }
}

/// A legal word of any form, one that may be illegal, or any bits at all.
fn word(random: &mut Random) -> (Isa, u64) {
    let forms: Vec<_> = words::forms().collect();
    let (isa, form) = random.one_of(&forms);
    match random.below(6) {
        0 => (isa, random.number()),
        1 => (isa, words::any_of(form, random)),
        _ => (isa, words::legal_of(isa, form, random)),
    }
}

/// What the register stage does in a cycle.
#[derive(Clone, Copy)]
pub struct Inputs {
    /// The stage is emptied.
    pub reset: bool,
    /// The record is taken.
    pub record_ready: bool,
}

/// The register stage as it should be.
#[derive(Default)]
pub struct Stage {
    record: Option<ControlRecord>,
}

impl Stage {
    /// The record that stands there.
    pub fn record(&self) -> Option<ControlRecord> {
        self.record
    }

    /// Whether a word is taken.
    pub fn word_ready(&self, inputs: Inputs) -> bool {
        !inputs.reset && (inputs.record_ready || self.record.is_none())
    }

    /// The coming edge; whether the word was taken.
    pub fn edge(&mut self, word: Option<(Isa, u64)>, inputs: Inputs) -> bool {
        let word = word.filter(|_| self.word_ready(inputs));
        if inputs.reset || inputs.record_ready || self.record.is_none() {
            self.record = word.map(|(isa, word)| ControlRecord::of_word(isa, word));
        }
        word.is_some()
    }

    /// `record_valid` and the fields, in the order of the decoder's `device!`.
    fn outputs(&self) -> [u64; 30] {
        let record = self.record.unwrap_or_default();
        [
            self.record.is_some().into(),
            record.illegal.into(),
            record.guard.into(),
            record.guard_inverted.into(),
            record.access.into(),
            record.extended.into(),
            record.lane_mask.into(),
            record.destination.into(),
            record.high.into(),
            record.negate.into(),
            record.scale.into(),
            record.write_cc.into(),
            record.predicate.into(),
            record.store.into(),
            record.access_space.into(),
            record.access_size.into(),
            record.address_register.into(),
            record.immediate.into(),
            record.immediate_kind.into(),
            record.bank.into(),
            record.steer_by_window.into(),
            record.steering_predicate.into(),
            record.lock_acquire.into(),
            record.lock_release.into(),
            record.lock_predicate.into(),
            record.source_kind.into(),
            record.source_register.into(),
            record.constant_offset.into(),
            record.offset_register.into(),
            record.offset_high_register.into(),
        ]
    }
}
