//! What a save file shows of a wave file: what counts for the instructions that are in it.

use isa::ports::{Group, INPUTS, OUTPUTS, Port};
use scoreboard::Mismatch;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The kind of an instruction, on which it depends what is worth showing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// An LEA or a MOV.
    Lea,
    Access,
    AddrAdd,
}

/// What is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// A lane of the hardware.
    pub lane: usize,
    /// What the wave file has instructions of.
    pub kinds: BTreeSet<Kind>,
    /// The cycle of the result, where the marker is.
    pub cycle: u64,
    /// What differs there, which comes first.
    pub mismatch: Option<Mismatch>,
}

/// Clock, reset, and the handshakes: what is offered, and who is ready for it.
pub fn handshake() -> Vec<String> {
    let names = || INPUTS.iter().chain(OUTPUTS).map(|port| port.name);
    let sides = |name: &'static str| {
        let ready = format!("{}_ready", name.strip_suffix("_valid")?);
        let is_port = names().any(|other| other == ready);
        is_port.then(|| [name.to_owned(), ready])
    };
    let first = ["clock", "reset"].map(str::to_owned);
    first
        .into_iter()
        .chain(names().filter_map(sides).flatten())
        .collect()
}

/// The request to memory, but for the handshake.
pub fn memory() -> Vec<String> {
    let of_memory = OUTPUTS.iter().filter(|port| port.group == Group::Memory);
    let names = of_memory.map(|port| port.name.to_owned());
    names.filter(|name| !name.ends_with("_valid")).collect()
}

/// What each lane brings along: operands of 32 bits, then masks of one bit.
pub fn operands() -> Vec<(&'static str, u32)> {
    let mut ports: Vec<(&str, u32)> = INPUTS
        .iter()
        .filter(|port| port.group == Group::Lanes)
        .map(|port| (port.name, port.shape.bits(1) as u32))
        .collect();
    ports.sort_by_key(|&(_, bits)| Reverse(bits));
    ports
}

impl Shown {
    /// Shows `mismatch` instead of what there was to show.
    pub fn mark(&mut self, mismatch: &Mismatch) {
        self.cycle = mismatch.place.cycle;
        self.lane = mismatch.lane.unwrap_or(self.lane);
        self.mismatch = Some(mismatch.clone());
    }

    /// The control ports that count for some of the kinds, in the order of the module.
    pub fn control(&self) -> Vec<&'static str> {
        let counts = |port: &&Port| self.kinds.iter().any(|kind| kind.has(port));
        INPUTS.iter().filter(counts).map(|port| port.name).collect()
    }
}

impl Kind {
    /// By the ports `access` and `address_add`.
    pub fn new(access: bool, address_add: bool) -> Kind {
        match (access, address_add) {
            (true, _) => Kind::Access,
            (false, true) => Kind::AddrAdd,
            (false, false) => Kind::Lea,
        }
    }

    /// The control port counts.
    fn has(self, port: &Port) -> bool {
        let own = match self {
            Kind::Lea => Group::Lea,
            Kind::Access => Group::Access,
            Kind::AddrAdd => Group::AddrAdd,
        };
        let negated = self == Kind::AddrAdd && port.name == "negate";
        let asked = port.group == Group::Request && port.name != "request_valid";
        port.group == own || asked || negated
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_of_several_kinds_stand_there_once() {
        let mut shown = Shown::default();
        assert_eq!(shown.control(), [""; 0]);
        shown.kinds = [Kind::AddrAdd, Kind::Lea, Kind::Access].into();
        let ports = shown.control();
        let count = |name| ports.iter().filter(|port| **port == name).count();
        for name in [
            "access",
            "address_add",
            "immediate",
            "scale",
            "extended",
            "destination",
        ] {
            assert_eq!(count(name), 1, "{name}");
        }
    }
}
