//! Differences of one instruction: the decoder's record, the ports, both states.

use crate::dut::decoder;
use crate::dut::unit::Outputs;
use crate::testbench::bfm::Response;
use isa::control::{ControlRecord, SpaceCode};
use isa::instruction::{PT, RZ, WARP_LANES};
use isa::ports::Group;
use sim::coalescer::MemoryRequest;
use sim::scoreboard::{ComparedAt, Mismatch, Predicted, Rules, request_differences};
use sim::{Bytes, Locks, Memory, VisaState, Warp};
use std::collections::BTreeSet;

/// The flags of a condition code, from bit 0 on.
const FLAGS: [&str; 4] = ["CF", "ZF", "SF", "OF"];

/// Differences that were found at one place.
struct MismatchCollector<'a> {
    place: ComparedAt,
    found: &'a mut Vec<Mismatch>,
}

impl MismatchCollector<'_> {
    fn value(&mut self, lane: Option<usize>, signal: &str, expected: u64, got: u64) {
        if expected != got {
            self.found.push(Mismatch {
                place: self.place,
                lane,
                signal: signal.to_owned(),
                expected,
                got,
                note: None,
            });
        }
    }

    fn lanes<T>(&mut self, signal: &str, expected: &[T; WARP_LANES], got: &[T; WARP_LANES])
    where
        T: Copy + Into<u64>,
    {
        for (lane, (&expected, &got)) in expected.iter().zip(got).enumerate() {
            self.value(Some(lane), signal, expected.into(), got.into());
        }
    }

    fn mask(&mut self, signal: &str, expected: u32, got: u32) {
        if expected != got {
            let bits =
                |mask: u32| -> [u32; WARP_LANES] { std::array::from_fn(|lane| mask >> lane & 1) };
            self.lanes(signal, &bits(expected), &bits(got));
        }
    }
}

/// Compares the decoder's record of a word. A missing record is a difference of
/// `decoder.record_valid`.
pub fn compare_record(
    place: ComparedAt,
    expected: &ControlRecord,
    got: Option<&ControlRecord>,
    found: &mut Vec<Mismatch>,
) {
    let mut compare = MismatchCollector { place, found };
    let Some(got) = got else {
        return compare.value(None, "decoder.record_valid", 1, 0);
    };
    for (field, expected, got) in decoder::differences(expected, got) {
        let signal = format!("decoder.{field}");
        compare.value(None, &signal, expected.into(), got.into());
    }
}

/// Compares the result port and the memory port. A missing or unexpected response is a difference
/// of `result_valid`.
pub fn compare_ports(
    place: ComparedAt,
    expected: Option<&Response>,
    got: Option<&Response>,
    found: &mut Vec<Mismatch>,
) {
    let mut compare = MismatchCollector { place, found };
    let (Some(expected), Some(got)) = (expected, got) else {
        let (expected, got) = (expected.is_some(), got.is_some());
        return compare.value(None, "result_valid", expected.into(), got.into());
    };
    compare.results(&expected.outputs, &got.outputs);
    compare.memory_port(&expected.memory, &got.memory);
}

impl MismatchCollector<'_> {
    /// Compares the outputs of the result port, those of the warp first.
    fn results(&mut self, expected: &Outputs, got: &Outputs) {
        let predicted = Predicted::of_result(expected);
        let mut differences = sim::scoreboard::differences(got, predicted, &Rules::EXACT);
        differences.retain(|it| it.port.group == Group::Result);
        differences.sort_by_key(|it| it.lane.is_some());
        for it in differences {
            self.value(it.lane, it.signal, it.expected, it.got);
        }
    }

    /// Compares the requests in the order of the port. A missing or unexpected request is a
    /// difference of `memory_valid`.
    fn memory_port(&mut self, expected: &[MemoryRequest], got: &[MemoryRequest]) {
        for index in 0..expected.len().max(got.len()) {
            let (expected, got) = (expected.get(index), got.get(index));
            let (Some(expected), Some(got)) = (expected, got) else {
                let (expected, got) = (expected.is_some(), got.is_some());
                let signal = format!("memory_valid[{index}]");
                self.value(None, &signal, expected.into(), got.into());
                continue;
            };
            for it in request_differences(expected, got, &Rules::EXACT) {
                let signal = format!("{}[{index}]", it.signal);
                self.value(None, &signal, it.expected, it.got);
            }
        }
    }

    fn bytes(&mut self, lane: Option<usize>, name: &str, expected: &Bytes, got: &Bytes) {
        if expected == got {
            return;
        }
        let stored = |bytes: &Bytes| bytes.stored().map(|(address, _)| address).collect();
        let (of_expected, of_got): (BTreeSet<u64>, BTreeSet<u64>) = (stored(expected), stored(got));
        for &address in of_expected.union(&of_got) {
            let signal = format!("{name}[{address:#x}]");
            let values = (expected.byte(address), got.byte(address));
            self.value(lane, &signal, values.0.into(), values.1.into());
            // A side that stored nothing may have the same byte there.
            let stored = (of_expected.contains(&address), of_got.contains(&address));
            if values.0 == values.1 {
                let signal = format!("{signal}.stored");
                self.value(lane, &signal, stored.0.into(), stored.1.into());
            }
        }
    }

    fn memory(&mut self, expected: &Memory, got: &Memory) {
        self.bytes(None, "global", &expected.global, &got.global);
        self.bytes(None, "shared", &expected.shared, &got.shared);
        for (lane, (expected, got)) in expected.local.iter().zip(&got.local).enumerate() {
            self.bytes(Some(lane), "local", expected, got);
        }
    }

    /// Compares every element that there is room for, even those that the part does not have.
    fn address(&mut self, expected: &VisaState, got: &VisaState) {
        let both = [expected, got].into_iter();
        let variables = both.flat_map(VisaState::address_variables);
        let numbers: BTreeSet<u16> = variables.map(|(number, _)| number).collect();
        for number in numbers {
            let variable = |state: &VisaState| state.address_variable(number);
            let (expected, got) = (variable(expected), variable(got));
            if expected == got {
                continue;
            }
            for (element, (&expected, &got)) in expected.iter().zip(&got).enumerate() {
                let signal = format!("A{number}[{element}]");
                self.value(None, &signal, expected.into(), got.into());
            }
        }
    }

    fn locks(&mut self, expected: &Locks, got: &Locks) {
        if expected == got {
            return;
        }
        for (table, space) in [
            ("shared", SpaceCode::Shared),
            ("generic", SpaceCode::Global),
        ] {
            for index in 0..=u8::MAX {
                let flag = |locks: &Locks| locks.flag(space as u8, index).into();
                let signal = format!("lock.{table}[{index:#x}]");
                self.value(None, &signal, flag(expected), flag(got));
            }
        }
    }
}

/// Compares registers, predicates, condition codes, memory, locks and address variables.
pub fn compare_states(place: ComparedAt, expected: &Warp, got: &Warp, found: &mut Vec<Mismatch>) {
    let mut compare = MismatchCollector { place, found };
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
    for index in 0..RZ {
        let (expected, got) = (
            expected.uniform_register(index),
            got.uniform_register(index),
        );
        if expected != got {
            compare.value(None, &format!("UR{index}"), expected.into(), got.into());
        }
    }
    for index in 0..PT {
        let (expected, got) = (
            expected.uniform_predicate(index),
            got.uniform_predicate(index),
        );
        if expected != got {
            compare.value(None, &format!("UP{index}"), expected.into(), got.into());
        }
    }
    let flags = |warp: &Warp| [warp.cc.carry, warp.cc.zero, warp.cc.sign, warp.cc.overflow];
    for ((flag, expected), got) in FLAGS.iter().zip(flags(expected)).zip(flags(got)) {
        compare.mask(&format!("CC.{flag}"), expected, got);
    }
    compare.memory(&expected.memory, &got.memory);
    compare.locks(&expected.locks, &got.locks);
    compare.address(&expected.visa, &got.visa);
}
