//! What a save file shows of a wave file: what counts for the instructions that are in it.

use crate::testbench::mismatch::Mismatch;
use std::collections::BTreeSet;

/// What an instruction is, which says what is worth showing.
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
    /// The cycle of the result, where the marker stands.
    pub cycle: u64,
    /// What differs there, which comes first.
    pub mismatch: Option<Mismatch>,
}

pub const HANDSHAKE: &[&str] = &[
    "clock",
    "reset",
    "config_valid",
    "config_ready",
    "request_valid",
    "request_ready",
    "result_valid",
    "result_ready",
    "memory_valid",
    "memory_ready",
];

pub const MEMORY: &[&str] = &[
    "memory_shared",
    "memory_store",
    "memory_line",
    "memory_sectors",
    "memory_lanes",
    "memory_pass",
    "memory_last",
];

/// Operands of a lane, which in the ports are those of all lanes.
pub const OPERANDS: &[&str] = &["base_lo", "base_hi", "offset_lo", "offset_hi"];

/// One bit a lane of the request.
pub const MASKS: &[&str] = &[
    "active_mask",
    "guard_mask",
    "helper_mask",
    "steering_mask",
    "carry_in",
    "overflow_in",
];

/// The port that says whether there is a result.
pub const RESULT_VALID: &str = "result_valid";

/// Signals of the warp beside the port that they are compared with.
pub const OF_WARP: &[(&str, &str)] = &[
    ("access", "result_access"),
    ("address_add", "result_address_add"),
    ("destination", "result_destination"),
    ("element", "result_element"),
    ("uniform", "uniform"),
    ("fault_valid", "fault_valid"),
    ("fault_lane", "fault_lane"),
];

impl Shown {
    /// Shows `mismatch` instead of what there was to show.
    pub fn mark(&mut self, mismatch: &Mismatch) {
        self.cycle = mismatch.place.cycle;
        self.lane = mismatch.lane.unwrap_or(self.lane);
        self.mismatch = Some(mismatch.clone());
    }

    /// The control ports that count for some of the kinds, each once.
    pub fn control(&self) -> Vec<&'static str> {
        let mut ports = Vec::new();
        for port in self.kinds.iter().flat_map(|kind| kind.control()) {
            if !ports.contains(port) {
                ports.push(*port);
            }
        }
        ports
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

    /// The control ports that count.
    fn control(self) -> &'static [&'static str] {
        match self {
            Kind::Lea => &[
                "high",
                "extended",
                "negate",
                "scale",
                "lane_mask",
                "write_cc",
                "predicate",
                "destination",
            ],
            Kind::Access => &[
                "access",
                "access_space",
                "access_size",
                "store",
                "extended",
                "address_register",
                "immediate",
                "immediate_kind",
                "bank",
                "steer_by_window",
                "destination",
            ],
            Kind::AddrAdd => &[
                "address_add",
                "exec_size",
                "channel_mask",
                "execution_mask",
                "absolute",
                "negate",
                "destination",
                "element",
            ],
        }
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
