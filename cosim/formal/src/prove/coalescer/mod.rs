//! The coalescer: every lane that accesses memory is served once, by the request that
//! `sim::coalescer` defines.
//!
//! The claims are steps from any state that satisfies an invariant, so they hold for runs of any
//! length. `collector` has the claims about the collected warp, `lines` and `passes` about the
//! requests, `port` about the memory port.

mod collector;
mod lines;
pub mod pairs;
mod passes;
mod port;

pub use collector::Collector;
pub use port::memory_port;

use super::netlist::{Netlist, TranslationError};
use super::solver::Query;
use super::unrolling::Unrolling;
use std::sync::Arc;

/// Registers of a warp while its requests are made, and the collector's registers they are loaded
/// from.
const WARP: [(&str, &str); 11] = [
    ("global_waiting", "global_lanes"),
    ("shared_lanes", "shared_lanes"),
    ("shared_waiting", "firsts"),
    ("lines", "lines"),
    ("tops", "tops"),
    ("sectors", "sectors"),
    ("halves", "halves"),
    ("quarters", "quarters"),
    ("stores", "warp_store"),
    (pairs::SAME_BANK, pairs::SAME_BANK),
    (pairs::SAME_WORD, pairs::SAME_WORD),
];

/// Registers that a request does not change.
const KEPT: [&str; 10] = [
    "shared_lanes",
    "lines",
    "tops",
    "sectors",
    "halves",
    "quarters",
    "stores",
    "has_passes",
    pairs::SAME_BANK,
    pairs::SAME_WORD,
];

/// Ports of the module that are ports of a part.
const CONNECTED: [(&str, &[&str]); 2] = [
    (
        "collector",
        &[
            "reset",
            "take",
            "last",
            "store",
            "size",
            "global_mask",
            "shared_mask",
            "line",
            "top",
            "word",
        ],
    ),
    (
        "memory_port",
        &[
            "reset",
            "memory_valid",
            "memory_ready",
            "memory_shared",
            "memory_store",
            "memory_line",
            "memory_sectors",
            "memory_lanes",
            "memory_pass",
            "memory_last",
        ],
    ),
];

/// The coalescer of a unit of 32 lanes.
pub struct Coalescer {
    hardware: Unrolling,
    definitions: String,
    assumptions: Vec<String>,
}

fn slice(term: &str, highest: u32, lowest: u32) -> String {
    format!("((_ extract {highest} {lowest}) {term})")
}

fn bit(term: &str, place: usize) -> String {
    let place = place as u32;
    format!("(= {} #b1)", slice(term, place, place))
}

fn any(mask: &str) -> String {
    format!("(not {})", none(mask))
}

fn none(mask: &str) -> String {
    format!("(= {mask} #x00000000)")
}

/// Formula: at least one of `lanes` is true.
fn some(lanes: impl Iterator<Item = String>) -> String {
    let lanes: Vec<String> = lanes.collect();
    format!("(or false false {})", lanes.join(" "))
}

impl Coalescer {
    /// The coalescer of a unit of 32 lanes, in any state.
    pub fn new(netlist: &Arc<Netlist>) -> Coalescer {
        Coalescer {
            hardware: Unrolling::new(netlist),
            definitions: String::new(),
            assumptions: Vec::new(),
        }
    }

    fn port(&mut self, name: &str, time: usize) -> Result<String, TranslationError> {
        Ok(self.hardware.wire(name, time)?.term)
    }

    /// Assumes that the module advances at the edge, and is not reset.
    fn moves(&mut self) -> Result<(), TranslationError> {
        let (advance, reset) = (self.port("advance", 0)?, self.port("reset", 0)?);
        self.assumptions.push(advance);
        self.assumptions.push(format!("(not {reset})"));
        Ok(())
    }

    fn query(self, goals: &[String]) -> Query {
        Query {
            hardware: self.hardware,
            definitions: self.definitions,
            assumptions: self.assumptions,
            goal: format!("(and {})", goals.join(" ")),
            shown: Vec::new(),
        }
    }

    /// The query about one edge. Beats go to the collector, requests leave by the memory port. All
    /// registers hold while the port does. A complete warp is loaded
    /// as collected if nothing is due. Each request goes to the port. Reset empties the module.
    pub fn turn(mut self) -> Result<Query, TranslationError> {
        let [reset, advance, load] = [
            self.port("reset", 0)?,
            self.port("advance", 0)?,
            self.port("load", 0)?,
        ];
        let full = self.port("collector.full", 0)?;
        let free = self.free(0)?;
        let mut goals = vec![
            format!("(= {load} (and {full} {advance} {free}))"),
            format!("(= {load} {})", self.port("collector.unload", 0)?),
            format!("(= {} (or {load} (not {full})))", self.port("ready", 0)?),
            format!("(= {advance} {})", self.port("memory_port.ready", 0)?),
        ];
        goals.extend(self.connected()?);
        let mut still = Vec::new();
        let netlist = self.hardware.netlist();
        let parts = ["collector.", "memory_port."];
        let own = netlist.registers.iter();
        for register in own.filter(|name| !parts.iter().any(|part| name.starts_with(part))) {
            still.push(format!(
                "(= {} {})",
                self.port(register, 0)?,
                self.port(register, 1)?
            ));
        }
        goals.push(format!(
            "(=> (and (not {advance}) (not {reset})) (and {}))",
            still.join(" ")
        ));
        let mut loaded = Vec::new();
        for (register, source) in WARP {
            let source = self.port(&format!("collector.{source}"), 0)?;
            loaded.push(format!("(= {} {source})", self.port(register, 1)?));
        }
        loaded.push(format!("(= {} #b00000)", self.port("pass", 1)?));
        let shared = self.port("collector.shared_lanes", 0)?;
        loaded.push(format!(
            "(= {} {})",
            self.port("has_passes", 1)?,
            any(&shared)
        ));
        goals.push(format!(
            "(=> (and {load} (not {reset})) (and {}))",
            loaded.join(" ")
        ));
        let mut kept = Vec::new();
        for register in KEPT {
            kept.push(format!(
                "(= {} {})",
                self.port(register, 0)?,
                self.port(register, 1)?
            ));
        }
        goals.push(format!("(=> (not {load}) (and {}))", kept.join(" ")));
        let made = self.made()?;
        goals.extend(made);
        let mut empty = vec![self.free(1)?];
        for flag in ["fetched", "in_pass", "joined_valid", "made"] {
            empty.push(format!("(not {})", self.port(flag, 1)?));
        }
        for mask in [
            "leaders",
            "in_line",
            "joined",
            "made_lanes",
            "global_waiting",
            "shared_waiting",
        ] {
            empty.push(none(&self.port(mask, 1)?));
        }
        goals.push(format!("(=> {reset} (and {}))", empty.join(" ")));
        Ok(self.query(&goals))
    }

    /// Formulas: parts have the module's ports.
    fn connected(&mut self) -> Result<Vec<String>, TranslationError> {
        let mut goals = Vec::new();
        for (part, ports) in CONNECTED {
            for port in ports {
                let inside = self.port(&format!("{part}.{port}"), 0)?;
                goals.push(format!("(= {} {inside})", self.port(port, 0)?));
            }
        }
        Ok(goals)
    }

    /// Formula: no line is picked and no pass is due.
    fn free(&mut self, time: usize) -> Result<String, TranslationError> {
        Ok(format!(
            "(not (or {} {}))",
            self.port("picked_valid", time)?,
            self.port("pass_due", time)?
        ))
    }

    /// Mask of the lanes that start a line and still wait.
    fn starts_due(&mut self, time: usize) -> Result<String, TranslationError> {
        let [starts, valid] = [
            self.port("starts_left", time)?,
            self.port("picked_valid", time)?,
        ];
        Ok(format!("(ite {valid} {starts} #x00000000)"))
    }
}
