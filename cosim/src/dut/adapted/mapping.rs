//! The check of a description against the ports of the unit and of an exported one.

use super::data::STORE_DATA;
use super::description::Description;
use super::expression::{self, ExpressionPart, parts};
use super::memory::PORT_READY;
use super::response;
use crate::dut::external::Diagnostic;
use isa::ports::{INPUTS, Shape};
use sim::init::position;
use std::ops::Range;
use toml::Spanned;
use verilated::Direction;
use verilated::exported::Port;

/// Selected bits of an output, none for the whole, and their expression.
type OutputPart<'a> = (Option<Range<usize>>, &'a Spanned<String>);

/// A description with the ports that its names refer to.
pub struct Mapping<'a> {
    pub description: &'a Description,
    /// The ports of the exported unit with as many lanes.
    pub exported: Vec<Port<'a>>,
    /// The ports of the described unit.
    found: &'a [verilated::Port],
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
        exported: Vec<Port<'a>>,
        found: &'a [verilated::Port],
    ) -> Mapping<'a> {
        Mapping {
            description,
            exported,
            found,
        }
    }

    /// All errors in the description.
    pub fn check(&self) -> Vec<DescriptionFault> {
        let mut wrong = Vec::new();
        self.check_inputs(&mut wrong);
        self.check_outputs(&mut wrong);
        self.check_values(&mut wrong);
        for expression in self.description.expressions() {
            if let Some(bracket) = expression::stray(expression.get_ref()) {
                wrong.push(DescriptionFault {
                    span: expression.span(),
                    text: format!("`{bracket}` closes nothing"),
                });
            }
        }
        wrong
    }

    fn check_inputs(&self, wrong: &mut Vec<DescriptionFault>) {
        let of_unit = |name: &str, direction| {
            let mut ports = self.found.iter();
            ports.any(|port| port.name == name && port.direction == Some(direction))
        };
        let clock = self.description.clock.as_ref();
        let reset = self.description.reset.as_ref().map(|reset| &reset.port);
        let of_one_bit: Vec<_> = clock.into_iter().chain(reset).collect();
        let given = of_one_bit.iter().copied();
        for name in given.chain(self.description.inputs.keys()) {
            if !of_unit(name.get_ref(), Direction::Input) {
                wrong.push(unknown(name, "an input of the unit"));
            }
        }
        for name in of_one_bit {
            let mut ports = self.inputs_of_unit();
            let bits = ports.find(|port| port.name == **name.get_ref());
            if let Some(bits) = bits.and_then(|port| port.bits).filter(|&bits| bits != 1) {
                let text = format!("`{}` has {bits} bits, expected 1", name.get_ref());
                wrong.push(DescriptionFault {
                    span: name.span(),
                    text,
                });
            }
        }
        let description = self.description;
        let of_inputs = description.inputs.values();
        for expression in of_inputs.chain(&description.results.written) {
            for part in parts(expression.get_ref()) {
                if let ExpressionPart::Name { name, .. } = part
                    && !self.is_input(name)
                {
                    let text = format!("there is no `{name}`, expected inputs of an exported unit");
                    wrong.push(DescriptionFault {
                        span: expression.span(),
                        text,
                    });
                }
            }
        }
        let unconnected = self.found.iter().filter(|port| {
            port.direction != Some(Direction::Output) && !self.is_connected(&port.name)
        });
        for port in unconnected {
            let text = format!(
                "nothing drives the input `{}`, expected it in [inputs]",
                port.name
            );
            wrong.push(DescriptionFault {
                span: self.description.top.span(),
                text,
            });
        }
        // All lanes must use the same bits, else the lanes would differ.
        for port in INPUTS {
            let Shape::Lane(each) = port.shape else {
                continue;
            };
            let bits = each * self.lanes();
            let used = self.bits_used(port.name, bits);
            let missing = used.iter().filter(|used| !**used).count();
            if used.chunks(each).any(|lane| lane != &used[..each]) {
                let text = format!(
                    "{missing} bits of `{}` are connected to nothing, expected all {bits}, or the \
                     same ones of each lane",
                    port.name
                );
                let mut expressions = self.description.expressions();
                let names = |expression: &&Spanned<String>| {
                    let is_name = |part: &ExpressionPart<'_>| matches!(part, ExpressionPart::Name { name, .. } if *name == port.name);
                    parts(expression.get_ref()).iter().any(is_name)
                };
                let span = expressions.find(names).map(Spanned::span);
                wrong.push(DescriptionFault {
                    span: span.unwrap_or_default(),
                    text,
                });
            }
        }
        for (name, value) in &self.description.parameters {
            if Description::parameter(value.get_ref()).is_none() {
                let text = format!(
                    "`{}` is a {}, expected a number or a string",
                    name.get_ref(),
                    value.get_ref().type_str()
                );
                wrong.push(DescriptionFault {
                    span: value.span(),
                    text,
                });
            }
        }
    }

    fn check_outputs(&self, wrong: &mut Vec<DescriptionFault>) {
        for (output, expression) in &self.description.outputs {
            let (name, select) = split(output.get_ref());
            let mut ports = self.exported.iter();
            match (
                ports.find(|port| port.output && port.name == name),
                select.map(whole_select),
            ) {
                (None, _) => wrong.push(unknown(
                    output,
                    "an output of an exported unit, or bits of one",
                )),
                (Some(port), Some(bits)) if bits.as_ref().is_none_or(|it| it.end > port.bits) => {
                    let text = format!(
                        "`{}` is no part of `{name}`, expected bits of [{}:0]",
                        output.get_ref(),
                        port.bits - 1
                    );
                    wrong.push(DescriptionFault {
                        span: output.span(),
                        text,
                    });
                }
                _ => {}
            }
            self.check_names(expression, wrong);
        }
        self.check_memory(wrong);
        self.check_data(wrong);
        let has_valid = !self.parts_of("result_valid").is_empty();
        let results = &self.description.results;
        if !has_valid && results.after.is_none() && results.written.is_none() {
            let text = "nothing gives `result_valid`, expected it in [outputs], or `after` or \
                        `written` in [results]";
            wrong.push(DescriptionFault {
                span: self.description.top.span(),
                text: text.to_owned(),
            });
        }
        if let Some(after) = results
            .after
            .as_ref()
            .filter(|after| *after.get_ref() > 1024)
        {
            wrong.push(DescriptionFault {
                span: after.span(),
                text: "`after` is not 0 to 1024".to_owned(),
            });
        }
        if let Some(bits) = results
            .tag_bits
            .as_ref()
            .filter(|bits| !(1..=16).contains(bits.get_ref()))
        {
            wrong.push(DescriptionFault {
                span: bits.span(),
                text: "`tag_bits` is not 1 to 16".to_owned(),
            });
        }
    }

    /// Checks the names in an expression over the unit's outputs.
    pub(super) fn check_names(
        &self,
        expression: &Spanned<String>,
        wrong: &mut Vec<DescriptionFault>,
    ) {
        for part in parts(expression.get_ref()) {
            if let ExpressionPart::Name { name, .. } = part
                && !self.is_output_of_unit(name)
                && !self.is_input(name)
            {
                let text = format!(
                    "the unit has no output `{name}`, expected {}",
                    self.list_outputs()
                );
                wrong.push(DescriptionFault {
                    span: expression.span(),
                    text,
                });
            }
        }
    }

    /// Whether it is an input that expressions may name.
    fn is_input(&self, name: &str) -> bool {
        let ports = self.description.memory.len();
        let of_ports = name == PORT_READY && ports > 1;
        let of_memory = response::NAMES.contains(&name) && ports > 0;
        is_input(name) || name == STORE_DATA || of_ports || of_memory
    }

    fn list_outputs(&self) -> String {
        let names: Vec<&str> = self.outputs_of_unit().map(|port| &*port.name).collect();
        format!("one of {}", names.join(", "))
    }

    pub fn lanes(&self) -> usize {
        *self.description.lanes.get_ref()
    }

    /// The outputs of the unit that are vectors of bits.
    pub fn outputs_of_unit(&self) -> impl Iterator<Item = &'a verilated::Port> {
        let ports = self.found.iter();
        ports.filter(|port| port.direction == Some(Direction::Output) && port.bits.is_some())
    }

    /// The inputs of the unit.
    pub fn inputs_of_unit(&self) -> impl Iterator<Item = &'a verilated::Port> {
        let ports = self.found.iter();
        ports.filter(|port| port.direction == Some(Direction::Input))
    }

    pub fn is_output_of_unit(&self, name: &str) -> bool {
        self.outputs_of_unit().any(|port| port.name == name)
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
        for expression in self.description.inputs.values().chain(outputs) {
            for part in parts(expression.get_ref()) {
                if let ExpressionPart::Name {
                    name: found,
                    bits: select,
                } = part
                    && found == name
                {
                    let select = select.unwrap_or(0..bits);
                    let select = select.start.min(bits)..select.end.min(bits);
                    used[select].fill(true);
                }
            }
        }
        used
    }
}

/// The bits of a select that has no text after it.
fn whole_select(text: &str) -> Option<Range<usize>> {
    let (bits, length) = expression::select(text)?;
    (length == text.len()).then_some(bits)
}

pub fn is_input(name: &str) -> bool {
    INPUTS.iter().any(|port| port.name == name)
}

pub fn unknown(name: &Spanned<String>, expected: &str) -> DescriptionFault {
    DescriptionFault {
        span: name.span(),
        text: format!("there is no `{}`, expected {expected}", name.get_ref()),
    }
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
