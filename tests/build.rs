//! Links the 32-lane unit with all deliberate faults in it, and the LEA unit with those of LEA.

use exported::seeded_bugs::{SeededBug, with_seeded_bugs};
use exported::{headers, widen};
use std::path::Path;
use verilator::Model;

#[path = "src/seeded_bugs.rs"]
#[expect(dead_code, reason = "what shows a bug concerns the tests alone")]
mod seeded_bugs;

const LEA: &str = "agu_lea32";

fn main() {
    println!("cargo:rerun-if-changed=src/seeded_bugs.rs");
    println!("cargo:rerun-if-changed=seeded_bugs.tsv");
    println!("cargo:rerun-if-changed=../cosim/src/dut/unit");
    if verilator::is_clippy() {
        return;
    }
    let unit = faulty(exported::DEFAULT, &seeded_bugs::seeded_bugs());
    let lea = faulty(LEA, &seeded_bugs::of_lea());
    let lea = widen::widen(&lea, &lea, LEA, (&unit, exported::DEFAULT));
    let lea = lea.unwrap_or_else(|| unreachable!("both tops are there"));
    let arrays = headers::arrays();
    let agu_seeded_bugs = Model {
        name: "agu_seeded_bugs",
        verilog: &unit,
        arguments: &[],
        top: exported::DEFAULT,
        arrays: &arrays,
        traced: false,
        coverage: None,
        sources: &[Path::new("../cosim/src/dut/unit/unit.cpp")],
        headers: &[headers::unit()],
        defines: &[],
    };
    let agu_lea_seeded_bugs = Model {
        name: "agu_lea_seeded_bugs",
        verilog: &lea,
        top: widen::NAME,
        defines: &[("MODEL_LEA_ONLY", "1")],
        ..agu_seeded_bugs
    };
    verilator::link(&[agu_seeded_bugs, agu_lea_seeded_bugs], false);
}

/// The top with faults behind a selector.
fn faulty(top: &str, seeded_bugs: &[SeededBug]) -> String {
    let verilog = or_end(exported::verilog(&[top]));
    or_end(with_seeded_bugs(&verilog, seeded_bugs))
}

fn or_end<E: std::fmt::Display>(printed: Result<String, E>) -> String {
    printed.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        std::process::exit(1)
    })
}
