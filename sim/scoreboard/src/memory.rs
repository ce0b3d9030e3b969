//! Memory requests of coalescers that merge otherwise: what counts is which bytes they ask for.
//!
//! ```text
//!     wanted    = the bytes of all lanes of the warp that access global memory
//!     asked for = the wanted bytes in the line, or in the mask
//! ```
//!
//! Each wanted byte is asked for exactly once, or at least once where the unit may repeat; a byte
//! in a mask is wanted. Warps come in the order of their results, the requests of one in any order.

use crate::{OtherMemory, OutputSet, Outputs};
use sim::coalescer::{WarpAccess, coalesce};
use std::collections::{BTreeSet, VecDeque};
use std::ops::Add;

/// Warps that may still repeat requests.
const SERVED: usize = 4;

/// A memory request of another kind than an exported unit's, `agu_other_request`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OtherRequest {
    /// Of the line's first byte.
    pub address: u64,
    /// The bytes of the line that are asked for, a bit each.
    pub bytes: [u32; 4],
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

/// The bytes that a warp wants.
struct Wanted {
    instruction: u64,
    store: bool,
    /// Its last beat has come.
    is_whole: bool,
    /// Not asked for yet, and all of them.
    missing: BTreeSet<u64>,
    all: BTreeSet<u64>,
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

    /// A beat of an access has gone through the golden pipeline; with the last one comes the access
    /// of the whole warp.
    pub fn want(&mut self, instruction: u64, beat: &WarpAccess, whole: Option<&WarpAccess>) {
        let lanes = (0..32).filter(|lane| beat.global >> lane & 1 != 0);
        let bytes: BTreeSet<u64> = lanes
            .flat_map(|lane: usize| {
                let first = beat.address[lane];
                first..first.saturating_add(beat.bytes.into())
            })
            .collect();
        if self.warps.back().is_none_or(|warp| warp.is_whole) {
            self.warps.push_back(Wanted {
                instruction,
                store: beat.store,
                is_whole: false,
                missing: BTreeSet::new(),
                all: BTreeSet::new(),
            });
        }
        let Some(warp) = self.warps.back_mut() else {
            return;
        };
        // What an earlier beat wants too may have been asked for already.
        let new = bytes.difference(&warp.all);
        warp.missing.extend(new);
        warp.all.extend(&bytes);
        if let Some(whole) = whole {
            warp.is_whole = true;
            let lines = warp.all.iter().map(|byte| byte / self.kind.line_bytes);
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
        let in_mask = |byte: &u64| {
            let bit = (byte - first) as usize;
            !self.kind.has_mask || request.bytes[bit / 32] >> (bit % 32) & 1 != 0
        };
        let asked: BTreeSet<u64> = (first..first.saturating_add(line))
            .filter(in_mask)
            .collect();
        // What is asked for of a warp: of a mask all, of a line what the warp wants.
        let of_warp = |warp: &Wanted| -> Option<BTreeSet<u64>> {
            let wanted: BTreeSet<u64> = asked.intersection(&warp.all).copied().collect();
            let all = wanted.len() == asked.len() || !self.kind.has_mask;
            let same_kind = !self.tells_store || warp.store == (outputs.memory_store != 0);
            (all && same_kind && !wanted.is_empty()).then_some(wanted)
        };
        let repeats = self.kind.repeats && self.served.iter().any(|warp| of_warp(warp).is_some());
        let Some(warp) = self.warps.front_mut() else {
            return if repeats {
                Ok(())
            } else {
                wrong("memory_valid", 0, 1)
            };
        };
        let Some(wanted) = of_warp(warp) else {
            return if repeats {
                Ok(())
            } else {
                wrong("memory_address: bytes that no lane wants", 0, first)
            };
        };
        let again = wanted.iter().find(|byte| !warp.missing.contains(byte));
        if let Some(&byte) = again.filter(|_| !self.kind.repeats) {
            return wrong("memory_address: a byte that was asked for before", 0, byte);
        }
        for byte in wanted {
            warp.missing.remove(&byte);
        }
        self.drop_served();
        Ok(())
    }
}
