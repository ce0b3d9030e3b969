//! One lane, from the request's ports to the result's: hardware and golden model agree.
//!
//! The unit with one lane takes a warp in 32 beats. The lane's number is therefore as free as its
//! operands. The hardware starts in any state, takes a request, and advances in each cycle up to
//! the result. All inputs in between are free.
//!
//! The result's ports are compared with [`lane_result`] of the ports and the configuration at the
//! time of the request. A separate proof in [`handshake`](super::handshake) shows that a cycle
//! without an advance changes nothing.

pub(super) mod ports;

pub use ports::CARRIED;

use super::handshake::moves_on;
use super::netlist::{Netlist, Sort, TranslationError};
use super::solver::Query;
use super::unrolling::{Unrolling, Value};
use isa::control::AccessSpace;
use isa::instruction::{AccessSize, RZ, WARP_LANES};
use sim::config::{GLOBAL_BYTES, SHARED_BYTES, WINDOW_BYTES};
use sim::pipeline::LATENCY;
use sim::pipeline::lane::{Family, lane_result};
use sim::value::symbolic::Script;
use std::sync::Arc;

/// A lane of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitLane {
    /// Lanes of the unit.
    pub lanes: u32,
    /// Number of the lane in its beat.
    pub lane: u32,
}

impl UnitLane {
    /// The only lane of the smallest unit.
    pub const SINGLE: UnitLane = UnitLane { lanes: 1, lane: 0 };

    /// The lane's part of a port that has one for each lane.
    fn part(self, port: &Value) -> Value {
        match port.sort {
            Sort::Bits(width) if self.lanes > 1 => {
                let width = width / self.lanes;
                let lowest = width * self.lane;
                let highest = lowest + width - 1;
                let part = format!("((_ extract {highest} {lowest}) {})", port.term);
                match width {
                    1 => Value {
                        term: format!("(= {part} #b1)"),
                        sort: Sort::Bool,
                    },
                    _ => Value {
                        term: part,
                        sort: Sort::Bits(width),
                    },
                }
            }
            _ => port.clone(),
        }
    }
}

/// Assumptions: an access is legal at the ports. Its immediate is the raw field, zero-extended: 24
/// bits of kind 1, 16 bits of kinds 2 and 3. A base that has a scale is one word: hardware adds the
/// upper word of a pair beside it.
const LEGAL_ACCESS: [&str; 3] = [
    "(=> (= immediate_kind (_ bv1 32)) (= ((_ extract 31 24) immediate) #x00))",
    "(=> (bvuge immediate_kind (_ bv2 32)) (= ((_ extract 31 16) immediate) #x0000))",
    "(not (and volta extended (distinct scale (_ bv0 32))))",
];

/// Bounds of the configuration: shared memory has at most 2^18 bytes, local 2^24, global 2^49.
/// Other values are outside the contract: the golden model refuses them.
const SIZES: [(&str, u64); 3] = [
    ("shared_size", SHARED_BYTES as u64),
    ("local_size", WINDOW_BYTES as u64),
    ("global_limit", GLOBAL_BYTES),
];

/// Accesses to a space in every size.
pub fn accesses(space: AccessSpace) -> Vec<Family> {
    let of = |size| Family::Access { space, size };
    AccessSize::ALL.map(of).to_vec()
}

/// The query whether a lane of the hardware equals the golden model for requests of a family.
///
/// # Errors
/// The hardware lacks one of the ports.
pub fn query(
    netlist: &Arc<Netlist>,
    place: UnitLane,
    family: Family,
) -> Result<Query, TranslationError> {
    let mut hardware = Unrolling::new(netlist);
    let mut script = Script::new();
    let request = ports::request();
    ports::declare(&mut script, &request);
    let result = lane_result(family, request);
    let golden = ports::outputs(&mut script, &result);
    let mut query = Query::default();

    // The request is taken, and advances in every cycle.
    for port in ["request_valid", "request_ready"] {
        query.assumptions.push(hardware.wire(port, 0)?.term);
    }
    for time in 0..LATENCY {
        let moves_on = moves_on(&mut hardware, time)?;
        let reset = hardware.wire("reset", time)?.term;
        query
            .assumptions
            .push(format!("(and {moves_on} (not {reset}))"));
    }
    for (port, code) in ports::codes(family) {
        let port = hardware.wire(port, 0)?;
        let code = match port.sort {
            Sort::Bool => (code != 0).to_string(),
            Sort::Bits(width) => format!("(_ bv{code} {width})"),
        };
        query.assumptions.push(format!("(= {} {code})", port.term));
    }

    // Both have the same inputs.
    let bank = hardware.wire("bank", 0)?;
    let beat = hardware.wire("result_beat", LATENCY)?.zero_extended(32);
    let UnitLane { lanes, lane } = place;
    let number = format!("(bvadd (bvmul {beat} (_ bv{lanes} 32)) (_ bv{lane} 32))");
    let last_beat = WARP_LANES as u32 / lanes - 1;
    query
        .assumptions
        .push(format!("(bvule {beat} (_ bv{last_beat} 32))"));
    let mut bindings = vec![("lane", number)];
    for &port in ports::BITS.iter().chain(ports::LONGS) {
        bindings.push((port, hardware.wire(port, 0)?.term));
    }
    for &port in ports::WORDS {
        bindings.push((port, hardware.wire(port, 0)?.zero_extended(32)));
    }
    for &port in ports::MASKS.iter().chain(ports::OPERANDS) {
        bindings.push((port, place.part(&hardware.wire(port, 0)?).term));
    }
    bindings.extend(ports::configuration(&mut hardware)?);
    let bound = bindings
        .iter()
        .map(|(name, term)| format!("(= {name} {term})"));
    query.assumptions.extend(bound);

    if matches!(family, Family::Access { .. }) {
        query.assumptions.extend(LEGAL_ACCESS.map(str::to_owned));
    }
    let sizes = SIZES.map(|(size, most)| format!("(bvule {size} (_ bv{most} 64))"));
    query.assumptions.extend(sizes);

    // Compare the result's ports.
    let mut equal = Vec::new();
    for (port, expected) in golden {
        let got = place.part(&hardware.wire(port, LATENCY)?);
        equal.push(format!("(= {} {expected})", got.term));
        query.shown.push((format!("expected {port}"), expected));
        query.shown.push((format!("got {port}"), got.term));
    }
    for &(result, asked, _) in CARRIED {
        let (got, asked) = (hardware.wire(result, LATENCY)?, hardware.wire(asked, 0)?);
        equal.push(format!("(= {} {})", got.term, asked.term));
        query.shown.push((format!("expected {result}"), asked.term));
        query.shown.push((format!("got {result}"), got.term));
    }
    let valid = hardware.wire("result_valid", LATENCY)?.term;
    query
        .shown
        .push(("expected result_valid".to_owned(), "true".to_owned()));
    query
        .shown
        .push(("got result_valid".to_owned(), valid.clone()));
    equal.push(valid);
    query.goal = format!("(and {})", equal.join(" "));

    let inputs = bindings
        .into_iter()
        .map(|(name, _)| (name.to_owned(), name.to_owned()));
    query.shown.extend(inputs);
    let element = hardware.wire("element", 0)?.term;
    for (port, term) in [("bank", bank.term.as_str()), ("element", element.as_str())] {
        query.shown.push((port.to_owned(), term.to_owned()));
    }
    query.definitions = format!(
        "(define-fun bank () (_ BitVec 5) {})\n{}",
        bank.term,
        script.text()
    );
    query.hardware = hardware;
    Ok(query)
}

/// The query whether a MOV moves its source. It is an LEA of the parts before Volta, without offset
/// and carry. Rd is the source in the lanes that execute, and nothing else is written.
///
/// # Errors
/// As [`query`].
pub fn mov(netlist: &Arc<Netlist>) -> Result<Query, TranslationError> {
    let mut query = query(netlist, UnitLane::SINGLE, Family::Lea { high: false })?;
    let hardware = &mut query.hardware;
    let mut result = |name| Ok::<_, TranslationError>(hardware.wire(name, LATENCY)?.term);
    let moved = format!("(= {} base_lo)", result("sum_lo")?);
    let executes = "(and active_mask guard_mask (= ((_ extract 0 0) (bvlshr lane_mask \
                    (bvand lane (_ bv3 32)))) #b1))";
    let written = format!(
        "(= {} (and {executes} (not (= destination (_ bv{RZ} 32)))))",
        result("rd_write")?
    );
    let others = format!(
        "(not (or {} {}))",
        result("predicate_write")?,
        result("cc_write")?
    );
    query.goal = format!("(and {moved} {written} {others})");
    query.assumptions.extend([
        "(= offset_lo #x00000000)".to_owned(),
        "(= predicate (_ bv7 32))".to_owned(),
        "(not (or volta extended write_cc))".to_owned(),
    ]);
    Ok(query)
}
