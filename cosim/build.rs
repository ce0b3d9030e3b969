//! Exports the 32-lane unit and links it twice: once as fast as it goes, once with
//! waves. Links the instruction decoder. See the crate `verilator`.

use std::path::Path;
use verilator::{Model, threads_library};

const DECODER: &str = "agu_decoder";

fn main() {
    let top = rtl::tops::DEFAULT;
    let verilog = export(top);
    let sources = [Path::new("src/model/model.cpp")];
    println!("cargo:rerun-if-changed=src/model/model.h");
    for (name, traced) in [("agu_fast", false), ("agu_traced", true)] {
        Model {
            name,
            verilog: &verilog,
            top,
            coverage: None,
            traced,
            sources: &sources,
        }
        .build();
    }
    println!("cargo:rerun-if-changed=src/decoder/decoder.h");
    Model {
        name: DECODER,
        verilog: &export(DECODER),
        top: DECODER,
        coverage: None,
        traced: false,
        sources: &[Path::new("src/decoder/decoder.cpp")],
    }
    .build();
    threads_library();
}

/// The Verilog of a top, or the end of the build script.
fn export(top: &str) -> String {
    let Some(Ok(verilog)) = rtl::tops::verilog(top, &[]) else {
        eprintln!("error: {top} cannot be exported");
        std::process::exit(1);
    };
    verilog
}
