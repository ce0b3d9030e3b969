//! External designs: the user's own Verilog with the ports of an exported unit, and any hardware
//! behind them.
//!
//! Verilator reads the user's files unchanged, beside a module that connects them, so that its
//! messages name them. It runs each time, which takes a second or two. Only the C++ compiler's
//! shared object is cached, by a hash of Verilator's C++. No change of a file, macro or parameter
//! can be missed, wherever Verilator found it.

mod check;
mod core;
mod declared_modules;
mod design;
mod diagnostic;
mod list;
mod options;
mod user_paths;
mod wrapped;

pub use diagnostic::{Diagnostic, ExternalError};
pub use options::External;
pub(in crate::dut) use user_paths::UserPaths;
pub(in crate::dut) use wrapped::wrapped;

use crate::dut::digest::{cache_key, sha256};
use crate::dut::netlist::{
    self, BuildStep, DECODER_SOURCES, LoadedModel, NetlistError, SOURCES, SimulatedDesign,
};
use design::{PreprocessedDesign, WRAP, is_plain};
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use verilated::{DesignPort, Direction, SourcePlace};

/// A unit behind the ports of an exported one.
pub(in crate::dut) struct JoinedUnit {
    /// Name of its simulators in the cache.
    pub name: String,
    /// The module with the ports, which `exported` declares.
    pub top: String,
    pub exported: String,
    pub lanes: usize,
    /// Verilog besides the user's files.
    pub verilog: String,
    /// Memory ports of another kind.
    pub other_ports: usize,
}

/// The module that is the unit, as it is declared.
pub(in crate::dut) struct DeclaredUnit<'a> {
    pub name: String,
    pub ports: Vec<DesignPort>,
    place: SourcePlace,
    paths: &'a UserPaths,
}

impl DeclaredUnit<'_> {
    /// A diagnostic at the declaration of a port; at that of the module if it has no such port.
    fn diagnostic(&self, port: &str, text: String) -> Diagnostic {
        let found = self.ports.iter().find(|it| it.name == port);
        let (place, word) = found.map_or((&self.place, &*self.name), |it| (&it.place, port));
        Diagnostic::at(Some(self.paths.place(place, word)), text)
    }
}

/// The model of `external`. Its simulator is kept in the folder `cache`; `begins` is called if it
/// has to be built.
///
/// # Errors
/// [`ExternalError::Refused`]: a file that cannot be read or compiled, ports that are not those
/// of an exported unit. Else a tool is missing or fails.
pub fn load(
    external: &External,
    cache: &Path,
    traced: bool,
    begins: impl FnMut(BuildStep),
) -> Result<LoadedModel, ExternalError> {
    let target = external.to_string();
    load_joined(external, &target, cache, traced, begins, check::joined)
}

/// The module that is the unit, and its ports. Each input is a vector of bits.
///
/// # Errors
/// As [`load`]; without `--top`, several modules are not instantiated by another one.
pub(in crate::dut) fn ports_of(
    external: &External,
    cache: &Path,
) -> Result<(String, Vec<DesignPort>), ExternalError> {
    let design = PreprocessedDesign::new(external, cache)?;
    let unit = design.unit()?;
    let wrong = unit.ports.iter().filter_map(|port| {
        let name = &port.name;
        let (found, help) = match (port.direction, port.bits) {
            _ if !is_plain(name) => ("an escaped identifier", ""),
            (Direction::Both, _) => ("an inout", ""),
            (Direction::Input, None) => ("no vector of bits", WRAP),
            _ => return None,
        };
        let text = format!("port {name} is {found}, expected inputs and outputs of bits{help}");
        Some(unit.diagnostic(name, text))
    });
    ExternalError::unless_empty(wrong.collect())?;
    Ok((unit.name, unit.ports))
}

/// The model of `external`, under the name `target` in results. `join` connects it to the ports of
/// an exported unit. A `traced` model is made without Verilator's optimisations, so that it also shows
/// whether one of them is the cause of a failure.
pub(in crate::dut) fn load_joined(
    external: &External,
    target: &str,
    cache: &Path,
    traced: bool,
    mut begins: impl FnMut(BuildStep),
    join: impl FnOnce(&DeclaredUnit<'_>) -> Result<JoinedUnit, ExternalError>,
) -> Result<LoadedModel, ExternalError> {
    let read = PreprocessedDesign::new(external, cache)?;
    let declared = read.unit()?;
    let unit = join(&declared)?;
    let top = declared.name;
    let mut arguments = read.arguments.clone();
    if traced {
        // Verilator 5.006 does not trace an interface of a module that is not inlined.
        arguments.extend(["-O0", "-finline"].map(OsString::from));
    }
    let design = SimulatedDesign {
        target: "external",
        exported: &unit.exported,
        verilog: &unit.verilog,
        arguments: &arguments,
        top: &unit.top,
        lanes: unit.lanes,
        other_ports: unit.other_ports,
        traced,
        coverage: None,
    };
    let mut warnings = Vec::new();
    let object = design.prepare(read.folder(), |model, out| {
        warnings = model.verilate(out)?;
        let key = cache_key((model.hash(out)?, SOURCES, DECODER_SOURCES));
        let object = cache.join(format!("{}-{key}.so", unit.name));
        if !object.is_file() {
            begins(BuildStep::Simulator);
            let built = model.link(out, Some(cache))?;
            let moved = fs::rename(built, &object);
            moved.map_err(|error| NetlistError::File(object.clone(), error))?;
        }
        Ok(object)
    });
    let object = object.map_err(|error| match error {
        NetlistError::Verilator(error) => read.refused(error),
        error => error.into(),
    })?;
    let warning = |it| Diagnostic::of_message(it, &read.paths).with_severity("warning");
    Ok(LoadedModel {
        warnings: warnings.into_iter().map(warning).collect(),
        sha256: sha256([&read.text, &unit.verilog]),
        table: netlist::table(&object)?.named(target, read.paths),
        top: Some(top),
    })
}
