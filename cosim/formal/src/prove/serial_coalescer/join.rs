//! Connections between the parts, and the number of warps in them.

use super::super::netlist::{Netlist, TranslationError};
use super::super::solver::Query;
use super::{Part, as_bit, bit, slice};
use std::sync::Arc;

/// Inputs of parts that are outputs of others, or ports of the coalescer.
const JOINED: [(&str, &str); 32] = [
    ("lane_keys.reset", "reset"),
    ("lane_keys.take", "take"),
    ("lane_keys.line", "line"),
    ("lane_keys.top", "top"),
    ("lane_keys.word", "word"),
    ("request_number.reset", "reset"),
    ("request_number.valid", "lane_keys.lane_valid"),
    ("request_number.tag", "lane_keys.lane_tag"),
    ("request_number.key", "lane_keys.lane_key"),
    ("request_number.same", "lane_keys.same"),
    ("request_number.candidates", "lane_keys.candidates"),
    ("request_store.reset", "reset"),
    ("request_store.valid", "request_number.lane_valid"),
    ("request_store.tag", "request_number.lane_tag"),
    ("request_store.key", "request_number.lane_key"),
    ("request_store.first", "request_number.lane_first"),
    ("request_store.number", "request_number.number"),
    ("request_store.read", "memory_port.ready"),
    ("request_store.read_address", "request_reader.address"),
    ("request_reader.reset", "reset"),
    ("request_reader.whole", "request_store.whole"),
    ("request_reader.lines", "request_store.lines"),
    ("request_reader.passes", "request_store.passes"),
    ("request_reader.stores", "request_store.stores"),
    ("request_reader.advance", "memory_port.ready"),
    ("memory_port.reset", "reset"),
    ("memory_port.memory_ready", "memory_ready"),
    ("memory_valid", "memory_port.memory_valid"),
    ("memory_shared", "memory_port.memory_shared"),
    ("memory_line", "memory_port.memory_line"),
    ("memory_lanes", "memory_port.memory_lanes"),
    ("memory_last", "memory_port.memory_last"),
];

/// Registers of a request, and their sources in reader and store in the cycle after it was read.
const MADE: [(&str, &str); 5] = [
    ("shared", "request_reader.shared"),
    ("store", "request_reader.store"),
    ("line", "request_store.read_line"),
    ("pass", "request_reader.pass"),
    ("last", "request_reader.last"),
];

/// The query about the connections. Each input of a part comes from its source. A lane passes
/// together with the slot of its warp. No more warps are taken than there is room for. A request
/// that was read reaches the port's input at its next advance, with no lanes if there is none.
/// Reset empties the coalescer.
///
/// # Errors
/// The hardware lacks one of the wires.
pub fn join(netlist: &Arc<Netlist>) -> Result<Query, TranslationError> {
    let mut part = Part::new(netlist);
    let ports = ["store", "sectors", "pass"].map(|name| format!("memory_{name}"));
    let ports = ports.map(|name| (name.clone(), format!("memory_port.{name}")));
    let joined = JOINED.map(|(to, from)| (to.to_owned(), from.to_owned()));
    for (to, from) in joined.into_iter().chain(ports) {
        let [to, from] = [part.port(&to, 0)?, part.port(&from, 0)?];
        part.claim(format!("(= {to} {from})"));
    }
    let [reset, take, last, store] = part.ports(["reset", "take", "last", "store"])?;
    let [global, shared, word] = part.ports(["global_mask", "shared_mask", "word"])?;
    let [taken, ready, finished] = part.ports(["taken", "ready", "request_reader.finished"])?;
    let tag = part.port("lane_keys.tag", 0)?;
    let [size, came] = part.ports(["size", "came"])?;
    let begins = [(5, 4), (6, 3)].map(|(least, bits)| {
        let low = slice(&came, bits - 1, 0);
        format!("(and (bvuge {size} (_ bv{least} 3)) (= {low} (_ bv0 {bits})))")
    });
    let came_next = format!("(bvadd {came} (ite {take} #b0001 #b0000))");
    part.becomes("true", "came", &format!("(ite {reset} #b0000 {came_next})"))?;
    part.claim(format!(
        "(= {tag} (concat {} {} {} {} {} {} {}))",
        as_bit(&format!("(or {})", begins.join(" "))),
        slice(&taken, 1, 0),
        slice(&word, 4, 3),
        as_bit(&store),
        as_bit(&last),
        as_bit(&shared),
        as_bit(&global)
    ));
    let waiting = |taken: &str| format!("(bvsub {taken} {finished})");
    part.claim(format!(
        "(= {ready} (not {}))",
        bit_of_four(&waiting(&taken))
    ));
    let counts = format!("(ite (and {take} {last}) #b001 #b000)");
    let next = format!("(ite {reset} #b000 (bvadd {taken} {counts}))");
    part.becomes("true", "taken", &next)?;
    // If warps are taken only when allowed, there is room for them.
    let taken_next = part.port("taken", 1)?;
    part.claim(format!(
        "(=> (and (=> {take} {ready}) (not {reset}) (bvule {} #b100)) (bvule {} #b100))",
        waiting(&taken),
        waiting(&taken_next)
    ));

    let moves = part.port("memory_port.ready", 0)?;
    let made = format!("(or {moves} {reset})");
    for (name, from) in MADE {
        let from = part.port(from, 0)?;
        part.becomes(&made, &format!("made_{name}"), &from)?;
    }
    let request = part.port("request_reader.valid", 0)?;
    part.becomes(&made, "made", &format!("(and {request} (not {reset}))"))?;
    part.keeps(&format!("(not {made})"), &["made"])?;
    let [given, kept] = part.ports(["memory_port.valid", "made"])?;
    part.claim(format!("(= {given} {kept})"));
    for (name, width) in [("lanes", 32), ("sectors", 4)] {
        let from = part.port(&format!("request_store.read_{name}"), 0)?;
        let here = format!("(and {request} (not {reset}))");
        let value = format!("(ite {here} {from} (_ bv0 {width}))");
        part.becomes(&made, &format!("made_{name}"), &value)?;
    }
    let stands = format!("(not {made})");
    for name in [
        "shared", "store", "line", "pass", "last", "lanes", "sectors",
    ] {
        let register = format!("made_{name}");
        part.keeps(&stands, &[&register])?;
        let [given, kept] = [
            part.port(&format!("memory_port.{name}"), 0)?,
            part.port(&register, 0)?,
        ];
        part.claim(format!("(= {given} {kept})"));
    }
    Ok(part.query())
}

/// Bit: a three-bit count is four.
fn bit_of_four(count: &str) -> String {
    format!("(and {} (= {} #b00))", bit(count, 2), slice(count, 1, 0))
}
