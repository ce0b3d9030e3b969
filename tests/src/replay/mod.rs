//! The same vectors through three readings of the hardware, against the model.
//!
//! A [`Case`] is a block, a row of inputs a cycle, and what the golden model says
//! of each output. It runs in RustHDL's own simulator on the kernels as they are
//! written, and in Icarus and in Verilator on the Verilog as it is exported. The
//! bench around the Verilog applies rows and writes outputs; it expects nothing.
//!
//! The three traces must be equal in every bit of every cycle, and equal to the
//! model wherever it says something.

mod bench;
pub mod blocks;
pub mod coalescer;
pub mod core;
pub mod decoder;
mod device;
mod devices;
pub mod lane;
pub mod lea_unit;
mod places;
pub mod reached;
mod tools;
mod traffic;
pub mod unit;
pub mod vectors;
pub mod warp_parts;

pub use device::{Device, Port, Wire};

use rust_hdl::prelude::{Block, simulate};
use std::path::Path;

/// One value a port, or a value an element where the port is an array.
pub type Row = Vec<u64>;

/// What the model says of a row of outputs; none where it says nothing.
pub type Expected = Vec<Option<u64>>;

/// A block with its vectors.
#[derive(Clone)]
pub struct Case {
    /// The block's module in the exported Verilog.
    pub module: String,
    /// The exported Verilog.
    pub verilog: String,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    has_clock: bool,
    rows: Vec<Row>,
    expected: Vec<Expected>,
    simulated: Vec<Row>,
}

impl Case {
    /// Exports `device` as `module`, and runs `vectors` on its kernels.
    ///
    /// Outputs are taken with the inputs of their row applied, before the clock
    /// rises.
    pub fn new<D: Device>(module: &str, mut device: D, vectors: Vec<(Row, Expected)>) -> Case {
        device.connect_all();
        let verilog = rtl::export::verilog(&device, module).expect("every top can be exported");
        let (rows, expected): (Vec<Row>, Vec<Expected>) = vectors.into_iter().unzip();
        let mut simulated = Vec::with_capacity(rows.len());
        for row in &rows {
            device.drive(row);
            device.set_clock(false);
            settle(&mut device);
            simulated.push(device.sample());
            device.set_clock(true);
            settle(&mut device);
        }
        Case {
            module: module.to_string(),
            verilog,
            inputs: device.inputs(),
            outputs: device.outputs(),
            has_clock: D::HAS_CLOCK,
            rows,
            expected,
            simulated,
        }
    }
}

impl Case {
    /// The same with one place of its own module in the Verilog changed, as `module`.
    pub fn with_fault(&self, module: &str, correct: &str, wrong: &str) -> Case {
        let start = format!("module {} (", self.module);
        let (below, own) = self.verilog.split_once(&start).expect("its module");
        assert_eq!(own.matches(correct).count(), 1, "`{correct}` in {start}");
        Case {
            verilog: format!("{below}module {module} ({}", own.replace(correct, wrong)),
            module: module.to_string(),
            ..self.clone()
        }
    }
}

fn settle(device: &mut impl Block) {
    assert!(simulate(device, 100), "the kernels do not settle");
}

/// Replays `cases` in both Verilog simulators and compares everything.
///
/// `folder` is made, and removed again where all is well.
///
/// # Errors
/// A tool that does not run, or the first difference: block, cycle, output, and
/// what each reading gives.
pub fn replay(cases: &[Case], folder: &Path) -> Result<(), String> {
    write(cases, folder)?;
    let icarus = tools::icarus(folder)?;
    let verilator = tools::verilator(folder)?;
    for case in cases {
        let icarus = bench::read(case, &icarus)?;
        let verilator = bench::read(case, &verilator)?;
        compare(case, &[("Icarus", icarus), ("Verilator", verilator)])?;
    }
    remove(folder)
}

/// The first difference of each of `cases` in Icarus, as an error.
///
/// # Errors
/// As [`replay`], besides differences.
pub fn replay_each(cases: &[Case], folder: &Path) -> Result<Vec<Result<(), String>>, String> {
    write(cases, folder)?;
    let traces = tools::icarus(folder)?;
    let verdict = |case| Ok(compare(case, &[("Icarus", bench::read(case, &traces)?)]));
    let verdicts = cases.iter().map(verdict).collect::<Result<_, String>>()?;
    remove(folder)?;
    Ok(verdicts)
}

fn write(cases: &[Case], folder: &Path) -> Result<(), String> {
    let written = std::fs::create_dir_all(folder).and_then(|()| bench::write(cases, folder));
    written.map_err(|error| format!("{}: {error}", folder.display()))
}

fn remove(folder: &Path) -> Result<(), String> {
    std::fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// Compares what simulators read out of the Verilog with the kernels and the model.
fn compare(case: &Case, readings: &[(&str, Vec<Expected>)]) -> Result<(), String> {
    let cycles = case.rows.len();
    for (name, reading) in readings {
        if reading.len() != cycles {
            let (module, count) = (&case.module, reading.len());
            return Err(format!("{module}: {name} gives {count} cycles of {cycles}"));
        }
    }
    for cycle in 0..cycles {
        let names = case.outputs.iter().flat_map(Port::element_names);
        for (index, name) in names.enumerate() {
            let kernel = Some(case.simulated[cycle][index]);
            let golden = case.expected[cycle][index];
            let agree = readings
                .iter()
                .all(|(_, rows)| rows[cycle][index] == kernel);
            if !agree || (golden.is_some() && golden != kernel) {
                let read = readings.iter().map(|(name, rows)| {
                    let value = hexadecimal(rows[cycle][index]);
                    format!(", {name} {value}")
                });
                return Err(format!(
                    "{} cycle {cycle} {name}: golden {}, RustHDL {}{}\n  {}",
                    case.module,
                    hexadecimal(golden),
                    hexadecimal(kernel),
                    read.collect::<String>(),
                    inputs(case, cycle)
                ));
            }
        }
    }
    Ok(())
}

fn hexadecimal(value: Option<u64>) -> String {
    value.map_or("nothing".to_string(), |value| format!("{value:#x}"))
}

fn inputs(case: &Case, cycle: usize) -> String {
    let names = case.inputs.iter().flat_map(Port::element_names);
    let values = names.zip(&case.rows[cycle]);
    let texts: Vec<String> = values
        .map(|(name, value)| format!("{name}={value:#x}"))
        .collect();
    texts.join(" ")
}
