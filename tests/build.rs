//! Links the 32-lane unit with all deliberate faults in it, the LEA unit with those of LEA, and
//! the board top.

use exported::{headers, widen};
use rtl::export::SeededBug;
use rtl::tops::Board;
use rust_hdl::prelude::Block;
use std::path::Path;
use verilator::Model;

#[path = "src/seeded_bugs.rs"]
#[expect(dead_code, reason = "what shows a bug concerns the tests alone")]
mod seeded_bugs;

const BOARD: &str = "agu_board";
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
    let board = board();
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
    let agu_board = Model {
        name: BOARD,
        verilog: &board,
        top: BOARD,
        arrays: &[],
        sources: &[Path::new("src/board.cpp")],
        headers: &[],
        ..agu_seeded_bugs
    };
    verilator::link(&[agu_seeded_bugs, agu_lea_seeded_bugs, agu_board], false);
}

/// The top with faults behind a selector.
fn faulty(top: &str, seeded_bugs: &[SeededBug]) -> String {
    let printed = rtl::tops::verilog(top, seeded_bugs);
    or_end(printed.unwrap_or_else(|| unreachable!("both tops exist")))
}

/// The board with a line so fast that its simulation is.
fn board() -> String {
    const CLOCKS_PER_BIT: u16 = 4;
    let mut block = Board::new(CLOCKS_PER_BIT);
    block.connect_all();
    or_end(rtl::export::with_seeded_bugs(&block, BOARD, &[]))
}

fn or_end<E: std::fmt::Display>(printed: Result<String, E>) -> String {
    printed.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        std::process::exit(1)
    })
}
