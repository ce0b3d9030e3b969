//! Modules that can be exported, by name.

mod core;
mod lea_unit;
mod unit;

pub use core::Core;
pub use lea_unit::LeaUnit;
pub use unit::Unit;

use crate::coalescer::Coalescer;
use crate::decoder::{AddrAddDecode, Decoder, FermiDecode, MaxwellDecode, VoltaDecode};
use crate::export::{self, ExportError, Family, VerilogModule};
use crate::serial_coalescer::SerialCoalescer;
use crate::warp_unit::Lane;
use rust_hdl::prelude::Block;

/// The top that is meant where none is named.
pub const DEFAULT: &str = "agu_unit32";

/// Names that [`verilog`] knows.
pub const NAMES: [&str; 30] = [
    "agu_lane",
    "agu_serial_coalescer",
    "agu_coalescer2",
    "agu_coalescer4",
    "agu_coalescer8",
    "agu_coalescer16",
    "agu_coalescer32",
    "agu_fermi_decode",
    "agu_maxwell_decode",
    "agu_volta_decode",
    "agu_addr_add_decode",
    "agu_decoder",
    "agu_unit1",
    "agu_unit2",
    "agu_unit4",
    "agu_unit8",
    "agu_unit16",
    "agu_unit32",
    "agu_lea1",
    "agu_lea2",
    "agu_lea4",
    "agu_lea8",
    "agu_lea16",
    "agu_lea32",
    "agu_core1",
    "agu_core2",
    "agu_core4",
    "agu_core8",
    "agu_core16",
    "agu_core32",
];

/// A block of as many lanes as `$lanes` writes; returns None for other widths.
macro_rules! of_lanes {
    ($block:ident, $lanes:expr) => {
        match $lanes {
            "1" => Box::new($block::<1>::default()),
            "2" => Box::new($block::<2>::default()),
            "4" => Box::new($block::<4>::default()),
            "8" => Box::new($block::<8>::default()),
            "16" => Box::new($block::<16>::default()),
            "32" => Box::new($block::<32>::default()),
            _ => return None,
        }
    };
}

/// The block called `name`, connected; none where no such top exists.
pub fn block(name: &str) -> Option<Box<dyn Block>> {
    let digits = name.trim_start_matches(|of: char| !of.is_ascii_digit());
    let mut block: Box<dyn Block> = match name.strip_suffix(digits).unwrap_or(name) {
        "agu_coalescer" if digits != "1" => of_lanes!(Coalescer, digits),
        "agu_unit" => of_lanes!(Unit, digits),
        "agu_lea" => of_lanes!(LeaUnit, digits),
        "agu_core" => of_lanes!(Core, digits),
        _ => match name {
            "agu_serial_coalescer" => Box::new(SerialCoalescer::default()),
            "agu_lane" => Box::new(Lane::default()),
            "agu_fermi_decode" => Box::new(FermiDecode::default()),
            "agu_maxwell_decode" => Box::new(MaxwellDecode::default()),
            "agu_volta_decode" => Box::new(VoltaDecode::default()),
            "agu_addr_add_decode" => Box::new(AddrAddDecode::default()),
            "agu_decoder" => Box::new(Decoder::default()),
            _ => return None,
        },
    };
    block.connect_all();
    Some(block)
}

/// File name and text of each module of all tops: `rtl/verilog` in the repository. Modules that differ
/// in their number of lanes are one, with a parameter. In the folder `simulation` are those modules
/// once more whose form for simulation is another, in the folder `codes` the codes of ports.
///
/// # Errors
/// As [`export::verilog`], and as [`export::families`]; none is expected.
pub fn files() -> Result<Vec<(String, String)>, ExportError> {
    let tops = || NAMES.iter().filter_map(|&name| Some((name, block(name)?)));
    let library = export::modules(tops())?;
    // Neither time nor commit: the same hardware has the same text.
    let headed = |name: &str, text: &str| {
        let licence = "SPDX-License-Identifier: MIT OR Apache-2.0";
        let version = env!("CARGO_PKG_VERSION");
        format!("// {licence}\n// {name} of agu {version}\n\n{text}")
    };
    let file = |folder: &str, Family { name, text }: &Family| {
        (format!("{folder}{name}.v"), headed(name, text))
    };
    let codes = export::codes().map(|(file, text)| {
        let text = headed(&file, &text);
        (format!("codes/{file}"), text)
    });
    let modules = library.modules().iter();
    let simulations = export::simulations(tops())?;
    let is_other = |module: &&VerilogModule| {
        let mut same = modules.clone();
        !same.any(|own| own.name == module.name && own.text == module.text)
    };
    let others = export::families(simulations.modules().iter().filter(is_other))?;
    let hardware = export::families(modules.clone())?;
    let all = hardware.iter().map(|family| file("", family));
    let all = all.chain(others.iter().map(|family| file("simulation/", family)));
    Ok(all.chain(codes).collect())
}

/// The Verilog of the top called `name` in the form for simulation; none where no such top exists.
///
/// # Errors
/// As [`export::verilog`]; none is expected.
pub fn simulation(name: &str) -> Option<Result<String, ExportError>> {
    let top = block(name)?;
    let library = export::simulations([(name, top)]);
    Some(library.map(|library| library.text()))
}

/// The Verilog of the top called `name`; none where no such top exists.
///
/// # Errors
/// As [`export::verilog`]; none is expected.
pub fn verilog(name: &str) -> Option<Result<String, ExportError>> {
    Some(export::verilog(block(name)?.as_ref(), name))
}
