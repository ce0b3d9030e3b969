//! Memory requests of coalescers that merge otherwise: what counts is which bytes they ask for.
//!
//! ```text
//!     wanted    = the bytes of all lanes of the warp that access global memory
//!     asked for = the wanted bytes in the line, or in the parts of it that the mask names
//! ```
//!
//! Each wanted byte is asked for exactly once, or at least once where the unit may repeat; each part
//! in a mask has a byte that is wanted. Where a request names lanes, it asks for what those want: each
//! has a byte in it, each byte is asked for by all lanes that want it, and a byte that is stored by the
//! highest of them, whose data stays. Warps come in the order of their results, the requests of one in any order.

use crate::{OtherMemory, OutputSet, Outputs};
use sim::coalescer::{WarpAccess, coalesce};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Add;

/// Warps that may still repeat requests.
const SERVED: usize = 4;

/// A memory request of another kind than an exported unit's, `agu_other_request`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OtherRequest {
    /// Of the line's first byte.
    pub address: u64,
    /// The bytes of the line that are asked for, or its sectors, a bit each.
    pub mask: [u32; 4],
    /// The lanes of the warp that are served, a bit each.
    pub lanes: u32,
}

/// How many requests there were, and how many others would make of the same warps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RequestCounts {
    pub made: u64,
    /// One for each line that is touched.
    pub fewest: u64,
    /// Of an exported unit, whose lines have 128 bytes.
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

/// What is still to be asked for.
pub struct OtherRequests {
    kind: OtherMemory,
    tells_store: bool,
    /// Warps that want bytes, the next one first.
    warps: VecDeque<Wanted>,
    /// The last ones that want nothing more, whose bytes may be asked for again.
    served: VecDeque<Wanted>,
    pub counts: RequestCounts,
}

/// Bytes, and the lanes that want each.
type Bytes = BTreeMap<u64, u32>;

/// The bytes that a warp wants.
struct Wanted {
    instruction: u64,
    store: bool,
    /// Its last beat has come.
    is_whole: bool,
    /// Not asked for yet, and all of them.
    missing: Bytes,
    all: Bytes,
}

/// What is wrong with a request: the signal, what was expected, what was seen.
pub type Wrong = (u64, &'static str, u64, u64);

impl OtherRequests {
    pub fn new(kind: OtherMemory, outputs: OutputSet) -> OtherRequests {
        OtherRequests {
            kind,
            tells_store: outputs.has_port("memory_store"),
            warps: VecDeque::new(),
            served: VecDeque::new(),
            counts: RequestCounts::default(),
        }
    }

    /// A beat of an access, whose lanes are those of the warp from `first` on, has gone through the
    /// golden pipeline; with the last one comes the access of the whole warp.
    pub fn want(
        &mut self,
        instruction: u64,
        first: usize,
        beat: &WarpAccess,
        whole: Option<&WarpAccess>,
    ) {
        if self.warps.back().is_none_or(|warp| warp.is_whole) {
            self.warps.push_back(Wanted {
                instruction,
                store: beat.store,
                is_whole: false,
                missing: Bytes::new(),
                all: Bytes::new(),
            });
        }
        let Some(warp) = self.warps.back_mut() else {
            return;
        };
        for lane in (0..32).filter(|lane| beat.global >> lane & 1 != 0) {
            let address = beat.address[lane];
            let bit = 1_u32.checked_shl((first + lane) as u32).unwrap_or(0);
            for byte in address..address.saturating_add(beat.bytes.into()) {
                let lanes = warp.all.entry(byte).or_default();
                // What an earlier beat wants too may have been asked for already.
                if *lanes == 0 || self.kind.has_lanes {
                    *warp.missing.entry(byte).or_default() |= bit;
                }
                *lanes |= bit;
            }
        }
        if let Some(whole) = whole {
            warp.is_whole = true;
            let lines = warp.all.keys().map(|byte| byte / self.kind.line_bytes);
            self.counts.fewest += lines.collect::<BTreeSet<u64>>().len() as u64;
            let requests = coalesce(whole).requests.into_iter();
            self.counts.exported += requests.filter(|request| !request.shared).count() as u64;
        }
        self.drop_served();
    }

    /// Warps that want nothing more.
    fn drop_served(&mut self) {
        let is_served = |warp: &Wanted| warp.is_whole && warp.missing.is_empty();
        while self.warps.front().is_some_and(is_served) {
            self.served.extend(self.warps.pop_front());
        }
        while self.served.len() > SERVED {
            self.served.pop_front();
        }
    }

    /// Nothing is to be asked for any more.
    pub fn is_idle(&self) -> bool {
        self.missing().is_none()
    }

    /// The first warp whose bytes are missing.
    pub fn missing(&self) -> Option<u64> {
        self.owed().next()
    }

    /// The warps whose bytes are missing.
    pub fn owed(&self) -> impl Iterator<Item = u64> {
        let warps = self.warps.iter().filter(|warp| !warp.missing.is_empty());
        warps.map(|warp| warp.instruction)
    }

    pub fn reset(&mut self) {
        self.warps.clear();
        self.served.clear();
    }

    /// A request leaves the unit.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn request(&mut self, request: &OtherRequest, outputs: &Outputs) -> Result<(), Wrong> {
        self.counts.made += 1;
        let line = self.kind.line_bytes;
        let first = request.address / line * line;
        let instruction = self.warps.front().map_or(0, |warp| warp.instruction);
        let wrong = |signal, expected, got| Err((instruction, signal, expected, got));
        if request.address != first {
            return wrong("memory_address", first, request.address);
        }
        let is_of_kind =
            |warp: &&Wanted| !self.tells_store || warp.store == (outputs.memory_store != 0);
        let asked = |warp: &Wanted| self.kind.asked(request, first, &warp.all);
        let repeats = self.kind.repeats
            && (self.served.iter().filter(is_of_kind)).any(|warp| asked(warp).is_some());
        let Some(warp) = self.warps.front().filter(is_of_kind) else {
            return if repeats {
                Ok(())
            } else {
                wrong("memory_valid", 0, 1)
            };
        };
        let Some(bytes) = asked(warp) else {
            return if repeats {
                Ok(())
            } else {
                wrong("memory_address: bytes that no lane wants", 0, first)
            };
        };
        if self.kind.has_lanes {
            let served = bytes.values().fold(0, |all, lanes| all | lanes) & request.lanes;
            if served != request.lanes {
                let (expected, got) = (served.into(), request.lanes.into());
                return wrong("memory_lanes", expected, got);
            }
            // Of a store the highest lane's data stays.
            for &lanes in bytes.values().filter(|_| warp.store) {
                let highest = 1 << (31 - lanes.leading_zeros() % 32);
                if highest & request.lanes == 0 {
                    let expected = u64::from(request.lanes | highest);
                    return wrong("memory_lanes", expected, request.lanes.into());
                }
            }
        }
        let is_missing = |byte: &u64| {
            let lanes = warp.missing.get(byte).copied().unwrap_or(0);
            lanes & self.kind.lanes(request) != 0
        };
        if let Some(&byte) = bytes.keys().find(|byte| !is_missing(byte))
            && !self.kind.repeats
        {
            return wrong("memory_address: a byte that was asked for before", 0, byte);
        }
        let (lanes, store) = (self.kind.lanes(request), warp.store);
        if let Some(warp) = self.warps.front_mut() {
            for byte in bytes.keys() {
                let served = if store { u32::MAX } else { lanes };
                if let Some(missing) = warp.missing.get_mut(byte) {
                    *missing &= !served;
                }
            }
            warp.missing.retain(|_, lanes| *lanes != 0);
        }
        self.drop_served();
        Ok(())
    }
}

impl OtherMemory {
    /// The lanes that a request serves.
    fn lanes(&self, request: &OtherRequest) -> u32 {
        if self.has_lanes {
            request.lanes
        } else {
            u32::MAX
        }
    }

    /// Of the bytes that a warp wants those that a request asks for, of the line from `first` on and
    /// for its lanes; none where it asks for none, or its mask has a part in which none is wanted.
    fn asked(&self, request: &OtherRequest, first: u64, all: &Bytes) -> Option<Bytes> {
        let mut asked = Bytes::new();
        let part = self.mask_bytes.unwrap_or(self.line_bytes).max(1);
        for (bit, start) in (0..).zip((0..self.line_bytes).step_by(part as usize)) {
            let is_set = request
                .mask
                .get(bit / 32)
                .is_some_and(|word| word >> (bit % 32) & 1 != 0);
            if self.mask_bytes.is_some() && !is_set {
                continue;
            }
            let start = first.saturating_add(start);
            let wanted = all.range(start..start.saturating_add(part));
            let wanted = wanted.filter(|(_, lanes)| **lanes & self.lanes(request) != 0);
            let before = asked.len();
            asked.extend(wanted);
            if asked.len() == before {
                return None;
            }
        }
        (!asked.is_empty()).then_some(asked)
    }
}
