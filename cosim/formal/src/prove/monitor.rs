//! Claims as monitors in SystemVerilog, one file each.
//!
//! A monitor is inserted into the flattened module that it is about. It asserts what holds after a
//! clock edge, in terms of what was there before it, and may assume what the module's inputs do. A
//! claim holds in all runs from the first reset on: its assertions follow in any state in which
//! they held one edge before. That is induction, and its start is the monitor's `started`, without
//! which it asserts nothing.
//!
//! A port of a monitor is bound to the wire of its name; `__` stands for the dot after an instance.
//! Where there is no such wire but a memory, the port has all its words, word 0 lowest.

use super::netlist::{Netlist, TranslationError, translate};
use super::solver::{Model, Query};
use super::unrolling::Unrolling;
use std::collections::HashSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// A claim as a monitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Monitor {
    /// Name of its file; its module is `NAME_monitor`.
    pub name: &'static str,
    /// The file.
    pub text: &'static str,
}

/// Edges of a claim. An assertion in a clocked block is a register of what was asserted before the
/// edge: that of the first edge is assumed at the second, and proved at the last.
const EDGES: usize = 2;

/// The claim of `monitor` about module `module` of `verilog`, which has so many lanes, in SMT-LIB.
///
/// # Errors
/// There is no Yosys, or the module lacks one of the wires.
pub fn netlist(
    verilog: &str,
    module: &str,
    monitor: &Monitor,
    lanes: u8,
) -> Result<Netlist, TranslationError> {
    let folder = tempfile::tempdir()?;
    watched(folder.path(), verilog, module, monitor, lanes)?;
    translate(
        folder.path(),
        &format!(
            "read_verilog -formal watched.v; read_verilog -formal -sv monitor.sv; hierarchy -check -top {module}; \
             proc; flatten; async2sync; dffunmap; opt_clean; \
             select -assert-none t:$check; select -assert-min 1 t:$assert; \
             write_smt2 -wires design.smt2"
        ),
    )?;
    let text = fs::read_to_string(folder.path().join("design.smt2"))?;
    Ok(Netlist::parse(&text, module))
}

/// Writes `watched.v`, the flattened module with an instance of the monitor, and `monitor.sv` into
/// `folder`: all that other provers need.
///
/// # Errors
/// As [`netlist`].
pub fn watched(
    folder: &Path,
    verilog: &str,
    module: &str,
    monitor: &Monitor,
    lanes: u8,
) -> Result<(), TranslationError> {
    let path = |name: &str| folder.join(name);
    fs::write(path("design.v"), verilog)?;
    fs::write(path("monitor.sv"), monitor.text)?;
    translate(
        folder,
        &format!(
            "read_verilog design.v; hierarchy -check -top {module}; setattr -set keep 1 w:* w:$* %d; \
             proc; flatten; memory; opt -full; opt_clean; write_verilog -noattr flat.v"
        ),
    )?;
    let flat = fs::read_to_string(path("flat.v"))?;
    let body = flat.trim_end().strip_suffix("endmodule");
    let body = body.ok_or_else(|| TranslationError::Refused("no module".to_owned()))?;
    let instance = instance(body, monitor, lanes)?;
    fs::write(path("watched.v"), format!("{body}{instance}endmodule\n"))?;
    Ok(())
}

/// Instance of the monitor in the flattened module `flat`.
fn instance(flat: &str, monitor: &Monitor, lanes: u8) -> Result<String, TranslationError> {
    let wires: HashSet<&str> = flat.lines().filter_map(declared).collect();
    let parameter = match monitor.text.contains("parameter LANES") {
        true => format!("#(.LANES({lanes})) "),
        false => String::new(),
    };
    let mut text = format!("  {}_monitor {parameter}monitor (\n", monitor.name);
    for (place, port) in ports(monitor.text).enumerate() {
        let wire = port.replace("__", ".");
        let words = (0..).map(|word| format!("{wire}[{word}]"));
        let mut bound: Vec<_> = words.take_while(|word| wires.contains(&**word)).collect();
        if wires.contains(&*wire) {
            bound = vec![wire];
        } else if bound.is_empty() {
            return Err(TranslationError::NoWire(wire));
        }
        let bound: Vec<_> = bound
            .iter()
            .rev()
            .map(|wire| format!("\\{wire} "))
            .collect();
        let comma = if place == 0 { "" } else { ",\n" };
        let _ = write!(text, "{comma}    .{port}({{{}}})", bound.join(", "));
    }
    text += "\n  );\n";
    Ok(text)
}

/// Name of the wire that a line of a flattened module declares.
fn declared(line: &str) -> Option<&str> {
    let (kind, rest) = line.trim_start().split_once(' ')?;
    let is_wire = ["wire", "reg", "input", "output"].contains(&kind);
    let name = match rest.strip_prefix('[') {
        Some(range) => range.split_once("] ")?.1,
        None => rest,
    };
    let name = name.strip_prefix('\\').unwrap_or(name);
    is_wire.then(|| name.split([' ', ';']).next())?
}

/// Names of the ports in a monitor's text.
fn ports(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(str::trim);
    let lines = lines.filter_map(|line| line.strip_prefix("input "));
    let ports = lines.flat_map(|line| line.trim_end_matches(',').split(','));
    ports.filter_map(|port| port.split(' ').next_back())
}

/// The query of a monitor's claim.
pub fn query(netlist: &Arc<Netlist>) -> Query {
    let mut hardware = Unrolling::new(netlist);
    let mut at = |functions: &[(String, String)], time| {
        let terms = functions.iter();
        let terms: Vec<_> = terms
            .map(|(place, body)| (place.clone(), hardware.formula(body, time)))
            .collect();
        terms
    };
    let mut assumptions = at(&netlist.assertions, EDGES - 1);
    for time in 1..=EDGES {
        assumptions.extend(at(&netlist.assumptions, time));
    }
    let asserted = at(&netlist.assertions, EDGES);
    let terms: Vec<_> = asserted.iter().map(|(_, term)| term.as_str()).collect();
    Query {
        goal: format!("(and true {})", terms.join(" ")),
        shown: asserted,
        assumptions: assumptions.into_iter().map(|(_, term)| term).collect(),
        hardware,
        ..Query::default()
    }
}

/// Places of the assertions that do not hold in a model of [`query`].
pub fn failed(model: &Model) -> Vec<String> {
    let failed = model
        .iter()
        .filter(|&(name, &value)| name.contains(".sv:") && value == 0);
    let mut failed: Vec<_> = failed.map(|(name, _)| name.clone()).collect();
    failed.sort();
    failed
}
