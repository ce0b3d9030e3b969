//! Data in a description: that of stores, and the port at which loads are written to registers.

use super::description::{Description, Memory, Results};
use super::mapping::{DescriptionFault, Mapping};
use super::memory::Text;
use super::wrapper::{SCOPE, defined};
use isa::ports::range;
use sim::scoreboard::PortSpace;
use std::fmt::Write;
use toml::Spanned;

/// Input for expressions: the data of the stores of a beat's lanes.
pub const STORE_DATA: &str = "store_data";

/// Ports of the wrapper for loads, and their widths.
const PORTS: [(&str, usize); 5] = [
    ("data", 4096),
    ("lanes", 32),
    ("tag", 16),
    ("leaves", 1),
    ("waits", 1),
];

impl Mapping<'_> {
    /// Returns whether the unit gets the data of stores.
    pub(super) fn gets_data(&self) -> bool {
        let bits = self.lanes() * self.description.data_bits();
        self.bits_used(STORE_DATA, bits).contains(&true)
    }

    /// Memory ports of the wrapper: those of the unit, one if it has data alone, none without both.
    pub(super) fn other_ports(&self) -> usize {
        let has_data = self.description.writeback.is_some() || self.gets_data();
        self.description.memory.len().max(has_data.into())
    }

    /// Checks the data of the stores at a memory port.
    pub(super) fn store_data(&self, memory: &Memory) -> Option<Text> {
        let data = memory.data.as_ref()?;
        let has_store = memory.store.is_some() || self.gives("memory_store");
        let text = match () {
            _ if !self.gets_data() => "`data` without `store_data` in [inputs]",
            _ if memory.byte_mask.is_none() => "`data` without `byte_mask`",
            _ if !has_store => "`data` without `store`",
            _ if memory.space() == PortSpace::Local => "`data` at a port for local memory",
            _ => return None,
        };
        Some((data.span(), text.to_owned()))
    }

    /// Checks `data`, `data_bits` and `[writeback]`.
    pub(super) fn check_data(&self, wrong: &mut Vec<DescriptionFault>) {
        let Description {
            data,
            data_bits,
            writeback,
            memory,
            ..
        } = self.description;
        for expression in writeback.iter().flat_map(|it| it.expressions()) {
            self.check_names(expression, wrong);
        }
        let is_compared = data.as_ref().filter(|data| *data.get_ref());
        let bits = data_bits
            .as_ref()
            .filter(|bits| ![32, 64, 128].contains(bits.get_ref()));
        let tag = writeback.as_ref().and_then(|it| it.tag.as_ref());
        let tag = tag.filter(|_| self.description.results.tag_bits.is_none());
        let answered = (0..memory.len()).any(|port| self.is_answered(port));
        let is_inside = self.gets_data() && !self.gives("memory_valid");
        let texts = [
            bits.map(|it| {
                let text = format!("`data_bits` is {}, expected 32, 64 or 128", it.get_ref());
                (it.span(), text)
            }),
            (self.gets_data() && self.description.reset.is_none()).then(|| {
                let text = "`store_data` without [reset], which drops what was stored";
                (self.description.top.span(), text.to_owned())
            }),
            tag.map(|it| {
                (
                    it.span(),
                    "`tag` without `tag_bits` in [results]".to_owned(),
                )
            }),
            self.written(),
            match (is_compared, writeback) {
                (None, Some(port)) => {
                    let text = "[writeback] without `data = true`";
                    Some((port.valid.span(), text.to_owned()))
                }
                (Some(data), None) => Some((data.span(), "`data` without [writeback]".to_owned())),
                (Some(data), _) if !answered && !is_inside => {
                    let text = "`data` without responses, expected `response_valid` in [inputs], or \
                                `store_data` for memory inside the unit";
                    Some((data.span(), text.to_owned()))
                }
                _ => None,
            },
        ];
        let texts = texts.into_iter().flatten();
        wrong.extend(texts.map(|(span, text)| DescriptionFault { span, text }));
    }

    /// Checks `results.written`, which gives `result_valid`, and `result_destination` by tag.
    fn written(&self) -> Option<Text> {
        let Results {
            written: Some(written),
            tag_bits,
            after,
            ..
        } = &self.description.results
        else {
            return None;
        };
        let writeback = self.description.writeback.as_ref();
        let has_tag = writeback.is_some_and(|it| it.tag.is_some());
        let of_outputs = |name| Some(self.parts_of(name).first()?.1.span());
        let (valid, destination) = ("result_valid", "result_destination");
        let (span, text) = match (tag_bits, of_outputs(valid), of_outputs(destination)) {
            _ if writeback.is_none() => (None, "`written` without [writeback]"),
            (Some(_), ..) if !has_tag => (None, "`written` without `tag` in [writeback]"),
            (Some(bits), ..) if *bits.get_ref() > 8 => {
                (None, "`written` with more than 8 `tag_bits`")
            }
            _ if self.description.warp_lanes() != self.lanes() => {
                let text = "`written` where a warp has beats, expected `warp_lanes` = `lanes`";
                (None, text)
            }
            (_, Some(_), _) => (
                None,
                "`written` beside another `result_valid`, of [outputs]",
            ),
            _ if after.is_some() => (None, "`written` beside another `result_valid`, by `after`"),
            (.., Some(span)) => {
                let text = "`result_destination` beside `written`, which gives it: expected it in \
                            `tag` of [writeback] alone";
                (Some(span), text)
            }
            _ => return None,
        };
        Some((span.unwrap_or(written.span()), text.to_owned()))
    }
}

/// Declarations of the wrapper's ports for both.
pub fn ports() -> impl Iterator<Item = String> {
    let of_loads = |(name, bits)| format!("  output wire {}other_written_{name}", range(bits));
    let of_stores = format!("  input wire [4095:0] other_{STORE_DATA}");
    PORTS.into_iter().map(of_loads).chain([of_stores])
}

/// Verilog of the input for expressions.
pub fn store_data(description: &Description) -> String {
    let last = *description.lanes.get_ref() * description.data_bits() - 1;
    format!("  wire [{last}:0] {STORE_DATA} = other_{STORE_DATA}[{last}:0];\n")
}

/// Verilog of `written_valid`, for results that leave when all their lanes have been written.
pub fn written(description: &Description, source: &str) -> String {
    let results = &description.results;
    let Some(lanes) = &results.written else {
        return String::new();
    };
    let last = description.warp_lanes() - 1;
    let to_write = defined(source, "to_write", last + 1, lanes);
    let Some(bits) = &results.tag_bits else {
        return to_write + &written_in_order(last);
    };
    let (bit, entry) = (*bits.get_ref() - 1, (1u32 << bits.get_ref()) - 1);
    let tag = format!("other_written_tag[{bit}:0]");
    to_write
        + &format!(
            "  reg [{entry}:0] open = 0;
  reg [{last}:0] unwritten [0:{entry}];
  reg written_valid;
  reg [15:0] written_tag;
  integer entry;
  always @* begin
    written_valid = 0;
    written_tag = 0;
    for (entry = 0; entry <= {entry}; entry = entry + 1)
      if (open[entry] & unwritten[entry] == 0) begin
        written_valid = 1;
        written_tag = entry[15:0];
      end
  end
  always @(posedge clock) begin
    if (written_valid & result_ready) open[written_tag[{bit}:0]] <= 0;
    if (other_written_leaves) unwritten[{tag}] <= unwritten[{tag}] & ~other_written_lanes[{last}:0];
    if (request_valid & request_ready) begin
      open[destination[{bit}:0]] <= 1;
      unwritten[destination[{bit}:0]] <= to_write;
    end
    if (reset) open <= 0;
  end
"
        )
}

/// The same where warps end in the order of their requests: a queue of them. A write is for the first
/// one with lanes that are not written.
fn written_in_order(last: usize) -> String {
    format!(
        "  reg [5:0] first = 0, next = 0, served;
  reg [{last}:0] unwritten [0:63];
  wire written_valid = first != next & unwritten[first] == 0;
  wire [15:0] written_tag = 0;
  integer entry;
  always @* begin
    served = first;
    for (entry = 63; entry >= 0; entry = entry - 1)
      if (entry[5:0] < next - first & unwritten[first + entry[5:0]] != 0) served = first + entry[5:0];
  end
  always @(posedge clock) begin
    if (written_valid & result_ready) first <= first + 1'b1;
    if (other_written_leaves) unwritten[served] <= unwritten[served] & ~other_written_lanes[{last}:0];
    if (request_valid & request_ready) begin
      unwritten[next] <= to_write;
      next <= next + 1'b1;
    end
    if (reset) {{first, next}} <= 0;
  end
"
    )
}

/// Verilog of the expressions, and of the assignments to these ports.
pub fn verilog(description: &Description, source: &str) -> (String, String) {
    let (mut text, mut assigned) = (String::new(), String::new());
    let lanes = description.warp_lanes();
    for (name, bits) in PORTS {
        let mut value = |name: &str, bits: usize, expression: &Spanned<String>| {
            let wire = format!("agu_written_{name}");
            text += &defined(source, &wire, bits, expression);
            format!("{SCOPE}.{wire}")
        };
        let (used, value) = match (&description.writeback, name) {
            (None, _) => (0, String::new()),
            (Some(port), "data") => {
                let used = lanes * description.data_bits();
                (used, value(name, used, &port.data))
            }
            (Some(port), "lanes") => (lanes, value(name, lanes, &port.lanes)),
            (Some(port), "tag") => match (&port.tag, &description.results.tag_bits) {
                (Some(tag), Some(tag_bits)) => {
                    let used = *tag_bits.get_ref() as usize;
                    (used, value(name, used, tag))
                }
                _ => (0, String::new()),
            },
            // The wires are those of `leaves`.
            (Some(port), "waits") => {
                let wire = |name| format!("{SCOPE}.agu_written_{name}");
                let waits = |_| format!("{} & ~{}", wire("valid"), wire("ready"));
                (1, port.ready.as_ref().map_or("1'b0".to_owned(), waits))
            }
            (Some(port), _) => {
                let valid = value("valid", 1, &port.valid);
                let ready = port.ready.as_ref().map(|ready| value("ready", 1, ready));
                (
                    1,
                    format!("{valid} & {}", ready.unwrap_or("1'b1".to_owned())),
                )
            }
        };
        let zeros = bits.saturating_sub(used);
        let padded = match (used, zeros) {
            (0, _) => format!("{bits}'d0"),
            (_, 0) => value,
            _ => format!("{{{zeros}'d0, {value}}}"),
        };
        let _ = writeln!(assigned, "  assign other_written_{name} = {padded};");
    }
    (text, assigned)
}
