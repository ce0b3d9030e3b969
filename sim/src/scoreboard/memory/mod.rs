//! Memory requests of coalescers that merge in another way, compared by the bytes that they ask
//! for.
//!
//! ```text
//!     wanted    = the bytes of all lanes of the warp that access memory of the space
//!     asked for = the wanted bytes in the line, or in the parts of it that the mask names
//! ```
//!
//! A port asks for bytes of one memory space, or of two, and there may be several ports.
//! Each wanted byte is asked for exactly once, or at least once if the unit may repeat. Each part
//! in a mask has a wanted byte. A request that names lanes asks for the bytes of these lanes, and
//! each of them has a byte in it. Then each byte is asked for by every lane that wants it. A byte
//! is stored by the highest of its lanes, whose data stays; with `store_order` lower ones may store
//! it before. With data the request stores the bytes of that lane.
//!
//! A pass over the banks of shared memory asks for all bytes of its lanes, no two words of one bank.
//!
//! A port may allow more: any lane's store of a byte stays, loads ask for whole lines or not at all,
//! loads of different warps come in any order, requests are empty ([`OtherMemory`]).
//!
//! Warps come in the order of their results, the requests of one warp in any order. A warp may
//! repeat until its result has left, all its bytes were asked for, and then those of [`LATER`] more
//! warps.

mod assignments;
mod explanation;
mod port_request;
mod ports;
mod response;

pub use ports::OtherPorts;
pub use response::{LINE_BYTES, OtherResponse};

use crate::coalescer::{MemoryRequest, WarpAccess};
use crate::results::lanes_of;
use crate::scoreboard::contents::store_data;
use crate::scoreboard::{Accepted, LANES, Mismatch, OtherMemory};
use isa::control::SpaceCode;
use port_request::{DATA, PortRequest, highest, union};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Add;

/// Warps that are asked for in full until a finished one may repeat no more.
const LATER: usize = 16;

/// A memory request of another kind than an exported unit's, `agu_other_request`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OtherRequest {
    /// Data of a store, from the first byte of the line on.
    pub data: [[u8; 16]; LINE_BYTES / 16],
    /// Address of the line's first byte.
    pub address: u64,
    /// Bytes of the line that are asked for, or its sectors, a bit each.
    pub mask: [u32; 8],
    /// Identifies a load in its answer.
    pub tag: u64,
    /// Lanes of the warp that are served, a bit each.
    pub lanes: u32,
    /// 1 if there is a request and it is taken.
    pub leaves: u8,
    /// 1 for a store.
    pub store: u8,
    /// 1 if a request of a port for both spaces is for shared memory.
    pub shared: u8,
    /// 1 if the unit takes an answer at the port.
    pub answered: u8,
    /// 1 if there is a request and it is not taken.
    pub waits: u8,
}

/// Requests of the warps that were asked for in full, and those of other coalescers for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RequestCounts {
    pub made: u64,
    /// Fewest requests.
    pub fewest: u64,
    /// Requests of an exported unit, whose lines have 128 bytes.
    pub exported: u64,
}

impl Add for RequestCounts {
    type Output = RequestCounts;

    fn add(self, other: RequestCounts) -> RequestCounts {
        RequestCounts {
            made: self.made + other.made,
            fewest: self.fewest + other.fewest,
            exported: self.exported + other.exported,
        }
    }
}

/// Bytes of a memory space that are still to be asked for.
#[derive(Clone)]
struct OtherRequests {
    space: SpaceCode,
    /// Kind of each port of the space.
    kind: OtherMemory,
    /// Warps that want bytes, the next one first.
    warps: VecDeque<Wanted>,
    /// Warps that were asked for in full and may repeat.
    served: VecDeque<Wanted>,
    /// Number of the last warp that accessed memory.
    last: u64,
    /// Number of requests since the last one that served something new, and its cycle.
    repeated: u64,
    progress: u64,
    counts: RequestCounts,
}

/// Bytes, and the lanes that want each.
type Bytes = BTreeMap<u64, u32>;

/// Bytes that a warp wants.
#[derive(Clone, Default)]
struct Wanted {
    instruction: u64,
    /// The cycle in which its last beat so far was accepted.
    cycle: u64,
    store: bool,
    /// True if its last beat has come.
    is_whole: bool,
    /// True if its result has left.
    is_answered: bool,
    /// Bytes that are not asked for yet.
    missing: Bytes,
    /// Bytes that got the data of the highest lane, which a lower one stores as well, and the lanes
    /// whose stores may be to come.
    ambiguous: Bytes,
    /// All bytes.
    all: Bytes,
    /// Address and data of each lane's store, if its data is compared.
    data: Vec<(u64, [u8; 16])>,
    /// Counts of this warp alone.
    counts: RequestCounts,
    /// Number of warps that were asked for in full since it was finished.
    later: usize,
}

/// Signal, expected and actual value of a difference to a known warp.
type Differs = (&'static str, u64, u64);

impl OtherRequests {
    fn new(space: SpaceCode, kind: OtherMemory) -> OtherRequests {
        OtherRequests {
            space,
            kind,
            warps: VecDeque::new(),
            served: VecDeque::new(),
            last: 0,
            repeated: 0,
            progress: 0,
            counts: RequestCounts::default(),
        }
    }

    /// Adds the bytes of the `lanes` of a beat, as [`OtherPorts::want`]. The last beat comes with
    /// the requests that an `exported` unit makes for the warp.
    fn want(
        &mut self,
        instruction: u64,
        accepted: Accepted,
        first: usize,
        beat: &WarpAccess,
        lanes: u32,
        exported: Option<&[MemoryRequest]>,
    ) {
        self.last = instruction;
        if self.warps.back().is_none_or(|warp| warp.is_whole) {
            self.warps.push_back(Wanted {
                instruction,
                cycle: accepted.cycle,
                store: beat.store,
                ..Wanted::default()
            });
        }
        let Some(warp) = self.warps.back_mut() else {
            return;
        };
        warp.cycle = accepted.cycle;
        let has_data = beat.store && self.kind.store_bytes.is_some();
        if has_data {
            warp.data.resize(LANES, (0, [0; 16]));
        }
        for lane in lanes_of(lanes) {
            let address = beat.address[lane];
            let bit = 1_u32.checked_shl((first + lane) as u32).unwrap_or(0);
            if let Some(of_lane) = warp.data.get_mut(first + lane) {
                *of_lane = (address, store_data(accepted.data, lane));
            }
            for byte in address..address.saturating_add(beat.bytes.into()) {
                let lanes = warp.all.entry(byte).or_default();
                // A byte that an earlier beat wants too may have been asked for already. Its data
                // is stored again.
                let is_new = *lanes == 0 || self.kind.has_lanes || has_data;
                if is_new && (beat.store || !self.kind.is_cache) {
                    *warp.missing.entry(byte).or_default() |= bit;
                }
                *lanes |= bit;
            }
        }
        if let Some(exported) = exported {
            warp.is_whole = true;
            warp.counts.fewest = self.kind.fewest(&warp.all);
            let spaces = exported.iter().map(|request| {
                if request.shared {
                    SpaceCode::Shared
                } else {
                    SpaceCode::Global
                }
            });
            warp.counts.exported = spaces.filter(|space| *space == self.space).count() as u64;
        }
        self.drop_served();
    }

    /// Records that the result of a warp has left.
    fn answered(&mut self, instruction: u64) {
        for warps in [&mut self.warps, &mut self.served] {
            if let Ok(place) = warps.binary_search_by_key(&instruction, |warp| warp.instruction) {
                warps[place].is_answered = true;
            }
        }
    }

    /// Drops the first warps if they want nothing more.
    fn drop_served(&mut self) {
        while self.warps.front().is_some_and(Wanted::is_served) {
            let Some(warp) = self.warps.pop_front() else {
                return;
            };
            self.counts = self.counts + warp.counts;
            if warp.all.is_empty() || !self.kind.repeats {
                continue;
            }
            for before in self.served.iter_mut().filter(|warp| warp.is_answered) {
                before.later += 1;
            }
            self.served.retain(|warp| warp.later < LATER);
            self.served.push_back(warp);
        }
    }

    /// Number of the first warp with missing bytes, and the cycle since which none of them were asked
    /// for.
    fn oldest(&self) -> Option<(u64, u64)> {
        let warp = self.missing().next()?;
        Some((warp.instruction, warp.cycle.max(self.progress)))
    }

    /// Number of a warp that makes such a request, and the lanes that it serves.
    fn fits(&self, request: &PortRequest<'_>) -> Option<(u64, u32)> {
        let mut warps = self.warps.iter().chain(&self.served);
        warps.find_map(|warp| {
            let bytes = request.bytes(warp).ok()?;
            let lanes = union(bytes.values());
            Some((warp.instruction, lanes & request.lanes()))
        })
    }

    /// Numbers of the warps with missing bytes.
    fn owed(&self) -> impl Iterator<Item = u64> {
        self.missing().map(|warp| warp.instruction)
    }

    /// The first byte that the oldest warp owes; 0 if there is none.
    fn owed_byte(&self) -> u64 {
        self.missing()
            .find_map(Wanted::owed_byte)
            .unwrap_or_default()
    }

    fn missing(&self) -> impl Iterator<Item = &Wanted> {
        self.warps.iter().filter(|warp| !warp.missing.is_empty())
    }

    fn reset(&mut self) {
        self.warps.clear();
        self.served.clear();
        self.repeated = 0;
    }

    /// Takes a request that leaves the unit in `cycle`. Returns whether it serves anything new.
    fn request(&mut self, request: &PortRequest<'_>, cycle: u64) -> Result<bool, Mismatch> {
        if self.kind.is_cache && request.ports.store == 0 {
            return self.line(request);
        }
        let place = self.turn(request);
        let Some(front) = self.warps.get_mut(place) else {
            return self.repeat(request, ("memory_valid", 0, 1));
        };
        let bytes = match request.bytes(front) {
            Ok(bytes) => bytes,
            Err(differs) => return self.repeat(request, differs),
        };
        let is_missing = |(&byte, &wanted): (&u64, &u32)| request.is_new(front, byte, wanted);
        if !bytes.iter().any(is_missing) || !self.kind.repeats && !bytes.iter().all(is_missing) {
            let differs = request.asked_before(front, &bytes);
            return self.repeat(request, differs);
        }
        for (byte, &wanted) in &bytes {
            let lanes = request.served(front, *byte, wanted);
            let ambiguous = request.ambiguous(front, *byte, wanted);
            front
                .ambiguous
                .extend(ambiguous.map(|lanes| (*byte, lanes)));
            // The highest lane's store is the one that stays.
            let is_common = front.store && self.space != SpaceCode::Local;
            let is_whole = match self.kind.any_lane_wins {
                true => !self.kind.store_order,
                false => lanes & highest(wanted) != 0,
            };
            let stays = is_common && is_whole;
            if let Some(missing) = front.missing.get_mut(byte) {
                *missing &= if stays { 0 } else { !lanes };
            }
        }
        front.missing.retain(|_, lanes| *lanes != 0);
        (self.repeated, self.progress) = (0, cycle);
        front.counts.made += 1;
        let over = self.kind.over(front);
        self.drop_served();
        over.map_or(Ok(true), Err)
    }

    /// Takes a request of a cache for a line.
    fn line(&mut self, request: &PortRequest<'_>) -> Result<bool, Mismatch> {
        let (line, address) = (self.kind.line_bytes.max(1), request.ports.address);
        if !address.is_multiple_of(line) {
            let first = address / line * line;
            return Err(self.wrong(request, ("memory_address", first, address)));
        }
        self.counts.made += 1;
        Ok(true)
    }

    /// Place of the warp whose turn it is to make such a request: the first one, or where loads come
    /// in any order the first one that still asks for one of its bytes, and that no warp before it
    /// holds up.
    fn turn(&self, request: &PortRequest<'_>) -> usize {
        let is_next = |place: usize, warp: &Wanted| {
            let Ok(bytes) = request.bytes(warp) else {
                return false;
            };
            let asks = |of: &Wanted| bytes.keys().any(|byte| of.missing.contains_key(byte));
            let is_held_up = |before: &Wanted| match (before.store, warp.store) {
                (true, true) => !before.missing.is_empty(),
                (false, false) => false,
                _ => asks(before),
            };
            asks(warp) && !self.warps.iter().take(place).any(is_held_up)
        };
        let mut warps = self.warps.iter().enumerate();
        let next = warps.find(|(place, warp)| is_next(*place, warp));
        next.filter(|_| self.kind.loads_in_any_order)
            .map_or(0, |(place, _)| place)
    }

    /// Warps that may ask for their bytes now, or once more.
    fn asking(&self) -> impl Iterator<Item = &Wanted> {
        let most = if self.kind.loads_in_any_order {
            self.warps.len()
        } else {
            1
        };
        self.warps.iter().take(most).chain(&self.served)
    }

    /// Takes a request that serves nothing new. Of the warps that it fits, it is one of that with
    /// the fewest requests; without any it `differs`.
    fn repeat(&mut self, request: &PortRequest<'_>, differs: Differs) -> Result<bool, Mismatch> {
        let instruction = match self.repeated_by(request) {
            Ok(instruction) => instruction,
            Err(stale) => return Err(self.wrong(request, stale.unwrap_or(differs))),
        };
        let mut warps = self.warps.iter_mut().chain(&mut self.served);
        let Some(warp) = warps.find(|warp| warp.instruction == instruction) else {
            return Ok(false);
        };
        warp.counts.made += 1;
        self.counts.made += u64::from(warp.is_served());
        self.repeated += 1;
        self.kind.over(warp).map_or(Ok(false), Err)
    }

    /// The warp of a request that serves nothing new: of those that it fits, that with the fewest
    /// requests.
    ///
    /// # Errors
    /// There is none; with the difference if it would undo a store.
    fn repeated_by(&self, request: &PortRequest<'_>) -> Result<u64, Option<Differs>> {
        let warps = self.asking().filter(|_| self.kind.repeats);
        let fit = warps.filter_map(|warp| {
            let bytes = request.bytes(warp).ok()?;
            let mut all = bytes.iter();
            let is_new = all.any(|(&byte, &wanted)| request.is_new(warp, byte, wanted));
            (!is_new).then_some((warp, bytes))
        });
        let (stale, fit): (Vec<_>, Vec<_>) =
            fit.partition(|(warp, bytes)| warp.store && self.is_overwritten(warp, bytes, request));
        let fewest = fit.iter().min_by_key(|(warp, _)| warp.counts.made);
        fewest.map(|(warp, _)| warp.instruction).ok_or_else(|| {
            let byte = stale.first()?.1.keys().next()?;
            let signal = "memory_address: a byte stored since";
            Some((signal, self.owed_byte(), *byte))
        })
    }

    /// Returns whether a later warp has stored one of `bytes`, which a repeated store would undo.
    fn is_overwritten(&self, warp: &Wanted, bytes: &Bytes, request: &PortRequest<'_>) -> bool {
        let later = self.served.iter().chain(self.warps.front());
        let mut later = later.filter(|it| it.store && it.instruction > warp.instruction);
        later.any(|it| {
            bytes.iter().any(|(byte, lanes)| {
                let stored = it.all.get(byte).copied().unwrap_or_default();
                let is_common =
                    self.space != SpaceCode::Local || stored & lanes & request.lanes() != 0;
                stored != 0 && is_common && !it.missing.contains_key(byte)
            })
        })
    }

    /// Difference of a request that fits no warp which may ask now.
    fn wrong(&self, request: &PortRequest<'_>, (signal, expected, got): Differs) -> Mismatch {
        let front = self.warps.front();
        let instruction = front.map_or(self.last, |warp| warp.instruction);
        let mut later = self.warps.iter().skip(1);
        if let Some(later) = later.find(|warp| request.bytes(warp).is_ok()) {
            let owed = self.owed_byte();
            let line = owed - owed % self.kind.line_bytes.max(1);
            let fits = format!("the request fits instruction {}", later.instruction);
            let (signal, expected, got) = match request.ports.address {
                // Both have bytes there.
                address if address == line => {
                    ("number of the instruction", instruction, later.instruction)
                }
                address => (
                    "memory_address: bytes of a later instruction",
                    line,
                    address,
                ),
            };
            return Mismatch {
                note: self.note().map(|note| format!("{note}; {fits}")),
                ..Mismatch::new(instruction, signal, expected, got)
            };
        }
        let note = if signal == DATA {
            front.and_then(|warp| request.note_of_data(warp))
        } else if let Some(repeat) = self.wrong_repeat(request) {
            return repeat;
        } else if front.is_none() && signal == "memory_valid" {
            let what = if request.ports.store != 0 {
                "store"
            } else {
                "load"
            };
            // A pass over banks has no address.
            let place = match self.kind.banks {
                Some(_) => String::new(),
                None => format!(" at {:#x}", request.ports.address),
            };
            Some(format!("a {what}{place} that no instruction owes"))
        } else {
            self.note()
        };
        Mismatch {
            note,
            ..Mismatch::new(instruction, signal, expected, got)
        }
    }

    /// Difference of a request that repeats a store with other data.
    fn wrong_repeat(&self, request: &PortRequest<'_>) -> Option<Mismatch> {
        self.served.iter().rev().find_map(|warp| {
            let (signal, expected, got) = request.bytes(warp).err()?;
            (signal == DATA).then(|| Mismatch {
                note: request.note_of_data(warp),
                ..Mismatch::new(warp.instruction, signal, expected, got)
            })
        })
    }
}

impl Wanted {
    /// Data of a lane's store to a byte; `None` if it is not compared.
    fn stored(&self, kind: OtherMemory, byte: u64, lane: u32) -> Option<u8> {
        let (address, data) = self.data.get(lane as usize)?;
        let place = byte.checked_sub(*address)?;
        (place < kind.store_bytes?).then_some(*data.get(place as usize)?)
    }

    /// The first byte that it still owes.
    fn owed_byte(&self) -> Option<u64> {
        self.missing.keys().next().copied()
    }

    /// Returns whether the warp was asked for in full.
    fn is_served(&self) -> bool {
        self.is_whole && self.missing.is_empty()
    }
}

impl OtherMemory {
    /// Whether a request asks for nothing, and may.
    pub(super) fn may_leave_out(&self, request: &OtherRequest) -> bool {
        let no_bytes = self.mask_bytes.is_some() && request.mask == [0; 8];
        let is_empty = no_bytes || self.has_lanes && request.lanes == 0;
        self.may_be_empty && is_empty
    }

    /// Fewest requests for some bytes: one for each line, or for each word of the bank with the most.
    fn fewest(&self, all: &Bytes) -> u64 {
        let bytes = all.keys().copied();
        let requests = match self.banks {
            Some(banks) => banks.words(bytes).values().map(BTreeSet::len).max(),
            None => {
                let lines = bytes.map(|byte| byte / self.line_bytes.max(1));
                Some(lines.collect::<BTreeSet<u64>>().len())
            }
        };
        requests.unwrap_or_default() as u64
    }

    /// Difference of a warp with more requests than it may make.
    fn over(&self, warp: &Wanted) -> Option<Mismatch> {
        let (most, made) = (self.at_most?, warp.counts.made);
        let signal = "memory_valid: requests of one instruction";
        (made > most).then(|| Mismatch::new(warp.instruction, signal, most, made))
    }
}
