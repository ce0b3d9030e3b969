//! Differences of one instruction: the decoder's record, the ports, both states.

use super::Expected;
use crate::dut::decoder;
use crate::dut::unit::Response;
use crate::testbench::mismatch::{CC_FLAGS, Mismatch, Place};
use isa::control::{ControlRecord, SpaceCode};
use isa::instruction::{PT, RZ, WARP_LANES};
use sim::coalescer::MemoryRequest;
use sim::pipeline::PortResult;
use sim::{Bytes, LaneResults, Locks, Memory, VisaState, Warp};
use std::collections::BTreeSet;

/// The flags of a condition code in registers, from bit 0 on.
const FLAGS: [&str; 4] = ["CF", "ZF", "SF", "OF"];

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

/// Compares what the decoder made of a word. No record at all is a difference of
/// `decoder.record_valid`.
pub fn compare_record(
    place: Place,
    expected: &ControlRecord,
    got: Option<&ControlRecord>,
    found: &mut Vec<Mismatch>,
) {
    let mut compare = Collector { place, found };
    let Some(got) = got else {
        return compare.value(None, "decoder.record_valid", 1, 0);
    };
    for (field, expected, got) in decoder::differences(expected, got) {
        let signal = format!("decoder.{field}");
        compare.value(None, &signal, expected.into(), got.into());
    }
}

/// Compares the result port and the memory port. A response that is missing, or that
/// nobody expects, is a difference of `result_valid`.
pub fn compare_ports(
    place: Place,
    expected: Option<&Expected>,
    got: Option<&Response>,
    found: &mut Vec<Mismatch>,
) {
    let mut compare = Collector { place, found };
    let (Some(expected), Some(got)) = (expected, got) else {
        let (expected, got) = (expected.is_some(), got.is_some());
        return compare.value(None, "result_valid", expected.into(), got.into());
    };
    compare.warp_ports(&expected.ports, got);
    compare.lane_ports(&expected.ports.lanes, got);
    let requests = expected.memory.as_ref().map(|memory| &memory.requests);
    compare.memory_port(requests.map_or(&[], Vec::as_slice), &got.memory);
}

impl Collector<'_> {
    /// The ports that the lanes share, and those with one bit a lane.
    fn warp_ports(&mut self, expected: &PortResult<WARP_LANES>, got: &Response) {
        let values = [
            ("result_beat", expected.beat, got.result_beat),
            ("result_last", 1, got.result_last.into()),
            (
                "result_access",
                expected.access.into(),
                got.result_access.into(),
            ),
            (
                "result_store",
                expected.store.into(),
                got.result_store.into(),
            ),
            ("result_size", expected.size, got.result_size),
            ("result_predicate", expected.predicate, got.result_predicate),
            ("result_element", expected.element, got.result_element),
            (
                "result_address_add",
                expected.address_add.into(),
                got.result_address_add.into(),
            ),
            ("uniform", expected.uniform.into(), got.uniform.into()),
            (
                "fault_valid",
                expected.fault_valid.into(),
                got.fault_valid.into(),
            ),
            ("fault_lane", expected.fault_lane, got.fault_lane),
        ];
        for (signal, expected, got) in values {
            self.value(None, signal, expected.into(), got.into());
        }
        let destination = (expected.destination.into(), got.result_destination.into());
        self.value(None, "result_destination", destination.0, destination.1);
        let masks = [
            ("rd_write", expected.rd_write, got.rd_write),
            (
                "predicate_write",
                expected.predicate_write,
                got.predicate_write,
            ),
            ("cc_write", expected.cc_write, got.cc_write),
            ("execute_mask", expected.execute_mask, got.execute_mask),
            ("live_mask", expected.live_mask, got.live_mask),
            ("shared_mask", expected.shared_mask, got.shared_mask),
            ("fault_mask", expected.fault_mask, got.fault_mask),
            (
                "misaligned_mask",
                expected.misaligned_mask,
                got.misaligned_mask,
            ),
        ];
        for (signal, expected, got) in masks {
            self.mask(signal, expected, got);
        }
    }

    /// The ports that have a value for each lane.
    fn lane_ports(&mut self, expected: &LaneResults<WARP_LANES>, got: &Response) {
        self.lanes("sum_lo", &expected.sum_lo, &got.sum_lo);
        self.lanes("sum_hi", &expected.sum_hi, &got.sum_hi);
        for (bit, flag) in CC_FLAGS.iter().enumerate() {
            let flags = |codes: &[u8; WARP_LANES]| codes.map(|code| code >> bit & 1);
            self.lanes(flag, &flags(&expected.cc), &flags(&got.cc));
        }
        self.lanes("address_lo", &expected.address_lo, &got.address_lo);
        self.lanes("address_hi", &expected.address_hi, &got.address_hi);
        self.lanes("byte_enable", &expected.byte_enable, &got.byte_enable);
        self.lanes("space", &expected.space, &got.space);
        self.lanes("fault", &expected.fault, &got.fault);
        self.lanes("lock_index", &expected.lock_index, &got.lock_index);
    }

    /// The requests in the order of the port, those of which there is only one side
    /// as a difference of `memory_valid`.
    fn memory_port(&mut self, expected: &[MemoryRequest], got: &[MemoryRequest]) {
        for index in 0..expected.len().max(got.len()) {
            let port = |name: &str| format!("memory_{name}[{index}]");
            let (Some(expected), Some(got)) = (expected.get(index), got.get(index)) else {
                let valid = |there: bool| u64::from(there);
                let (expected, got) = (index < expected.len(), index < got.len());
                self.value(None, &port("valid"), valid(expected), valid(got));
                continue;
            };
            let values = [
                ("shared", expected.shared.into(), got.shared.into()),
                ("store", expected.store.into(), got.store.into()),
                ("line", expected.line, got.line),
                ("sectors", expected.sectors.into(), got.sectors.into()),
                ("pass", expected.pass.into(), got.pass.into()),
                ("last", expected.last.into(), got.last.into()),
            ];
            for (name, expected, got) in values {
                self.value(None, &port(name), expected, got);
            }
            self.mask(&port("lanes"), expected.lanes, got.lanes);
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
            // Who stored nothing may have had the same byte there.
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

    /// Every element that there is room for, also those that the part does not have.
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
    compare.memory(&expected.memory, &got.memory);
    compare.locks(&expected.locks, &got.locks);
    compare.address(&expected.visa, &got.visa);
}
