//! The wrapper that gives a core the ports of a unit. Operands are the request. The decoder's
//! ports are added, with a prefix if the unit uses their names for its control.

use super::check::ExportedUnit;
use crate::dut::netlist::{self, NetlistError};
use verilated::exported::{self, ExportedPort};

/// Name of that module.
pub const NAME: &str = "agu_core_as_unit";

/// Prefix of the decoder's ports.
const PREFIX: &str = "core_";

/// Ports of a core that a unit has under another name.
const RENAMED: [(&str, &str); 2] = [
    ("operands_valid", "request_valid"),
    ("operands_ready", "request_ready"),
];

/// The wrapper around the core `top` with the ports of `core`. It also has the ports of the module
/// `unit`.
pub fn as_unit(top: &str, core: &ExportedUnit, unit: &str) -> Result<String, NetlistError> {
    let of_unit = netlist::exported(unit)?;
    let unit = exported::ports(&of_unit, unit).unwrap_or_default();
    let core = exported::ports(&core.exported, &core.name).unwrap_or_default();
    let mut header: Vec<String> = unit.iter().map(|port| port.declared("")).collect();
    let mut connections = Vec::new();
    for port in core {
        let name = port.name;
        let is_same = |it: &ExportedPort<'_>| it.name == name && it.output == port.output;
        let connected = match RENAMED.iter().find(|(of_core, _)| *of_core == name) {
            Some((_, of_unit)) => (*of_unit).to_owned(),
            None if unit.iter().any(is_same) => name.to_owned(),
            None => {
                header.push(port.declared(PREFIX));
                format!("{PREFIX}{name}")
            }
        };
        connections.push(format!("    .{name}({connected})"));
    }
    Ok(format!(
        "module {NAME} (\n{}\n);\n  {top} core (\n{}\n  );\nendmodule\n",
        header.join(",\n"),
        connections.join(",\n")
    ))
}
