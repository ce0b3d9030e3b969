//! Links the 32-lane unit of `rtl/verilog` twice: once as fast as it goes, once with
//! waves. So the LEA unit, which with waves has the ports of the unit. Links the instruction
//! decoder. See the crate `verilator`.

use std::path::Path;
use verilator::{Model, threads_library};

#[path = "src/netlist/widen.rs"]
mod widen;

#[path = "src/exported.rs"]
#[allow(dead_code, reason = "the program lists modules and ports too")]
mod exported;

#[path = "src/model/arrays.rs"]
mod arrays;

const DECODER: &str = "agu_decoder";
const LEA: &str = "agu_lea32";

fn main() {
    println!("cargo:rerun-if-changed=../rtl/verilog");
    println!("cargo:rerun-if-changed=src/exported.rs");
    let top = exported::DEFAULT;
    let verilog = export(top);
    let of_unit = Model {
        name: "agu_fast",
        verilog: &verilog,
        arguments: &[],
        top,
        coverage: None,
        arrays: arrays::ARRAYS,
        traced: false,
        sources: &[Path::new("src/model/model.cpp")],
        defines: &[],
    };
    for header in ["model.h", "unit_ports.h", "lea_ports.h"] {
        println!("cargo:rerun-if-changed=src/model/{header}");
    }
    println!("cargo:rerun-if-changed=src/model/arrays.rs");
    of_unit.build();
    Model {
        name: "agu_traced",
        traced: true,
        ..of_unit
    }
    .build();
    let lea = export(LEA);
    Model {
        name: "agu_lea",
        verilog: &lea,
        top: LEA,
        defines: &[("MODEL_PORTS", "\"lea_ports.h\"")],
        ..of_unit
    }
    .build();
    let Some(widened) = widen::widen(&lea, &lea, LEA, (&verilog, top)) else {
        unreachable!("both tops are there");
    };
    println!("cargo:rerun-if-changed=src/netlist/widen.rs");
    Model {
        name: "agu_lea_traced",
        verilog: &widened,
        top: widen::NAME,
        traced: true,
        defines: &[("MODEL_LEA_ONLY", "1"), ("MODEL_TARGET", "\"lea\"")],
        ..of_unit
    }
    .build();
    println!("cargo:rerun-if-changed=src/decoder/decoder.h");
    Model {
        name: DECODER,
        verilog: &export(DECODER),
        top: DECODER,
        arrays: &[],
        sources: &[Path::new("src/decoder/decoder.cpp")],
        ..of_unit
    }
    .build();
    threads_library();
}

/// The Verilog of a top, or the end of the build script.
fn export(top: &str) -> String {
    exported::verilog(&[top]).unwrap_or_else(|error| {
        eprintln!("error: {error}");
        std::process::exit(1)
    })
}
