//! Compiles the 32-lane unit of `rtl/verilog` in its simulation form, and the instruction decoder.

use std::path::Path;
use verilated::exported::{self, ModuleForm, NoModule, headers};
use verilated::{Array, Model};

const DECODER: &str = "agu_decoder";

/// Folders of the C++ around the Verilated classes.
const UNIT: &str = "src/dut/unit";
const DECODER_SOURCE: &str = "src/dut/decoder";

fn main() {
    println!("cargo:rerun-if-changed={UNIT}");
    println!("cargo:rerun-if-changed={DECODER_SOURCE}");
    let unit_source = format!("{UNIT}/unit.cpp");
    let decoder_source = format!("{DECODER_SOURCE}/decoder.cpp");
    let unit = verilog(exported::DEFAULT, ModuleForm::Simulation);
    let decoder = verilog(DECODER, ModuleForm::Hardware);
    let arrays = headers::arrays().map(|(name, bits)| Array {
        name,
        bits,
        inner: Some(headers::of_lane(name, bits)),
    });
    let arrays: Vec<Array> = arrays.collect();
    let agu_fast = Model {
        name: "agu_fast",
        verilog: &unit,
        arguments: &[],
        top: exported::DEFAULT,
        coverage: None,
        arrays: &arrays,
        traced: false,
        sources: &[Path::new(&unit_source)],
        headers: &[headers::unit()],
        defines: &[],
    };
    let agu_decoder = Model {
        name: DECODER,
        verilog: &decoder,
        top: DECODER,
        arrays: &[],
        sources: &[Path::new(&decoder_source)],
        headers: &[headers::decoder().unwrap_or_else(|error| fail(&error))],
        ..agu_fast
    };
    let models = [agu_fast, agu_decoder];
    verilated::link(&models, true);
}

/// Ends the build script.
fn fail(error: &NoModule) -> ! {
    eprintln!("error: {error}");
    std::process::exit(1)
}

/// The Verilog of a top.
fn verilog(top: &str, form: ModuleForm) -> String {
    exported::text(&[top], form).unwrap_or_else(|error| fail(&error))
}
