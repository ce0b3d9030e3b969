//! Exports the 32-lane unit and links it twice: once as fast as it goes, once with
//! waves. See the crate `verilator`.

use std::path::Path;
use verilator::{Model, threads_library};

fn main() {
    let top = rtl::tops::DEFAULT;
    let Some(Ok(verilog)) = rtl::tops::verilog(top, &[]) else {
        eprintln!("error: {top} cannot be exported");
        std::process::exit(1);
    };
    let sources = [Path::new("src/model/model.cpp")];
    println!("cargo:rerun-if-changed=src/model/model.h");
    for (name, traced) in [("agu_fast", false), ("agu_traced", true)] {
        Model {
            name,
            verilog: &verilog,
            top,
            traced,
            sources: &sources,
        }
        .build();
    }
    threads_library();
}
