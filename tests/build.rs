//! Links the 32-lane unit with all deliberate faults in it, and the board top.

use rtl::board::Board;
use rust_hdl::prelude::Block;
use std::path::Path;
use verilator::Model;

#[path = "src/variants.rs"]
mod variants;

fn main() {
    println!("cargo:rerun-if-changed=src/variants.rs");
    println!("cargo:rerun-if-changed=../cosim/src/model/model.h");
    let top = rtl::tops::DEFAULT;
    let verilog = match rtl::tops::verilog(top, variants::VARIANTS) {
        Some(Ok(verilog)) => verilog,
        Some(Err(error)) => {
            eprintln!("error: {error}");
            std::process::exit(1);
        }
        None => unreachable!("the default top exists"),
    };
    let sources = [Path::new("../cosim/src/model/model.cpp")];
    Model {
        name: "agu_variants",
        verilog: &verilog,
        top,
        traced: false,
        coverage: None,
        sources: &sources,
        defines: &[],
    }
    .build();
    board();
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
        top: NAME,
        traced: false,
        coverage: None,
        sources: &[Path::new("src/board.cpp")],
        defines: &[],
    }
    .build();
}
