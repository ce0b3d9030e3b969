//! The wrapper of a unit whose ports are interfaces or arrays: a module with ports of bits.
//!
//! Verilator gives the facts: its messages the interfaced ports, its tree their directions and the
//! fields of structures, `$info` in a probe around the unit the widths.

use super::tree::{Tree, Type};
use super::{Diagnostic, External, ExternalError, Read, ports_folder};
use isa::ports::range;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use verilated::Message;

/// A wrapper and its name.
pub(in crate::dut) struct Wrapped {
    pub name: String,
    pub verilog: String,
    /// Guesses that a user has to look at.
    pub notes: Vec<String>,
}

/// Text of Verilator's message on an interface.
pub(super) const INTERFACE: &str = "Interfaced port on top level";

/// The module that measures the ports.
const PROBE: &str = "agu_probe";

/// An interfaced port.
struct Face {
    name: String,
    interface: String,
    modport: String,
    /// Range of an array.
    range: Option<(usize, usize)>,
}

/// A port of the unit, or a signal of an interface.
struct Item {
    /// Its name in the wrapper, and its place in the probe.
    port: String,
    path: String,
    input: bool,
    of_face: bool,
    of: Type,
}

/// The wrapper of the unit of `external`; none if its ports are bits.
///
/// # Errors
/// The design is refused, or a port is of another kind.
pub(in crate::dut) fn wrapped(
    external: &External,
    cache: &Path,
) -> Result<Option<Wrapped>, ExternalError> {
    let read = Read::new(external, cache)?;
    let source = read.source()?;
    let folder = ports_folder(&read.workspace);
    let top = read.top(external, &source)?;
    let mut faces: Vec<Face> = Vec::new();
    match verilated::ports(&read.of_top, &top, &folder) {
        Ok(ports) if ports.iter().all(|port| port.bits.is_some()) => return Ok(None),
        Ok(_) => {}
        Err(verilated::Error::Refused { said, .. }) if said.contains(INTERFACE) => {
            let errors = verilated::errors(&said).into_iter();
            for mut message in errors.filter(|message| message.text.contains(INTERFACE)) {
                if let Some(place) = &mut message.place {
                    place.file = read.given.shown(&place.file);
                }
                faces.push(Face::new(&message, faces.last())?);
            }
        }
        Err(error) => return Err(read.refused(error)),
    }
    let parameters = external.parameters.iter().map(|parameter| {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, "1"));
        format!(".{name}({value})")
    });
    let parameters: Vec<String> = parameters.collect();
    let unit = format!("{top} #({}) unit", parameters.join(", "));

    let pins = faces.iter().map(|face| format!(".{0}({0})", face.name));
    let mut pins: Vec<String> = pins.collect();
    let mut probe = format!("module {PROBE};\n  {unit} ({});\n", pins.join(", "));
    for face in &faces {
        probe += &face.instance(&[]);
    }
    let text = format!("{probe}endmodule\n");
    let tree = verilated::elements(&text, PROBE, &read.arguments, &folder);
    let tree = Tree::new(&tree.map_err(|error| read.refused(error))?);
    let items = items(&tree, &top, &faces);
    probe.extend(items.iter().map(Item::measured));
    let text = format!("{probe}endmodule\n");
    let infos = verilated::infos(&text, PROBE, &read.arguments, &folder);
    let infos = infos.map_err(|error| read.refused(error))?;
    let infos = infos.iter().filter_map(|info| info.strip_prefix(PROBE));
    let sizes = infos.map(|info| info.split(' ').filter_map(|it| it.parse().ok()).collect());
    let sizes: Vec<Vec<usize>> = sizes.collect();
    if sizes.len() != items.len() {
        let text = "the ports cannot be measured, expected interfaces, arrays and bits".to_owned();
        return Err(Diagnostic::at(source.module(&top), text).into());
    }

    let (mut ports, mut body, mut notes) = (Vec::new(), String::new(), Vec::new());
    for face in &faces {
        let defaults = tree.parameters(&face.interface);
        if !defaults.is_empty() {
            let (interface, defaults) = (&face.interface, defaults.join(", "));
            let note = format!("{interface} has the default values of {defaults}");
            let _ = writeln!(body, "  // {note}.");
            notes.push(format!(
                "port {}: interface {note}, so its signals have their widths",
                face.name
            ));
        }
        let mut own = Vec::new();
        for port in tree.ports(&face.interface) {
            let mut same = items.iter().filter(|item| !item.of_face);
            let name = if same.any(|item| item.port == port.name) {
                port.name.clone()
            } else {
                format!("{}_{}", face.name, port.name)
            };
            if name != port.name {
                ports.push(format!("  input logic {name}"));
            }
            own.push(format!(".{}({name})", port.name));
        }
        body += &face.instance(&own);
    }
    for (item, sizes) in items.iter().zip(&sizes) {
        item.add(sizes, &mut ports, &mut body, &mut pins);
    }
    let name = format!("{top}_ports");
    let (ports, pins) = (ports.join(",\n"), pins.join(",\n    "));
    let verilog = format!(
        "// Ports of {top} as bits, written by agu adapt.\nmodule {name} (\n{ports}\n);\n{body}  \
         {unit} (\n    {pins}\n  );\nendmodule\n"
    );
    Ok(Some(Wrapped {
        name,
        verilog,
        notes,
    }))
}

impl Face {
    /// The port at the place of a message. Without a type it has that of the port before.
    fn new(message: &Message, before: Option<&Face>) -> Result<Face, ExternalError> {
        let place = message.place.as_ref();
        let text = place.and_then(|place| fs::read_to_string(&place.file).ok());
        let (line, column) = place.map_or((1, 1), |place| (place.line, place.column));
        let text = text.unwrap_or_default();
        let line = text.lines().nth(line - 1).unwrap_or_default();
        let wrong = || {
            let found = line.trim();
            let expected = "expected INTERFACE.MODPORT NAME, or NAME [NUMBER]";
            Diagnostic::at(
                message.place.clone(),
                format!("found `{found}`, {expected}"),
            )
        };
        let (ahead, rest) = line.split_at_checked(column - 1).unwrap_or((line, ""));
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let (name, rest) = rest.split_at(rest.find(|c| !is_word(c)).unwrap_or(rest.len()));
        let kind = ahead.trim_end().rsplit(|c| !is_word(c) && c != '.').next();
        let (interface, modport) = match (kind.unwrap_or_default().split_once('.'), before) {
            (Some((interface, modport)), _) => (interface, modport),
            (None, Some(before)) if ahead.trim_end().ends_with(',') => {
                (&*before.interface, &*before.modport)
            }
            _ => return Err(wrong().into()),
        };
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
        let range = rest
            .trim_start()
            .strip_prefix('[')
            .and_then(|it| it.split_once(']'));
        let range = match range.map(|(range, _)| (range, range.split_once(':'))) {
            None => None,
            Some((_, Some((left, right)))) => Some((number(left)?, number(right)?)),
            Some((count, None)) => Some((0, number(count)?.saturating_sub(1))),
        };
        let [name, interface, modport] = [name, interface, modport].map(str::to_owned);
        Ok(Face {
            name,
            interface,
            modport,
            range,
        })
    }

    /// Declaration of the interface, with pins.
    fn instance(&self, pins: &[String]) -> String {
        let range = self.range.map(|(left, right)| format!("[{left}:{right}] "));
        let (interface, name, pins) = (&self.interface, &self.name, pins.join(", "));
        format!(
            "  {interface} {name} {}({pins});\n",
            range.unwrap_or_default()
        )
    }
}

/// The ports of the unit, and the signals of its interfaces.
fn items(tree: &Tree, top: &str, faces: &[Face]) -> Vec<Item> {
    let item = |port, path, variable: &super::tree::Variable, of_face| Item {
        port,
        path,
        input: variable.input == Some(true),
        of_face,
        of: tree.resolved(variable),
    };
    let ports = tree.ports(top);
    let mut items: Vec<Item> = ports
        .map(|it| item(it.name.clone(), format!("unit.{}", it.name), it, false))
        .collect();
    for face in faces {
        let (left, right) = face.range.unwrap_or_default();
        for place in left.min(right)..=left.max(right) {
            let (port, path) = match face.range {
                Some(_) => (
                    format!("{}_{place}", face.name),
                    format!("{}[{place}]", face.name),
                ),
                None => (face.name.clone(), face.name.clone()),
            };
            let of = format!("{}.{}", face.interface, face.modport);
            let signals = tree.ports(&of);
            items.extend(signals.map(|it| {
                item(
                    format!("{port}_{}", it.name),
                    format!("{path}.{}", it.name),
                    it,
                    true,
                )
            }));
        }
    }
    items
}

impl Item {
    /// Verilog that prints its range, its bits or those of an element, and those of its fields.
    fn measured(&self) -> String {
        let path = &self.path;
        let sizes = if self.of.is_array {
            format!("$left({path}), $right({path}), $bits({path}[$left({path})])")
        } else {
            format!("0, 0, $bits({path})")
        };
        let fields = self
            .of
            .fields
            .iter()
            .map(|field| format!(", $bits({path}.{field})"));
        let count = " %0d".repeat(3 + self.of.fields.len());
        format!(
            "  $info(\"{PROBE}{count}\", {sizes}{});\n",
            fields.collect::<String>()
        )
    }

    /// Adds it to the ports and the text of the wrapper, and to the pins of the unit.
    fn add(
        &self,
        sizes: &[usize],
        ports: &mut Vec<String>,
        body: &mut String,
        pins: &mut Vec<String>,
    ) {
        let [left, right, bits, of_fields @ ..] = sizes else {
            return;
        };
        let (name, way) = (&self.port, if self.input { "input" } else { "output" });
        let mut port = |name: &str, bits: usize| {
            ports.push(format!("  {way} logic {}{name}", range(bits)));
            name.to_owned()
        };
        let assigned = |inner: &str, part: &str| {
            if self.input {
                format!("  assign {inner} = {part};\n")
            } else {
                format!("  assign {part} = {inner};\n")
            }
        };
        if self.of.is_array {
            let first = *left.min(right);
            let count = left.max(right) - first + 1;
            port(name, bits * count);
            let mut inner = self.path.clone();
            if !self.of_face {
                inner = format!("{name}_array");
                let _ = writeln!(body, "  logic [{}:0] {inner} [{left}:{right}];", bits - 1);
                pins.push(format!(".{name}({inner})"));
            }
            for place in 0..count {
                let part = format!("{name}[{} +: {bits}]", place * bits);
                *body += &assigned(&format!("{inner}[{}]", first + place), &part);
            }
            return;
        }
        let fields = self.of.fields.iter().zip(of_fields);
        let fields = fields.map(|(field, bits)| port(&format!("{name}_{field}"), *bits));
        let fields: Vec<String> = fields.collect();
        let value = match &fields[..] {
            [] => port(name, *bits),
            fields => format!("{{{}}}", fields.join(", ")),
        };
        if self.of_face {
            *body += &assigned(&self.path, &value)
        } else {
            pins.push(format!(".{name}({value})"))
        }
    }
}
