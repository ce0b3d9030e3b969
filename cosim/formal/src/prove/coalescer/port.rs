//! The memory port: how requests leave.

use super::super::netlist::{Netlist, Sort, TranslationError};
use super::super::solver::Query;
use super::super::unrolling::Unrolling;
use super::{Coalescer, any, slice};
use std::sync::Arc;

/// Data signals of the port.
const DATA: [&str; 7] = [
    "shared", "store", "line", "sectors", "lanes", "pass", "last",
];

impl Coalescer {
    /// Formulas: a request has the lanes of a line or of a pass, the sectors that the lanes of a
    /// line touch, and whether no lane is left. The memory port gets it from the registers.
    pub(super) fn made(&mut self) -> Result<Vec<String>, TranslationError> {
        let [line, joined, in_pass] = [
            self.port("in_line", 0)?,
            self.port("joined", 0)?,
            self.port("joined_valid", 0)?,
        ];
        let [waiting, passes, last] = [
            self.port("waiting_then", 0)?,
            self.port("passes_then", 0)?,
            self.port("joined_last", 0)?,
        ];
        let of_lanes = self.port("matched_sectors", 0)?;
        let sectors = (0..4_u32).rev().map(|sector| {
            let touch = format!(
                "(bvand {line} {})",
                slice(&of_lanes, 32 * sector + 31, 32 * sector)
            );
            format!("(ite {} #b1 #b0)", any(&touch))
        });
        let values = [
            ("made", format!("(or {in_pass} {})", any(&line))),
            ("made_shared", in_pass.clone()),
            ("made_store", self.port("matched_store", 0)?),
            ("made_line", self.port("matched_line", 0)?),
            (
                "made_sectors",
                format!("(concat {})", sectors.collect::<Vec<_>>().join(" ")),
            ),
            ("made_lanes", format!("(bvor {line} {joined})")),
            ("made_pass", self.port("joined_pass", 0)?),
            (
                "made_last",
                format!(
                    "(ite {in_pass} {last} (not (or {passes} {})))",
                    any(&format!("(bvand {waiting} (bvnot {line}))"))
                ),
            ),
        ];
        let [advance, reset] = [self.port("advance", 0)?, self.port("reset", 0)?];
        let mut goals = Vec::new();
        for (register, value) in values {
            let next = self.port(register, 1)?;
            goals.push(format!(
                "(=> (and {advance} (not {reset})) (= {next} {value}))"
            ));
        }
        let made = self.port("made", 0)?;
        goals.push(format!("(= {} {made})", self.port("memory_port.valid", 0)?));
        for name in DATA {
            let made = self.port(&format!("made_{name}"), 0)?;
            let given = self.port(&format!("memory_port.{name}"), 0)?;
            goals.push(format!("(= {given} {made})"));
        }
        Ok(goals)
    }
}

/// The query about the memory port. The older of the held and the incoming request goes to an
/// empty port, or to one whose request is taken. The other one is held. A request is taken once.
/// Data without a request is 0. No request comes in while one is held. Reset drops both.
///
/// # Errors
/// The hardware lacks one of the wires.
pub fn memory_port(netlist: &Arc<Netlist>) -> Result<Query, TranslationError> {
    let mut hardware = Unrolling::new(netlist);
    let mut wire = |name: &str, time| hardware.wire(name, time);
    let (valid, taken) = (wire("memory_valid", 0)?.term, wire("memory_ready", 0)?.term);
    let (ready, reset) = (wire("ready", 0)?.term, wire("reset", 0)?.term);
    let request = wire("valid", 0)?.term;
    let in_pass = wire("shared", 0)?.term;
    let held_valid = wire("skid_buffer.held_valid", 0)?.term;
    let valid_next = wire("memory_valid", 1)?.term;
    let loads = format!("(or {taken} (not {valid}))");
    let comes = format!("(ite {ready} {request} {held_valid})");
    let mut assumptions = Vec::new();
    let mut goals = vec![
        format!("(= {valid_next} (and (not {reset}) (ite {loads} {comes} {valid})))"),
        format!("(= {} (or {reset} {loads}))", wire("ready", 1)?.term),
        format!(
            "(=> {ready} (= {} {request}))",
            wire("skid_buffer.held_valid", 1)?.term
        ),
        format!(
            "(=> (not {ready}) (= {} {held_valid}))",
            wire("skid_buffer.held_valid", 1)?.term
        ),
    ];
    for name in DATA {
        let counts = match name {
            "line" => format!("(and {request} (not {in_pass}))"),
            "pass" => format!("(and {request} {in_pass})"),
            // These are 0 in a request that serves no lane.
            "sectors" | "lanes" => "true".to_owned(),
            _ => request.clone(),
        };
        let incoming = wire(name, 0)?;
        let absent = match incoming.sort {
            Sort::Bool => "false".to_owned(),
            Sort::Bits(width) => format!("(_ bv0 {width})"),
        };
        let incoming = format!("(ite {counts} {} {absent})", incoming.term);
        let held = format!("{name}_held");
        let oldest = format!("(ite {ready} {incoming} {})", wire(&held, 0)?.term);
        let (shown, next) = (
            wire(&format!("memory_{name}"), 0)?.term,
            wire(&format!("memory_{name}"), 1)?.term,
        );
        goals.push(format!(
            "(= {next} (ite {reset} {absent} (ite {loads} {oldest} {shown})))"
        ));
        goals.push(format!("(= {} {oldest})", wire(&held, 1)?.term));
        if matches!(name, "sectors" | "lanes") {
            assumptions.push(format!(
                "(=> (not {request}) (= {} {absent}))",
                wire(name, 0)?.term
            ));
        }
    }
    Ok(Query {
        hardware,
        assumptions,
        goal: format!("(and {})", goals.join(" ")),
        ..Query::default()
    })
}
