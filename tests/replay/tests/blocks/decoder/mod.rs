//! The decoder: one for each ISA, their parts, and the register stage behind them.

mod addr_add;
mod faults;
pub mod record;
pub mod stage;
mod words;

use crate::testbench::vectors::Vectors;
use crate::testbench::{Device, device, pick, replay};
use faults::DECODER_FAULTS;
use isa::control::{ControlRecord, Encoded};
use record::fields;
use replay::random::Random;
use rtl::decoder::Decoder;
use stage::{Inputs, Stage, Words, ports};

device!(Decoder clock;
    reset word_valid word tail isa native_simd32 record_ready;
    word_ready record_valid illegal guard guard_inverted access extended lane_mask destination
    high negate scale write_cc predicate store access_space access_size address_register
    immediate immediate_kind bank steer_by_window steering_predicate lock_acquire lock_release
    lock_predicate source_kind source_register constant_offset offset_register
    offset_high_register address_add absolute exec_size channel_mask element length
    source_variable source_offset source_column source_width source_sampler offset_kind
    offset_variable offset_row offset_column vertical_stride region_width horizontal_stride);

replay!(decoder: Decoder, decoder_vectors()
    => decoder_rusthdl decoder_icarus decoder_verilator);

#[test]
fn decoder_faults_are_seen() {
    decoder().shows("agu_decoder", DECODER_FAULTS);
}

/// Cycles of the case.
const CYCLES: usize = 1600;

/// Instructions of all ISAs in turn, stalls on both sides, resets.
fn decoder_vectors() -> Vectors {
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
        let mut given = source.inputs();
        given.push(("reset", vec![inputs.reset.into()]));
        given.push(("record_ready", vec![inputs.record_ready.into()]));
        let record = stage.record();
        let one = |value: bool| vec![Some(u64::from(value))];
        let mut expected = fields(&record.unwrap_or_default());
        expected.push(("word_ready", one(stage.word_ready(inputs))));
        expected.push(("record_valid", one(record.is_some())));
        if stage.edge(source.offered(), inputs) {
            source.taken(&mut random);
        }
        (
            pick(&Decoder::inputs(), &given),
            pick(&Decoder::outputs(), &expected),
        )
    });
    vectors.collect()
}

/// Rows of a decoder without register: every instruction with `valid`, and some without.
fn combinational<D: Device>(stream: Vec<Encoded>) -> Vectors {
    let (inputs, outputs) = (D::inputs(), D::outputs());
    let row = |encoded: &Encoded, record: &ControlRecord, valid: bool| {
        let mut given = ports(encoded);
        given.push(("valid", vec![valid.into()]));
        (pick(&inputs, &given), pick(&outputs, &fields(record)))
    };
    let mut vectors = Vectors::new();
    for (place, encoded) in stream.iter().enumerate() {
        vectors.push(row(encoded, &encoded.record(), true));
        if place % 50 == 0 {
            vectors.push(row(encoded, &ControlRecord::default(), false));
        }
    }
    vectors
}
