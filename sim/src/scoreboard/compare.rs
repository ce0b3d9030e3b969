//! Comparison of outputs with predicted ones, generated from the table of ports.
//!
//! [`Rules`] select the outputs, and set how strict it is: every lane in every cycle, or only where
//! an output counts.

use crate::coalescer::MemoryRequest;
use crate::scoreboard::counts::Counts;
use crate::scoreboard::{CC_FLAGS, LANES, Mismatch, OutputSet, Outputs, Rules};
use isa::ports::{Care, OUTPUTS, Shape, UnitPort, When};
use std::ops::{BitOr, BitXor};

/// Expected values of every output in one cycle.
#[derive(Clone, Copy, Debug)]
pub struct Predicted<'a> {
    /// The ports of the result but for `result_valid`.
    pub result: &'a Outputs,
    /// The other ports.
    pub ports: &'a Outputs,
    /// Number of the result's warp.
    pub instruction: u64,
    /// Lane of the warp that is lane 0 of the result.
    pub first_lane: usize,
    /// True if ports of [`Care::Configured`] are not predicted.
    pub dont_care: bool,
}

impl Predicted<'_> {
    /// Prediction for a result by itself.
    pub fn of_result(outputs: &Outputs) -> Predicted<'_> {
        Predicted {
            result: outputs,
            ports: outputs,
            instruction: 0,
            first_lane: 0,
            dont_care: false,
        }
    }
}

/// Expected value of one output.
macro_rules! expected {
    ($predicted:expr, result_valid $group:ident) => {
        $predicted.ports.result_valid
    };
    ($predicted:expr, $port:ident Result) => {
        $predicted.result.$port
    };
    ($predicted:expr, $port:ident $group:ident) => {
        $predicted.ports.$port
    };
}

/// Differences of the outputs that are compared together.
#[derive(Default)]
struct Differ {
    bits: u64,
    lanes: bool,
}

impl Differ {
    #[inline(always)]
    fn one<T: BitXor<Output = T> + Into<u64>>(&mut self, expected: T, got: T) {
        self.bits |= (expected ^ got).into();
    }

    /// Compares all lanes of an output. It takes whole arrays, so that the compiler compares a
    /// vector at a time. It has no branch: `==` would call memcmp for so many bytes.
    #[inline(always)]
    fn each<T>(&mut self, expected: &[T; LANES], got: &[T; LANES])
    where
        T: Copy + Default + PartialEq + BitXor<Output = T> + BitOr<Output = T>,
    {
        let lanes = got.iter().zip(expected);
        let differ = lanes.fold(T::default(), |differ, (&got, &expected)| {
            differ | (got ^ expected)
        });
        self.lanes |= differ != T::default();
    }

    /// Compares the bits that count of all lanes of an output.
    #[inline(always)]
    fn each_counting<T>(&mut self, expected: &[T; LANES], got: &[T; LANES], counts: &[u32; LANES])
    where
        T: Copy + BitXor<Output = T> + Into<u32>,
    {
        let mut differ = 0;
        for lane in 0..LANES {
            differ |= (expected[lane] ^ got[lane]).into() & counts[lane];
        }
        self.bits |= u64::from(differ);
    }

    #[inline(always)]
    fn any(&self) -> bool {
        (self.bits != 0) | self.lanes
    }
}

macro_rules! compare {
    ($differ:expr, $expected:expr, $got:expr, Warp $bits:tt) => {
        $differ.one($expected, $got)
    };
    ($differ:expr, $expected:expr, $got:expr, Lane 1) => {
        $differ.one($expected, $got)
    };
    ($differ:expr, $expected:expr, $got:expr, Lane $bits:tt) => {
        $differ.each(&$expected, &$got)
    };
}

macro_rules! compare_counting {
    ($differ:expr, $counts:expr, $expected:expr, $got:expr, $when:ident Lane 1) => {
        compare_counting!($differ, $counts, $expected, $got, $when Warp 1)
    };
    ($differ:expr, $counts:expr, $expected:expr, $got:expr, $when:ident Lane $bits:tt) => {
        compare_counting!(@each $differ, $counts, $expected, $got, $when)
    };
    ($differ:expr, $counts:expr, $expected:expr, $got:expr, $when:ident Warp $bits:tt) => {
        if $counts.warp(When::$when) {
            $differ.one($expected, $got);
        }
    };
    (@each $differ:expr, $counts:expr, $expected:expr, $got:expr, $when:ident) => {
        if $counts.warp(When::$when) {
            $differ.each_counting(&$expected, &$got, &$counts.each(When::$when));
        }
    };
}

macro_rules! scoreboard {
    (
        inputs { $($inputs:tt)* }
        outputs { $($port:ident $group:ident $shape:ident $bits:tt $care:ident
            $when:ident $meaning:literal,)* }
    ) => {
        /// Outputs, numbered by their places in the table.
        #[allow(non_camel_case_types)]
        enum Output {
            $($port,)*
        }

        /// Returns whether all outputs are as predicted, without a branch before the verdict.
        #[inline(always)]
        fn agree_always(outputs: &Outputs, predicted: Predicted<'_>) -> bool {
            let (mut always, mut configured) = (Differ::default(), Differ::default());
            $(
                let differ = match Care::$care {
                    Care::Always => &mut always,
                    Care::Configured => &mut configured,
                };
                let expected = expected!(predicted, $port $group);
                compare!(differ, expected, outputs.$port, $shape $bits);
            )*
            !always.any() & (!configured.any() | predicted.dont_care)
        }

        /// Returns whether the outputs of `rules` are as predicted where they count.
        #[inline(always)]
        fn agree_counting(outputs: &Outputs, predicted: Predicted<'_>, rules: &Rules) -> bool {
            let counts = Counts::new(predicted);
            let mut differ = Differ::default();
            $(
                if rules.outputs.has(Output::$port as usize) {
                    let expected = expected!(predicted, $port $group);
                    compare_counting!(
                        differ, counts, expected, outputs.$port, $when $shape $bits
                    );
                }
            )*
            !differ.any()
        }

        /// Returns whether two rows have the same values in the outputs of a set.
        #[inline(always)]
        pub fn same(one: &Outputs, other: &Outputs, of: OutputSet) -> bool {
            let mut differ = Differ::default();
            $(
                if of.has(Output::$port as usize) {
                    compare!(differ, one.$port, other.$port, $shape $bits);
                }
            )*
            !differ.any()
        }

        /// Expected values of all outputs.
        pub fn expected(predicted: Predicted<'_>) -> Outputs {
            Outputs {
                $($port: expected!(predicted, $port $group),)*
            }
        }
    };
}

isa::unit_ports!(scoreboard);

/// Returns whether the outputs are as predicted, by `rules`. This is the check in the hot loop.
#[inline(always)]
pub fn agree(outputs: &Outputs, predicted: Predicted<'_>, rules: &Rules) -> bool {
    if rules.counting {
        agree_counting(outputs, predicted, rules)
    } else {
        agree_always(outputs, predicted)
    }
}

/// An output that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub port: &'static UnitPort,
    /// Name of the port, or of a flag.
    pub signal: &'static str,
    /// The lane of the beat; `None` if the port belongs to the whole warp.
    pub lane: Option<usize>,
    pub expected: u64,
    pub got: u64,
}

impl Difference {
    /// Difference of an instruction's result whose lane 0 is `first_lane` of the warp.
    pub(super) fn mismatch(&self, instruction: u64, first_lane: usize) -> Mismatch {
        Mismatch {
            lane: self.lane.map(|lane| first_lane + lane),
            ..Mismatch::new(instruction, self.signal, self.expected, self.got)
        }
    }
}

/// All outputs that differ by `rules`, in the order of the table.
pub fn differences(outputs: &Outputs, predicted: Predicted<'_>, rules: &Rules) -> Vec<Difference> {
    differing(&expected(predicted), outputs, predicted, rules)
}

/// Ports of a memory request that differ from those of the expected one, by `rules`.
pub fn request_differences(
    expected: &MemoryRequest,
    got: &MemoryRequest,
    rules: &Rules,
) -> Vec<Difference> {
    let [expected, got] = [expected, got].map(|request| Outputs {
        memory_valid: 1,
        ..request.at_port()
    });
    differences(&got, Predicted::of_result(&expected), rules)
}

/// The first output that changes from a row to another, of those that count by a prediction.
pub fn first_change(
    before: &Outputs,
    now: &Outputs,
    predicted: Predicted<'_>,
    rules: &Rules,
) -> Option<Mismatch> {
    first(differing(before, now, predicted, rules), predicted)
}

/// Differences of two rows in the outputs that count by a prediction.
fn differing(
    expected: &Outputs,
    outputs: &Outputs,
    predicted: Predicted<'_>,
    rules: &Rules,
) -> Vec<Difference> {
    let counts = Counts::new(predicted);
    let bits = |port: &UnitPort, lane: Option<usize>| {
        if rules.counting {
            counts.of_port(port, lane.unwrap_or(0))
        } else if predicted.dont_care && port.care != Care::Always {
            0
        } else {
            u64::MAX
        }
    };
    let mut found = Vec::new();
    for (_, port) in (OUTPUTS.iter().enumerate()).filter(|&(place, _)| rules.outputs.has(place)) {
        let lanes = match port.shape {
            Shape::Warp(_) => vec![None],
            Shape::Lane(_) => (0..LANES).map(Some).collect(),
        };
        for lane in lanes {
            let value = |row: &Outputs| row.value(port.name, lane.unwrap_or_default());
            let (Some(expected), Some(got)) = (value(expected), value(outputs)) else {
                continue;
            };
            let bits = bits(port, lane);
            let mut look = |signal, expected, got| {
                if expected != got {
                    found.push(Difference {
                        port,
                        signal,
                        lane,
                        expected,
                        got,
                    });
                }
            };
            // The flags of a condition code are reported one by one.
            if port.name == "cc" {
                for (bit, flag) in CC_FLAGS.into_iter().enumerate() {
                    look(flag, (expected & bits) >> bit & 1, (got & bits) >> bit & 1);
                }
            } else {
                look(port.name, expected & bits, got & bits);
            }
        }
    }
    found
}

/// Order in which differences are reported. Handshakes come first, then other ports of the warp,
/// then the lanes, values before masks. Ports of the warp that follow from the lanes come last.
fn report_order(it: &Difference) -> impl Ord + use<> {
    let handshake = match it.port.name {
        "result_valid" => 0,
        "request_ready" => 1,
        "config_ready" => 2,
        _ => 3,
    };
    let configured = it.port.care == Care::Configured;
    let is_mask = it.port.shape == Shape::Lane(1);
    let follows = it.lane.is_none() && configured;
    (follows, it.lane, handshake, is_mask, configured)
}

/// Finds the first difference; `None` if all outputs agree.
pub fn first_mismatch(
    outputs: &Outputs,
    predicted: Predicted<'_>,
    rules: &Rules,
    cycle: u64,
) -> Option<Mismatch> {
    let mut mismatch = first(differences(outputs, predicted, rules), predicted)?;
    mismatch.place.cycle = cycle;
    Some(mismatch)
}

fn first(differences: Vec<Difference>, predicted: Predicted<'_>) -> Option<Mismatch> {
    let first = differences.into_iter().min_by_key(report_order)?;
    Some(first.mismatch(predicted.instruction, predicted.first_lane))
}

/// Lanes in which anything differs, one bit a lane.
pub fn mismatched_lanes(outputs: &Outputs, predicted: Predicted<'_>, rules: &Rules) -> u32 {
    let differences = differences(outputs, predicted, rules).into_iter();
    let lanes = differences.filter_map(|difference| difference.lane);
    lanes.fold(0, |lanes, lane| lanes | 1 << lane)
}
