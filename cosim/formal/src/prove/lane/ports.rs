//! The ports of a lane's request and result, as symbols and as terms of the golden model.

use super::super::handshake;
use super::super::netlist::TranslationError;
use super::super::unrolling::{Unrolling, Value};
use sim::WarpConfig;
use sim::access::Limits;
use sim::pipeline::lane::{Family, LaneRequest, LaneResult};
use sim::value::Symbolic;
use sim::value::symbolic::{Formula, Script, Term};

macro_rules! request {
    (
        bits { $($bit:ident)* } words { $($word:ident)* } longs { $($long:ident)* }
        masks { $($mask:ident)* } operands { $($operand:ident)* }
    ) => {
        /// A request to the golden model, with one symbol for each port.
        pub fn request() -> LaneRequest<Symbolic> {
            let (bit, word, long) = (Formula::symbol, Term::<32>::symbol, Term::<64>::symbol);
            LaneRequest {
                lane: word("lane"),
                $($bit: bit(stringify!($bit)),)*
                $($word: word(stringify!($word)),)*
                $($long: long(stringify!($long)),)*
                $($mask: bit(stringify!($mask)),)*
                $($operand: word(stringify!($operand)),)*
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

        /// Ports with a bit, a word and two words for all lanes, and with a bit or a word a lane. The
        /// symbols of [`request`] have their names.
        pub const BITS: &[&str] = &[$(stringify!($bit)),*];
        pub const WORDS: &[&str] = &[$(stringify!($word)),*];
        pub const LONGS: &[&str] = &[$(stringify!($long)),*];
        pub const MASKS: &[&str] = &[$(stringify!($mask)),*];
        pub const OPERANDS: &[&str] = &[$(stringify!($operand)),*];
    };
}

sim::request_ports!(request);

/// Ports that are passed through: name of the result's port, of the request's port, bits. They are
/// in the order of the tag in which the warp unit carries them, after the beat.
pub const CARRIED: &[(&str, &str, u32)] = &[
    ("result_address_add", "address_add", 1),
    ("result_access", "access", 1),
    ("result_size", "access_size", 3),
    ("result_store", "store", 1),
    ("result_element", "element", 5),
    ("result_predicate", "predicate", 3),
    ("result_destination", "destination", 16),
];

/// Ports of the result and their golden values.
pub fn outputs(script: &mut Script, result: &LaneResult<Symbolic>) -> Vec<(&'static str, String)> {
    let (lanes, access) = (&result.lanes, &result.access);
    let mut words = |term: &Term<64>, last: u32| {
        let term = script.define(term);
        (
            format!("((_ extract 31 0) {term})"),
            format!("((_ extract {last} 32) {term})"),
        )
    };
    let (sum_lo, sum_hi) = words(&lanes.sum, 63);
    let (address_lo, address_hi) = words(&lanes.address, 48);
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
        ("cc", word(&lanes.cc, 4)),
        ("byte_enable", word(&lanes.byte_enable, 16)),
        ("space", word(&lanes.space, 2)),
        ("fault", word(&lanes.fault, 2)),
        ("lock_index", word(&lanes.lock_index, 8)),
    ];
    let bits = [
        ("rd_write", &result.rd_write),
        ("predicate_write", &result.predicate_write),
        ("cc_write", &result.cc_write),
        ("execute_mask", &result.execute),
        ("live_mask", &access.live),
        ("shared_mask", &access.shared),
        ("fault_mask", &access.fault),
        ("misaligned_mask", &access.misaligned),
    ];
    outputs.extend(bits.map(|(port, bit)| (port, script.define(bit))));
    outputs
}

/// The ports that select the family of a request, and their values.
pub fn codes(family: Family) -> Vec<(&'static str, u64)> {
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

/// The size of a constant bank: its memory word if that was written since the reset, else the
/// default. A reset does not clear the memory.
pub fn constant_size(
    hardware: &mut Unrolling,
    bank: usize,
    time: usize,
) -> Result<Value, TranslationError> {
    let sizes = "configuration.constant_sizes";
    let word = hardware.wire(&format!("{sizes}.memory.words[{bank}]"), time)?;
    let written = hardware.wire(&format!("{sizes}.written"), time)?;
    let written = format!("(= ((_ extract {bank} {bank}) {}) #b1)", written.term);
    let default = WarpConfig::default().const_size[bank];
    Ok(Value {
        term: format!(
            "(ite {written} {} (_ bv{default} {}))",
            word.term,
            word.width()
        ),
        ..word
    })
}

/// The golden model's configuration, from the outputs of the configuration registers.
pub fn configuration(
    hardware: &mut Unrolling,
) -> Result<Vec<(&'static str, String)>, TranslationError> {
    let (outputs, sizes) = handshake::configuration(hardware)?;
    let mut sizes: Vec<String> = sizes.iter().map(|size| size.zero_extended(64)).collect();
    let output = |name: &str, width: u32| {
        let value = outputs
            .get(name)
            .ok_or_else(|| TranslationError::NoWire(name.into()))?;
        Ok::<_, TranslationError>(match width {
            0 => value.term.clone(),
            _ => value.zero_extended(width),
        })
    };
    let base = |window: &str| {
        let low = output(&format!("{window}_base_lo"), 8)?;
        let high = output(&format!("{window}_base_hi"), 32)?;
        Ok::<_, TranslationError>(format!("(concat {high} (concat {low} #x000000))"))
    };
    let (shared_base, local_base) = (base("shared")?, base("local")?);
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

/// Declares every symbol of [`request`], including those that a family does not read.
pub fn declare(script: &mut Script, request: &LaneRequest<Symbolic>) {
    for name in BITS.iter().chain(MASKS) {
        script.define(&Formula::symbol(name));
    }
    let words = WORDS.iter().chain(OPERANDS);
    for name in words.chain(&["lane", "register_count"]) {
        script.define(&Term::<32>::symbol(name));
    }
    for name in LONGS {
        script.define(&Term::<64>::symbol(name));
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
