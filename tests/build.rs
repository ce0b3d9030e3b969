//! Links the 32-lane unit with all deliberate faults in it.

use std::path::Path;
use verilated::exported::seeded_bugs::with_seeded_bugs;
use verilated::exported::{self, headers};
use verilated::{Array, Model};

#[path = "src/seeded_bugs.rs"]
#[expect(dead_code, reason = "only the tests need the columns that show a bug")]
mod seeded_bugs;

fn main() {
    println!("cargo:rerun-if-changed=src/seeded_bugs.rs");
    println!("cargo:rerun-if-changed=seeded_bugs.tsv");
    println!("cargo:rerun-if-changed=../cosim/src/dut/unit");
    if verilated::is_clippy() {
        return;
    }
    let unit = or_end(exported::verilog(&[exported::DEFAULT]));
    let unit = or_end(with_seeded_bugs(&unit, &seeded_bugs::seeded_bugs()));
    let arrays: Vec<Array> = headers::arrays().map(Array::from).collect();
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
    verilated::link(&[agu_seeded_bugs], false);
}

fn or_end<E: std::fmt::Display>(printed: Result<String, E>) -> String {
    printed.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        std::process::exit(1)
    })
}
