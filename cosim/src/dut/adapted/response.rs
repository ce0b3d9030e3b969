//! The answers of the bench to loads at memory ports.

use super::description::Memory;
use super::mapping::Mapping;
use super::memory::Text;
use isa::ports::range;
use std::fmt::Write;

/// Inputs for expressions: whether there is an answer, its line, and the tag of its request. With
/// several memory ports each is an array with an element for each port.
pub const NAMES: [&str; 3] = [VALID, "response_data", "response_tag"];

const VALID: &str = "response_valid";

/// Ports of the wrapper for them, and their widths for one memory port.
pub const PORTS: [(&str, usize); 3] = [
    (VALID, 1),
    ("response_data", 8 * sim::scoreboard::LINE_BYTES),
    ("response_tag", 64),
];

impl Mapping<'_> {
    /// Returns whether the bench answers the loads of a memory port.
    pub(super) fn is_answered(&self, number: usize) -> bool {
        let used = self.bits_used(VALID, self.description.memory.len());
        used.get(number).is_some_and(|used| *used)
    }

    /// Checks that a port with a part of an answer has answers.
    pub(super) fn response(&self, number: usize, memory: &Memory) -> Vec<Text> {
        let count = self.description.memory.len();
        let used = |name: &&str| self.bits_used(name, count).get(number) == Some(&true);
        let used = NAMES.into_iter().find(used);
        if self.is_answered(number) {
            return Vec::new();
        }
        let place = valid(count, number);
        let keys = [
            ("tag", &memory.tag),
            ("response_ready", &memory.response_ready),
        ];
        let keys = keys
            .into_iter()
            .filter_map(|(name, key)| Some((name, key.as_ref()?.span())));
        let parts = keys.chain(used.map(|name| (name, memory.place())));
        let text = |name| format!("`{name}` without a response, expected `{place}` in [inputs]");
        parts.map(|(name, span)| (span, text(name))).collect()
    }
}

/// Expression of an answer at one of some memory ports.
pub fn valid(count: usize, number: usize) -> String {
    match count {
        1 => VALID.to_owned(),
        _ => format!("{VALID}[{number}]"),
    }
}

/// Verilog of these inputs.
pub fn verilog(ports: &[Memory]) -> String {
    let (count, mut text) = (ports.len(), String::new());
    let most = sim::scoreboard::LINE_BYTES;
    let line = |memory: &Memory| Some(*memory.line_bytes.as_ref()?.get_ref() as usize);
    let longest = 8 * ports.iter().filter_map(line).max().unwrap_or(most);
    for (name, bits) in PORTS.into_iter().filter(|_| count > 0) {
        let used = if name == "response_data" {
            longest
        } else {
            bits
        };
        let elements = |number| format!("other_{name}[{} +: {used}]", bits * number);
        let range = range(used);
        let _ = match (count, name) {
            (1, VALID) => writeln!(text, "  wire {name} = other_{name};"),
            (_, VALID) => writeln!(text, "  wire [{}:0] {name} = other_{name};", count - 1),
            (1, _) => writeln!(text, "  wire {range}{name} = {};", elements(0)),
            _ => {
                let _ = writeln!(text, "  wire {range}{name} [0:{}];", count - 1);
                let assign = |number| format!("  assign {name}[{number}] = {};", elements(number));
                let assigned: Vec<String> = (0..count).map(assign).collect();
                writeln!(text, "{}", assigned.join("\n"))
            }
        };
    }
    text
}
