//! Links the 32-lane unit with all deliberate faults in it, the LEA unit with those of LEA, and
//! the board top.

use exported::widen;
use rtl::export::Variant;
use rtl::tops::Board;
use rust_hdl::prelude::Block;
use std::path::Path;
use verilator::Model;

#[path = "src/variants.rs"]
mod variants;

const BOARD: &str = "agu_board";
const LEA: &str = "agu_lea32";

fn main() {
    println!("cargo:rerun-if-changed=src/variants.rs");
    println!("cargo:rerun-if-changed=../cosim/src/dut/unit");
    let unit = faulty(exported::DEFAULT, variants::VARIANTS);
    let lea = faulty(LEA, &variants::VARIANTS[..variants::OF_LEA]);
    let lea = widen::widen(&lea, &lea, LEA, (&unit, exported::DEFAULT));
    let lea = lea.unwrap_or_else(|| unreachable!("both tops are there"));
    let board = board();
    let agu_variants = Model {
        name: "agu_variants",
        verilog: &unit,
        arguments: &[],
        top: exported::DEFAULT,
        arrays: exported::ARRAYS,
        traced: false,
        coverage: None,
        sources: &[Path::new("../cosim/src/dut/unit/unit.cpp")],
        defines: &[],
    };
    let agu_lea_variants = Model {
        name: "agu_lea_variants",
        verilog: &lea,
        top: widen::NAME,
        defines: &[("MODEL_LEA_ONLY", "1")],
        ..agu_variants
    };
    let agu_board = Model {
        name: BOARD,
        verilog: &board,
        top: BOARD,
        arrays: &[],
        sources: &[Path::new("src/board.cpp")],
        ..agu_variants
    };
    verilator::link(&[agu_variants, agu_lea_variants, agu_board]);
}

/// The top with faults behind a selector.
fn faulty(top: &str, variants: &[Variant]) -> String {
    let printed = rtl::tops::verilog(top, variants);
    or_end(printed.unwrap_or_else(|| unreachable!("both tops exist")))
}

/// The board with a line so fast that its simulation is.
fn board() -> String {
    const CLOCKS_PER_BIT: u16 = 4;
    let mut block = Board::new(CLOCKS_PER_BIT);
    block.connect_all();
    or_end(rtl::export::with_variants(&block, BOARD, &[]))
}

fn or_end<E: std::fmt::Display>(printed: Result<String, E>) -> String {
    printed.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        std::process::exit(1)
    })
}
