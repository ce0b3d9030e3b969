//! Proofs hold for the hardware, and fail for hardware that is wrong.

mod common;

use common::{agu, path, text};
use cosim::prove::catalogue::{Claim, PROOFS, Proof};
use cosim::prove::counterexample::{self, Counterexample, Replay};
use cosim::prove::solver::Verdict;
use cosim::prove::{Failure, Hardware, Outcome, prove};
use rayon::prelude::*;
use serde_json::Value;
use std::fs::File;
use std::io::BufReader;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;
use vcd::{Command, Parser};

fn run(proofs: &[Proof], hardware: &Hardware) -> Vec<Outcome> {
    prove(proofs, hardware, 2, &AtomicUsize::new(0)).expect("yosys and the solver are there")
}

fn named(name: &str) -> Proof {
    Proof::find(name).expect("it is in the catalogue")
}

/// The exported hardware with one expression of one module replaced, whatever its lanes.
fn broken(module: &'static str, correct: &'static str, wrong: &'static str) -> Hardware {
    Hardware::changed(move |verilog| {
        let mut modules = verilog.match_indices("module ").filter(|&(place, word)| {
            let rest = verilog[place + word.len()..].strip_prefix(module);
            rest.is_some_and(|rest| rest.trim_start_matches(char::is_numeric).starts_with(" ("))
        });
        let start = modules.next().map_or(0, |(place, _)| place);
        let (before, after) = verilog.split_at(start);
        let end = after.find("endmodule").unwrap_or(after.len());
        let (body, rest) = after.split_at(end);
        assert_eq!(body.matches(correct).count(), 1, "{module}: {correct}");
        format!("{before}{}{rest}", body.replace(correct, wrong))
    })
}

#[test]
fn the_default_proofs_hold() {
    let proofs: Vec<Proof> = PROOFS
        .iter()
        .copied()
        .filter(|proof| proof.default)
        .collect();
    for outcome in run(&proofs, &Hardware::default()) {
        assert_eq!(outcome.queries, outcome.proof.claims().len());
        assert!(outcome.failures.is_empty(), "{outcome:?}");
    }
}

/// Wrong hardware, and the proof that must fail for it.
const BROKEN: &[(&str, &str, &str, &str)] = &[
    (
        "lea-hi",
        "agu_beat_control",
        "scale_bits_at_s1 <= lea_scale[2:0]",
        "scale_bits_at_s1 <= (lea_scale == 5'd31) ? 3'd6 : lea_scale[2:0]",
    ),
    (
        "lea-lo",
        "agu_window_compare",
        "upper == shared_base_lo",
        "upper[7:1] == shared_base_lo[7:1]",
    ),
    (
        "generic",
        "agu_access_control",
        "address_register >= register_count",
        "address_register > register_count",
    ),
    (
        "constant",
        "agu_bounds",
        "(({2'd0, sum_lo} << 1) | 34'd1)",
        "({2'd0, sum_lo} << 1)",
    ),
    (
        "addr-add",
        "agu_channel_enable",
        "{32{channel_mask[3]}}",
        "32'd0",
    ),
    (
        "handshake",
        "agu_warp_unit",
        "advance = result_ready |",
        "advance = 1'b1 |",
    ),
    // A beat is lost, goes twice, goes past another, has another's number; none is taken.
    (
        "stream",
        "agu_warp_unit",
        "advance = result_ready |",
        "advance = 1'b1 |",
    ),
    (
        "stream",
        "agu_beat_control",
        "valid_at_s3 <= valid_at_s2",
        "valid_at_s3 <= valid_at_s2 | valid_at_s3",
    ),
    (
        "stream",
        "agu_beat_control",
        "tag_at_s4 <= tag_at_s3",
        "tag_at_s4 <= tag_at_s2",
    ),
    (
        "stream",
        "agu_warp_unit",
        "next_beat <= next_beat + 5'd1",
        "next_beat <= next_beat",
    ),
    (
        "stream",
        "agu_warp_unit",
        "request_ready = advance &",
        "request_ready = 1'b0 &",
    ),
    (
        "configuration",
        "agu_warp_unit",
        ".write(config_valid & idle)",
        ".write(config_valid)",
    ),
    (
        "maxwell-decoder",
        "agu_maxwell_decode",
        "16'heed8",
        "16'heed9",
    ),
    (
        "visa-decoder",
        "agu_addr_add_decode",
        "(size == 3'd3) & ~group[0]",
        "size == 3'd3",
    ),
    (
        "warp",
        "agu_uniform",
        "first ? 3'd0 : kept_spaces",
        "kept_spaces",
    ),
    (
        "warp",
        "agu_first_fault",
        "access & (earlier | some)",
        "access & some",
    ),
    (
        "wiring",
        "agu_unit1",
        "& coalescer_ready & result_ready",
        "& coalescer_ready",
    ),
    (
        "coalescer",
        "agu_coalescer",
        "busy <= last & (",
        "busy <= (",
    ),
];

/// The same for claims behind longer ones of their proofs.
const BROKEN_LATER: &[(Claim, &str, &str, &str)] = &[
    (
        Claim::Turn,
        "agu_coalescer",
        "busy <= ~last_request",
        "busy <= ~memory_shared",
    ),
    (
        Claim::Lines,
        "agu_line_request",
        "joins & ~upper",
        "waiting & ~upper",
    ),
    (
        Claim::Passes(1),
        "agu_bank_lane",
        "ALL_LANES << number",
        "((ALL_LANES << number) >> 1) | 32'h80000000",
    ),
    (
        Claim::Turn,
        "agu_coalescer",
        "    if (taken) begin",
        "    if (taken) begin same_bank <= 1024'd0;",
    ),
    (
        Claim::Take(8),
        "agu_coalescer",
        "same_bank >> PAIRS_DOWN",
        "same_bank >> WORDS_DOWN",
    ),
    (
        Claim::Take(8),
        "agu_coalescer",
        "same_word >> PAIRS_DOWN",
        "same_word >> WORDS_DOWN",
    ),
    (
        Claim::Take(8),
        "agu_bank_compare",
        "words[32*j +: 32] == word",
        "words[32*j +: 31] == word[30:0]",
    ),
    (
        Claim::Take(32),
        "agu_bank_compare",
        "words[32*j +: 5] == word[4:0]",
        "words[32*j +: 4] == word[3:0]",
    ),
];

fn is_refuted(claim: Claim, hardware: &Hardware) -> bool {
    let question = claim.question(hardware).expect("yosys is there");
    let verdict = question.decide().expect("the solver is there");
    matches!(verdict, Verdict::Refuted(_))
}

#[test]
fn wrong_hardware_fails_its_proof() {
    BROKEN
        .par_iter()
        .for_each(|&(proof, module, correct, wrong)| {
            let hardware = broken(module, correct, wrong);
            let mut claims = named(proof).claims().into_iter();
            let fails = claims.any(|claim| is_refuted(claim, &hardware));
            assert!(fails, "{module}: {wrong}");
        });
    BROKEN_LATER
        .par_iter()
        .for_each(|&(claim, module, correct, wrong)| {
            let fails = is_refuted(claim, &broken(module, correct, wrong));
            assert!(fails, "{module}: {wrong}");
        });
}

#[test]
fn a_counterexample_is_a_case_that_differs() {
    let (proof, module, correct, wrong) = BROKEN[0];
    let outcomes = run(&[named(proof)], &broken(module, correct, wrong));
    let failure = &outcomes[0].failures[0];
    assert!(matches!(failure.claim, Claim::Lane(..)));
    // The fault shows at this scale alone.
    assert_eq!(failure.model["scale"], 31);
    assert_ne!(
        failure.model["expected sum_lo"],
        failure.model["got sum_lo"]
    );
}

/// The counterexample of the first claim of a proof, in `folder`.
fn counterexample(
    name: &str,
    hardware: &Hardware,
    folder: &str,
) -> common::Outcome<Counterexample> {
    let proof = named(name);
    let claim = proof.claims()[0];
    let Verdict::Refuted(model) = claim.question(hardware)?.decide()? else {
        return Err(format!("{name} holds").into());
    };
    let outcome = Outcome {
        proof,
        queries: 1,
        time: Duration::ZERO,
        failures: vec![Failure { claim, model }],
    };
    let written = counterexample::write(&outcome, hardware, &path(folder))?;
    Ok(written.ok_or("it has failed")?)
}

/// What `agu run` says of a counterexample's program.
fn replayed(found: &Counterexample) -> common::Outcome<Value> {
    let Replay::Program {
        isa, program, init, ..
    } = &found.replay
    else {
        return Err(format!("no program: {found}").into());
    };
    let (program, init, isa) = (text(program)?, text(init)?, isa.to_string());
    let ran = agu(&["run", &program, "--init", &init, "--isa", &isa, "--json"])?;
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{found}");
    Ok(serde_json::from_str(&ran.stdout)?)
}

/// The last value of a port of the hardware in a wave file.
fn last_in_wave(found: &Counterexample, port: &str) -> common::Outcome<u64> {
    let mut parser = Parser::new(BufReader::new(File::open(&found.vcd)?));
    let header = parser.parse_header()?;
    let wire = header.find_var(&["hardware", port]).ok_or("no such port")?;
    let mut last = Err("no value".into());
    for command in parser {
        match command? {
            Command::ChangeVector(id, value) if id == wire.code => {
                last = Ok(u64::from_str_radix(&value.to_string(), 2)?);
            }
            _ => {}
        }
    }
    last
}

/// The hardware's fault shows in its wave, and the golden model, which `agu run` has
/// whole hardware to compare with, says what is right.
#[test]
fn a_counterexample_runs() -> common::Outcome<()> {
    let (proof, module, correct, wrong) = BROKEN[0];
    let found = counterexample(proof, &broken(module, correct, wrong), "scale")?;
    let report = replayed(&found)?;
    let Replay::Program { line, .. } = &found.replay else {
        return Err("no program".into());
    };
    let destination = line
        .split([' ', '.', ','])
        .find(|word| word.starts_with('R'));
    let lane = found.model["lane"] as usize;
    let golden = &report["registers"][destination.ok_or("no destination")?][lane];
    let expected = found.model["expected sum_lo"];
    assert_eq!(golden.as_u64(), Some(expected), "{found}");
    let got = last_in_wave(&found, "sum_lo")?;
    assert_eq!(got, found.model["got sum_lo"], "{found}");
    assert_ne!(got, expected, "{found}");
    Ok(())
}

/// Cases of instructions of all instruction sets, of hardware of which nothing is right.
#[test]
fn every_kind_of_instruction_can_be_replayed() -> common::Outcome<()> {
    let hardware = broken(
        "agu_lane_masks",
        "rd_write_s6 = rd_write_at_s6",
        "rd_write_s6 = ~rd_write_at_s6",
    );
    for name in ["mov", "generic", "constant", "addr-add"] {
        let found = counterexample(name, &hardware, name)?;
        let report = replayed(&found)?;
        let faults = report["faults"].as_array().ok_or("no faults")?;
        let fault = found.model["expected fault"];
        assert_eq!(fault != 0, !faults.is_empty(), "{found}");
        if let Some(told) = faults.first() {
            let sum = found.model["expected sum_hi"] << 32 | found.model["expected sum_lo"];
            assert_eq!(told["ea"].as_u64(), Some(sum), "{found}");
        }
    }
    Ok(())
}

#[test]
fn a_claim_about_cycles_has_a_wave_alone() -> common::Outcome<()> {
    for (name, wire) in [
        ("configuration", &["hardware", "idle"][..]),
        ("stream", &["agu_warp_unit1", "monitor", "due"]),
    ] {
        let row = BROKEN.iter().find(|row| row.0 == name);
        let &(proof, module, correct, wrong) = row.ok_or("no such row")?;
        let found = counterexample(proof, &broken(module, correct, wrong), proof)?;
        assert!(matches!(found.replay, Replay::None(_)), "{found}");
        let mut wave = Parser::new(BufReader::new(File::open(&found.vcd)?));
        let code = wave
            .parse_header()?
            .find_var(wire)
            .ok_or("no such wire")?
            .code;
        let values = wave.filter(|command| match command {
            Ok(Command::ChangeScalar(id, _) | Command::ChangeVector(id, _)) => *id == code,
            _ => false,
        });
        assert!(values.count() > 0, "{found}");
        let place = found.to_string().contains("monitor.sv:");
        assert_eq!(place, name == "stream", "{found}");
    }
    Ok(())
}

#[test]
fn the_page_lists_the_catalogue() {
    let page = include_str!("../../doc/proofs.md");
    let listed: Vec<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`'))
        .map(|(name, _)| name)
        .collect();
    let known: Vec<&str> = PROOFS.iter().map(|proof| proof.name).collect();
    assert_eq!(listed, known);
}
