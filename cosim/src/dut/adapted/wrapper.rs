//! The module that joins a described unit to the ports of an exported one.

use super::data;
use super::description::Description;
use super::mapping::Mapping;
use super::memory::PORT_READY;
use super::response;
use isa::ports::range;
use sim::init::position;
use std::fmt::Write;
use toml::Spanned;

/// Name of that module.
pub const NAME: &str = "agu_adapted";

/// Name of the unit's instance in it.
pub const INSTANCE: &str = "unit";

/// File name of the description in the `` `line`` directives.
pub const DESCRIPTION: &str = "description";

/// Ports of memory requests of another kind, and their widths for one memory port.
const OTHER: [(&str, usize); 10] = [
    ("data", 8 * sim::scoreboard::LINE_BYTES),
    ("address", 64),
    ("mask", 256),
    ("tag", 64),
    ("lanes", 32),
    ("leaves", 1),
    ("store", 1),
    ("shared", 1),
    ("answered", 1),
    ("waits", 1),
];

/// Prefix of the wires at the unit's ports.
const PREFIX: &str = "unit_";

/// Scope in which the unit's outputs have their own names, even if exported ports share them.
pub(super) const SCOPE: &str = "outputs";

/// An empty module with the ports of the unit, for a check of the wrapper.
pub fn stub(mapping: &Mapping<'_>) -> String {
    let description = mapping.description;
    let parameters: Vec<String> = description
        .parameters
        .keys()
        .map(|name| format!("parameter {} = 0", name.get_ref()))
        .collect();
    let parameters = match &parameters[..] {
        [] => String::new(),
        names => format!("#({}) ", names.join(", ")),
    };
    let inputs = mapping.inputs_of_unit().map(|port| (port, "input"));
    let outputs = mapping.outputs_of_unit().map(|port| (port, "output"));
    let ports: Vec<String> = inputs
        .chain(outputs)
        .filter_map(|(port, way)| Some(format!("{way} wire {}{}", range(port.bits?), port.name)))
        .collect();
    let top = description.top.get_ref();
    format!(
        "module {top} {parameters}({});\nendmodule\n",
        ports.join(", ")
    )
}

/// The Verilog of the module. Its `` `line`` directives lead to the expressions in the
/// description's text `source`.
pub fn verilog(mapping: &Mapping<'_>, source: &str) -> String {
    let description = mapping.description;
    let mut text = format!("module {NAME} (\n");
    let exported = mapping.exported.iter();
    let mut ports: Vec<String> = exported
        .map(|port| {
            let direction = if port.output { "output" } else { "input" };
            format!("  {direction} wire {}{}", port.range(), port.name)
        })
        .collect();
    let memory_ports = description.memory.len();
    let other_ports = mapping.other_ports();
    if other_ports > 0 {
        ports.extend(OTHER.map(|(name, bits)| {
            format!("  output wire {}other_{name}", range(other_ports * bits))
        }));
        ports.extend(data::ports());
        ports.extend(
            response::PORTS.map(|(name, bits)| {
                format!("  input wire {}other_{name}", range(other_ports * bits))
            }),
        );
    }
    let _ = writeln!(text, "{}\n);", ports.join(",\n"));
    if memory_ports > 1 {
        text += &port_ready(memory_ports);
    }
    text += &response::verilog(&description.memory);
    if other_ports > 0 {
        text += &data::store_data(description);
    }

    let mut connections = Vec::new();
    let mut connect = |port: &str, wire: &str| connections.push(format!("    .{port}({wire})"));
    if let Some(clock) = &description.clock {
        connect(clock.get_ref(), "clock");
    }
    if let Some(reset) = &description.reset {
        let reset_is = if reset.active_low { "~reset" } else { "reset" };
        connect(reset.port.get_ref(), reset_is);
    }
    for (name, expression) in &description.inputs {
        let (name, mut ports) = (name.get_ref(), mapping.inputs_of_unit());
        let bits = ports.find(|port| port.name == *name);
        let bits = bits.and_then(|port| port.bits).unwrap_or(1);
        let wire = format!("{PREFIX}{name}");
        text += &defined(source, &wire, bits, expression);
        connect(name, &wire);
    }
    for port in mapping.outputs_of_unit() {
        let (name, wire) = (&port.name, format!("{PREFIX}{}", port.name));
        let _ = writeln!(text, "  wire {}{wire};", range(port.bits.unwrap_or(1)));
        connect(name, &wire);
    }
    let parameters = description.parameters.iter();
    let parameters: Vec<String> = parameters
        .filter_map(|(name, value)| {
            let value = Description::parameter(value.get_ref())?;
            Some(format!(".{}({value})", name.get_ref()))
        })
        .collect();
    let parameters = match &parameters[..] {
        [] => String::new(),
        values => format!("#({}) ", values.join(", ")),
    };
    let top = description.top.get_ref();
    let connections = connections.join(",\n");
    let _ = writeln!(
        text,
        "  {top} {parameters}{INSTANCE} (\n{connections}\n  );"
    );
    if let Some(after) = &description.results.after {
        text += &delayed(*after.get_ref());
    }
    text += &data::written(description, source);

    let _ = writeln!(text, "  if (1) begin : {SCOPE}");
    for port in mapping.outputs_of_unit() {
        let (name, range) = (&port.name, range(port.bits.unwrap_or(1)));
        let _ = writeln!(text, "    wire {range}{name} = {PREFIX}{name};");
    }
    let mut assigned = String::new();
    for output in mapping.exported.iter().filter(|port| port.output) {
        let name = output.name;
        let mut given = |number: usize, bits: usize, expression: &Spanned<String>| {
            let wire = format!("agu_{name}_{number}");
            text += &defined(source, &wire, bits, expression);
            format!("{SCOPE}.{wire}")
        };
        let _ = match &mapping.parts_of(name)[..] {
            [] => writeln!(assigned, "  assign {name} = {};", mapping.unmapped(name)),
            [(None, expression)] => {
                let wire = given(0, output.bits, expression);
                writeln!(assigned, "  assign {name} = {wire};")
            }
            parts => {
                // Bits without an expression are 0.
                let range = output.range();
                let _ = writeln!(
                    assigned,
                    "  reg {range}parts_{name};\n  always @* begin\n    parts_{name} = 0;"
                );
                for (number, (select, expression)) in parts.iter().enumerate() {
                    let bits = select.clone().unwrap_or(0..output.bits);
                    let wire = given(number, bits.len(), expression);
                    let (high, low) = (bits.end - 1, bits.start);
                    let _ = writeln!(assigned, "    parts_{name}[{high}:{low}] = {wire};");
                }
                writeln!(assigned, "  end\n  assign {name} = parts_{name};")
            }
        };
    }
    let handshakes = handshakes(description, source, &mut text);
    for (name, bits) in OTHER.iter().filter(|_| other_ports > 0) {
        // Of data alone there is a port without requests.
        let mut values = match memory_ports {
            0 => vec![format!("{bits}'d0")],
            _ => Vec::new(),
        };
        for (number, memory) in description.memory.iter().enumerate() {
            let mut value = |name: &str, expression: Option<&Spanned<String>>| {
                let wire = format!("agu_other_{name}_{number}");
                // The data of a shorter line is in the lower bits.
                let line = memory.line_bytes.as_ref();
                let line = line.filter(|_| name == "data");
                let used = line.map_or(*bits, |line| 8 * *line.get_ref() as usize);
                text += &defined(source, &wire, used, expression?);
                Some(match bits.saturating_sub(used) {
                    0 => format!("{SCOPE}.{wire}"),
                    zeros => format!("{{{zeros}'d0, {SCOPE}.{wire}}}"),
                })
            };
            let mask = memory.byte_mask.as_ref().or(memory.sector_mask.as_ref());
            let given = match *name {
                "address" => value(name, memory.address.as_ref()),
                "mask" => value(name, mask),
                "data" => value(name, memory.data.as_ref()),
                "tag" => value(name, memory.tag.as_ref()),
                "lanes" => value(name, memory.lanes.as_ref()),
                "store" => {
                    Some(value(name, memory.store.as_ref()).unwrap_or("memory_store".into()))
                }
                "shared" => {
                    Some(value(name, memory.shared.as_ref()).unwrap_or("memory_shared".into()))
                }
                "answered" => {
                    let ready = value(name, memory.response_ready.as_ref());
                    let ready = ready.unwrap_or("1'b1".into());
                    let valid = response::valid(memory_ports, number);
                    Some(format!("{valid} & {ready}"))
                }
                "waits" => handshakes
                    .get(number)
                    .map(|(valid, ready)| format!("{valid} & ~{ready}")),
                _ => handshakes
                    .get(number)
                    .map(|(valid, ready)| format!("{valid} & {ready}")),
            };
            values.push(given.unwrap_or_else(|| format!("~{bits}'d0")));
        }
        values.reverse();
        let values = values.join(", ");
        let _ = writeln!(assigned, "  assign other_{name} = {{{values}}};");
    }
    if other_ports > 0 {
        let (of_data, assigned_data) = data::verilog(description, source);
        text += &of_data;
        assigned += &assigned_data;
    }
    text + "  end\n" + &assigned + "endmodule\n"
}

/// Whether each memory port has a request, and whether it is taken. Their wires are added to `text`.
fn handshakes(description: &Description, source: &str, text: &mut String) -> Vec<(String, String)> {
    let mut handshakes = Vec::new();
    for (number, memory) in description.memory.iter().enumerate() {
        let mut value = |name: &str, expression: &Option<Spanned<String>>| {
            let wire = format!("agu_other_{name}_{number}");
            *text += &defined(source, &wire, 1, expression.as_ref()?);
            Some(format!("{SCOPE}.{wire}"))
        };
        let valid = value("valid", &memory.valid).unwrap_or("memory_valid".to_owned());
        let ready = value("ready", &memory.ready);
        let ready = ready.unwrap_or_else(|| match description.memory.len() {
            1 => "memory_ready".to_owned(),
            _ => format!("{PORT_READY}[{number}]"),
        });
        handshakes.push((valid, ready));
    }
    handshakes
}

/// Declares a wire with an expression of the description as its value. Each part has the line and
/// the column that it has in the description. The `=` is at the opening quote and stands for the
/// whole expression.
pub(super) fn defined(
    source: &str,
    wire: &str,
    bits: usize,
    expression: &Spanned<String>,
) -> String {
    let (span, value) = (expression.span(), expression.get_ref());
    let written = source.get(span.clone()).unwrap_or_default();
    // A value with escapes differs from its text in the file.
    let first = span.start + written.find(&**value).unwrap_or(1);
    let at = |offset: usize, text: &str| {
        let (line, column) = position(source, offset);
        let before = column - 1;
        format!("`line {line} \"{DESCRIPTION}\" 0\n{:before$}{text}\n", "")
    };
    format!(
        "  wire {}{wire}\n{}{}{}`line 1 \"{NAME}\" 0\n  ;\n",
        range(bits),
        at(span.start, "=("),
        at(first, value),
        at(first + value.len(), ")"),
    )
}

/// Verilog of `port_ready`: in a stall each memory port stalls in other cycles.
fn port_ready(ports: usize) -> String {
    let range = range(ports);
    format!(
        "  reg {range}port_turn = 0;
  always @(posedge clock) port_turn <= port_turn + 1'b1;
  wire {range}{PORT_READY} = memory_ready ? ~{ports}'d0 : port_turn;
"
    )
}

/// Verilog of `delayed_valid`: a request was taken `after` cycles ago.
fn delayed(after: u32) -> String {
    let taken = "request_valid & request_ready";
    match after.checked_sub(1) {
        None => format!("  wire delayed_valid = {taken};\n"),
        Some(last) => format!(
            "  reg [{after}:0] taken = 0;
  always @(posedge clock) taken <= reset ? 0 : {{taken[{last}:0], {taken}}};
  wire delayed_valid = taken[{last}];
"
        ),
    }
}
