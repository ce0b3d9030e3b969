//! A decoder with a bypassed register. It shows only if the ports have other inputs than those
//! that the last edge took.

use crate::folder;
use cosim::dut::decoder::Decoder;
use cosim::dut::netlist::{build_decoder, decoder_table};
use cosim::dut::unit::{DutTable, Unit};
use cosim::testbench::decoder::{Stalls, check};
use cosim::testbench::random::Scalar;
use cosim::testbench::setup::Setup;
use cosim::testbench::test_run::TestRun;
use isa::Isa;
use std::process;
use tests::any_encoded;
use tests::random::Random;
use verilated::exported;

const TOP: &str = "agu_decoder";

#[test]
fn a_record_that_follows_the_word_at_the_port_is_seen() {
    let exported = exported::verilog(&[TOP]).unwrap_or_else(|error| panic!("{error}"));
    let wrong = exported.replace(
        "assign scale = scale_stage;",
        "assign scale = record_ready ? fermi_scale | maxwell_scale : scale_stage;",
    );
    assert_ne!(wrong, exported);
    let folder = folder("bypass").expect("a folder");
    let object = folder.join(format!("{}.so", process::id()));
    build_decoder(&exported, &wrong, TOP, &object, None).unwrap_or_else(|error| panic!("{error}"));
    let table = decoder_table(&object).unwrap_or_else(|error| panic!("{error}"));

    let mut instructions = Random::new(65);
    let stream = (0..10_000).map(|_| any_encoded(Isa::Maxwell, &mut instructions));
    let mut random = Scalar::new(1, 0);
    let found = check(
        &mut Decoder::of(table),
        stream,
        Stalls::default(),
        &mut random,
    );
    let mismatch = found.expect_err("a stream of words");
    assert_eq!(
        mismatch.differences.first().map(|found| found.0),
        Some("scale")
    );

    let setup = Setup::new(DutTable::fast(), 1);
    let decoder = Decoder::of(table);
    let mut test_run = TestRun::with_hardware(&setup, Unit::new(setup.table), decoder);
    assert!(!test_run.run_to(1_000_000), "beside the unit");
    let mismatch = test_run.mismatch().expect("what differs");
    assert_eq!(mismatch.signal, "decoder.scale");
    // The mismatch names the instruction whose record is there, not the one at the port.
    let wrong = test_run
        .state()
        .wrong_decoding
        .expect("the decoder's")
        .encoded;
    assert_eq!(mismatch.expected, u64::from(wrong.record().scale));
    std::fs::remove_file(&object).expect("the file");
}
