//! The memory port: how requests leave.

use super::super::netlist::{Netlist, Sort, TranslationError};
use super::super::solver::Query;
use super::super::unrolling::Unrolling;
use super::{Coalescer, any, bit, none, some};
use isa::instruction::WARP_LANES;
use std::sync::Arc;

/// Data signals of the port.
const DATA: [&str; 7] = [
    "shared", "store", "line", "sectors", "lanes", "pass", "last",
];

impl Coalescer {
    /// Formulas: the memory port gets its inputs from the request's registers. These are the lanes,
    /// the sectors that the lanes of a line touch, and whether no lane is left.
    pub(super) fn made(&mut self) -> Result<Vec<String>, TranslationError> {
        let (served, in_pass) = (self.port("served", 0)?, self.port("served_shared", 0)?);
        let sectors = self.port("memory_port.sectors", 0)?;
        let [low, high] = [
            self.port("served_sector_0", 0)?,
            self.port("served_sector_1", 0)?,
        ];
        let left = self.port("left", 0)?;
        let mut goals = vec![
            format!("(= {} {served})", self.port("memory_port.lanes", 0)?),
            format!(
                "(= {} (and {} (not {})))",
                self.port("memory_port.last", 0)?,
                none(&left),
                self.port("passes_left", 0)?
            ),
        ];
        for name in ["shared", "store", "line", "pass"] {
            let made = self.port(&format!("served_{name}"), 0)?;
            let given = self.port(&format!("memory_port.{name}"), 0)?;
            goals.push(format!("(= {given} {made})"));
        }
        for sector in 0..4 {
            let touches = |lane: usize| {
                let is = |place: &str, one: bool| match one {
                    true => bit(place, lane),
                    false => format!("(not {})", bit(place, lane)),
                };
                format!(
                    "(and {} {} {})",
                    bit(&served, lane),
                    is(&low, sector & 1 != 0),
                    is(&high, sector & 2 != 0)
                )
            };
            goals.push(format!(
                "(= {} (and (not {in_pass}) {}))",
                bit(&sectors, sector),
                some((0..WARP_LANES).map(touches))
            ));
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
    let request = any(&wire("lanes", 0)?.term);
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
        if name == "sectors" {
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
