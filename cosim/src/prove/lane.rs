//! One lane, from the request's ports to the result's: hardware and golden model agree.
//!
//! In the unit with one lane, which takes a warp in 32 beats, the lane's number is as free
//! as its operands. The hardware starts in any state at all, takes a request, and moves on in each of the cycles to the result; what stands at the ports
//! then is compared with [`lane_result`] of what the ports and the configuration held
//! when the request was taken. Between, all inputs are free. That a cycle in which the
//! unit does not move on changes nothing is a proof of its own, in
//! [`handshake`](super::handshake).

use super::netlist::{Netlist, NetlistError, Sort};
use super::solver::Query;
use super::unrolling::{Unrolling, Value};
use isa::control::AccessSpace;
use isa::instruction::{AccessSize, RZ, WARP_LANES};
use sim::access::Limits;
use sim::pipeline::LATENCY;
use sim::pipeline::lane::{Family, LaneRequest, LaneResult, lane_result};
use sim::value::Symbolic;
use sim::value::symbolic::{Formula, Script, Term};

/// The module that is looked at.
pub const MODULE: &str = "agu_warp_unit";

/// Which lane of which unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Lanes of the unit.
    pub lanes: u32,
    /// Number of the lane in its beat.
    pub lane: u32,
}

impl Place {
    /// The only lane of the smallest unit.
    pub const SINGLE: Place = Place { lanes: 1, lane: 0 };

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

/// Banks of constant memory.
const BANKS: usize = 32;

/// A request to the golden model, a symbol a port.
fn request() -> LaneRequest<Symbolic> {
    let (bit, word, long) = (Formula::symbol, Term::<32>::symbol, Term::<64>::symbol);
    LaneRequest {
        lane: word("lane"),
        extended: bit("extended"),
        lane_mask: word("lane_mask"),
        destination: word("destination"),
        negate: bit("negate"),
        scale: word("scale"),
        write_cc: bit("write_cc"),
        predicate: word("predicate"),
        store: bit("store"),
        address_register: word("address_register"),
        immediate: word("immediate"),
        immediate_kind: word("immediate_kind"),
        steer_by_window: bit("steer_by_window"),
        absolute: bit("absolute"),
        exec_size: word("exec_size"),
        channel_mask: word("channel_mask"),
        execution_mask: word("execution_mask"),
        active: bit("active_mask"),
        guard: bit("guard_mask"),
        helper: bit("helper_mask"),
        steering: bit("steering_mask"),
        carry_in: bit("carry_in"),
        overflow_in: bit("overflow_in"),
        base_lo: word("base_lo"),
        base_hi: word("base_hi"),
        offset_lo: word("offset_lo"),
        offset_hi: word("offset_hi"),
        limits: Limits {
            shared_base: long("shared_base"),
            local_base: long("local_base"),
            shared_size: long("shared_size"),
            local_size: long("local_size"),
            global_limit: long("global_limit"),
            const_size: long("const_size"),
        },
        register_count: word("register_count"),
        misaligned_is_error: bit("misaligned_is_error"),
    }
}

/// Ports of the request: one bit for all lanes, one bit a lane, up to 32 bits for all
/// lanes, 32 bits a lane. The symbols of [`request`] have their names.
const BITS: &[&str] = &[
    "extended",
    "negate",
    "write_cc",
    "store",
    "steer_by_window",
    "absolute",
];
const LANE_BITS: &[&str] = &[
    "active_mask",
    "guard_mask",
    "helper_mask",
    "steering_mask",
    "carry_in",
    "overflow_in",
];
const WORDS: &[&str] = &[
    "lane_mask",
    "destination",
    "scale",
    "predicate",
    "address_register",
    "immediate",
    "immediate_kind",
    "exec_size",
    "channel_mask",
    "execution_mask",
];
const LANE_WORDS: &[&str] = &["base_lo", "base_hi", "offset_lo", "offset_hi"];

/// The immediate is the raw field, zero-extended: 24 bits of kind 1, 16 of kinds 2 and 3.
const RAW_IMMEDIATES: [&str; 2] = [
    "(=> (= immediate_kind (_ bv1 32)) (= ((_ extract 31 24) immediate) #x00))",
    "(=> (bvuge immediate_kind (_ bv2 32)) (= ((_ extract 31 16) immediate) #x0000))",
];

/// What the configuration is bounded by: a window's memory has at most 2^24 bytes, global
/// memory 2^40.
const SIZES: [&str; 3] = [
    "(bvule shared_size (_ bv16777216 64))",
    "(bvule local_size (_ bv16777216 64))",
    "(bvule global_limit (_ bv1099511627776 64))",
];

/// Ports that come out as they went in: of the result, and of the request.
const CARRIED: &[(&str, &str)] = &[
    ("result_access", "access"),
    ("result_address_add", "address_add"),
    ("result_store", "store"),
    ("result_size", "access_size"),
    ("result_predicate", "predicate"),
    ("result_destination", "destination"),
    ("result_element", "element"),
];

/// Ports of the result and what the golden model says of them.
fn outputs(script: &mut Script, result: &LaneResult<Symbolic>) -> Vec<(&'static str, String)> {
    let mut words = |term: &Term<64>, last: u32| {
        let term = script.define(term);
        (
            format!("((_ extract 31 0) {term})"),
            format!("((_ extract {last} 32) {term})"),
        )
    };
    let (sum_lo, sum_hi) = words(&result.sum, 63);
    let (address_lo, address_hi) = words(&result.address, 39);
    let mut word = |term: &Term<32>, width: u32| {
        let term = script.define(term);
        match width {
            32 => term,
            _ => format!("((_ extract {} 0) {term})", width - 1),
        }
    };
    let mut outputs = vec![
        ("sum_lo", sum_lo),
        ("sum_hi", sum_hi),
        ("address_lo", address_lo),
        ("address_hi", address_hi),
        ("cc", word(&result.cc, 4)),
        ("byte_enable", word(&result.byte_enable, 16)),
        ("space", word(&result.space, 2)),
        ("fault", word(&result.fault, 2)),
        ("lock_index", word(&result.lock_index, 8)),
    ];
    let bits = [
        ("rd_write", &result.rd_write),
        ("predicate_write", &result.predicate_write),
        ("cc_write", &result.cc_write),
        ("execute_mask", &result.execute),
        ("live_mask", &result.live),
        ("shared_mask", &result.shared),
        ("fault_mask", &result.faulted),
        ("misaligned_mask", &result.misaligned),
    ];
    outputs.extend(bits.map(|(port, bit)| (port, script.define(bit))));
    outputs
}

/// The ports that say which family a request is of, and what they hold.
fn codes(family: Family) -> Vec<(&'static str, u64)> {
    match family {
        Family::Lea { high } => vec![("access", 0), ("address_add", 0), ("high", high.into())],
        Family::Access { space, size } => vec![
            ("access", 1),
            ("address_add", 0),
            ("access_space", space as u64),
            ("access_size", size.code().into()),
        ],
        Family::AddrAdd => vec![("access", 0), ("address_add", 1)],
    }
}

/// Every size of accesses to a space.
pub fn accesses(space: AccessSpace) -> Vec<Family> {
    let of = |size| Family::Access { space, size };
    AccessSize::ALL.map(of).to_vec()
}

/// The golden model's configuration, by the outputs of the configuration registers.
fn configuration(
    hardware: &mut Unrolling<'_>,
) -> Result<Vec<(&'static str, String)>, NetlistError> {
    let mut output = |name: &str, width: u32| {
        let wire = hardware.wire(&format!("configuration.{name}"), 0)?;
        Ok::<_, NetlistError>(match (width, wire.sort) {
            (0, _) => wire.term,
            _ => wire.zero_extended(width),
        })
    };
    let mut base = |window: &str| {
        let low = output(&format!("{window}_base_lo"), 8)?;
        let high = output(&format!("{window}_base_hi"), 32)?;
        Ok::<_, NetlistError>(format!("(concat {high} (concat {low} #x000000))"))
    };
    let (shared_base, local_base) = (base("shared")?, base("local")?);
    let mut sizes = Vec::new();
    for bank in 0..BANKS {
        sizes.push(output(&format!("bank_sizes[{bank}].bank_size.size"), 64)?);
    }
    let last = sizes.pop().unwrap_or_default();
    let const_size = (0..).zip(sizes).fold(last, |others, (bank, size)| {
        format!("(ite (= bank (_ bv{bank} 5)) {size} {others})")
    });
    Ok(vec![
        ("shared_base", shared_base),
        ("local_base", local_base),
        ("shared_size", output("shared_size", 64)?),
        ("local_size", output("local_size", 64)?),
        ("global_limit", output("global_limit", 64)?),
        ("const_size", const_size),
        ("register_count", output("register_count", 32)?),
        ("misaligned_is_error", output("misaligned_is_error", 0)?),
    ])
}

/// Every symbol of [`request`], declared whether a family reads it or not.
fn declare(script: &mut Script, request: &LaneRequest<Symbolic>) {
    for name in BITS.iter().chain(LANE_BITS) {
        script.define(&Formula::symbol(name));
    }
    for name in WORDS
        .iter()
        .chain(LANE_WORDS)
        .chain(&["lane", "register_count"])
    {
        script.define(&Term::<32>::symbol(name));
    }
    let limits = &request.limits;
    for long in [
        &limits.shared_base,
        &limits.local_base,
        &limits.shared_size,
        &limits.local_size,
        &limits.global_limit,
        &limits.const_size,
    ] {
        script.define(long);
    }
    script.define(&request.misaligned_is_error);
}

/// The query whether a lane of the hardware is the golden model for requests of a family.
///
/// # Errors
/// Hardware without one of the ports.
pub fn query(netlist: &Netlist, place: Place, family: Family) -> Result<Query, NetlistError> {
    let mut hardware = Unrolling::new(netlist);
    let mut script = Script::new();
    let request = request();
    declare(&mut script, &request);
    let result = lane_result(family, request);
    let golden = outputs(&mut script, &result);
    let mut query = Query::default();

    // The request is taken, and goes on in every cycle.
    for port in ["request_valid", "request_ready"] {
        query.assumptions.push(hardware.wire(port, 0)?.term);
    }
    for time in 0..LATENCY {
        let advance = hardware.wire("advance", time)?.term;
        let reset = hardware.wire("reset", time)?.term;
        query
            .assumptions
            .push(format!("(and {advance} (not {reset}))"));
    }
    for (port, code) in codes(family) {
        let port = hardware.wire(port, 0)?;
        let code = match port.sort {
            Sort::Bool => (code != 0).to_string(),
            Sort::Bits(width) => format!("(_ bv{code} {width})"),
        };
        query.assumptions.push(format!("(= {} {code})", port.term));
    }

    // One set of inputs for both.
    let bank = hardware.wire("bank", 0)?;
    let beat = hardware.wire("result_beat", LATENCY)?.zero_extended(32);
    let Place { lanes, lane } = place;
    let number = format!("(bvadd (bvmul {beat} (_ bv{lanes} 32)) (_ bv{lane} 32))");
    let last_beat = WARP_LANES as u32 / lanes - 1;
    query
        .assumptions
        .push(format!("(bvule {beat} (_ bv{last_beat} 32))"));
    let mut bindings = vec![("lane", number)];
    for &port in BITS {
        bindings.push((port, hardware.wire(port, 0)?.term));
    }
    for &port in WORDS {
        bindings.push((port, hardware.wire(port, 0)?.zero_extended(32)));
    }
    for &port in LANE_BITS {
        bindings.push((port, place.part(&hardware.wire(port, 0)?).term));
    }
    for &port in LANE_WORDS {
        bindings.push((port, place.part(&hardware.wire(port, 0)?).term));
    }
    bindings.extend(configuration(&mut hardware)?);
    let bound = bindings
        .iter()
        .map(|(name, term)| format!("(= {name} {term})"));
    query.assumptions.extend(bound);

    query.assumptions.extend(RAW_IMMEDIATES.map(str::to_owned));
    query.assumptions.extend(SIZES.map(str::to_owned));

    // What the result's ports hold.
    let mut equal = Vec::new();
    for (port, expected) in golden {
        let got = place.part(&hardware.wire(port, LATENCY)?);
        equal.push(format!("(= {} {expected})", got.term));
        query.shown.push((format!("expected {port}"), expected));
        query.shown.push((format!("got {port}"), got.term));
    }
    for (result, asked) in CARRIED {
        let (result, asked) = (hardware.wire(result, LATENCY)?, hardware.wire(asked, 0)?);
        equal.push(format!("(= {} {})", result.term, asked.term));
    }
    equal.push(hardware.wire("result_valid", LATENCY)?.term);
    query.goal = format!("(and {})", equal.join(" "));

    let inputs = bindings
        .into_iter()
        .map(|(name, _)| (name.to_owned(), name.to_owned()));
    query.shown.extend(inputs);
    query.shown.push(("bank".to_owned(), "bank".to_owned()));
    query.definitions = format!(
        "{}(define-fun bank () (_ BitVec 5) {})\n{}",
        hardware.text(),
        bank.term,
        script.text()
    );
    Ok(query)
}

/// The query whether a MOV, which is an LEA without offset and carry, moves: Rd is the
/// source in the lanes that execute, and nothing else is written.
///
/// # Errors
/// As [`query`].
pub fn mov(netlist: &Netlist) -> Result<Query, NetlistError> {
    let mut query = query(netlist, Place::SINGLE, Family::Lea { high: false })?;
    let mut hardware = Unrolling::new(netlist);
    let mut port = |name: &str, time| Ok::<_, NetlistError>(hardware.wire(name, time)?.term);
    let mut result = |name| port(name, LATENCY);
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
        "(not (or extended write_cc))".to_owned(),
    ]);
    Ok(query)
}
