//! Proofs hold for the hardware, and fail for wrong hardware.

use crate::broken::broken;
use cosim::shard::Shard;
use formal::prove::catalogue::{PROOFS, Proof};
use formal::prove::claim::Claim;
use formal::prove::netlist::{Extent, Netlist};
use formal::prove::solver::{Query, Verdict, version};
use formal::prove::{Hardware, Outcome, prove};
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::fs;
use std::mem::discriminant;
use std::path::Path;
use std::sync::atomic::AtomicUsize;
use std::time::Instant;

fn run(proofs: &[Proof], hardware: &Hardware) -> Vec<Outcome> {
    let outcomes = prove(proofs, hardware, Shard::WHOLE, 2, &AtomicUsize::new(0));
    outcomes.expect("yosys and the solver are there")
}

fn named(name: &str) -> Proof {
    Proof::find(name).expect("it is in the catalogue")
}

/// The claims of a proof that the gate checks. Each is checked at the first number of lanes from 4
/// on, and a lane for all families. Each simulation form is checked for 4 lanes and for one.
fn of_one_width(proof: Proof) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    for claim in proof.claims() {
        let is_same = |other: &&mut Claim| match (other, claim) {
            (Claim::Of(one, _), Claim::Of(other, _)) => *one == other,
            (one, other) => discriminant(*one) == discriminant(&other),
        };
        match claims.iter_mut().find(is_same) {
            Some(Claim::Lane(..)) | None => claims.push(claim),
            Some(Claim::View(_)) if [1, 4].contains(&claim.lanes()) => claims.push(claim),
            Some(Claim::View(_)) => {}
            Some(narrow) if narrow.lanes() < 4 => *narrow = claim,
            Some(_) => {}
        }
    }
    claims
}

/// Whether a claim is proved for the hardware.
fn is_proved(claim: Claim, hardware: &Hardware) -> bool {
    decides(&claim.question(hardware).expect("yosys is there"))
}

fn decides(query: &Query) -> bool {
    let verdict = query.decide().expect("the solver is there");
    matches!(verdict, Verdict::Proved)
}

/// The same for the gate. A query that the same solver has decided before is not repeated. After a
/// change of one block few queries are new.
fn is_known_or_proved(claim: Claim, hardware: &Hardware) -> bool {
    let query = claim.question(hardware).expect("yosys is there");
    let mut hash = Sha256::new();
    for part in [query.hardware.text(), &query.definitions, &query.goal] {
        hash.update(part);
        hash.update([0]);
    }
    hash.update(format!("{:?} {:?}", query.assumptions, version()));
    let digest = hash.finalize();
    let name = digest.iter().map(|byte| format!("{byte:02x}"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("verdicts");
    let file = folder.join(name.collect::<String>());
    match fs::read(&file).as_deref() {
        Ok(b"proved") => true,
        Ok(b"refuted") => false,
        _ => {
            let is_proved = decides(&query);
            let verdict = if is_proved { "proved" } else { "refuted" };
            let kept = fs::create_dir_all(&folder).and_then(|()| fs::write(&file, verdict));
            kept.expect("the folder of the tests is writable");
            is_proved
        }
    }
}

#[test]
fn each_proof_holds_at_one_width() {
    let proofs = PROOFS.iter().filter(|proof| proof.default);
    let claims: Vec<Claim> = proofs.flat_map(|proof| of_one_width(*proof)).collect();
    let hardware = Hardware::default();
    claims.into_par_iter().for_each(|claim| {
        let start = Instant::now();
        let is_proved = is_known_or_proved(claim, &hardware);
        println!("{claim}: {:.1} s", start.elapsed().as_secs_f32());
        assert!(is_proved, "{claim}");
    });
}

/// A row of `broken.tsv`: wrong hardware, and claims of which one must fail for it.
struct Broken {
    in_gate: bool,
    claims: Vec<Claim>,
    module: &'static str,
    correct: &'static str,
    wrong: &'static str,
    place: String,
}

/// All rows. The field `fails` is the name of a proof, or a claim as it is printed.
fn rows() -> Vec<Broken> {
    const ROWS: &str = include_str!("../broken.tsv");
    let all = || PROOFS.iter().flat_map(|proof| proof.claims());
    let lines = (1..).zip(ROWS.lines());
    let row = |(number, line): (usize, &'static str)| {
        let place = format!("broken.tsv:{number}: {line}");
        let [tier, fails, module, correct, wrong] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{place}: five fields are expected");
        };
        let claims = match Proof::find(fails) {
            Some(proof) => proof.claims(),
            None => all()
                .filter(|claim| claim.to_string() == fails)
                .take(1)
                .collect(),
        };
        assert!(!claims.is_empty(), "{place}: no proof, no claim");
        assert!(["gate", "night"].contains(&tier), "{place}: no tier");
        let in_gate = tier == "gate";
        Broken {
            in_gate,
            claims,
            module,
            correct,
            wrong,
            place,
        }
    };
    lines
        .filter(|(_, line)| !line.starts_with('#'))
        .map(row)
        .collect()
}

fn fails(row: &Broken, is_proved: fn(Claim, &Hardware) -> bool) {
    let start = Instant::now();
    let hardware = broken(row.module, row.correct, row.wrong);
    let fails = row.claims.iter().any(|&claim| !is_proved(claim, &hardware));
    println!("{}: {:.1} s", row.place, start.elapsed().as_secs_f32());
    assert!(fails, "{}", row.place);
}

#[test]
fn every_proof_has_wrong_hardware() {
    let rows = rows();
    for proof in PROOFS.iter().filter(|proof| proof.default) {
        let claims = proof.claims();
        let is_of = |row: &Broken| row.claims.iter().any(|claim| claims.contains(claim));
        assert!(
            rows.iter().any(is_of),
            "{}: no row of broken.tsv",
            proof.name
        );
    }
}

/// The rows of the night too: a row that changes nothing is stale, and its proof would hold.
#[test]
fn the_hardware_has_the_text_of_every_row() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rtl/verilog");
    for row in rows() {
        let name = row.module.trim_end_matches(char::is_numeric);
        let text = |form: &str| fs::read_to_string(folder.join(form).join(format!("{name}.v")));
        let found = ["", "simulation"].map(|form| text(form).unwrap_or_default());
        let stands = found.iter().any(|text| text.contains(row.correct));
        assert!(stands, "{}", row.place);
    }
}

#[test]
fn a_proof_of_each_kind_fails_for_a_fault() {
    let rows: Vec<Broken> = rows().into_iter().filter(|row| row.in_gate).collect();
    assert!(!rows.is_empty());
    rows.par_iter()
        .for_each(|row| fails(row, is_known_or_proved));
}

#[test]
#[ignore = "make night"]
fn wrong_hardware_fails_its_proof() {
    rows().par_iter().for_each(|row| fails(row, is_proved));
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
    let proof = named("lea-hi");
    let rows = rows();
    let row = rows.iter().find(|row| row.claims == proof.claims());
    let row = row.expect("its row");
    let outcomes = run(&[proof], &broken(row.module, row.correct, row.wrong));
    let failure = &outcomes[0].failures[0];
    assert!(matches!(failure.claim, Claim::Lane(..)));
    // The fault shows only at this scale.
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
