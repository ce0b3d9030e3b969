//! A block with its vectors.

use super::vectors::Vectors;
use super::{Device, Expected, Port, Reached, Row};
use rtl::export::{self, SeededBug};
use rust_hdl::prelude::{Block, simulate};
use std::sync::OnceLock;

/// A block, and rows of inputs with the golden outputs.
pub struct Case {
    /// The block's module in the exported Verilog.
    pub module: String,
    pub inputs: Vec<Port>,
    pub outputs: Vec<Port>,
    pub has_clock: bool,
    pub rows: Vec<Row>,
    expected: Vec<Expected>,
    block: Box<dyn Kernels>,
    kernels: OnceLock<Vec<Expected>>,
    /// What the vectors reach, where that is counted.
    pub reached: Reached,
    undefined: bool,
}

/// A block that can be made.
trait Kernels: Send + Sync {
    fn verilog(&self, module: &str, faults: &[SeededBug]) -> String;
    fn simulate(&self, rows: &[Row]) -> Vec<Row>;
}

impl<D: Device> Kernels for fn() -> D {
    fn verilog(&self, module: &str, faults: &[SeededBug]) -> String {
        let mut device = self();
        device.connect_all();
        export::with_seeded_bugs(&device, module, faults).unwrap_or_else(|error| panic!("{error}"))
    }

    fn simulate(&self, rows: &[Row]) -> Vec<Row> {
        let mut device = self();
        device.connect_all();
        let cycle = |row: &Row| {
            device.drive(row);
            device.set_clock(false);
            settle(&mut device);
            let outputs = device.sample();
            device.set_clock(true);
            settle(&mut device);
            outputs
        };
        rows.iter().map(cycle).collect()
    }
}

fn settle(device: &mut impl Block) {
    assert!(simulate(device, 100), "the kernels do not settle");
}

impl Case {
    /// The block that `make` gives, as `module`.
    ///
    /// Outputs are taken with the inputs of their row applied, before the clock rises.
    pub fn new<D: Device>(module: &str, make: fn() -> D, vectors: Vectors) -> Case {
        let (rows, expected) = vectors.into_iter().unzip();
        Case {
            module: module.to_owned(),
            inputs: D::inputs(),
            outputs: D::outputs(),
            has_clock: D::HAS_CLOCK,
            rows,
            expected,
            block: Box::new(make),
            kernels: OnceLock::new(),
            reached: Reached::default(),
            undefined: false,
        }
    }

    /// A block whose outputs may be undefined where the model has no value for them: a word of a
    /// memory is, until it is written.
    pub fn with_undefined(self) -> Case {
        Case {
            undefined: true,
            ..self
        }
    }

    /// The exported Verilog, with `faults` behind a selector input where there are some.
    pub fn verilog(&self, faults: &[SeededBug]) -> String {
        self.block.verilog(&self.module, faults)
    }

    /// What the kernels give in RustHDL's simulator.
    pub fn kernels(&self) -> &[Expected] {
        self.kernels.get_or_init(|| {
            let rows = self.block.simulate(&self.rows).into_iter();
            rows.map(|row| row.into_iter().map(Some).collect())
                .collect()
        })
    }

    /// Compares what a simulator gives with the model, and with the kernels.
    ///
    /// # Errors
    /// The first difference: block, cycle, output, and what each gives.
    pub fn compare(&self, trace: &[Expected], simulator: &str) -> Result<(), String> {
        let (module, cycles) = (&self.module, self.rows.len());
        if trace.len() != cycles {
            let count = trace.len();
            return Err(format!(
                "{module}: {simulator} gives {count} cycles of {cycles}"
            ));
        }
        let names: Vec<String> = self.outputs.iter().flat_map(Port::element_names).collect();
        for (cycle, (got, kernels)) in trace.iter().zip(self.kernels()).enumerate() {
            for (place, name) in names.iter().enumerate() {
                let golden = self.expected[cycle][place];
                if self.undefined && golden.is_none() && got[place].is_none() {
                    continue;
                }
                if got[place] != kernels[place] || (golden.is_some() && golden != got[place]) {
                    return Err(format!(
                        "{module} cycle {cycle} {name}: golden {}, RustHDL {}, {simulator} {}\n  {}",
                        hexadecimal(golden),
                        hexadecimal(kernels[place]),
                        hexadecimal(got[place]),
                        self.inputs_of(cycle)
                    ));
                }
            }
        }
        Ok(())
    }

    fn inputs_of(&self, cycle: usize) -> String {
        let names = self.inputs.iter().flat_map(Port::element_names);
        let values = names.zip(&self.rows[cycle]);
        let texts: Vec<String> = values
            .map(|(name, value)| format!("{name}={value:#x}"))
            .collect();
        texts.join(" ")
    }
}

fn hexadecimal(value: Option<u64>) -> String {
    value.map_or("nothing".to_owned(), |value| format!("{value:#x}"))
}
