//! The unit's wiring: its ports are the warp unit's and the coalescer's. A result of an access goes
//! to both readers in one cycle.

use super::netlist::{Netlist, TranslationError};
use super::solver::Query;
use super::unrolling::{Unrolling, Value};
use std::sync::Arc;

/// Inputs of the coalescer that are outputs of the warp unit.
const JOINED: [(&str, &str); 8] = [
    ("last", "result_last"),
    ("store", "result_store"),
    ("size", "result_size"),
    ("global_mask", "global_mask"),
    ("shared_mask", "shared_mask"),
    ("line", "line"),
    ("top", "top"),
    ("word", "word"),
];

fn equal(one: &Value, other: &Value) -> String {
    format!("(= {} {})", one.term, other.term)
}

/// Modules that may follow the warp unit in a unit.
const COALESCERS: [&str; 2] = ["serial_coalescer", "coalescer"];

/// The query whether `unit`, the shell of a unit, connects a warp unit and a coalescer. Every
/// output comes from one of them. Every input of theirs comes from the unit or the other one. The
/// coalescer takes the beats of accesses in the cycle in which they leave, if it is ready.
///
/// # Errors
/// The hardware lacks one of the ports.
pub fn query(unit: &Arc<Netlist>) -> Result<Query, TranslationError> {
    let has = |part: &&str| unit.outputs.contains(&format!("{part}.take"));
    let coalescer = COALESCERS.into_iter().find(has).unwrap_or("coalescer");
    // Signals of the handshake, which is checked below, and clocks, which need no proof.
    let decided = [
        "warp_unit.result_ready".to_owned(),
        format!("{coalescer}.take"),
        "warp_unit.clock".to_owned(),
        format!("{coalescer}.clock"),
    ];
    let mut hardware = Unrolling::new(unit);
    let mut wire = |name: &str| hardware.wire(name, 0);
    let mut goals = Vec::new();
    for output in unit.outputs.iter().filter(|&name| name != "result_valid") {
        let source = match output.split_once('.') {
            _ if decided.contains(output) => continue,
            // The input of a part.
            Some((part, input)) => {
                let joined = JOINED.iter().find(|(name, _)| *name == input);
                let joined = joined.filter(|_| part == coalescer);
                joined.map_or(input.to_owned(), |(_, from)| format!("warp_unit.{from}"))
            }
            None => {
                let of_warp_unit = format!("warp_unit.{output}");
                if unit.inputs.contains(&of_warp_unit) {
                    of_warp_unit
                } else {
                    format!("{coalescer}.{output}")
                }
            }
        };
        goals.push(equal(&wire(output)?, &wire(&source)?));
    }
    let mut term = |name: &str| Ok::<_, TranslationError>(wire(name)?.term);
    let (valid, ready) = (term("result_valid")?, term("result_ready")?);
    let waits = term("warp_unit.result_valid")?;
    let leaves = format!("(and {waits} {})", term("warp_unit.result_ready")?);
    let access = term("warp_unit.result_access")?;
    let (take, can_take) = (
        term(&format!("{coalescer}.take"))?,
        term(&format!("{coalescer}.ready"))?,
    );
    goals.extend([
        format!("(= (and {valid} {ready}) {leaves})"),
        format!("(= {take} (and {leaves} {access}))"),
        format!("(=> {take} {can_take})"),
        format!("(=> (and {waits} {can_take}) {valid})"),
        format!("(=> (and {waits} (not {access})) {valid})"),
    ]);
    Ok(Query {
        hardware,
        goal: format!("(and {})", goals.join(" ")),
        ..Query::default()
    })
}
