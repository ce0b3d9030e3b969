//! Simulation forms: each module equals the hardware of the same name, with another text.
//!
//! In that form an array of sub-blocks is part of the module. A register of all lanes is one
//! vector. The state of the view is therefore assembled from the hardware's: lane by lane, zeros
//! in between. From that state and the same inputs, the view has the same outputs. Its next state
//! is the one assembled from the hardware's next state. Both begin with zeros, so they never
//! differ.

use super::netlist::{Netlist, Sort, TranslationError};
use super::solver::Query;
use super::unrolling::{Unrolling, Value};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

/// The query whether `view` equals `hardware`.
///
/// # Errors
/// The hardware lacks a register or a port of the view.
pub fn query(hardware: &Arc<Netlist>, view: &Arc<Netlist>) -> Result<Query, TranslationError> {
    let mut known = Unrolling::new(hardware);
    let mut other = Unrolling::new(view);
    let mut lanes: BTreeMap<String, BTreeMap<usize, &str>> = BTreeMap::new();
    for register in &hardware.registers {
        let (name, lane) = of_view(register);
        lanes.entry(name).or_default().insert(lane, register);
    }
    let mut goals = Vec::new();
    let mut same = |one: &Value, other: &Value| {
        let bits = |value: &Value| value.zero_extended(one.width());
        goals.push(format!("(= {} {})", bits(one), in_view(&bits(other))));
    };
    for output in &hardware.outputs {
        same(&known.wire(output, 0)?, &other.wire(output, 0)?);
    }
    let mut given = BTreeMap::new();
    let mut assumptions = Vec::new();
    let mut give = |state: Value, to: &Value| match to.term.matches('|').count() {
        2 => {
            given.insert(constant(to), state);
        }
        // Yosys may have several constants for it.
        _ => assumptions.push(format!("(= {} {})", state.term, in_view(&to.term))),
    };
    for input in &hardware.inputs {
        give(known.wire(input, 0)?, &other.wire(input, 0)?);
    }
    for register in &view.registers {
        let (now, next) = (other.wire(register, 0)?, other.wire(register, 1)?);
        let parts = lanes
            .remove(register)
            .ok_or_else(|| TranslationError::NoWire(register.clone()))?;
        give(joined(&mut known, &parts, now.width(), 0)?, &now);
        same(&joined(&mut known, &parts, next.width(), 1)?, &next);
    }
    let mut definitions = String::new();
    for line in other.text().lines() {
        let declared = line
            .strip_prefix("(declare-const ")
            .and_then(|rest| rest.strip_suffix(')')?.split_once(' '));
        let given = declared.and_then(|(name, sort)| Some((sort, given.get(name)?)));
        let line = match (declared, given) {
            (Some((name, _)), Some(("Bool", value))) => {
                format!("(define-fun {name} () Bool {})", value.term)
            }
            (Some((name, sort)), Some((_, value))) => {
                let bits = value.zero_extended(value.width());
                format!("(define-fun {name} () {sort} {bits})")
            }
            _ => line.to_owned(),
        };
        // The hardware's names at a time exist in the view too, with other definitions.
        let (name, rest) = line.split_once(" ()").unwrap_or((&line, ""));
        let rest = match given {
            Some(_) => rest.to_owned(),
            None => in_view(rest),
        };
        let _ = if rest.is_empty() {
            writeln!(definitions, "{}", in_view(&line))
        } else {
            writeln!(definitions, "{} (){rest}", in_view(name))
        };
    }
    Ok(Query {
        hardware: known,
        definitions,
        assumptions,
        goal: format!("(and true {})", goals.join(" ")),
        ..Query::default()
    })
}

/// Name in the view of the hardware's register `name`, and its lane. An element of an array of
/// sub-blocks is `lanes[3].lane.sum`, in the view `lane_sum`.
fn of_view(name: &str) -> (String, usize) {
    let parts = name
        .split_once("].")
        .and_then(|(before, inner)| Some((before.rsplit_once('[')?, inner)));
    let Some(((before, lane), inner)) = parts else {
        return (name.to_owned(), 0);
    };
    // The generate block's name is the last one before the bracket; an instance may precede it.
    let around = before.rfind('.').map_or("", |dot| &before[..=dot]);
    let inner = inner.replace('.', "_");
    (format!("{around}{inner}"), lane.parse().unwrap_or(0))
}

/// Name of the constant for an input or a register, or for a bit of one.
fn constant(value: &Value) -> String {
    let name = value.term.split('|').nth(1).unwrap_or_default();
    format!("|{name}|")
}

/// The registers of all lanes as the view's vector of `width` bits, at a time.
fn joined(
    known: &mut Unrolling,
    parts: &BTreeMap<usize, &str>,
    width: u32,
    time: usize,
) -> Result<Value, TranslationError> {
    let slot = width / parts.len() as u32;
    let mut all = Vec::new();
    for register in parts.values().rev() {
        all.push(known.wire(register, time)?.zero_extended(slot));
    }
    let term = match &all[..] {
        [one] => one.clone(),
        _ => format!("(concat {})", all.join(" ")),
    };
    Ok(Value {
        term,
        sort: Sort::Bits(width),
    })
}

/// A term of the view, whose names also exist in the hardware.
fn in_view(term: &str) -> String {
    term.replace("@0|", "@view|").replace("@1|", "@next|")
}
