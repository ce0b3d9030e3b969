//! The check of a description against the ports of the unit and of an exported one.

use super::description::Description;
use super::expression::{names, select, stray};
use crate::dut::external::Diagnostic;
use isa::ports::{INPUTS, Shape};
use sim::init::position;
use std::ops::Range;
use toml::Spanned;
use verilated::exported::ExportedPort;
use verilated::{DesignPort, Direction};

/// Input for expressions: the data of the stores of a beat's lanes.
pub const STORE_DATA: &str = "store_data";

/// Input for expressions: the memory ports whose requests the bench takes, one bit a port.
pub const PORT_READY: &str = "port_ready";

/// Inputs for expressions: whether there is an answer to a load, its line, and the tag of its request.
/// With several memory ports each is an array with an element for each port.
pub const RESPONSE: [&str; 3] = ["response_valid", "response_data", "response_tag"];

/// Expression of an answer at one of some memory ports.
pub fn response_valid(count: usize, number: usize) -> String {
    match count {
        1 => RESPONSE[0].to_owned(),
        _ => format!("{}[{number}]", RESPONSE[0]),
    }
}

/// Selected bits of an output, none for the whole, and their expression.
type OutputPart<'a> = (Option<Range<usize>>, &'a Spanned<String>);

/// A description with the ports that its names refer to.
pub struct Mapping<'a> {
    pub description: &'a Description,
    /// The ports of the exported unit with as many lanes.
    pub exported: Vec<ExportedPort<'a>>,
    /// The ports of the described unit.
    found: &'a [DesignPort],
}

/// An error in a description: its place and its text.
pub struct DescriptionFault {
    pub span: Range<usize>,
    pub text: String,
}

impl<'a> Mapping<'a> {
    /// A mapping of the description to the `exported` ports and to those `found` in the unit.
    pub fn new(
        description: &'a Description,
        exported: Vec<ExportedPort<'a>>,
        found: &'a [DesignPort],
    ) -> Mapping<'a> {
        Mapping {
            description,
            exported,
            found,
        }
    }

    /// All errors in the description.
    pub fn check(&self) -> Vec<DescriptionFault> {
        let mut faults = self.wrong_inputs();
        faults.extend(self.wrong_outputs());
        faults.extend(self.broken_rules());
        faults.extend(self.wrong_values());
        let strays = self.description.expressions().filter_map(|expression| {
            let text = format!("`{}` closes nothing", stray(expression.get_ref())?);
            Some(fault(expression, text))
        });
        faults.extend(strays);
        faults
    }

    /// Faults in the inputs of the unit, and in its parameters.
    fn wrong_inputs(&self) -> Vec<DescriptionFault> {
        let (description, mut faults) = (self.description, Vec::new());
        let reset = description.reset.as_ref().map(|reset| &reset.port);
        let flags = description.clock.iter().chain(reset);
        let inputs = description.inputs.keys().map(|name| (name, false));
        for (name, is_flag) in flags.map(|name| (name, true)).chain(inputs) {
            let mut ports = self.inputs_of_unit();
            match ports.find(|port| port.name == *name.get_ref()) {
                None => faults.push(unknown(name, "an input of the unit")),
                Some(DesignPort {
                    bits: Some(bits), ..
                }) if is_flag && *bits != 1 => {
                    let text = format!("`{}` has {bits} bits, expected 1", name.get_ref());
                    faults.push(fault(name, text));
                }
                Some(_) => {}
            }
        }
        for expression in description
            .inputs
            .values()
            .chain(&description.results.written)
        {
            let named = names(expression.get_ref()).into_iter();
            faults.extend(
                named
                    .filter(|(name, _)| !self.is_input(name))
                    .map(|(name, _)| {
                        let text =
                            format!("there is no `{name}`, expected inputs of an exported unit");
                        fault(expression, text)
                    }),
            );
        }
        let unconnected = self
            .found
            .iter()
            .filter(|port| port.direction != Direction::Output && !self.is_connected(&port.name));
        faults.extend(unconnected.map(|port| {
            let name = &port.name;
            let text = format!("nothing drives the input `{name}`, expected it in [inputs]");
            fault(&description.top, text)
        }));
        // All lanes must use the same bits, else the lanes would differ.
        for port in INPUTS {
            let Shape::Lane(each) = port.shape else {
                continue;
            };
            let bits = each * self.lanes();
            let used = self.bits_used(port.name, bits);
            if used.chunks(each).all(|lane| lane == &used[..each]) {
                continue;
            }
            let missing = used.iter().filter(|used| !**used).count();
            let text = format!(
                "{missing} bits of `{}` are connected to nothing, expected all {bits}, or the same \
                 ones of each lane",
                port.name
            );
            let mut expressions = description.expressions();
            let is_named = |it: &&Spanned<String>| {
                names(it.get_ref())
                    .iter()
                    .any(|(name, _)| *name == port.name)
            };
            let expression = expressions.find(is_named).unwrap_or(&description.top);
            faults.push(fault(expression, text));
        }
        let parameters = description.parameters.iter();
        let others =
            parameters.filter(|(_, value)| Description::parameter(value.get_ref()).is_none());
        faults.extend(others.map(|(name, value)| {
            let (name, found) = (name.get_ref(), value.get_ref().type_str());
            let text = format!("`{name}` is a {found}, expected a number or a string");
            fault(value, text)
        }));
        faults
    }

    /// Faults in the outputs, and in the names of all expressions over the unit's outputs.
    fn wrong_outputs(&self) -> Vec<DescriptionFault> {
        let (description, mut faults) = (self.description, Vec::new());
        for output in description.outputs.keys() {
            let (name, select) = split(output.get_ref());
            let mut ports = self.exported.iter();
            let port = ports.find(|port| port.output && port.name == name);
            match (port, select.map(whole_select)) {
                (None, _) => {
                    let expected = "an output of an exported unit, or bits of one";
                    faults.push(unknown(output, expected));
                }
                (Some(port), Some(bits)) if bits.as_ref().is_none_or(|it| it.end > port.bits) => {
                    let (output_bits, last) = (output.get_ref(), port.bits - 1);
                    let text = format!(
                        "`{output_bits}` is no part of `{name}`, expected bits of [{last}:0]"
                    );
                    faults.push(fault(output, text));
                }
                _ => {}
            }
        }
        let of_memory = description.memory.iter().flat_map(|it| it.expressions());
        let of_writes = description.writeback.iter().flat_map(|it| it.expressions());
        let expressions = description.outputs.values();
        let expressions = expressions.chain(of_memory.map(|(_, expression)| expression));
        for expression in expressions.chain(of_writes) {
            for (name, _) in names(expression.get_ref()) {
                if !self.outputs_of_unit().any(|port| port.name == name) && !self.is_input(name) {
                    let outputs: Vec<_> = self.outputs_of_unit().map(|it| &*it.name).collect();
                    let outputs = outputs.join(", ");
                    let text =
                        format!("the unit has no output `{name}`, expected one of {outputs}");
                    faults.push(fault(expression, text));
                }
            }
        }
        faults
    }

    /// Whether it is an input that expressions may name.
    fn is_input(&self, name: &str) -> bool {
        let ports = self.description.memory.len();
        let of_ports = name == PORT_READY && ports > 1;
        let of_memory = RESPONSE.contains(&name) && ports > 0;
        is_input(name) || name == STORE_DATA || of_ports || of_memory
    }

    pub fn lanes(&self) -> usize {
        *self.description.lanes.get_ref()
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

    fn is_connected(&self, name: &str) -> bool {
        let Description {
            clock,
            reset,
            inputs,
            ..
        } = self.description;
        let reset = reset.as_ref().map(|reset| &reset.port);
        let mut given = clock.iter().chain(reset).chain(inputs.keys());
        given.any(|given| given.get_ref() == name)
    }

    /// Expressions of the parts of an exported unit's output.
    pub fn parts_of(&self, name: &str) -> Vec<OutputPart<'_>> {
        let outputs = self.description.outputs.iter();
        let parts = outputs.filter_map(|(output, expression)| {
            let (of, select) = split(output.get_ref());
            (of == name).then(|| (select.and_then(whole_select), expression))
        });
        parts.collect()
    }

    /// Default of an output without an expression: without a handshake, the unit is always ready.
    pub fn unmapped(&self, name: &str) -> &'static str {
        match name {
            "request_ready" | "config_ready" => "1'b1",
            "result_valid" if self.description.results.written.is_some() => "written_valid",
            "result_destination" if self.description.results.written.is_some() => "written_tag",
            "result_valid" => "delayed_valid",
            "memory_valid" if !self.description.memory.is_empty() => "|other_leaves",
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
        let outputs = self.description.outputs.values();
        let expressions = self.description.inputs.values().chain(outputs);
        let named = expressions.flat_map(|expression| names(expression.get_ref()));
        for (_, select) in named.filter(|(found, _)| *found == name) {
            let select = select.unwrap_or(0..bits);
            used[select.start.min(bits)..select.end.min(bits)].fill(true);
        }
        used
    }

    /// Whether the unit gets the data of stores.
    pub fn gets_data(&self) -> bool {
        let bits = self.lanes() * self.description.data_bits();
        self.bits_used(STORE_DATA, bits).contains(&true)
    }

    /// Whether the unit reads that the bench is ready for memory requests.
    pub fn stalls_memory(&self) -> bool {
        let count = self.description.memory.len();
        let used = |name, bits| self.bits_used(name, bits).contains(&true);
        used("memory_ready", 1) || used(PORT_READY, count)
    }

    /// Whether the bench answers the loads of a memory port.
    pub fn is_answered(&self, number: usize) -> bool {
        let used = self.bits_used(RESPONSE[0], self.description.memory.len());
        used.get(number).is_some_and(|used| *used)
    }

    /// Memory ports of the wrapper: those of the unit, one if it has data alone, none without both.
    pub fn other_ports(&self) -> usize {
        let has_data = self.description.writeback.is_some() || self.gets_data();
        self.description.memory.len().max(has_data.into())
    }
}

/// The bits of a select that has no text after it.
fn whole_select(text: &str) -> Option<Range<usize>> {
    let (bits, length) = select(text)?;
    (length == text.len()).then_some(bits)
}

pub fn is_input(name: &str) -> bool {
    INPUTS.iter().any(|port| port.name == name)
}

/// A fault of a value.
pub fn fault<T>(value: &Spanned<T>, text: String) -> DescriptionFault {
    let span = value.span();
    DescriptionFault { span, text }
}

pub fn unknown(name: &Spanned<String>, expected: &str) -> DescriptionFault {
    let text = format!("there is no `{}`, expected {expected}", name.get_ref());
    fault(name, text)
}

/// The name of a port and its select: `result_destination[3:0]`.
fn split(output: &str) -> (&str, Option<&str>) {
    match output.find('[') {
        Some(place) => (&output[..place], Some(&output[place..])),
        None => (output, None),
    }
}

impl DescriptionFault {
    /// The error with its line and column in the text of the description.
    pub fn in_text(self, file: &std::path::Path, text: &str) -> Diagnostic {
        Diagnostic {
            file: Some(file.display().to_string()),
            position: Some(position(text, self.span.start)),
            text: self.text,
        }
    }
}
