//! The check of a description against the ports of the unit and of an exported one.

use super::description::{Description, expressions};
use super::expression::{indices, names, select, stray};
use super::keys::Keys;
use isa::ports::{INPUTS, Shape};
use std::ops::Range;
use verilated::exported::ExportedPort;
use verilated::{DesignPort, Direction};

/// Input for expressions: the data of the stores of a beat's lanes.
pub const STORE_DATA: &str = "store_data";

/// Input for expressions: the memory ports whose requests the bench takes, one bit a port.
pub const PORT_READY: &str = "port_ready";

/// Inputs for expressions: whether there is an answer to a load, its line, and the tag of its request.
/// With several memory ports each is an array with an element for each port.
pub const RESPONSE: [&str; 3] = ["response_valid", "response_data", "response_tag"];

/// Tables with expressions over inputs of an exported unit, and over outputs of the unit.
const OVER_INPUTS: [&str; 2] = ["inputs", "results.written"];
const OVER_OUTPUTS: [&str; 3] = ["outputs", "memory", "writeback"];
pub const EXPRESSIONS: [&str; 5] = [
    "inputs",
    "results.written",
    "outputs",
    "memory",
    "writeback",
];

/// An element of an input for expressions that has one for each of some memory ports.
pub fn of_port(name: &str, count: usize, number: usize) -> String {
    match count {
        1 => name.to_owned(),
        _ => format!("{name}[{number}]"),
    }
}

/// Selected bits of an output, none for the whole, and the path of their expression.
type OutputPart = (Option<Range<usize>>, String);

/// A description with the ports that its names refer to.
pub struct Mapping<'a> {
    pub description: &'a Description,
    pub keys: &'a Keys,
    /// The ports of the exported unit with as many lanes.
    pub exported: Vec<ExportedPort<'a>>,
    /// The ports of the described unit.
    pub found: &'a [DesignPort],
}

/// An error in a description: its place and its text.
pub struct DescriptionFault {
    pub place: Range<usize>,
    pub text: String,
}

/// A fault at a place.
pub fn fault(place: Range<usize>, text: impl Into<String>) -> DescriptionFault {
    let text = text.into();
    DescriptionFault { place, text }
}

impl<'a> Mapping<'a> {
    /// All errors in the description.
    pub fn check(&self) -> Vec<DescriptionFault> {
        let strays = expressions(self.keys, &EXPRESSIONS).filter_map(|(path, text)| {
            let text = format!("`{}` closes nothing", stray(text)?);
            Some(fault(self.keys.place(path), text))
        });
        let mut faults = self.wrong_inputs();
        faults.extend(self.wrong_lanes());
        faults.extend(self.wrong_outputs());
        faults.extend(self.broken_rules());
        faults.extend(self.wrong_values());
        faults.extend(strays);
        faults
    }

    /// Faults in the inputs of the unit, and in its parameters.
    fn wrong_inputs(&self) -> Vec<DescriptionFault> {
        let (description, keys, mut faults) = (self.description, self.keys, Vec::new());
        let flags = self
            .flags()
            .map(|(path, name)| (keys.place(path), name, true));
        let inputs = keys.texts("inputs");
        let inputs = inputs.map(|(name, _)| (keys.name(&format!("inputs.{name}")), name, false));
        for (place, name, is_flag) in flags.chain(inputs) {
            let bits = self.inputs_of_unit().find(|port| port.name == name);
            match bits.map(|port| port.bits) {
                None => {
                    let text = format!("there is no `{name}`, expected an input of the unit");
                    faults.push(fault(place, text));
                }
                Some(Some(bits)) if is_flag && bits != 1 => {
                    faults.push(fault(
                        place,
                        format!("`{name}` has {bits} bits, expected 1"),
                    ));
                }
                Some(_) => {}
            }
        }
        for (path, text) in expressions(keys, &OVER_INPUTS) {
            let strange = names(text)
                .into_iter()
                .find(|(name, _)| !self.is_input(name));
            faults.extend(strange.map(|(name, _)| {
                let text = format!("there is no `{name}`, expected inputs of an exported unit");
                fault(keys.place(path), text)
            }));
        }
        let is_driven = |name: &str| {
            self.flags().any(|(_, flag)| flag == name) || description.inputs.contains_key(name)
        };
        let inputs = self
            .found
            .iter()
            .filter(|port| port.direction != Direction::Output);
        faults.extend(inputs.filter(|port| !is_driven(&port.name)).map(|port| {
            let name = &port.name;
            let text = format!("nothing drives the input `{name}`, expected it in [inputs]");
            fault(keys.place("top"), text)
        }));
        for (name, value) in &description.parameters {
            if !(value.is_integer() || value.is_str()) {
                let found = value.type_str();
                let text = format!("`{name}` is a {found}, expected a number or a string");
                faults.push(fault(keys.place(&format!("parameters.{name}")), text));
            }
        }
        faults
    }

    /// The clock and the reset: their paths and their ports.
    fn flags(&self) -> impl Iterator<Item = (&'static str, &'a str)> {
        let Description { clock, reset, .. } = self.description;
        let clock = clock.iter().map(|port| ("clock", &**port));
        clock.chain(reset.iter().map(|reset| ("reset.port", &*reset.port)))
    }

    /// All lanes must use the same bits, else the lanes would differ. With a stride the first two say
    /// all.
    fn wrong_lanes(&self) -> Vec<DescriptionFault> {
        let is_strided = self.limits().is_strided;
        let wrong = INPUTS.iter().filter_map(|port| {
            let Shape::Lane(each) = port.shape else {
                return None;
            };
            let bits = each * self.lanes();
            let used = self.bits_used(port.name, bits);
            let is_stride = is_strided && ["base_lo", "base_hi"].contains(&port.name);
            let lanes = if is_stride { 2 } else { self.lanes() };
            let mut of_lanes = used.chunks(each).take(lanes);
            if of_lanes.all(|lane| lane == &used[..each]) {
                return None;
            }
            let missing = used.iter().filter(|used| !**used).count();
            let text = format!(
                "{missing} bits of `{}` are connected to nothing, expected all {bits}, or the same \
                 ones of each lane",
                port.name
            );
            let mut all = expressions(self.keys, &EXPRESSIONS);
            let is_named = |text: &str| names(text).iter().any(|(name, _)| *name == port.name);
            let named = all.find(|(_, text)| is_named(text));
            Some(fault(self.keys.place(named.map_or("top", |it| it.0)), text))
        });
        wrong.collect()
    }

    /// Faults in the outputs, and in the names of all expressions over the unit's outputs.
    fn wrong_outputs(&self) -> Vec<DescriptionFault> {
        let mut faults = Vec::new();
        for output in self.description.outputs.keys() {
            let (name, select) = split(output);
            let mut ports = self.exported.iter();
            let port = ports.find(|port| port.output && port.name == name);
            let place = self.keys.name(&format!("outputs.{output}"));
            match (port, select.map(whole_select)) {
                (None, _) => {
                    let text = format!(
                        "there is no `{output}`, expected an output of an exported unit, or bits of one"
                    );
                    faults.push(fault(place, text));
                }
                (Some(port), Some(bits)) if bits.as_ref().is_none_or(|it| it.end > port.bits) => {
                    let last = port.bits - 1;
                    let text =
                        format!("`{output}` is no part of `{name}`, expected bits of [{last}:0]");
                    faults.push(fault(place, text));
                }
                _ => {}
            }
        }
        let outputs: Vec<_> = self.outputs_of_unit().map(|it| &*it.name).collect();
        for (path, text) in expressions(self.keys, &OVER_OUTPUTS) {
            let named = names(text).into_iter();
            let strange = named.filter(|(name, _)| !outputs.contains(name) && !self.is_input(name));
            faults.extend(strange.map(|(name, _)| {
                let outputs = outputs.join(", ");
                let text = format!(
                    "the unit has no output `{name}`, expected one of {outputs}, or an input of an \
                     exported unit"
                );
                fault(self.keys.place(path), text)
            }));
            faults.extend(indices(text).filter_map(|(name, index)| {
                let port = self.outputs_of_unit().find(|it| it.name == name)?;
                let (bits, last) = (port.element?, port.element? - 1);
                let text = format!(
                    "`{name}[{index}]` is one bit, since `{name}` is one vector here, expected \
                     `[{last}:0]` for its first element of {bits} bits"
                );
                Some(fault(self.keys.place(path), text))
            }));
        }
        faults
    }

    /// Whether it is an input that expressions may name.
    fn is_input(&self, name: &str) -> bool {
        let ports = self.ports();
        let of_ports = name == PORT_READY && ports > 1;
        let of_memory = RESPONSE.contains(&name) && ports > 0;
        let is_exported = INPUTS.iter().any(|port| port.name == name);
        is_exported || name == STORE_DATA || of_ports || of_memory
    }

    pub fn lanes(&self) -> usize {
        self.description.lanes
    }

    /// Memory ports of the unit.
    pub fn ports(&self) -> usize {
        self.description.memory.len()
    }

    /// The outputs of the unit that are vectors of bits.
    pub fn outputs_of_unit(&self) -> impl Iterator<Item = &'a DesignPort> {
        let ports = self.found.iter();
        ports.filter(|port| port.direction == Direction::Output && port.bits.is_some())
    }

    /// The inputs of the unit.
    pub fn inputs_of_unit(&self) -> impl Iterator<Item = &'a DesignPort> {
        let ports = self.found.iter();
        ports.filter(|port| port.direction == Direction::Input)
    }

    /// The parts of an exported unit's output.
    pub fn parts_of(&self, name: &str) -> Vec<OutputPart> {
        let parts = self.description.outputs.keys().filter_map(|output| {
            let (of, select) = split(output);
            (of == name).then(|| (select.and_then(whole_select), format!("outputs.{output}")))
        });
        parts.collect()
    }

    /// Default of an output without an expression: without a handshake, the unit is always ready.
    pub fn unmapped(&self, name: &str) -> &'static str {
        let is_written = self.description.results.written.is_some();
        match name {
            "request_ready" | "config_ready" => "1'b1",
            "result_valid" if is_written => "written_valid",
            "result_destination" if is_written => "written_tag",
            "result_valid" => "delayed_valid",
            "memory_valid" if self.ports() > 0 => "|other_leaves",
            _ => "0",
        }
    }

    /// Whether an output is compared.
    pub fn gives(&self, name: &str) -> bool {
        let results = &self.description.results;
        let is_made = results.after.is_some() || results.written.is_some();
        (name == "result_valid" && is_made) || !self.parts_of(name).is_empty()
    }

    /// Whether each of the `bits` of an input is used by an expression.
    pub fn bits_used(&self, name: &str, bits: usize) -> Vec<bool> {
        let mut used = vec![false; bits];
        let all = expressions(self.keys, &["inputs", "outputs"]);
        let named = all.flat_map(|(_, text)| names(text));
        for (_, select) in named.filter(|(found, _)| *found == name) {
            let select = select.unwrap_or(0..bits);
            used[select.start.min(bits)..select.end.min(bits)].fill(true);
        }
        used
    }

    /// Whether the unit gets the data of stores.
    pub fn gets_data(&self) -> bool {
        let bits = self.lanes() * self.description.data_bits;
        self.bits_used(STORE_DATA, bits).contains(&true)
    }

    /// Whether the unit reads that the bench is ready for memory requests.
    pub fn stalls_memory(&self) -> bool {
        let used = |name, bits| self.bits_used(name, bits).contains(&true);
        used("memory_ready", 1) || used(PORT_READY, self.ports())
    }

    /// Whether the bench answers the loads of a memory port.
    pub fn is_answered(&self, number: usize) -> bool {
        let used = self.bits_used(RESPONSE[0], self.ports());
        used.get(number).is_some_and(|used| *used)
    }

    /// Memory ports of the wrapper: those of the unit, one if it has data alone, none without both.
    pub fn other_ports(&self) -> usize {
        let has_data = self.description.writeback.is_some() || self.gets_data();
        self.ports().max(has_data.into())
    }
}

/// The bits of a select that has no text after it.
fn whole_select(text: &str) -> Option<Range<usize>> {
    let (bits, length) = select(text)?;
    (length == text.len()).then_some(bits)
}

/// The name of a port and its select: `result_destination[3:0]`.
fn split(output: &str) -> (&str, Option<&str>) {
    match output.find('[') {
        Some(place) => (&output[..place], Some(&output[place..])),
        None => (output, None),
    }
}
