//! The wrapper that gives a core the ports of a unit. Operands are the request. The decoder's
//! ports are added, with a prefix if the unit uses their names for its control.

use crate::dut::netlist::{self, NetlistError, UNIT};
use verilated::exported::{self, ExportedPort};

/// Name of that module.
pub const NAME: &str = "agu_core_as_unit";

/// Prefix of the decoder's ports.
const PREFIX: &str = "core_";

/// The wrapper around the core `top` with the ports `core`. It also has the ports of a unit.
pub fn as_unit(top: &str, core: &[ExportedPort<'_>], lanes: usize) -> Result<String, NetlistError> {
    let name = format!("{UNIT}{lanes}");
    let verilog = netlist::exported(&name)?;
    let unit = exported::ports(&verilog, &name).unwrap_or_default();
    let mut header: Vec<String> = unit.iter().map(|port| port.declared("")).collect();
    let mut connections = Vec::new();
    for port in core {
        let name = port.name;
        let is_same = |it: &ExportedPort<'_>| it.name == name && it.output == port.output;
        let connected = match name {
            "operands_valid" => "request_valid".to_owned(),
            "operands_ready" => "request_ready".to_owned(),
            _ if unit.iter().any(is_same) => name.to_owned(),
            _ => {
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
