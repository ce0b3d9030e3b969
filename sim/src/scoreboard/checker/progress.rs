//! Progress of the hardware: outputs that are overdue, and inputs that it does not take.

use super::{Checker, PATIENCE};
use crate::scoreboard::memory::OtherPorts;
use crate::scoreboard::{Mismatch, Observer, Seen};

/// Last cycles of progress, by its kind.
#[derive(Default)]
pub(super) struct Progress {
    /// The oldest result left.
    pub result: u64,
    /// A memory request served something new.
    pub memory: u64,
    /// A result left, a memory request served something new, an input was accepted, or a reset.
    pub any: u64,
    /// Any of these, or nothing was waiting at an input.
    pub offer: u64,
    /// Any result or memory request left, or a reset.
    pub left: u64,
}

impl<O: Observer> Checker<O> {
    /// Records a difference if an output has been owed, or an input has been offered, for too long.
    #[inline(never)]
    pub(super) fn miss_overdue(&mut self) {
        let Progress {
            result,
            memory,
            offer,
            ..
        } = self.progress;
        let oldest = self.reference.oldest_result();
        let most = self.contract.latency.unwrap_or(PATIENCE);
        if let Some((instruction, accepted)) = oldest
            && self.moving - accepted.moving > most
            && self.contract.latency.is_some()
        {
            let got = self.moving - accepted.moving;
            self.miss(Mismatch {
                note: Some("its result has not left".to_owned()),
                ..Mismatch::new(instruction, "latency", most, got)
            });
        }
        let again = self.cycle + most.clamp(1, PATIENCE);
        let oldest = oldest.map(|(number, it)| (it.cycle.max(result), number, "result_valid"));
        // Ports of another kind know their own progress.
        let memory = if self.reference.other.is_none() {
            memory
        } else {
            0
        };
        let request = if self.compares_memory {
            self.reference.oldest_request()
        } else {
            None
        };
        let request = request.map(|(number, cycle)| (cycle.max(memory), number, "memory_valid"));
        let load = self
            .reference
            .oldest_load()
            .map(|(number, cycle)| (cycle, number, "writeback_valid"));
        let offered = self
            .waits
            .map(|port| (offer, self.reference.offered(), port));
        let owed = [oldest, request, load, offered].into_iter().flatten();
        let Some((since, instruction, signal)) = owed.min_by_key(|(since, ..)| *since) else {
            self.due = again;
            return;
        };
        let overdue = since + PATIENCE;
        self.due = overdue.min(again);
        if self.cycle >= overdue {
            let note = self.reference.other.as_ref().and_then(OtherPorts::hang);
            self.miss(Mismatch {
                note,
                ..Mismatch::new(instruction, signal, 1, 0)
            });
        }
    }

    /// Updates the progress by one cycle. `repeats` is true if a request that serves nothing new
    /// left.
    #[inline(always)]
    pub(super) fn progress(&mut self, seen: &Seen, served: bool, repeats: bool) {
        let (cycle, progress) = (self.cycle, &mut self.progress);
        let written = seen.written.has_lanes();
        if seen.result_leaves | served | written | repeats | seen.reset {
            progress.left = cycle;
        }
        if (self.left == Some(0)) | seen.reset {
            progress.result = cycle;
        }
        if served | seen.reset {
            progress.memory = cycle;
        }
        let left = seen.result_leaves | served | written;
        if seen.accepted | seen.config_taken | left | seen.reset {
            progress.any = cycle;
        }
        self.waits = seen.waits;
        if seen.waits.is_none() | (progress.any == cycle) {
            progress.offer = cycle;
        }
        if repeats && cycle - progress.any >= PATIENCE {
            self.miss_extra("memory_valid: a request that serves nothing new", None);
        }
    }
}
