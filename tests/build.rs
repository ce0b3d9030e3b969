//! Links the 32-lane unit with all deliberate faults in it, the LEA unit with those of LEA, and
//! the board top.

use rtl::export::Variant;
use rtl::tops::Board;
use rust_hdl::prelude::Block;
use std::path::Path;
use verilator::Model;

#[path = "src/variants.rs"]
mod variants;

#[path = "../cosim/src/model/arrays.rs"]
mod arrays;

fn main() {
    println!("cargo:rerun-if-changed=src/variants.rs");
    println!("cargo:rerun-if-changed=../cosim/src/model/arrays.rs");
    for header in ["model.h", "unit_ports.h", "lea_ports.h"] {
        println!("cargo:rerun-if-changed=../cosim/src/model/{header}");
    }
    let of_lea = &variants::VARIANTS[..variants::OF_LEA];
    let ports = ("MODEL_PORTS", "\"lea_ports.h\"");
    faulty("agu_variants", rtl::tops::DEFAULT, variants::VARIANTS, &[]);
    faulty("agu_lea_variants", "agu_lea32", of_lea, &[ports]);
    board();
}

/// The top with faults behind a selector.
fn faulty(name: &str, top: &str, variants: &[Variant], defines: &[(&str, &str)]) {
    let verilog = match rtl::tops::verilog(top, variants) {
        Some(Ok(verilog)) => verilog,
        Some(Err(error)) => {
            eprintln!("error: {error}");
            std::process::exit(1);
        }
        None => unreachable!("both tops exist"),
    };
    Model {
        name,
        verilog: &verilog,
        arguments: &[],
        top,
        arrays: arrays::ARRAYS,
        traced: false,
        coverage: None,
        sources: &[Path::new("../cosim/src/model/model.cpp")],
        defines,
    }
    .build();
}

/// The board with a line so fast that its simulation is.
fn board() {
    const NAME: &str = "agu_board";
    const CLOCKS_PER_BIT: u16 = 4;
    let mut block = Board::new(CLOCKS_PER_BIT);
    block.connect_all();
    let verilog = match rtl::export::with_variants(&block, NAME, &[]) {
        Ok(verilog) => verilog,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::exit(1);
        }
    };
    Model {
        name: NAME,
        verilog: &verilog,
        arguments: &[],
        top: NAME,
        arrays: &[],
        traced: false,
        coverage: None,
        sources: &[Path::new("src/board.cpp")],
        defines: &[],
    }
    .build();
}
