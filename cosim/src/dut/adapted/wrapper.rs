//! The module that joins a described unit to the ports of an exported one.

use super::expression::renamed;
use super::mapping::Mapping;
use std::fmt::Write;
use toml::Spanned;

/// The name of that module.
pub const NAME: &str = "agu_adapted";

/// The name of the unit in it.
pub const INSTANCE: &str = "unit";

/// What is before the name of an output of the unit.
const PREFIX: &str = "unit_";

/// Ports of the memory requests of another kind: address, bytes or sectors, lanes.
pub const OTHER_MEMORY: &str = "  output wire [63:0] other_address,
  output wire [127:0] other_mask,
  output wire [31:0] other_lanes";

/// The Verilog of the module.
pub fn verilog(mapping: &Mapping<'_>) -> String {
    let mut text = format!("module {NAME} (\n");
    let mut ports: Vec<String> = mapping
        .exported
        .iter()
        .map(|port| {
            let direction = if port.output { "output" } else { "input" };
            format!("  {direction} wire {}{}", port.range(), port.name)
        })
        .collect();
    if mapping.description.memory.is_some() {
        ports.push(OTHER_MEMORY.to_owned());
    }
    let _ = writeln!(text, "{}\n);", ports.join(",\n"));
    for port in mapping.outputs_of_unit() {
        let range = port
            .bits
            .filter(|&bits| bits > 1)
            .map(|bits| format!("[{}:0] ", bits - 1));
        let _ = writeln!(
            text,
            "  wire {}{PREFIX}{};",
            range.unwrap_or_default(),
            port.name
        );
    }
    let connections: Vec<String> = mapping
        .connections()
        .map(|(port, expression)| format!("    .{port}({expression})"))
        .chain(
            mapping
                .outputs_of_unit()
                .map(|port| format!("    .{0}({PREFIX}{0})", port.name)),
        )
        .collect();
    let top = mapping.description.top.get_ref();
    let _ = writeln!(
        text,
        "  {top} {INSTANCE} (\n{}\n  );",
        connections.join(",\n")
    );
    if let Some(after) = &mapping.description.results.after {
        let _ = write!(text, "{}", delayed(*after.get_ref()));
    }
    let of_unit = |expression: &str| {
        renamed(expression, |name| match mapping.is_output_of_unit(name) {
            true => format!("{PREFIX}{name}"),
            false => name.to_owned(),
        })
    };
    for output in mapping.exported.iter().filter(|port| port.output) {
        let parts = mapping.parts_of(output.name);
        let name = output.name;
        match &parts[..] {
            [] => {
                let value = mapping.unmapped(name);
                let _ = writeln!(text, "  assign {name} = {value};");
            }
            [(None, expression)] => {
                let _ = writeln!(text, "  assign {name} = {};", of_unit(expression));
            }
            parts => {
                // Bits that no part gives are 0.
                let _ = writeln!(
                    text,
                    "  reg {}parts_{name};\n  always @* begin\n    parts_{name} = 0;",
                    output.range()
                );
                for (select, expression) in parts {
                    let select = select.as_deref().unwrap_or_default();
                    let _ = writeln!(text, "    parts_{name}{select} = {};", of_unit(expression));
                }
                let _ = writeln!(text, "  end\n  assign {name} = parts_{name};");
            }
        }
    }
    if let Some(memory) = &mapping.description.memory {
        let given = |expression: Option<&Spanned<String>>, otherwise: &str| {
            expression.map_or(otherwise.to_owned(), |given| of_unit(given.get_ref()))
        };
        let mask = memory.byte_mask.as_ref().or(memory.sector_mask.as_ref());
        let _ = writeln!(
            text,
            "  assign other_address = {};\n  assign other_mask = {};\n  assign other_lanes = {};",
            of_unit(memory.address.get_ref()),
            given(mask, "~128'd0"),
            given(memory.lanes.as_ref(), "~32'd0"),
        );
    }
    text + "endmodule\n"
}

/// `delayed_valid`: a request was taken `after` cycles ago.
fn delayed(after: u32) -> String {
    let last = after - 1;
    format!(
        "  reg [{after}:0] taken = 0;
  always @(posedge clock) taken <= reset ? 0 : {{taken[{last}:0], request_valid & request_ready}};
  wire delayed_valid = taken[{last}];
"
    )
}
