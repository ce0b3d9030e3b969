//! Vectors for the decoder with its register stage: instructions of all ISAs in turn,
//! stalls on both sides, resets.

use super::vectors::Random;
use super::{Case, Expected, Row};
use crate::{addr_adds, words};
use cosim::decoder::Encoded;
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

/// Bytes of the port `tail`.
const TAIL: usize = 17;

/// The code of the port `isa` that stands for no ISA.
const NO_ISA: u8 = 3;

/// Where words come from: one that is offered stays until it is taken.
pub struct Words {
    next: Encoded,
    /// It comes as one of no ISA.
    unknown: bool,
    valid: bool,
}

impl Words {
    /// Nothing is offered yet.
    pub fn new(random: &mut Random) -> Words {
        Words {
            next: word(random),
            unknown: random.once_in(40),
            valid: false,
        }
    }

    /// Decides whether a word is offered in this cycle.
    pub fn offer(&mut self, slow: bool, random: &mut Random) {
        self.valid |= !(slow && random.once_in(2));
    }

    /// The record of the word that is offered.
    pub fn offered(&self) -> Option<ControlRecord> {
        self.valid.then(|| match self.unknown {
            true => ControlRecord::illegal(),
            false => self.next.record(),
        })
    }

    /// The inputs `word_valid`, `word`, `tail`, `isa`, `native_simd32`.
    pub fn row(&self) -> Row {
        let inputs = self.next.inputs();
        let isa = if self.unknown { NO_ISA } else { inputs.isa };
        let tail = inputs.tail.into_iter().flat_map(u32::to_le_bytes);
        let mut row = vec![self.valid.into(), inputs.word];
        row.extend(tail.take(TAIL).map(u64::from));
        row.extend([isa, inputs.native_simd32].map(u64::from));
        row
    }

    /// Goes on to the next word.
    pub fn taken(&mut self, random: &mut Random) {
        *self = Words::new(random);
    }
}

/// A legal word of any form, one that may be illegal, or any bits at all; bytes as often
/// as words.
fn word(random: &mut Random) -> Encoded {
    if random.flag() {
        return addr_adds::any_encoded(random);
    }
    let forms: Vec<_> = words::forms().collect();
    let (isa, form) = random.one_of(&forms);
    let word = match random.below(6) {
        0 => random.number(),
        1 => words::any_of(form, random),
        _ => words::legal_of(isa, form, random),
    };
    Encoded::Word(isa, word)
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
    pub fn edge(&mut self, word: Option<ControlRecord>, inputs: Inputs) -> bool {
        let word = word.filter(|_| self.word_ready(inputs));
        if inputs.reset || inputs.record_ready || self.record.is_none() {
            self.record = word;
        }
        word.is_some()
    }

    /// `record_valid` and the fields, in the order of the decoder's `device!`.
    fn outputs(&self) -> [u64; 48] {
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
            record.address_add.into(),
            record.absolute.into(),
            record.exec_size.into(),
            record.channel_mask.into(),
            record.element.into(),
            record.length.into(),
            record.source_variable.into(),
            record.source_offset.into(),
            record.source_column.into(),
            record.source_width.into(),
            record.source_sampler.into(),
            record.offset_kind.into(),
            record.offset_variable.into(),
            record.offset_row.into(),
            record.offset_column.into(),
            record.vertical_stride.into(),
            record.region_width.into(),
            record.horizontal_stride.into(),
        ]
    }
}
