//! Proofs hold for the hardware, and fail for hardware that is wrong.

use cosim::prove::catalogue::{Claim, PROOFS, Proof};
use cosim::prove::{Hardware, Outcome, prove};
use std::sync::atomic::AtomicUsize;

fn run(proofs: &[Proof], hardware: &Hardware) -> Vec<Outcome> {
    prove(proofs, hardware, 2, &AtomicUsize::new(0)).expect("yosys and the solver are there")
}

fn named(name: &str) -> Proof {
    Proof::find(name).expect("it is in the catalogue")
}

/// The exported hardware with one expression of one module replaced.
fn broken(module: &'static str, correct: &'static str, wrong: &'static str) -> Hardware {
    Hardware::changed(move |verilog| {
        let start = verilog.find(&format!("module {module} (")).unwrap_or(0);
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
    (
        "configuration",
        "agu_warp_unit",
        ".write(config_valid & idle)",
        ".write(config_valid)",
    ),
    (
        "maxwell-decoder",
        "agu_maxwell_decoder",
        "16'heed8",
        "16'heed9",
    ),
];

#[test]
fn wrong_hardware_fails_its_proof() {
    for &(proof, module, correct, wrong) in BROKEN {
        let outcomes = run(&[named(proof)], &broken(module, correct, wrong));
        assert!(!outcomes[0].failures.is_empty(), "{module}: {wrong}");
    }
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
