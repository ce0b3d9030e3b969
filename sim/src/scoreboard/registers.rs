//! Data of loads that lanes are still to get in their registers, and the memory of the model.
//!
//! The memory changes with each store in the order of the warps. A load's data is that of its place in
//! this order.

use super::contents::{Contents, store_data};
use super::{Accepted, Contract, LANES, Mismatch, OtherMemory, Outputs, WriteBack};
use crate::results::lanes_of;
use isa::control::SpaceCode;
use isa::instruction::AccessSize;
use std::collections::{HashSet, VecDeque};

/// Loads that are written to registers, `agu_written`.
#[repr(C)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Data of the lanes, one after the other.
    pub data: [[u8; 16]; LANES],
    /// Lanes of the warp that are written, a bit each.
    pub lanes: u32,
    /// Tag of the warp.
    pub tag: u16,
    /// 1 if something is written, and taken.
    pub leaves: u8,
    /// 1 if something is written, and not taken.
    pub waits: u8,
}

impl Written {
    /// Whether something is written. A unit may write no lanes, in each cycle.
    #[inline(always)]
    pub fn has_lanes(&self) -> bool {
        (self.leaves != 0) & (self.lanes != 0)
    }
}

/// Bytes of a register group, those that are known.
type Data = [Option<u8>; 16];

/// Loads that are still to be written to registers.
pub struct Registers {
    kind: WriteBack,
    /// Memory after the stores of all warps so far.
    contents: Contents,
    /// Bytes of a lane's store, for each space in which stores change the contents.
    store_bytes: [Option<u64>; 4],
    /// Spaces in which of the lanes that store a byte any may win, and the bytes that the last warp
    /// stored there.
    any_lane_wins: [bool; 4],
    stored: HashSet<(u8, u64)>,
    /// Warps with such lanes, the next one first.
    warps: VecDeque<Loads>,
    /// Write that waits at the port.
    waiting: Option<Written>,
    /// Cycle of the last write.
    progress: u64,
}

/// Loads of a warp.
struct Loads {
    instruction: u64,
    cycle: u64,
    tag: u64,
    /// Lanes that are not written yet.
    missing: u32,
    /// Lanes that may be written with 0, since they have a fault.
    faulty: u32,
    /// Bytes of a lane that count, and those expected, of memory that is known.
    bytes: usize,
    data: [Data; LANES],
}

impl Registers {
    /// No load, of a unit with a port for them.
    pub fn new(contract: &Contract) -> Option<Registers> {
        let spaces = SPACES.map(|space| kept(contract, space));
        Some(Registers {
            kind: contract.writeback?,
            contents: Contents::new(spaces.map(|(is_known, _)| !is_known)),
            store_bytes: spaces.map(|(_, store_bytes)| store_bytes),
            any_lane_wins: SPACES.map(|space| {
                let mut ports = contract.memory.iter();
                ports.any(|port| port.any_lane_wins && port.space.admits(space))
            }),
            stored: HashSet::new(),
            warps: VecDeque::new(),
            waiting: None,
            progress: 0,
        })
    }

    /// Adds the lanes of an access's beat that has gone through the golden pipeline, of the warp with
    /// the number `instruction`. Its lanes are those of the warp from `first` on.
    pub fn want(&mut self, instruction: u64, accepted: Accepted, first: usize, beat: &Outputs) {
        let size = AccessSize::ALL[usize::from(beat.result_size & 7)];
        if beat.result_store != 0 {
            return self.store(size, accepted.data, first, beat);
        }
        let (cycle, tag) = (accepted.cycle, accepted.tag);
        if self
            .warps
            .back()
            .is_none_or(|it| it.instruction != instruction)
        {
            self.warps.push_back(Loads {
                instruction,
                cycle,
                tag,
                missing: 0,
                faulty: 0,
                bytes: self.kind.lane_bytes.min(size.bytes().max(4) as usize),
                data: [[None; 16]; LANES],
            });
        }
        let Some(warp) = self.warps.back_mut() else {
            return;
        };
        warp.cycle = cycle;
        let faulty = beat.fault_mask & !beat.live_mask;
        for lane in lanes_of(beat.live_mask | faulty).take_while(|lane| first + lane < LANES) {
            let bit = 1 << (first + lane);
            if faulty >> lane & 1 != 0 {
                warp.faulty |= bit;
                warp.data[first + lane] = [Some(0); 16];
                continue;
            }
            warp.missing |= bit;
            let (space, address) = place(beat, lane, first);
            let byte = |place| self.contents.byte(space, address + place as u64);
            warp.data[first + lane] = extended(size, std::array::from_fn(byte));
        }
        if warp.missing | warp.faulty == 0 {
            self.warps.pop_back();
        }
    }

    /// Stores the data of a beat's lanes; of two lanes with one byte that of the higher stays, or
    /// where any may win the byte is unknown.
    fn store(&mut self, size: AccessSize, data: u64, first: usize, beat: &Outputs) {
        if first == 0 {
            self.stored.clear();
        }
        for lane in lanes_of(beat.live_mask).take_while(|lane| first + lane < LANES) {
            let (space, address) = place(beat, lane, first);
            let Some(given) = self.store_bytes[space as usize] else {
                continue;
            };
            let bytes = (0..size.bytes().into()).zip(store_data(data, lane));
            for (place, byte) in bytes {
                let address = address + place;
                let mut byte = (place < given).then_some(byte);
                if self.any_lane_wins[space as usize] && !self.stored.insert((space as u8, address))
                {
                    byte = byte.filter(|_| self.contents.byte(space, address) == byte);
                }
                self.contents.store(space, address, byte);
            }
        }
    }

    /// Number of the first warp with such lanes, and the cycle since which nothing was written.
    pub fn oldest(&self) -> Option<(u64, u64)> {
        let warp = self.warps.iter().find(|warp| warp.missing != 0)?;
        Some((warp.instruction, warp.cycle.max(self.progress)))
    }

    pub fn reset(&mut self) {
        self.warps.clear();
        self.waiting = None;
        self.contents.reset();
    }

    /// Returns whether the write that waited in the last cycle, if there was one, is still there.
    #[inline(always)]
    pub fn stays(&self, now: &Written) -> bool {
        let Some(before) = &self.waiting else {
            return true;
        };
        let bytes = before.data == now.data && before.lanes == now.lanes;
        now.leaves | now.waits != 0 && bytes && before.tag == now.tag
    }

    /// Keeps a write that waits. One of no lanes writes nothing.
    #[inline(always)]
    pub fn keep(&mut self, now: &Written) {
        let waits = (now.waits != 0) & (now.lanes != 0) & !self.kind.may_change;
        if waits | self.waiting.is_some() {
            self.waiting = waits.then(|| now.clone());
        }
    }

    /// Difference to the write that waited, of the instruction `next` if the write is for no load.
    /// Bytes of data that count for no load may change.
    pub fn change(&self, now: &Written, next: u64) -> Option<Mismatch> {
        let before = self.waiting.as_ref()?;
        let mut warps = self.warps.iter();
        let own = warps.find(|it| !self.kind.has_tag || it.tag == u64::from(before.tag));
        let instruction = own.map_or(next, |warp| warp.instruction);
        let is_valid = now.leaves | now.waits;
        for (signal, expected, got) in [
            ("writeback_valid", 1, is_valid.into()),
            ("writeback_tag", before.tag.into(), now.tag.into()),
            ("writeback_lanes", before.lanes, now.lanes),
        ] {
            if expected != got {
                let (expected, got) = (expected.into(), got.into());
                return Some(Mismatch::new(instruction, signal, expected, got));
            }
        }
        let lane_bytes = self.kind.lane_bytes.max(1);
        let bytes = own.map_or(lane_bytes, |warp| warp.bytes);
        let [of_before, of_now] = [before, now].map(|it| it.data.as_flattened());
        let both = of_before.chunks(lane_bytes).zip(of_now.chunks(lane_bytes));
        let mut lanes = both.enumerate().take(LANES);
        lanes.find_map(|(lane, (before_lane, now_lane))| {
            let both = before_lane.iter().copied().zip(now_lane.iter().copied());
            let wrong = wrong_data(instruction, lane, both.take(bytes))?;
            (before.lanes >> lane & 1 != 0).then_some(wrong)
        })
    }

    /// Takes loads that are written in `cycle`.
    pub fn write(&mut self, written: &Written, cycle: u64) -> Result<(), Mismatch> {
        self.progress = cycle;
        let kind = self.kind;
        let own = |warp: &Loads| !kind.has_tag || warp.tag == u64::from(written.tag);
        let Some(mut place) = self.warps.iter().position(own) else {
            return Err(Mismatch::new(0, "writeback_valid", 0, 1));
        };
        // Of a warp that is written but for lanes with a fault, these may be written or not.
        while self.warps[place].missing == 0 {
            let fits = self.warps[place].compare(written, kind);
            let mut later = self.warps.iter_mut().skip(place + 1);
            if fits.is_ok() {
                // The zeros may be those of the warp that is due, too.
                let due = later.find(|warp| own(warp) && warp.missing != 0);
                if let Some(due) = due.filter(|due| due.compare(written, kind).is_ok()) {
                    due.may_be_zero(written.lanes);
                }
                return Ok(());
            }
            let Some(left) = later.position(|warp| own(&*warp)) else {
                return fits;
            };
            self.warps.remove(place);
            place += left;
        }
        let warp = &mut self.warps[place];
        warp.compare(written, kind)?;
        warp.missing &= !written.lanes;
        // Warps without a lane that may still be written are dropped.
        if warp.missing | warp.faulty == 0 {
            self.warps.remove(place);
        }
        Ok(())
    }
}

impl Loads {
    /// Lanes that are written with zeros, or have yet to be.
    fn may_be_zero(&mut self, lanes: u32) {
        self.missing &= !lanes;
        self.faulty |= lanes;
        for lane in lanes_of(lanes) {
            self.data[lane] = [Some(0); 16];
        }
    }

    /// Compares lanes and data that are written.
    fn compare(&self, written: &Written, kind: WriteBack) -> Result<(), Mismatch> {
        let number = self.instruction;
        let may = written.lanes & (self.missing | self.faulty);
        if may != written.lanes {
            let (expected, got) = (may.into(), written.lanes.into());
            return Err(Mismatch::new(number, "writeback_lanes", expected, got));
        }
        let lanes = written.data.as_flattened().chunks(kind.lane_bytes.max(1));
        for (lane, got) in lanes.enumerate().take(LANES) {
            let expected = self.data[lane].iter().zip(got).take(self.bytes);
            let mut known = expected.clone().filter(|(it, _)| it.is_some());
            if may >> lane & 1 == 0 || known.all(|(it, got)| *it == Some(*got)) {
                continue;
            }
            let both = expected.map(|(it, &got)| (it.unwrap_or(got), got));
            if let Some(wrong) = wrong_data(number, lane, both) {
                return Err(wrong);
            }
        }
        Ok(())
    }
}

/// The spaces, by their codes.
const SPACES: [SpaceCode; 4] = [
    SpaceCode::Global,
    SpaceCode::Shared,
    SpaceCode::Local,
    SpaceCode::Constant,
];

/// Returns whether a space's bytes are known before any store, and the bytes of a lane's store if it
/// changes them. Without a port the memory is inside the unit, and its bytes are known once they are
/// stored.
fn kept(contract: &Contract, space: SpaceCode) -> (bool, Option<u64>) {
    let ports = contract.memory.iter();
    let ports: Vec<&OtherMemory> = ports.filter(|port| port.space.admits(space)).collect();
    let is_line = |port: &&OtherMemory| port.answered && port.banks.is_none();
    match ports.first() {
        None => (false, contract.store_bytes),
        Some(first) if space != SpaceCode::Local && ports.iter().all(is_line) => {
            (true, first.store_bytes)
        }
        Some(_) => (false, None),
    }
}

/// Space and address of a lane, which is that of the warp from `first` on. Each lane has local memory
/// of its own, which is made apart by the upper bits.
fn place(beat: &Outputs, lane: usize, first: usize) -> (SpaceCode, u64) {
    let space = SPACES[usize::from(beat.space[lane] & 3)];
    let own = match space {
        SpaceCode::Local => first + lane,
        _ => 0,
    };
    let high = u64::from(beat.address_hi[lane]) | (own as u64) << 8;
    (space, high << 32 | u64::from(beat.address_lo[lane]))
}

/// The data of a register group, of bytes in memory.
fn extended(size: AccessSize, mut bytes: Data) -> Data {
    let count = size.bytes() as usize;
    let sign = match size {
        AccessSize::S8 | AccessSize::S16 => bytes[count - 1].map(|byte| 0xff * (byte >> 7)),
        _ => Some(0),
    };
    bytes[count..].fill(sign);
    bytes
}

/// Difference of a lane's data: the first eight bytes in which the values differ, or the last ones.
fn wrong_data(
    instruction: u64,
    lane: usize,
    both: impl Iterator<Item = (u8, u8)>,
) -> Option<Mismatch> {
    let both = Vec::from_iter(both);
    let mut parts = both.chunks(8);
    let part = parts.find(|part| part.iter().any(|(one, other)| one != other))?;
    let of = |side: fn(&(u8, u8)) -> u8| number_of(part.iter().map(side));
    let (expected, got) = (of(|it| it.0), of(|it| it.1));
    Some(Mismatch {
        lane: Some(lane),
        ..Mismatch::new(instruction, "writeback_data", expected, got)
    })
}

/// A little-endian number.
fn number_of(bytes: impl DoubleEndedIterator<Item = u8>) -> u64 {
    let bytes = bytes.rev();
    bytes.fold(0, |number, byte| number << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::{Accepted, Contract, Outputs, Registers, WriteBack, Written};

    /// Beats of warps with live lanes and lanes with a fault, then writes of lanes with a byte, and
    /// the signal of the difference.
    type FaultCase = (
        &'static [(u64, usize, u32, u32)],
        &'static [(u32, u8, &'static str)],
    );

    const OTHER_LANES: &str = "writeback_lanes";

    /// Lanes with a fault may be written with 0, at any time until the next warp is.
    const CASES: [FaultCase; 9] = [
        (
            &[(0, 0, 0b0011, 0b1100)],
            &[(0b1111, 0, ""), (0b1100, 0, "")],
        ),
        (&[(0, 0, 0, 0b1111)], &[(0b1111, 0, "")]),
        (&[(0, 0, 0, 0b1111)], &[(0b0001, 1, "writeback_data")]),
        // The first beat has faults alone.
        (
            &[(0, 0, 0, 0b11), (0, 2, 0b11, 0)],
            &[(0b1111, 0, ""), (0b1100, 7, OTHER_LANES)],
        ),
        // They are left out, and the next warp is written; then it is too late.
        (
            &[(0, 0, 0, 0b1), (1, 0, 0b11, 0)],
            &[(0b11, 7, ""), (0b1, 0, "writeback_valid")],
        ),
        // Of two warps with faults alone and one that is due.
        (
            &[
                (0, 0, 0, 0b1),
                (1, 0, 0, 0b1),
                (2, 0, 0b11, 0),
                (3, 0, 0b100, 0),
            ],
            &[(0b1, 0, ""), (0b10, 7, ""), (0b100, 7, "")],
        ),
        // The zeros of lane 0 may be those of either warp.
        (
            &[(0, 0, 0, 0b1), (1, 0, 0b1, 0)],
            &[(0b1, 0, ""), (0b1, 0, ""), (0b10, 0, OTHER_LANES)],
        ),
        (
            &[(0, 0, 0b1, 0)],
            &[(0b1, 7, ""), (0b1, 7, "writeback_valid")],
        ),
        (&[(0, 0, 0b1, 0)], &[(0b10, 7, OTHER_LANES)]),
    ];

    #[test]
    fn lanes_with_a_fault_are_written_or_not() {
        for (number, (beats, writes)) in CASES.iter().enumerate() {
            let writeback = Some(WriteBack {
                has_tag: false,
                lane_bytes: 4,
                may_change: false,
            });
            let contract = Contract {
                writeback,
                ..Contract::default()
            };
            let mut registers = Registers::new(&contract).expect("a port");
            for &(instruction, first, live_mask, faulty) in *beats {
                let beat = Outputs {
                    result_size: 4,
                    live_mask,
                    fault_mask: faulty,
                    ..Outputs::default()
                };
                registers.want(instruction, Accepted::default(), first, &beat);
            }
            for &(lanes, byte, signal) in *writes {
                let written = Written {
                    data: [[byte; 16]; super::LANES],
                    lanes,
                    leaves: 1,
                    ..Written::default()
                };
                let found = registers.write(&written, 1).err();
                let found = found.map_or(String::new(), |wrong| wrong.signal);
                assert_eq!(found, signal, "case {number}");
            }
        }
    }
}
