//! Links the 32-lane unit with all deliberate faults in it.

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
        sources: &sources,
    }
    .build();
}
