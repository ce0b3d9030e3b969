//! Proofs hold for the hardware, and fail for hardware that is wrong.

use crate::broken::broken;
use cosim::shard::Shard;
use formal::prove::catalogue::{Claim, PROOFS, Proof};
use formal::prove::netlist::{Extent, Netlist};
use formal::prove::solver::Verdict;
use formal::prove::{Hardware, Outcome, prove};
use rayon::prelude::*;
use std::mem::discriminant;
use std::sync::atomic::AtomicUsize;

fn run(proofs: &[Proof], hardware: &Hardware) -> Vec<Outcome> {
    let outcomes = prove(proofs, hardware, Shard::WHOLE, 2, &AtomicUsize::new(0));
    outcomes.expect("yosys and the solver are there")
}

fn named(name: &str) -> Proof {
    Proof::find(name).expect("it is in the catalogue")
}

/// The claims of a proof that the gate asks: each at the first width from 4 on, a lane for all
/// families.
fn of_one_width(proof: Proof) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    for claim in proof.claims() {
        let is_same = |other: &&mut Claim| discriminant(*other) == discriminant(&claim);
        match claims.iter_mut().find(is_same) {
            Some(Claim::Lane(..)) | None => claims.push(claim),
            Some(narrow) if narrow.lanes() < 4 => *narrow = claim,
            Some(_) => {}
        }
    }
    claims
}

#[test]
fn each_proof_holds_at_one_width() {
    let proofs = PROOFS.iter().filter(|proof| proof.default);
    let claims: Vec<Claim> = proofs.flat_map(|proof| of_one_width(*proof)).collect();
    claims.into_par_iter().for_each(|claim| {
        let question = claim.question(&Hardware::default());
        let verdict = question.expect("yosys is there").decide();
        let verdict = verdict.expect("the solver is there");
        assert!(matches!(verdict, Verdict::Proved), "{claim:?}");
    });
}

#[test]
#[ignore = "make night"]
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

/// A proof, a module, its text, and the wrong one that the proof must fail for.
type Broken = (&'static str, &'static str, &'static str, &'static str);

const BROKEN: &[Broken] = &[
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
        "agu_skid_buffer",
        "load = out_ready | ~valid_out",
        "load = 1'b1",
    ),
    (
        "handshake",
        "agu_result_lane",
        "space_held <= space_s6",
        "space_held <= space_s7",
    ),
    // A beat is lost, goes twice, goes past another, has another's number; none is taken.
    (
        "stream",
        "agu_skid_buffer",
        "load = out_ready | ~valid_out",
        "load = 1'b1",
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
    ("warp", "agu_uniform", "(leaves & last) | reset", "reset"),
    (
        "warp",
        "agu_first_fault",
        "access & (earlier | some)",
        "access & some",
    ),
    (
        "wiring",
        "agu_unit1",
        "& serial_coalescer_ready & result_ready",
        "& serial_coalescer_ready",
    ),
    (
        "coalescer",
        "agu_collector",
        "is_full <= last & (",
        "is_full <= (",
    ),
    (
        "serial-coalescer",
        "agu_lane_keys",
        "begun <= ~tag[2]",
        "begun <= 1'b1",
    ),
];

/// The same for claims behind longer ones of their proofs.
const BROKEN_LATER: &[(Claim, &str, &str, &str)] = &[
    (
        Claim::Turn(32),
        "agu_coalescer",
        "collector_full & advance & lines_made",
        "collector_full & lines_made",
    ),
    (
        Claim::Turn(32),
        "agu_coalescer",
        "    if (advance) begin",
        "    if (advance) begin same_bank <= 1024'd0;",
    ),
    (
        Claim::Turn(32),
        "agu_sectors",
        "lower = lanes & ~sector_1",
        "lower = lanes",
    ),
    (
        Claim::Lines(32),
        "agu_line_match",
        "lines[32*j +: 32] == line",
        "lines[32*j +: 31] == line[30:0]",
    ),
    (
        Claim::Lines(32),
        "agu_coalescer",
        "left <= global_left",
        "left <= global_waiting",
    ),
    (
        Claim::Covered(32),
        "agu_coalescer",
        "starts <= starts_due & ~next_start_lowest",
        "starts <= starts_due & ~(next_start_lowest | (next_start_lowest << 1))",
    ),
    (
        Claim::Covered(32),
        "agu_lowest_lane",
        "32'hffff0000",
        "32'hfffe0000",
    ),
    (
        Claim::Loaded(32),
        "agu_coalescer",
        "starts <= collector_starts & ~first_start_lowest",
        "starts <= collector_starts & ~(first_start_lowest << 1)",
    ),
    (
        Claim::MemoryPort(32),
        "agu_memory_port",
        "line_held <= request_line",
        "line_held <= line_out",
    ),
    (
        Claim::MemoryPort(32),
        "agu_memory_port",
        "request_pass = ",
        "request_pass = ~",
    ),
    (
        Claim::Passes {
            lanes: 32,
            words: 1,
        },
        "agu_bank_lane",
        "ALL_LANES << number",
        "((ALL_LANES << number) >> 1) | 32'h80000000",
    ),
    (
        Claim::Take(8),
        "agu_collector",
        "bank_pairs >> PAIRS_DOWN",
        "bank_pairs >> WORDS_DOWN",
    ),
    (
        Claim::Take(8),
        "agu_collector",
        "word_pairs >> PAIRS_DOWN",
        "word_pairs >> WORDS_DOWN",
    ),
    (
        Claim::Take(8),
        "agu_bank_compare",
        "words[32*j + 5 +: 17] == word[21:5]",
        "words[32*j + 5 +: 16] == word[20:5]",
    ),
    (
        Claim::Take(8),
        "agu_line_compare",
        "accesses & ~joins",
        "accesses",
    ),
    (
        Claim::Take(32),
        "agu_bank_compare",
        "words[32*j +: 5] == word[4:0]",
        "words[32*j +: 4] == word[3:0]",
    ),
    (
        Claim::SerialKeys,
        "agu_lane_keys",
        "keys[33*j +: 33] == newest",
        "keys[33*j +: 32] == newest[31:0]",
    ),
    (
        Claim::SerialNumber,
        "agu_request_number",
        "candidates & firsts & below[30:0]",
        "candidates & firsts",
    ),
    (
        Claim::SerialNumber,
        "agu_request_number",
        "(all_four << 2)",
        "32'd0",
    ),
    (
        Claim::SerialStore,
        "agu_request_store",
        "address == address_s5",
        "address[6:1] == address_s5[6:1]",
    ),
    (
        Claim::SerialStore,
        "agu_request_store",
        "is_new | is_handed",
        "is_new & is_handed",
    ),
    (
        Claim::SerialStore,
        "agu_request_store",
        "pass_number == passes_so_far",
        "1'b1",
    ),
    (
        Claim::SerialReader,
        "agu_request_reader",
        "ends_lines & ~in_passes",
        "ends_lines",
    ),
    (
        Claim::SerialReader,
        "agu_request_reader",
        "(heads != wholes)",
        "1'b1",
    ),
    (
        Claim::SerialJoin,
        "agu_serial_coalescer",
        "waiting != SLOTS",
        "1'b1",
    ),
];

fn is_refuted(claim: Claim, hardware: &Hardware) -> bool {
    let question = claim.question(hardware).expect("yosys is there");
    let verdict = question.decide().expect("the solver is there");
    matches!(verdict, Verdict::Refuted(_))
}

fn fails_its_proof(&(proof, module, correct, wrong): &Broken) {
    let hardware = broken(module, correct, wrong);
    let mut claims = named(proof).claims().into_iter();
    let fails = claims.any(|claim| is_refuted(claim, &hardware));
    assert!(fails, "{module}: {wrong}");
}

#[test]
fn each_proof_fails_for_a_fault() {
    let is_first = |index: usize| BROKEN[..index].iter().all(|it| it.0 != BROKEN[index].0);
    let first: Vec<_> = (0..BROKEN.len()).filter(|&index| is_first(index)).collect();
    first
        .into_par_iter()
        .for_each(|index| fails_its_proof(&BROKEN[index]));
}

#[test]
#[ignore = "make night"]
fn wrong_hardware_fails_its_proof() {
    BROKEN.par_iter().for_each(fails_its_proof);
    BROKEN_LATER
        .par_iter()
        .for_each(|&(claim, module, correct, wrong)| {
            let fails = is_refuted(claim, &broken(module, correct, wrong));
            assert!(fails, "{module}: {wrong}");
        });
}

/// The flip-flop's enable is `is_held`, inverted: nothing else reads `ready`.
#[test]
fn a_wire_that_only_an_enable_reads_is_kept() {
    let verilog = "
        module held (input wire clock, input wire valid, output reg valid_out);
          reg  is_held = 0;
          wire ready;
          assign ready = ~is_held;
          always @(posedge clock) begin
            is_held <= valid;
            if (ready) valid_out <= valid;
          end
        endmodule";
    let netlist = Netlist::new(verilog, "held", Extent::Whole).expect("yosys is there");
    let ready = netlist.wire("ready").expect("the wire is kept");
    let body = ready.body.as_deref().expect("it is no input");
    assert!(body.contains(&netlist.reference), "a constant: {body}");
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
    let page = include_str!("../../../../doc/proofs.md");
    let listed: Vec<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`'))
        .map(|(name, _)| name)
        .collect();
    let known: Vec<&str> = PROOFS.iter().map(|proof| proof.name).collect();
    assert_eq!(listed, known);
}
