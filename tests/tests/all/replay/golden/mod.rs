//! Golden models of blocks, which make their inputs legal and give their outputs.

mod coalescer;
mod core;
mod decoder;
mod lane;
mod unit;

use crate::replay::device::Port;
use isa::Isa;
use std::collections::BTreeMap;
use tests::random::Random;

/// Expected elements of an output, by its name; an element of none is not compared.
pub type Expected = Vec<(&'static str, Vec<Option<u64>>)>;

/// A model of a block.
pub trait Golden {
    /// Makes the inputs drawn for a cycle legal, and returns the outputs before its edge.
    fn cycle(&mut self, inputs: &mut Inputs, random: &mut Random) -> Expected;
}

/// The model of a module, and the number of cycles for which it drives it. Most blocks have none.
pub fn of(module: &str) -> Option<(usize, Box<dyn Golden>)> {
    use coalescer::Coalescer;
    use core::Core;
    use decoder::{Combinational, Decoder};
    use lane::Lane;
    use unit::{Unit, UnitKind};

    let name = module.trim_end_matches(|digit: char| digit.is_ascii_digit());
    let digits = &module[name.len()..];
    // With fewer lanes, a warp has more cycles.
    let lanes = digits.parse().unwrap_or(1);
    let cycles = 400 + 4800 / lanes;
    Some(match name {
        "agu_lane" => (6000, Box::new(Lane::default())),
        "agu_maxwell_decode" => (3000, Box::new(Combinational(Isa::Maxwell))),
        "agu_fermi_decode" => (3000, Box::new(Combinational(Isa::Fermi))),
        "agu_addr_add_decode" => (3000, Box::new(Combinational(Isa::Visa))),
        "agu_decoder" => (3000, Box::new(Decoder::default())),
        "agu_serial_coalescer" | "agu_coalescer" => (cycles, Box::new(Coalescer::new(lanes))),
        "agu_warp_unit" => (cycles, Box::new(Unit::new(UnitKind::WarpUnit, lanes))),
        "agu_unit" => (cycles, Box::new(Unit::new(UnitKind::Unit, lanes))),
        "agu_lea" => (cycles, Box::new(Unit::new(UnitKind::Lea, lanes))),
        "agu_core" => (cycles, Box::new(Core::new(lanes))),
        _ => return None,
    })
}

/// The inputs of a block in one cycle, by name.
#[derive(Clone, Default)]
pub struct Inputs(BTreeMap<String, Vec<u64>>);

impl Inputs {
    pub fn new(ports: &[Port], row: &[u64]) -> Inputs {
        let mut values = row.iter().copied();
        let of_port = |port: &Port| {
            let of_port = values.by_ref().take(port.elements);
            (port.name.clone(), of_port.collect())
        };
        Inputs(ports.iter().map(of_port).collect())
    }

    /// The inputs as a row.
    pub fn row(&self, ports: &[Port]) -> Vec<u64> {
        let of_port = |port: &Port| self.elements(&port.name);
        ports.iter().flat_map(of_port).copied().collect()
    }

    pub fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }

    pub fn elements(&self, name: &str) -> &[u64] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }

    /// The value of a port, or the first element of an array; 0 without such a port.
    pub fn get(&self, name: &str) -> u64 {
        self.elements(name).first().copied().unwrap_or(0)
    }

    pub fn is(&self, name: &str) -> bool {
        self.get(name) != 0
    }

    /// Sets the value of a port; ignored if the block lacks the port.
    pub fn set(&mut self, name: &str, value: impl Into<u64>) {
        self.put(name, vec![value.into()]);
    }

    pub fn put(&mut self, name: &str, values: Vec<u64>) {
        if let Some(own) = self.0.get_mut(name) {
            *own = values;
        }
    }

    /// Sets the port to its value in other inputs.
    pub fn keep(&mut self, name: &str, before: &Inputs) {
        self.put(name, before.elements(name).to_vec());
    }

    /// Adds a port that the block does not have.
    pub fn with(mut self, name: &str, values: Vec<u64>) -> Inputs {
        self.0.insert(name.to_owned(), values);
        self
    }
}

/// One value of an output.
pub fn one(value: impl Into<u64>) -> Vec<Option<u64>> {
    vec![Some(value.into())]
}
