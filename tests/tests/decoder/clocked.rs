//! The decoder with its register stage and the core, clocked, in RustHDL's simulator,
//! Icarus and Verilator; and deliberately wrong ones in Icarus.

use std::path::{Path, PathBuf};
use std::process;
use tests::replay::vectors::{SEED, seed};
use tests::replay::{Case, core, decoder, replay, replay_each};

/// What is wrong, the place in the Verilog, and what stands there instead.
type Fault = (&'static str, &'static str, &'static str);

const WRONG_DECODERS: [Fault; 9] = [
    (
        "a word enters over a record that waits",
        "advance = record_ready | ~valid_stage;",
        "advance = 1'b1;",
    ),
    (
        "a word only every other cycle",
        "advance = record_ready | ~valid_stage;",
        "advance = ~valid_stage;",
    ),
    (
        "a record comes twice",
        "valid_stage <= taken;",
        "valid_stage <= taken | valid_stage;",
    ),
    (
        "ready in reset",
        "word_ready = advance & ~reset;",
        "word_ready = advance;",
    ),
    (
        "a word enters in reset",
        "taken = word_valid & ~reset;",
        "taken = word_valid;",
    ),
    (
        "a record that waits survives reset",
        "if (advance | reset) begin",
        "if (advance) begin",
    ),
    (
        "Maxwell words are Fermi words too",
        ".valid(taken & (isa == 2'd1))",
        ".valid(taken & (isa <= 2'd1))",
    ),
    (
        "what is of no ISA is an ADDR_ADD",
        ".valid(taken & (isa == 2'd2))",
        ".valid(taken & isa[1])",
    ),
    (
        "what is of no ISA is not illegal",
        "unknown = taken & (isa == 2'd3);",
        "unknown = 1'b0;",
    ),
];

const WRONG_CORES: [Fault; 10] = [
    (
        "an illegal word is passed on",
        "passed = decoder_record_valid & ~decoder_illegal;",
        "passed = decoder_record_valid;",
    ),
    (
        "an illegal word stays",
        ".record_ready(decoder_illegal | (taken & last))",
        ".record_ready(taken & last)",
    ),
    (
        "the record leaves with the first beat",
        ".record_ready(decoder_illegal | (taken & last))",
        ".record_ready(decoder_illegal | taken)",
    ),
    (
        "operands are taken where the unit takes none",
        "operands_ready = passed & unit_request_ready;",
        "operands_ready = passed;",
    ),
    (
        "operands enter without a record",
        ".request_valid(passed & operands_valid)",
        ".request_valid(operands_valid)",
    ),
    (
        "an ADDR_ADD enters as an LEA",
        ".address_add(decoder_address_add),\n    .absolute",
        ".address_add(1'b0),\n    .absolute",
    ),
    (
        "all channels execute",
        ".execution_mask(execution_mask)",
        ".execution_mask(~32'd0)",
    ),
    (
        "no guard is inverted",
        "decoder_guard_inverted ? ~guard_mask : guard_mask",
        "guard_mask",
    ),
    (
        "beats are counted on through reset",
        "if (reset) begin\n      next_beat <= 5'd0;",
        "if (reset) begin",
    ),
    (
        "a warp is a beat short",
        "last = next_beat == LAST_BEAT;",
        "last = next_beat == 5'd6;",
    ),
];

#[test]
fn decoder() {
    let case = decoder::case();
    let wrong = faulty(&case, "agu_decoder_wrong", &WRONG_DECODERS);
    agree_but_for("decoder", &[case], &wrong);
}

#[test]
fn cores() {
    let (cases, reached) = core::cases();
    assert!(reached.least() > 0, "not reached: {reached:?}");
    let of_beats = cases.iter().find(|case| case.module == "agu_core4");
    let of_beats = of_beats.expect("a core that takes several beats a warp");
    let wrong = faulty(of_beats, "agu_core4_wrong", &WRONG_CORES);
    agree_but_for("core", &cases, &wrong);
}

fn faulty(case: &Case, module: &str, faults: &[Fault]) -> Vec<(&'static str, Case)> {
    let numbered = faults.iter().enumerate();
    numbered
        .map(|(number, (name, correct, wrong))| {
            let module = format!("{module}{number}");
            (*name, case.with_fault(&module, correct, wrong))
        })
        .collect()
}

/// `cases` agree in all simulators, and none of `wrong` does.
#[track_caller]
fn agree_but_for(name: &str, cases: &[Case], wrong: &[(&str, Case)]) {
    if let Err(difference) = replay(cases, &folder(name)) {
        panic!("{SEED} = {}\n{difference}", seed());
    }
    let designs: Vec<Case> = wrong.iter().map(|(_, case)| case.clone()).collect();
    let verdicts = replay_each(&designs, &folder(&format!("{name}_wrong")));
    let verdicts = verdicts.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(verdicts.len(), wrong.len());
    for ((name, _), verdict) in wrong.iter().zip(verdicts) {
        let difference = verdict.expect_err(name);
        println!("{name}: {}", difference.lines().next().unwrap_or_default());
    }
}

fn folder(name: &str) -> PathBuf {
    let unique = format!("clocked_{name}_{}", process::id());
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(unique)
}
