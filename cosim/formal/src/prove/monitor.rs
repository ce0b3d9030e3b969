//! Claims as monitors in SystemVerilog, one file each.
//!
//! The monitors of a module are inserted into it, flattened. A monitor asserts what holds after a
//! clock edge, in terms of what was there before it, and may assume what the module's inputs do. A
//! claim holds in all runs from the first reset on: its assertions follow in any state in which
//! they held one edge before. That is induction, and its start is the monitor's `started`, without
//! which it asserts nothing.
//!
//! A port of a monitor is bound to the wire of its name; `__` stands for the dot after an instance.
//! If there is a memory of that name instead, the port has all its words, word 0 lowest.

use super::netlist::{self, KEEP, Netlist, TranslationError, translate};
use super::solver::{Model, Query};
use super::unrolling::Unrolling;
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// A claim as a monitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Monitor {
    /// Name of its file; its module is `NAME_monitor`.
    pub name: &'static str,
    /// Edges after which its assertions are proved: one that they look back, and one for the
    /// clocked block, which registers what it asserts.
    pub edges: usize,
    /// True if it watches the module without its parts, whose ports become ports of the module.
    pub is_shell: bool,
    /// The file.
    pub text: &'static str,
}

/// The claims of `monitors` about module `module` of `verilog`, which has so many lanes, in SMT-LIB.
///
/// # Errors
/// There is no Yosys, or the module lacks one of the wires.
pub fn netlist(
    verilog: &str,
    module: &str,
    monitors: &[&Monitor],
    lanes: u8,
) -> Result<Netlist, TranslationError> {
    let folder = tempfile::tempdir()?;
    watched(folder.path(), verilog, module, monitors, lanes)?;
    translate(
        folder.path(),
        &format!(
            "{}; write_smt2 -wires design.smt2",
            script(module, monitors)
        ),
    )?;
    let text = fs::read_to_string(folder.path().join("design.smt2"))?;
    Ok(Netlist::parse(&text, module))
}

/// Yosys's commands for [`watched`] files, up to those that write the design for a solver.
pub fn script(module: &str, monitors: &[&Monitor]) -> String {
    let files: String = monitors
        .iter()
        .map(|monitor| format!(" {}.sv", monitor.name))
        .collect();
    format!(
        "read_verilog -formal watched.v; read_verilog -formal -sv{files}; \
         hierarchy -check -top {module}; proc; flatten; async2sync; dffunmap; opt_clean"
    )
}

/// Writes `watched.v`, the flattened module with an instance of each monitor, and their files into
/// `folder`: all that other provers need.
///
/// # Errors
/// As [`netlist()`].
pub fn watched(
    folder: &Path,
    verilog: &str,
    module: &str,
    monitors: &[&Monitor],
    lanes: u8,
) -> Result<(), TranslationError> {
    let path = |name: &str| folder.join(name);
    fs::write(path("design.v"), verilog)?;
    let passes = if monitors.iter().any(|monitor| monitor.is_shell) {
        netlist::shell(module)
    } else {
        "proc; flatten; memory; opt -full; opt_clean".to_owned()
    };
    translate(
        folder,
        &format!(
            "read_verilog design.v; hierarchy -check -top {module}; {KEEP}; {passes}; \
             write_verilog -noattr flat.v"
        ),
    )?;
    let flat = fs::read_to_string(path("flat.v"))?;
    let body = flat.trim_end().strip_suffix("endmodule");
    let body = body.ok_or_else(|| TranslationError::Refused("no module".to_owned()))?;
    let wires: HashSet<&str> = body.lines().filter_map(declared).collect();
    let mut text = body.to_owned();
    for monitor in monitors {
        text += &instance(&wires, monitor, lanes)?;
        fs::write(path(monitor.name).with_extension("sv"), monitor.text)?;
    }
    fs::write(path("watched.v"), text + "endmodule\n")?;
    Ok(())
}

/// Instance of a monitor in a module with these wires.
fn instance(
    wires: &HashSet<&str>,
    monitor: &Monitor,
    lanes: u8,
) -> Result<String, TranslationError> {
    let parameter = if monitor.text.contains("parameter LANES") {
        format!("#(.LANES({lanes})) ")
    } else {
        String::new()
    };
    let mut bindings = Vec::new();
    for port in ports(monitor.text) {
        let wire = port.replace("__", ".");
        let words = (0..).map(|word| format!("{wire}[{word}]"));
        let mut bound: Vec<_> = words.take_while(|word| wires.contains(&**word)).collect();
        if wires.contains(&*wire) {
            bound = vec![wire];
        } else if bound.is_empty() {
            return Err(TranslationError::NoWire(wire));
        }
        let bound = bound.iter().rev().map(|wire| format!("\\{wire} "));
        let bound = bound.collect::<Vec<_>>().join(", ");
        bindings.push(format!("    .{port}({{{bound}}})"));
    }
    let name = monitor.name;
    let bindings = bindings.join(",\n");
    Ok(format!(
        "  {name}_monitor {parameter}{name}_monitor (\n{bindings}\n  );\n"
    ))
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

/// The query of a monitor's claim: its assertions hold after its edges, if they did one before.
///
/// # Errors
/// The netlist has no assertion of it.
pub fn query(netlist: &Arc<Netlist>, monitor: &Monitor) -> Result<Query, TranslationError> {
    let mut hardware = Unrolling::new(netlist);
    let file = format!("{}.sv:", monitor.name);
    let mut at = |formulas: &[(String, String)], time| {
        let own = formulas
            .iter()
            .filter(|(place, _)| place.starts_with(&file))
            .map(|(place, body)| (place.clone(), hardware.formula(body, time)));
        own.collect::<Vec<_>>()
    };
    let mut assumptions = at(&netlist.assertions, monitor.edges - 1);
    for time in 1..=monitor.edges {
        assumptions.extend(at(&netlist.assumptions, time));
    }
    let asserted = at(&netlist.assertions, monitor.edges);
    if asserted.is_empty() {
        return Err(TranslationError::Refused(format!("no assertion in {file}")));
    }
    let terms: Vec<_> = asserted.iter().map(|(_, term)| term.as_str()).collect();
    Ok(Query {
        goal: format!("(and true {})", terms.join(" ")),
        assumptions: assumptions.into_iter().map(|(_, term)| term).collect(),
        shown: asserted,
        hardware,
        ..Query::default()
    })
}

/// Places of the assertions that do not hold in a model of [`query`].
pub fn failed(model: &Model) -> Vec<String> {
    let mut failed: Vec<_> = model
        .iter()
        .filter(|&(name, &value)| is_place(name) && value == 0)
        .map(|(name, _)| name.clone())
        .collect();
    failed.sort();
    failed
}

/// Whether a name in a model is the place of an assertion, and no wire's.
fn is_place(name: &str) -> bool {
    let line = name.split_once(".sv:").map(|(_, line)| line.parse::<u32>());
    matches!(line, Some(Ok(_)))
}
