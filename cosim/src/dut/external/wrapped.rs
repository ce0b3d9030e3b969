//! The wrapper of a unit whose ports are interfaces or arrays: a module with ports of bits.
//!
//! Verilator gives the facts: its messages the ports that are interfaces, its tree of a module around
//! the unit the signals in them.

use super::{Diagnostic, External, ExternalError, PreprocessedDesign, tree_folder};
use isa::ports::range;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use verilated::{DesignPort, DesignTree, Direction, Message};

/// A wrapper and its name.
pub(in crate::dut) struct WrappedUnit {
    pub name: String,
    pub verilog: String,
    /// Guesses that a user has to look at.
    pub notes: Vec<String>,
}

/// Text of Verilator's message on an interface.
pub(super) const INTERFACE: &str = "Interfaced port on top level";

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

/// A port of the unit, or a signal of an interface.
struct WrappedSignal {
    /// Its name in the wrapper.
    name: String,
    /// Its path in the wrapper, if it is a signal of an interface.
    of_interface: Option<String>,
    port: DesignPort,
}

/// The wrapper of the unit of `external`; none if its ports are bits.
///
/// # Errors
/// The design is refused, or a port is of another kind.
pub(in crate::dut) fn wrapped(
    external: &External,
    cache: &Path,
) -> Result<Option<WrappedUnit>, ExternalError> {
    let read = PreprocessedDesign::new(external, cache)?;
    let top = read.top(external)?;
    let mut interfaces: Vec<InterfacePort> = Vec::new();
    match verilated::tree("", &top, &read.of_top, &tree_folder(&read.workspace)) {
        Ok(tree) if tree.ports(&top).iter().all(|port| port.bits.is_some()) => return Ok(None),
        Ok(_) => {}
        Err(verilated::Error::Refused { said, .. }) if said.contains(INTERFACE) => {
            let errors = verilated::errors(&said).into_iter();
            for mut message in errors.filter(|message| message.text.contains(INTERFACE)) {
                if let Some(place) = &mut message.place {
                    place.file = read.paths.shown(&place.file);
                }
                interfaces.push(InterfacePort::new(&message, interfaces.last())?);
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

    let pins = interfaces
        .iter()
        .map(|port| format!(".{0}({0})", port.name));
    let mut pins: Vec<String> = pins.collect();
    let instances = interfaces.iter().map(|port| port.instance(&[]));
    let probe = format!(
        "module {PROBE};\n  {unit} ({});\n{}endmodule\n",
        pins.join(", "),
        instances.collect::<String>()
    );
    let tree = read.tree(&probe, PROBE, &read.arguments)?;
    let signals = signals(&tree, &top, &interfaces);
    let (mut ports, mut body, mut notes) = (Vec::new(), String::new(), Vec::new());
    for interface in &interfaces {
        let (port, of) = (&interface.name, &interface.interface);
        let defaults = tree.parameters(of);
        if !defaults.is_empty() {
            let note = format!("{of} has the default values of {}", defaults.join(", "));
            let _ = writeln!(body, "  // {note}.");
            notes.push(format!(
                "port {port}: interface {note}, so its signals have their widths"
            ));
        }
        let mut own = Vec::new();
        for DesignPort { name, .. } in tree.ports(of) {
            let mut same = signals.iter().filter(|it| it.of_interface.is_none());
            let outer = if same.any(|signal| signal.name == name) {
                name.clone()
            } else {
                let outer = format!("{port}_{name}");
                ports.push(format!("  input logic {outer}"));
                outer
            };
            own.push(format!(".{name}({outer})"));
        }
        body += &interface.instance(&own);
    }
    for signal in &signals {
        let added = signal.add(&mut ports, &mut body, &mut pins);
        added.ok_or_else(|| {
            let place = read.paths.place(&signal.port.place, &signal.port.name);
            let found = format!("port {} is no vector of bits", signal.name);
            let text = format!("{found}, expected an interface, an array or bits");
            Diagnostic::at(Some(place), text)
        })?;
    }
    let name = format!("{top}_ports");
    let (ports, pins) = (ports.join(",\n"), pins.join(",\n    "));
    let verilog = format!(
        "// Ports of {top} as bits, written by agu adapt.\nmodule {name} (\n{ports}\n);\n{body}  \
         {unit} (\n    {pins}\n  );\nendmodule\n"
    );
    Ok(Some(WrappedUnit {
        name,
        verilog,
        notes,
    }))
}

impl InterfacePort {
    /// The port at the place of a message. Without a type it has that of the port before.
    fn new(
        message: &Message,
        before: Option<&InterfacePort>,
    ) -> Result<InterfacePort, ExternalError> {
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
        Ok(InterfacePort {
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
fn signals(tree: &DesignTree, top: &str, interfaces: &[InterfacePort]) -> Vec<WrappedSignal> {
    let ports = tree.ports(top).into_iter();
    let own = ports.map(|port| WrappedSignal {
        name: port.name.clone(),
        of_interface: None,
        port,
    });
    let mut signals: Vec<WrappedSignal> = own.collect();
    for InterfacePort {
        name,
        interface,
        modport,
        range,
    } in interfaces
    {
        let (left, right) = range.unwrap_or_default();
        for place in left.min(right)..=left.max(right) {
            let (outer, path) = match range {
                Some(_) => (format!("{name}_{place}"), format!("{name}[{place}]")),
                None => (name.clone(), name.clone()),
            };
            let ports = tree.ports(&format!("{interface}.{modport}")).into_iter();
            signals.extend(ports.map(|port| WrappedSignal {
                name: format!("{outer}_{}", port.name),
                of_interface: Some(format!("{path}.{}", port.name)),
                port,
            }));
        }
    }
    signals
}

impl WrappedSignal {
    /// Adds it to the ports and the text of the wrapper, and to the pins of the unit. None if it is of
    /// another kind than arrays and bits.
    fn add(
        &self,
        ports: &mut Vec<String>,
        body: &mut String,
        pins: &mut Vec<String>,
    ) -> Option<()> {
        let (name, input) = (&self.name, self.port.direction == Direction::Input);
        let way = if input { "input" } else { "output" };
        let mut add_port = |name: &str, bits: usize| {
            ports.push(format!("  {way} logic {}{name}", range(bits)));
            name.to_owned()
        };
        let assigned = |inner: &str, part: &str| {
            let [to, from] = if input { [inner, part] } else { [part, inner] };
            format!("  assign {to} = {from};\n")
        };
        if let Some((left, right, bits)) = self.port.array {
            let first = left.min(right);
            let count = left.max(right) - first + 1;
            add_port(name, bits * count);
            let inner = self.of_interface.clone().unwrap_or_else(|| {
                let inner = format!("{name}_array");
                let _ = writeln!(body, "  logic [{}:0] {inner} [{left}:{right}];", bits - 1);
                pins.push(format!(".{name}({inner})"));
                inner
            });
            for place in 0..count {
                let part = format!("{name}[{} +: {bits}]", place * bits);
                *body += &assigned(&format!("{inner}[{}]", first + place), &part);
            }
            return Some(());
        }
        let bits = self.port.bits?;
        let own = self.port.fields.iter();
        let fields: Vec<String> = own
            .map(|(field, bits)| add_port(&format!("{name}_{field}"), *bits))
            .collect();
        let value = match &fields[..] {
            [] => add_port(name, bits),
            fields => format!("{{{}}}", fields.join(", ")),
        };
        match &self.of_interface {
            Some(path) => *body += &assigned(path, &value),
            None => pins.push(format!(".{name}({value})")),
        }
        Some(())
    }
}
