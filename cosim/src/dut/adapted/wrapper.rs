//! The module that joins a described unit to the ports of an exported one.

use super::description::Description;
use super::mapping::{Mapping, PORT_READY, RESPONSE, STORE_DATA, of_port};
use isa::ports::range;
use sim::init::position;
use sim::scoreboard::LINE_BYTES;
use std::fmt::Write;
use std::ops::Range;

/// Name of that module.
pub const NAME: &str = "agu_adapted";

/// Name of the unit's instance in it.
pub const INSTANCE: &str = "unit";

/// File name of the description in the `` `line`` directives.
pub const DESCRIPTION: &str = "description";

/// Modules that it instantiates.
const HELPERS: &str = include_str!("wrapper.sv");

/// Outputs with the requests at a memory port of another kind, and their widths.
const REQUEST: [(&str, usize); 10] = [
    ("data", 8 * LINE_BYTES),
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

/// Widths of the inputs [`RESPONSE`] of a memory port.
const RESPONSE_BITS: [usize; 3] = [1, 8 * LINE_BYTES, 64];

/// Outputs with the loads that are written to registers, and their widths.
const WRITTEN: [(&str, usize); 5] = [
    ("data", 4096),
    ("lanes", 32),
    ("tag", 16),
    ("leaves", 1),
    ("waits", 1),
];

/// Prefix of the wires at the unit's ports.
const PREFIX: &str = "unit_";

/// Scope of the unit's inputs where it rests after a reset: there nothing is offered meanwhile.
const RESTING: &str = "inputs";

/// Inputs that are 0 in a rest, and outputs that do not count in it.
const OFFERS: [&str; 3] = ["request_valid", "config_valid", "response_valid"];
const COUNTING: [&str; 9] = [
    "request_ready",
    "config_ready",
    "result_valid",
    "memory_valid",
    "other_leaves",
    "other_waits",
    "other_answered",
    "other_written_leaves",
    "other_written_waits",
];

/// Scope in which the unit's outputs have their own names, even if exported ports share them.
const SCOPE: &str = "outputs";

/// A list of parameters in parentheses, if there are any.
fn in_parentheses(parameters: impl Iterator<Item = String>) -> String {
    match &parameters.collect::<Vec<_>>()[..] {
        [] => String::new(),
        parameters => format!("#({}) ", parameters.join(", ")),
    }
}

/// An empty module with the ports of the unit, for a check of the wrapper.
pub fn stub(mapping: &Mapping<'_>) -> String {
    let description = mapping.description;
    let names = description.parameters.keys();
    let parameters = in_parentheses(names.map(|it| format!("parameter {it} = 0")));
    let inputs = mapping.inputs_of_unit().map(|port| (port, "input"));
    let outputs = mapping.outputs_of_unit().map(|port| (port, "output"));
    let ports: Vec<String> = inputs
        .chain(outputs)
        .filter_map(|(port, way)| Some(format!("{way} wire {}{}", range(port.bits?), port.name)))
        .collect();
    let (top, ports) = (&description.top, ports.join(", "));
    format!("module {top} {parameters}({ports});\nendmodule\n")
}

/// The Verilog of the module, and of the modules that it instantiates. Its `` `line`` directives lead
/// to the expressions in the description's text `source`.
pub fn verilog(mapping: &Mapping<'_>, source: &str) -> String {
    let mut writer = WrapperWriter {
        mapping,
        description: mapping.description,
        source,
        wires: String::new(),
        assigned: String::new(),
    };
    let (inputs, instance) = writer.unit();
    writer.outputs();
    if mapping.other_ports() > 0 {
        writer.requests();
        writer.registers();
    }
    let (ports, answers, results) = (writer.ports(), writer.answers(), writer.results());
    let WrapperWriter {
        wires, assigned, ..
    } = writer;
    format!(
        "module {NAME} (\n{ports}\n);\n{answers}{inputs}{instance}{results}  if (1) begin : {SCOPE}\n\
         {wires}  end\n{assigned}endmodule\n{HELPERS}"
    )
}

struct WrapperWriter<'a> {
    mapping: &'a Mapping<'a>,
    description: &'a Description,
    source: &'a str,
    /// Wires in the scope: the unit's outputs, then expressions over them.
    wires: String,
    /// Assignments to the ports.
    assigned: String,
}

impl WrapperWriter<'_> {
    /// Declares a wire with the expression at a path, which is over the unit's outputs. Returns the
    /// wire; none without an expression.
    fn wire(&mut self, name: &str, bits: usize, path: &str) -> Option<String> {
        self.wires += &self.defined(&format!("agu_{name}"), bits, path)?;
        Some(format!("{SCOPE}.agu_{name}"))
    }

    fn defined(&self, wire: &str, bits: usize, path: &str) -> Option<String> {
        let key = self.mapping.keys.get(path)?;
        let value = key.text.as_deref()?;
        Some(defined(self.source, wire, bits, (key.value.clone(), value)))
    }

    fn assign(&mut self, port: &str, value: &str) {
        let _ = if self.rest().is_some() && COUNTING.contains(&port) {
            writeln!(self.assigned, "  assign {port} = rests ? '0 : {value};")
        } else {
            writeln!(self.assigned, "  assign {port} = {value};")
        };
    }

    /// Cycles of a reset that is longer than one.
    fn rest(&self) -> Option<u32> {
        let cycles = self.description.reset.as_ref()?.cycles;
        cycles.filter(|&cycles| cycles > 1)
    }

    /// Declarations of all ports.
    fn ports(&self) -> String {
        let exported = self.mapping.exported.iter();
        let mut ports: Vec<String> = exported.map(|port| port.declared("")).collect();
        let count = self.mapping.other_ports();
        if count > 0 {
            let port = |way: &str, bits: usize, name: &str| {
                format!("  {way} wire {}other_{name}", range(bits))
            };
            ports.extend(REQUEST.map(|(name, bits)| port("output", count * bits, name)));
            let written = |(name, bits)| port("output", bits, &format!("written_{name}"));
            ports.extend(WRITTEN.map(written));
            ports.push(port("input", 4096, STORE_DATA));
            let responses = RESPONSE.into_iter().zip(RESPONSE_BITS);
            ports.extend(responses.map(|(name, bits)| port("input", count * bits, name)));
        }
        ports.join(",\n")
    }

    /// Inputs for expressions besides the exported ones.
    fn answers(&self) -> String {
        let (memory, mut text) = (&self.description.memory, String::new());
        let count = memory.len();
        if count > 1 {
            let range = range(count);
            let _ = writeln!(text, "  wire {range}{PORT_READY};");
            let _ = writeln!(text, "  agu_port_turns #({count}) port_turns (.*);");
        }
        let lines = memory.iter().filter_map(|port| port.line_bytes);
        let longest = 8 * lines.max().map_or(LINE_BYTES, |bytes| bytes as usize);
        for ((name, bits), used) in RESPONSE
            .into_iter()
            .zip(RESPONSE_BITS)
            .zip([1, longest, 64])
        {
            let element = format!("other_{name}[{bits}*port +: {used}]");
            let range_of_one = range(used);
            text += &match (count, bits) {
                (0, _) => String::new(),
                (_, 1) => format!("  wire {}{name} = other_{name};\n", range(count)),
                (1, _) => format!("  wire {range_of_one}{name} = other_{name}[0 +: {used}];\n"),
                _ => format!(
                    "  wire {range_of_one}{name} [0:{}];\n  for (genvar port = 0; port < {count}; port++) \
                     assign {name}[port] = {element};\n",
                    count - 1
                ),
            };
        }
        if self.mapping.other_ports() > 0 {
            let bits = self.mapping.lanes() * self.description.data_bits;
            let (range, last) = (range(bits), bits - 1);
            let _ = writeln!(
                text,
                "  wire {range}{STORE_DATA} = other_{STORE_DATA}[{last}:0];"
            );
        }
        text
    }

    /// The wires at the ports of the unit, and its instance. The scope gets its outputs.
    fn unit(&mut self) -> (String, String) {
        let (mapping, description, mut text) = (self.mapping, self.description, String::new());
        let clock = description.clock.iter();
        let mut connections: Vec<(&str, String)> =
            clock.map(|clock| (&**clock, "clock".to_owned())).collect();
        if let Some(reset) = &description.reset {
            let name = if self.rest().is_some() {
                "held_reset"
            } else {
                "reset"
            };
            let reset_is = if reset.active_low {
                format!("~{name}")
            } else {
                name.to_owned()
            };
            connections.push((&reset.port, reset_is));
        }
        for name in description.inputs.keys() {
            let mut ports = mapping.inputs_of_unit();
            let bits = ports.find(|port| port.name == *name);
            let bits = bits.and_then(|port| port.bits).unwrap_or(1);
            let wire = format!("{PREFIX}{name}");
            let path = format!("inputs.{name}");
            text += &self.defined(&wire, bits, &path).unwrap_or_default();
            let scope = self.rest().map(|_| format!("{RESTING}."));
            connections.push((name, scope.unwrap_or_default() + &wire));
        }
        if let Some(cycles) = self.rest() {
            text = self.resting(cycles, &text);
        }
        for port in mapping.outputs_of_unit() {
            let (name, range) = (&port.name, range(port.bits.unwrap_or(1)));
            let _ = writeln!(text, "  wire {range}{PREFIX}{name};");
            let _ = writeln!(self.wires, "    wire {range}{name} = {PREFIX}{name};");
            connections.push((name, format!("{PREFIX}{name}")));
        }
        let values = description.parameters();
        let parameters = in_parentheses(values.map(|(name, value)| format!(".{name}({value})")));
        let connections = connections.iter();
        let connections: Vec<String> = connections
            .map(|(port, wire)| format!("    .{port}({wire})"))
            .collect();
        let (top, connections) = (&description.top, connections.join(",\n"));
        let instance = format!("  {top} {parameters}{INSTANCE} (\n{connections}\n  );\n");
        (text, instance)
    }

    /// The `inputs` of a unit that rests after a reset of so many cycles.
    fn resting(&self, cycles: u32, inputs: &str) -> String {
        let mut text =
            format!("  wire held_reset, rests;\n  agu_held_reset #({cycles}) reset_holder (.*);\n");
        let offers = OFFERS
            .into_iter()
            .filter(|name| *name != RESPONSE[0] || !self.description.memory.is_empty());
        let offers: Vec<&str> = offers.collect();
        let count = self.description.memory.len();
        let range_of = |name: &str| range(if name == RESPONSE[0] { count } else { 1 });
        for name in &offers {
            let _ = writeln!(
                text,
                "  wire {}offered_{name} = rests ? '0 : {name};",
                range_of(name)
            );
        }
        let _ = writeln!(text, "  if (1) begin : {RESTING}");
        for name in &offers {
            let _ = writeln!(text, "  wire {}{name} = offered_{name};", range_of(name));
        }
        text + inputs + "  end\n"
    }

    /// Valid of results that the unit has none for: so many cycles after a request, or when its lanes
    /// are written.
    fn results(&self) -> String {
        let results = &self.description.results;
        let mut text = String::new();
        if let Some(after) = results.after {
            text += "  wire delayed_valid;\n";
            let _ = writeln!(text, "  agu_delayed #({after}) delayed (.*);");
        }
        let count = self.description.warp_lanes;
        if let Some(lanes) = self.defined("to_write", count, "results.written") {
            let (module, tag_bits) = match results.tag_bits {
                Some(bits) => ("agu_written_by_tag", format!(", {bits}")),
                None => ("agu_written_in_order", String::new()),
            };
            text += &lanes;
            text += "  wire written_valid;\n  wire [15:0] written_tag;\n";
            let _ = writeln!(text, "  {module} #({count}{tag_bits}) written_back (.*);");
        }
        text
    }

    /// The outputs of an exported unit.
    fn outputs(&mut self) {
        let mapping = self.mapping;
        for output in mapping.exported.iter().filter(|port| port.output) {
            let name = output.name;
            match &mapping.parts_of(name)[..] {
                [] => self.assign(name, mapping.unmapped(name)),
                [(None, path)] => {
                    let wire = self.wire(&format!("{name}_0"), output.bits, path);
                    self.assign(name, &wire.unwrap_or_default());
                }
                parts => {
                    // Bits without an expression are 0.
                    let range = output.range();
                    let mut text = format!(
                        "  reg {range}parts_{name};\n  always @* begin\n    parts_{name} = 0;\n"
                    );
                    for (number, (select, path)) in parts.iter().enumerate() {
                        let bits = select.clone().unwrap_or(0..output.bits);
                        let wire = self.wire(&format!("{name}_{number}"), bits.len(), path);
                        let wire = wire.unwrap_or_default();
                        let (high, low) = (bits.end - 1, bits.start);
                        let _ = writeln!(text, "    parts_{name}[{high}:{low}] = {wire};");
                    }
                    self.assigned += &(text + "  end\n");
                    self.assign(name, &format!("parts_{name}"));
                }
            }
        }
    }

    /// The requests at all memory ports, the first in the low bits.
    fn requests(&mut self) {
        let ports = self.mapping.ports();
        let ports: Vec<_> = (0..ports)
            .rev()
            .map(|number| self.request(number))
            .collect();
        for (place, (name, bits)) in REQUEST.into_iter().enumerate() {
            let values: Vec<&str> = ports.iter().map(|port| &*port[place]).collect();
            // Of data alone there is a port without requests.
            let value = match &values[..] {
                [] => format!("{bits}'d0"),
                values => format!("{{{}}}", values.join(", ")),
            };
            self.assign(&format!("other_{name}"), &value);
        }
    }

    /// The values of the outputs [`REQUEST`] for a memory port.
    fn request(&mut self, number: usize) -> [String; REQUEST.len()] {
        let (count, memory) = (self.mapping.ports(), &self.description.memory[number]);
        let mut wire = |key: &str, bits: usize| {
            let name = format!("other_{key}_{number}");
            self.wire(&name, bits, &format!("memory.{number}.{key}"))
        };
        let or = |wire: Option<String>, default: &str| wire.unwrap_or(default.to_owned());
        let valid = or(wire("valid", 1), "memory_valid");
        let turn = match count {
            1 => "memory_ready".to_owned(),
            _ => of_port(PORT_READY, count, number),
        };
        let ready = or(wire("ready", 1), &turn);
        let takes = or(wire("response_ready", 1), "1'b1");
        let answer = of_port(RESPONSE[0], count, number);
        // The data of a shorter line is in the lower bits.
        let line = memory
            .line_bytes
            .map_or(REQUEST[0].1, |bytes| 8 * bytes as usize);
        let values = [
            wire("data", line),
            wire("address", 64),
            wire("byte_mask", 256).or_else(|| wire("sector_mask", 256)),
            wire("tag", 64),
            wire("lanes", 32),
            Some(format!("{valid} & {ready}")),
            Some(or(wire("store", 1), "memory_store")),
            Some(or(wire("shared", 1), "memory_shared")),
            Some(format!("{answer} & {takes}")),
            Some(format!("{valid} & ~{ready}")),
        ];
        let mut sized = REQUEST.into_iter().zip(values);
        std::array::from_fn(|_| match sized.next() {
            Some(((_, bits), Some(value))) => format!("{bits}'({value})"),
            Some(((_, bits), None)) => format!("~{bits}'d0"),
            None => String::new(),
        })
    }

    /// The loads that are written to registers.
    fn registers(&mut self) {
        let (lanes, data_bits) = (self.description.warp_lanes, self.description.data_bits);
        let tag_bits = self.description.results.tag_bits.unwrap_or(1) as usize;
        let mut wire = |key: &str, bits: usize| {
            self.wire(&format!("written_{key}"), bits, &format!("writeback.{key}"))
        };
        let valid = wire("valid", 1).unwrap_or("1'b0".to_owned());
        let ready = wire("ready", 1).unwrap_or("1'b1".to_owned());
        let values = [
            wire("data", lanes * data_bits),
            wire("lanes", lanes),
            wire("tag", tag_bits),
            Some(format!("{valid} & {ready}")),
            Some(format!("{valid} & ~{ready}")),
        ];
        for ((name, bits), value) in WRITTEN.into_iter().zip(values) {
            let value = format!("{bits}'({})", value.as_deref().unwrap_or("0"));
            self.assign(&format!("other_written_{name}"), &value);
        }
    }
}

/// Declares a wire with an expression of the description as its value. Each part has the line and
/// the column that it has in the description. The `=` is at the opening quote and stands for the
/// whole expression.
fn defined(source: &str, wire: &str, bits: usize, expression: (Range<usize>, &str)) -> String {
    let (span, value) = expression;
    let written = source.get(span.clone()).unwrap_or_default();
    // A value with escapes differs from its text in the file.
    let first = span.start + written.find(value).unwrap_or(1);
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
