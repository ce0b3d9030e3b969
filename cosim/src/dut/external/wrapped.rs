//! The wrapper of a unit whose ports are interfaces or arrays: a module with ports of bits.
//!
//! Verilator gives the facts: its messages the ports that are interfaces, its tree of a module around
//! the unit the signals in them.

use super::design::{PreprocessedDesign, interfaces};
use super::user_paths::line_of;
use super::{Diagnostic, External, ExternalError};
use isa::ports::range;
use std::path::Path;
use verilated::{DesignPort, DesignTree, Direction, Error, Message};

/// A wrapper and its name.
pub(in crate::dut) struct WrappedUnit {
    pub name: String,
    pub verilog: String,
    /// Guesses that a user has to look at.
    pub notes: Vec<String>,
}

/// The module around the unit in which its interfaces have their parameters.
const PROBE: &str = "agu_probe";

/// A port that is an interface.
struct InterfacePort {
    name: String,
    interface: String,
    modport: String,
    /// Range of an array.
    range: Option<(usize, usize)>,
}

/// A port of the unit, or a signal of an interface: its name in the wrapper, and the path of a signal.
type WrappedSignal = (String, Option<String>, DesignPort);

/// The wrapper of the unit of `external`; none if its ports are bits.
///
/// # Errors
/// The design is refused, or a port is of another kind.
pub(in crate::dut) fn wrapped(
    external: &External,
    cache: &Path,
) -> Result<Option<WrappedUnit>, ExternalError> {
    let read = PreprocessedDesign::new(external, cache)?;
    let top = read.top()?;
    let messages = match verilated::tree("", &top, &read.arguments_of_top(), read.folder()) {
        Ok(tree) if tree.ports(&top).iter().all(|port| port.bits.is_some()) => return Ok(None),
        Ok(_) => Vec::new(),
        Err(Error::Refused { said, .. }) if !interfaces(&said).is_empty() => interfaces(&said),
        Err(error) => return Err(read.refused(error)),
    };
    let mut ports: Vec<InterfacePort> = Vec::new();
    for message in messages {
        ports.push(InterfacePort::new(message, &read, ports.last())?);
    }
    let parameters = external.parameter_values();
    let parameters = parameters.map(|(name, value)| format!(".{name}({value})"));
    let parameters: Vec<String> = parameters.collect();
    let unit = format!("{top} #({}) unit", parameters.join(", "));

    let pins = ports.iter().map(|port| format!(".{0}({0})", port.name));
    let mut text = WrapperText {
        pins: pins.collect(),
        ..WrapperText::default()
    };
    let (pins, instances) = (
        text.pins.join(", "),
        ports.iter().map(|it| it.instance(&[])),
    );
    let instances: String = instances.collect();
    let probe = format!("module {PROBE};\n  {unit} ({pins});\n{instances}endmodule\n");
    let tree = read.tree(&probe, PROBE, &read.arguments)?;
    let of_unit = tree.ports(&top);
    for port in &ports {
        text.add_interface(port, &tree, &of_unit);
    }
    let of_unit = of_unit
        .into_iter()
        .map(|port| (port.name.clone(), None, port));
    let of_interfaces = ports.iter().flat_map(|port| port.signals(&tree));
    for (name, path, port) in of_unit.chain(of_interfaces) {
        if text.add(&name, path, &port).is_none() {
            let found = format!("port {name} is no vector of bits");
            let text = format!("{found}, expected an interface, an array or bits");
            let place = read.paths.place(&port.place, &port.name);
            return Err(Diagnostic::at(Some(place), text).into());
        }
    }
    let name = format!("{top}_ports");
    let (ports, body, pins) = (text.ports.join(",\n"), text.body, text.pins.join(",\n    "));
    let verilog = format!(
        "// Ports of {top} as bits, written by agu adapt.\nmodule {name} (\n{ports}\n);\n{body}  \
         {unit} (\n    {pins}\n  );\nendmodule\n"
    );
    Ok(Some(WrappedUnit {
        name,
        verilog,
        notes: text.notes,
    }))
}

impl InterfacePort {
    /// The port at the place of a message. Without a type it has that of the port before.
    fn new(
        message: Message,
        read: &PreprocessedDesign<'_>,
        before: Option<&InterfacePort>,
    ) -> Result<InterfacePort, ExternalError> {
        let place = message.place.as_ref();
        let line = place.map(line_of).unwrap_or_default();
        let column = place.map_or(1, |place| place.column);
        InterfacePort::parse(&line, column, before).ok_or_else(|| {
            let found = line.trim();
            let text =
                format!("found `{found}`, expected INTERFACE.MODPORT NAME, or NAME [NUMBER]");
            Diagnostic::of_message(Message { text, ..message }, &read.paths).into()
        })
    }

    /// The port whose name begins at `column` of `line`.
    fn parse(line: &str, column: usize, before: Option<&InterfacePort>) -> Option<InterfacePort> {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let (ahead, rest) = line.split_at_checked(column - 1)?;
        let (name, rest) = rest.split_at(rest.find(|c| !is_word(c)).unwrap_or(rest.len()));
        let ahead = ahead.trim_end();
        let kind = ahead.rsplit(|c| !is_word(c) && c != '.').next()?;
        let (interface, modport) = match kind.split_once('.') {
            Some(kind) => kind,
            None => {
                let before = before.filter(|_| ahead.ends_with(','))?;
                (&*before.interface, &*before.modport)
            }
        };
        let number = |text: &str| text.trim().parse::<usize>().ok();
        let array = rest.trim_start().strip_prefix('[');
        let range = match array.and_then(|array| array.split_once(']')) {
            None => None,
            Some((range, _)) => Some(match range.split_once(':') {
                Some((left, right)) => (number(left)?, number(right)?),
                None => (0, number(range)?.saturating_sub(1)),
            }),
        };
        let [name, interface, modport] = [name, interface, modport].map(str::to_owned);
        Some(InterfacePort {
            name,
            interface,
            modport,
            range,
        })
    }

    /// Declaration of the interface, with pins.
    fn instance(&self, pins: &[String]) -> String {
        let range = self.range.map(|(left, right)| format!("[{left}:{right}] "));
        let (range, pins) = (range.unwrap_or_default(), pins.join(", "));
        format!("  {} {} {range}({pins});\n", self.interface, self.name)
    }

    /// The signals of the interface, or of all interfaces of the array.
    fn signals(&self, tree: &DesignTree) -> Vec<WrappedSignal> {
        let name = &self.name;
        let elements = match self.range {
            Some((left, right)) => (left.min(right)..=left.max(right))
                .map(|place| (format!("{name}_{place}"), format!("{name}[{place}]")))
                .collect(),
            None => vec![(name.clone(), name.clone())],
        };
        let ports = tree.ports(&format!("{}.{}", self.interface, self.modport));
        let signals = elements.iter().flat_map(|(outer, path)| {
            ports.iter().map(move |port| {
                let name = &port.name;
                let path = format!("{path}.{name}");
                (format!("{outer}_{name}"), Some(path), port.clone())
            })
        });
        signals.collect()
    }
}

/// The parts of the wrapper.
#[derive(Default)]
struct WrapperText {
    ports: Vec<String>,
    body: String,
    /// Pins of the unit.
    pins: Vec<String>,
    notes: Vec<String>,
}

impl WrapperText {
    /// Adds an interface. Its own ports are connected to those `of_unit` with the same name, or to
    /// further inputs.
    fn add_interface(&mut self, port: &InterfacePort, tree: &DesignTree, of_unit: &[DesignPort]) {
        let (name, interface) = (&port.name, &port.interface);
        let defaults = tree.parameters(interface).join(", ");
        if !defaults.is_empty() {
            let note = format!("{interface} has the default values of {defaults}");
            self.body += &format!("  // {note}.\n");
            let note = format!("interface {note}, so its signals have their widths");
            self.notes.push(format!("port {name}: {note}"));
        }
        let mut pins = Vec::new();
        for DesignPort { name: own, .. } in tree.ports(interface) {
            let mut outer = own.clone();
            if of_unit.iter().all(|port| port.name != own) {
                outer = format!("{name}_{own}");
                self.ports.push(format!("  input logic {outer}"));
            }
            pins.push(format!(".{own}({outer})"));
        }
        self.body += &port.instance(&pins);
    }

    /// Adds a port of the unit, or a signal of an interface. None if it is of another kind than
    /// arrays and bits.
    fn add(&mut self, name: &str, path: Option<String>, port: &DesignPort) -> Option<()> {
        let input = port.direction == Direction::Input;
        let way = if input { "input" } else { "output" };
        let mut add_port = |name: &str, bits: usize| {
            let range = range(bits);
            self.ports.push(format!("  {way} logic {range}{name}"));
            name.to_owned()
        };
        let assigned = |inner: &str, part: &str| {
            let [to, from] = if input { [inner, part] } else { [part, inner] };
            format!("  assign {to} = {from};\n")
        };
        if let Some((left, right, bits)) = port.array {
            let (first, count) = (left.min(right), left.abs_diff(right) + 1);
            add_port(name, bits * count);
            let inner = path.unwrap_or_else(|| {
                let inner = format!("{name}_array");
                let range = bits - 1;
                self.body += &format!("  logic [{range}:0] {inner} [{left}:{right}];\n");
                self.pins.push(format!(".{name}({inner})"));
                inner
            });
            for place in 0..count {
                let part = format!("{name}[{} +: {bits}]", place * bits);
                self.body += &assigned(&format!("{inner}[{}]", first + place), &part);
            }
            return Some(());
        }
        let bits = port.bits?;
        let fields = port.fields.iter();
        let fields = fields.map(|(field, bits)| add_port(&format!("{name}_{field}"), *bits));
        let fields: Vec<String> = fields.collect();
        let value = match &fields[..] {
            [] => add_port(name, bits),
            fields => format!("{{{}}}", fields.join(", ")),
        };
        match path {
            Some(path) => self.body += &assigned(&path, &value),
            None => self.pins.push(format!(".{name}({value})")),
        }
        Some(())
    }
}
