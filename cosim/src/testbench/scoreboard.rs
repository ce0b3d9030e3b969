//! Every output of every lane, in every cycle, against the golden pipeline: the comparison is made
//! of the table of ports.

use crate::dut::unit::{LANES, Outputs};
use crate::testbench::mismatch::{CC_FLAGS, Mismatch, Place};
use crate::testbench::predictor::prediction::Predicted;
use isa::ports::{Care, OUTPUTS, Port, Shape};
use std::ops::{BitOr, BitXor};

/// What differs in the outputs that are compared together.
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

    /// Whether any lane has another value. Whole arrays, so that the compiler compares them a vector
    /// at a time, and without a branch: `==` is a call of memcmp for so many bytes.
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
        $differ.each($expected, &$got)
    };
}

macro_rules! scoreboard {
    (
        inputs { $($inputs:tt)* }
        outputs { $($port:ident $group:ident $shape:ident $bits:tt $care:ident
            $meaning:literal,)* }
    ) => {
        /// Whether all outputs are as predicted. The hot loop's check: no branch but on the
        /// verdict.
        #[inline(always)]
        pub fn agree(outputs: &Outputs, predicted: Predicted<'_>) -> bool {
            let (mut always, mut configured) = (Differ::default(), Differ::default());
            $(
                let differ = match Care::$care {
                    Care::Always => &mut always,
                    Care::Configured => &mut configured,
                };
                compare!(differ, predicted.$port(), outputs.$port, $shape $bits);
            )*
            !always.any() & (!configured.any() | predicted.ports.dont_care)
        }

        /// What all outputs must be.
        pub fn expected(predicted: Predicted<'_>) -> Outputs {
            Outputs {
                $($port: predicted.$port().to_owned(),)*
            }
        }
    };
}

isa::unit_ports!(scoreboard);

/// An output that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub port: &'static Port,
    /// Its name, or that of a flag.
    pub signal: &'static str,
    /// The lane of the beat; none where the port belongs to the whole warp.
    pub lane: Option<usize>,
    pub expected: u64,
    pub got: u64,
}

/// All outputs that differ, in the order of the table.
pub fn differences(outputs: &Outputs, predicted: Predicted<'_>) -> Vec<Difference> {
    let expected = expected(predicted);
    let counts = |port: &&Port| !predicted.ports.dont_care || port.care == Care::Always;
    let mut found = Vec::new();
    for port in OUTPUTS.iter().filter(counts) {
        let lanes = match port.shape {
            Shape::Warp(_) => vec![None],
            Shape::Lane(_) => (0..LANES).map(Some).collect(),
        };
        for lane in lanes {
            let value = |row: &Outputs| row.value(port.name, lane.unwrap_or_default());
            let (Some(expected), Some(got)) = (value(&expected), value(outputs)) else {
                continue;
            };
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
            // The flags of a condition code are told one by one.
            if port.name == "cc" {
                for (bit, flag) in CC_FLAGS.into_iter().enumerate() {
                    look(flag, expected >> bit & 1, got >> bit & 1);
                }
            } else {
                look(port.name, expected, got);
            }
        }
    }
    found
}

/// The place of a difference in what is told: whether there is a result, what waits for it, what
/// else the lanes share, lane by lane values before masks, and last what the lanes share and
/// follows from them.
fn place(it: &Difference) -> impl Ord + use<> {
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

/// The first difference, none where all outputs agree.
pub fn first_mismatch(outputs: &Outputs, predicted: Predicted<'_>, cycle: u64) -> Option<Mismatch> {
    let first = differences(outputs, predicted)
        .into_iter()
        .min_by_key(place)?;
    Some(Mismatch {
        place: Place {
            instruction: predicted.result.instruction as usize,
            cycle,
        },
        lane: first.lane.map(|lane| predicted.ports.first_lane + lane),
        signal: first.signal.to_owned(),
        expected: first.expected,
        got: first.got,
    })
}

/// The lanes in which anything differs, one bit a lane.
pub fn mismatched_lanes(outputs: &Outputs, predicted: Predicted<'_>) -> u32 {
    let differences = differences(outputs, predicted).into_iter();
    let lanes = differences.filter_map(|difference| difference.lane);
    lanes.fold(0, |lanes, lane| lanes | 1 << lane)
}
