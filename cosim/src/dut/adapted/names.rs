//! Usual names of ports, and the ports of an exported unit that they mean.

use isa::ports::{INPUTS, OUTPUTS};
use verilated::{DesignPort, Direction};

const CLOCKS: [&str; 5] = ["clk", "clock", "clk_i", "i_clk", "aclk"];
const RESETS: [&str; 5] = ["rst", "reset", "rst_i", "i_rst", "arst"];
const RESETS_LOW: [&str; 8] = [
    "rst_n", "reset_n", "rst_ni", "i_rst_n", "resetn", "rstn", "aresetn", "arst_n",
];

/// Prefixes of port names, and the first word of the exported port: `s_valid` is `request_valid`.
/// A prefix of another prefix comes after it.
const CHANNELS: [(&str, &str); 20] = [
    ("request_", "request"),
    ("in_req_", "request"),
    ("lsu_req_", "request"),
    ("execute_if_", "request"),
    ("req_", "request"),
    ("in_", "request"),
    ("s_", "request"),
    ("result_", "result"),
    ("lsu_rsp_", "result"),
    ("commit_if_", "result"),
    ("res_", "result"),
    ("rsp_", "result"),
    ("resp_", "result"),
    ("out_", "result"),
    ("m_", "result"),
    ("memory_", "memory"),
    ("mem_req_", "memory"),
    ("mem_", "memory"),
    ("config_", "config"),
    ("cfg_", "config"),
];

/// Exported ports, and their usual names elsewhere after such a prefix.
const ALIASES: [(&str, &str); 22] = [
    ("request_valid", "vld"),
    ("request_ready", "rdy"),
    ("result_valid", "vld"),
    ("result_ready", "rdy"),
    ("memory_valid", "vld"),
    ("memory_ready", "rdy"),
    ("memory_store", "write we rw"),
    ("config_valid", "write we"),
    ("config_address", "addr"),
    ("config_data", "wdata"),
    ("store", "write we rw is_store is_write"),
    ("access_size", "size"),
    ("access_space", "space"),
    ("immediate", "imm"),
    (
        "base_lo",
        "base a addr address src_a rs1 lane_addr lane_address",
    ),
    ("offset_lo", "offset b src_b index"),
    ("offset_hi", "c"),
    ("scale", "shift"),
    (
        "active_mask",
        "active mask lanes exec_mask thread_mask lane_valid lane_en",
    ),
    ("destination", "tag id rd"),
    ("result_destination", "tag id rd"),
    ("address_lo", "addr address"),
];

/// The ports of a module, each with the exported port that its name means.
pub struct RecognisedPorts<'a>(Vec<(&'a DesignPort, Option<&'static str>)>);

impl<'a> RecognisedPorts<'a> {
    pub fn new(found: &'a [DesignPort]) -> RecognisedPorts<'a> {
        let ours = found.iter().map(|port| (port, recognised(port)));
        RecognisedPorts(ours.collect())
    }

    fn input(&self, names: &[&str]) -> Option<&'a DesignPort> {
        let mut ports = self.0.iter().map(|(port, _)| *port);
        ports.find(|port| {
            let is_bit = port.direction == Direction::Input && port.bits == Some(1);
            is_bit && names.contains(&&*port.name)
        })
    }

    pub fn clock(&self) -> Option<&'a DesignPort> {
        self.input(&CLOCKS)
    }

    /// The reset, and whether it is active low.
    pub fn reset(&self) -> Option<(&'a DesignPort, bool)> {
        let high = self.input(&RESETS).map(|port| (port, false));
        high.or_else(|| self.input(&RESETS_LOW).map(|port| (port, true)))
    }

    /// The port whose name means the exported port `ours`.
    pub fn port(&self, ours: &str) -> Option<&'a DesignPort> {
        let mut ports = self.0.iter();
        ports
            .find(|(_, name)| *name == Some(ours))
            .map(|(port, _)| *port)
    }

    /// The ports of a direction except clock and reset.
    pub fn of(
        &self,
        direction: Direction,
    ) -> impl Iterator<Item = (&'a DesignPort, Option<&'static str>)> {
        let known = [self.clock(), self.reset().map(|(port, _)| port)];
        let ports = self.0.iter().copied();
        ports.filter(move |(port, _)| port.direction == direction && !known.contains(&Some(port)))
    }
}

/// Whether a word is one of `words`, with blanks between them.
pub fn is_word(word: &str, words: &str) -> bool {
    words.split(' ').any(|it| it == word)
}

/// A name without the marks of its direction, such as `_i`, and of Chisel, `io_` and `_bits_`.
pub fn plain(name: &str) -> String {
    let mut plain = name;
    for affix in ["i_", "o_", "io_"] {
        plain = plain.strip_prefix(affix).unwrap_or(plain);
    }
    for affix in ["_i", "_o", "_in", "_out"] {
        plain = plain.strip_suffix(affix).unwrap_or(plain);
    }
    plain.replace("_bits_", "_")
}

/// The port of an exported unit that a name means.
fn recognised(port: &DesignPort) -> Option<&'static str> {
    let (ours, channels) = match port.direction {
        Direction::Input => (INPUTS, ["request", "result"]),
        Direction::Output => (OUTPUTS, ["result", "request"]),
        Direction::Both => return None,
    };
    let named = |name: &str| ours.iter().map(|port| port.name).find(|ours| *ours == name);
    let plain = plain(&port.name);
    let field = |channel: &str, name: &str| {
        // A request's `store` is `store`, a result's `result_store`.
        let of_channel = format!("{channel}_{name}");
        let aliased = ALIASES.iter().find(|(ours, names)| {
            let others = ["request", "result", "memory", "config"];
            let mut others = others.iter().filter(|other| **other != channel);
            let is_other = others.any(|other| ours.starts_with(&format!("{other}_")));
            let is_own = channel != "memory" && channel != "config"
                || ours.starts_with(&format!("{channel}_"));
            is_word(name, names) && !is_other && is_own && named(ours).is_some()
        });
        let own = matches!(channel, "request" | "result").then(|| named(name));
        named(&of_channel)
            .or(own.flatten())
            .or(aliased.map(|(ours, _)| *ours))
    };
    let by_channel = CHANNELS.iter().find_map(|(prefix, channel)| {
        let name = plain.strip_prefix(prefix)?;
        field(channel, name)
    });
    named(&port.name)
        .or_else(|| named(&plain))
        .or(by_channel)
        .or_else(|| channels.iter().find_map(|channel| field(channel, &plain)))
}
