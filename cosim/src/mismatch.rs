//! Differences between what the golden model expects and what the hardware did.

use crate::model::Response;
use isa::instruction::{PT, RZ, WARP_LANES};
use sim::Warp;
use sim::pipeline::PortResult;
use std::fmt;

/// The flags of a condition code, from bit 0 on.
const FLAGS: [&str; 4] = ["CF", "ZF", "SF", "OF"];

/// When something was compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Number of the instruction, counted from 0.
    pub instruction: usize,
    /// Cycle, counted from 0.
    pub cycle: u64,
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// When.
    pub place: Place,
    /// The lane; none where the signal belongs to the whole warp.
    pub lane: Option<usize>,
    /// A port as the Verilog names it, or a register, predicate or flag.
    pub signal: String,
    /// What the golden model says.
    pub expected: u64,
    /// What the hardware says.
    pub got: u64,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { instruction, cycle } = self.place;
        write!(out, "instruction {instruction}, cycle {cycle}, ")?;
        if let Some(lane) = self.lane {
            write!(out, "lane {lane}, ")?;
        }
        let (signal, expected, got) = (&self.signal, self.expected, self.got);
        write!(out, "{signal}: expected {expected:#x}, got {got:#x}")
    }
}

/// Collects the differences of one place.
struct Collector<'a> {
    place: Place,
    found: &'a mut Vec<Mismatch>,
}

impl Collector<'_> {
    fn value(&mut self, lane: Option<usize>, signal: &str, expected: u64, got: u64) {
        if expected != got {
            self.found.push(Mismatch {
                place: self.place,
                lane,
                signal: signal.to_owned(),
                expected,
                got,
            });
        }
    }

    fn lanes(&mut self, signal: &str, expected: &[u32; WARP_LANES], got: &[u32; WARP_LANES]) {
        for (lane, (&expected, &got)) in expected.iter().zip(got).enumerate() {
            self.value(Some(lane), signal, expected.into(), got.into());
        }
    }

    fn mask(&mut self, signal: &str, expected: u32, got: u32) {
        if expected != got {
            let bits = |mask: u32| std::array::from_fn(|lane| mask >> lane & 1);
            self.lanes(signal, &bits(expected), &bits(got));
        }
    }
}

/// Compares the result port. No response at all is a difference of `result_valid`.
pub fn compare_ports(
    place: Place,
    expected: &PortResult<WARP_LANES>,
    got: Option<&Response>,
    found: &mut Vec<Mismatch>,
) {
    let mut compare = Collector { place, found };
    let Some(got) = got else {
        return compare.value(None, "result_valid", 1, 0);
    };
    let (predicate, destination) = (got.predicate.into(), got.destination.into());
    compare.value(
        None,
        "result_predicate",
        expected.predicate.into(),
        predicate,
    );
    compare.value(
        None,
        "result_destination",
        expected.destination.into(),
        destination,
    );
    compare.mask("rd_write", expected.rd_write, got.rd_write);
    compare.mask(
        "predicate_write",
        expected.predicate_write,
        got.predicate_write,
    );
    compare.mask("cc_write", expected.cc_write, got.cc_write);
    compare.lanes(
        "sum_lo",
        &expected.lanes.sum_lo,
        &got.sum.map(|sum| sum as u32),
    );
    compare.lanes(
        "sum_hi",
        &expected.lanes.sum_hi,
        &got.sum.map(|sum| (sum >> 32) as u32),
    );
    for (bit, flag) in FLAGS.iter().enumerate() {
        let lanes = |codes: &[u8; WARP_LANES]| codes.map(|code| u32::from(code >> bit & 1));
        compare.lanes(
            &format!("cc.{flag}"),
            &lanes(&expected.lanes.cc),
            &lanes(&got.cc),
        );
    }
}

/// Compares registers, predicates and condition codes.
pub fn compare_states(place: Place, expected: &Warp, got: &Warp, found: &mut Vec<Mismatch>) {
    let mut compare = Collector { place, found };
    for index in 0..RZ {
        let (expected, got) = (expected.register(index), got.register(index));
        if expected != got {
            compare.lanes(&format!("R{index}"), &expected, &got);
        }
    }
    for index in 0..PT {
        let signal = format!("P{index}");
        compare.mask(&signal, expected.predicate(index), got.predicate(index));
    }
    let flags = |warp: &Warp| [warp.cc.carry, warp.cc.zero, warp.cc.sign, warp.cc.overflow];
    for ((flag, expected), got) in FLAGS.iter().zip(flags(expected)).zip(flags(got)) {
        compare.mask(&format!("CC.{flag}"), expected, got);
    }
}
