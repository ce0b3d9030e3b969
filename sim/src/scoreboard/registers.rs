//! Data of loads that lanes are still to get in their registers.

use super::memory::Wrong;
use super::{Contract, LANES, OtherMemory, Outputs, WriteBack, memory_byte};
use isa::control::SpaceCode;
use isa::instruction::AccessSize;
use std::collections::VecDeque;

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
}

/// Loads that are still to be written to registers.
pub struct Registers {
    kind: WriteBack,
    ports: Vec<OtherMemory>,
    /// Warps with such lanes, the next one first.
    warps: VecDeque<Loads>,
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
    /// Bytes of a lane that count, and those expected, of lanes whose memory is known.
    bytes: usize,
    data: [Option<[u8; 16]>; LANES],
}

impl Registers {
    /// No load, of a unit with a port for them.
    pub fn new(contract: &Contract) -> Option<Registers> {
        Some(Registers {
            kind: contract.writeback?,
            ports: contract.memory.clone(),
            warps: VecDeque::new(),
            progress: 0,
        })
    }

    /// Adds the lanes of a load's beat that has gone through the golden pipeline. The warp `of` has
    /// a number, and the cycle in which the beat was accepted. Its lanes are those of the warp from
    /// `first` on.
    pub fn want(&mut self, of: (u64, u64), tag: u64, first: usize, beat: &Outputs) {
        if beat.result_store != 0 {
            return;
        }
        let size = AccessSize::ALL[usize::from(beat.result_size & 7)];
        let (instruction, cycle) = of;
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
                data: [None; LANES],
            });
        }
        let Some(warp) = self.warps.back_mut() else {
            return;
        };
        warp.cycle = cycle;
        let faulty = beat.fault_mask & !beat.live_mask;
        for lane in (0..LANES - first).filter(|lane| (beat.live_mask | faulty) >> lane & 1 != 0) {
            let bit = 1 << (first + lane);
            if faulty >> lane & 1 != 0 {
                warp.faulty |= bit;
                warp.data[first + lane] = Some([0; 16]);
                continue;
            }
            warp.missing |= bit;
            let address = u64::from(beat.address_hi[lane]) << 32 | u64::from(beat.address_lo[lane]);
            warp.data[first + lane] = space(&self.ports, beat.space[lane]).map(|space| {
                let byte = |place| memory_byte(space, address.wrapping_add(place));
                extended(size, std::array::from_fn(|place| byte(place as u64)))
            });
        }
        self.drop_written();
    }

    /// Drops warps without a lane that is still to be written.
    fn drop_written(&mut self) {
        self.warps.retain(|warp| warp.missing != 0);
    }

    /// Number of the first warp with such lanes, and the cycle since which nothing was written.
    pub fn oldest(&self) -> Option<(u64, u64)> {
        let warp = self.warps.front()?;
        Some((warp.instruction, warp.cycle.max(self.progress)))
    }

    pub fn reset(&mut self) {
        self.warps.clear();
    }

    /// Takes loads that are written in `cycle`.
    ///
    /// # Errors
    /// The first difference, and its lane.
    pub fn write(&mut self, written: &Written, cycle: u64) -> Result<(), (Wrong, Option<usize>)> {
        self.progress = cycle;
        let kind = self.kind;
        let mut warps = self.warps.iter_mut();
        let own = |warp: &&mut Loads| !kind.has_tag || warp.tag == u64::from(written.tag);
        let Some(warp) = warps.find(own) else {
            return Err((wrong(None, "writeback_valid", 0, 1), None));
        };
        let number = Some(warp.instruction);
        let may = written.lanes & (warp.missing | warp.faulty);
        if may != written.lanes {
            let (expected, got) = (may.into(), written.lanes.into());
            return Err((wrong(number, "writeback_lanes", expected, got), None));
        }
        warp.missing &= !written.lanes;
        let lanes = written.data.as_flattened().chunks(kind.lane_bytes.max(1));
        for (lane, got) in lanes.enumerate().take(LANES) {
            let Some(expected) = warp.data[lane].filter(|_| may >> lane & 1 != 0) else {
                continue;
            };
            let mut parts = expected[..warp.bytes].chunks(8).zip(got.chunks(8));
            let differs = |(expected, got): &(&[u8], &[u8])| !got.starts_with(expected);
            if let Some((expected, got)) = parts.find(differs) {
                let got = number_of(&got[..expected.len().min(got.len())]);
                let wrong = wrong(number, "writeback_data", number_of(expected), got);
                return Err((wrong, Some(lane)));
            }
        }
        self.drop_written();
        Ok(())
    }
}

/// Difference in the loads of a warp; without a number in those of none.
fn wrong(instruction: Option<u64>, signal: &'static str, expected: u64, got: u64) -> Wrong {
    Wrong {
        instruction: instruction.unwrap_or_default(),
        signal,
        expected,
        got,
        note: None,
    }
}

/// The space with that code, if the bench answers its loads with the contents of lines.
fn space(ports: &[OtherMemory], code: u8) -> Option<SpaceCode> {
    let mut spaces = [SpaceCode::Global, SpaceCode::Shared].into_iter();
    let space = spaces.find(|space| *space as u8 == code)?;
    let mut ports = ports.iter().filter(|port| port.space.admits(space));
    let is_known = ports.all(|port| port.answered && port.banks.is_none());
    is_known.then_some(space)
}

/// The data of a register group, of bytes in memory.
fn extended(size: AccessSize, mut bytes: [u8; 16]) -> [u8; 16] {
    let count = size.bytes() as usize;
    let is_signed = matches!(size, AccessSize::S8 | AccessSize::S16);
    let sign = is_signed && bytes[count - 1] >> 7 != 0;
    bytes[count..].fill(if sign { 0xff } else { 0 });
    bytes
}

/// A little-endian number.
fn number_of(bytes: &[u8]) -> u64 {
    let bytes = bytes.iter().rev();
    bytes.fold(0, |number, byte| number << 8 | u64::from(*byte))
}
