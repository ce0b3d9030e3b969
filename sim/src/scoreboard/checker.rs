//! The scoreboard by transactions. Accepted beats go to the reference. Results and memory requests
//! that leave are compared with those that the reference owes, in whatever cycle.

use crate::WarpConfig;
use crate::scoreboard::compare;
use crate::scoreboard::memory::{OtherRequests, Wrong};
use crate::scoreboard::reference::{Accepted, Reference};
use crate::scoreboard::{
    Contract, Inputs, Mismatch, Observer, Order, OtherRequest, Outputs, Place, Predicted,
    RequestCounts, Rules, Seen,
};
use isa::ports::Group;

/// Cycles after which the oldest owed output, if it is still the same, is missed.
pub const PATIENCE: u64 = 4096;

/// Cycles without output after which a unit that owes nothing is at rest.
const REST: u64 = 64;

/// Last cycles of progress, by its kind.
#[derive(Default)]
struct Progress {
    /// The oldest result left.
    result: u64,
    /// A memory request served something new.
    memory: u64,
    /// A result left, a memory request served something new, an input was accepted, or a reset.
    any: u64,
    /// Any of these, or nothing was waiting at an input.
    offer: u64,
    /// Any result or memory request left, or a reset.
    left: u64,
}

/// The scoreboard of hardware of any width. A bench with a monitor calls [`check`](Checker::check)
/// once a cycle; a bench that sees transactions calls the other functions as each happens.
pub struct Checker<O> {
    contract: Contract,
    of_results: Rules,
    of_memory: Rules,
    /// True if the unit has a memory port.
    compares_memory: bool,
    reference: Reference<O>,
    cycle: u64,
    /// Cycles without a stall on either side.
    moving: u64,
    progress: Progress,
    /// The port whose ready was missing in the last cycle.
    waits: Option<&'static str>,
    /// The cycle in which something owed may have become overdue.
    due: u64,
    /// Index of the result that left in the last cycle among those that the reference owes.
    left: Option<usize>,
    wrong: Option<Mismatch>,
    lanes: u32,
}

impl<O: Observer> Checker<O> {
    /// Checker for hardware of `lanes` lanes.
    pub fn new(contract: &Contract, lanes: usize) -> Checker<O> {
        let of_memory = contract.rules_of(Group::Memory);
        Checker {
            contract: contract.clone(),
            of_results: contract.rules_of(Group::Result),
            of_memory,
            compares_memory: of_memory.outputs.has_port("memory_valid"),
            reference: Reference::new(contract, lanes),
            cycle: 0,
            moving: 0,
            progress: Progress::default(),
            waits: None,
            due: contract
                .latency
                .map_or(PATIENCE, |most| most.clamp(1, PATIENCE)),
            left: None,
            wrong: None,
            lanes: 0,
        }
    }

    /// Drops the result that left in the last cycle from those that are owed.
    #[inline(always)]
    fn forget_result(&mut self) {
        if let Some(place) = self.left.take() {
            // Nothing is copied out of the queue.
            self.reference.results.drain(place..=place);
        }
        self.lanes = 0;
    }

    /// Records a difference that is not one of a port's value.
    fn miss(&mut self, wrong: Wrong) {
        let place = Place {
            instruction: wrong.instruction as usize,
            cycle: self.cycle,
        };
        self.wrong.get_or_insert(Mismatch {
            place,
            lane: None,
            signal: wrong.signal.to_owned(),
            expected: wrong.expected,
            got: wrong.got,
            note: wrong.note,
        });
    }

    /// Records an output that is not owed.
    fn miss_extra(&mut self, signal: &'static str) {
        self.miss(Wrong {
            instruction: self.reference.accepted_warps(),
            signal,
            expected: 0,
            got: 1,
            note: None,
        });
    }

    /// Tag of a warp with that destination, by the contract.
    #[inline(always)]
    fn tag(&self, destination: u16) -> Option<u64> {
        match self.contract.order {
            Order::Requests => None,
            Order::Tag(bits) => Some(u64::from(destination) & ((1 << bits) - 1)),
        }
    }

    #[inline(always)]
    fn take_result(&mut self, outputs: &Outputs, tag: Option<u64>) {
        match tag {
            None => self.reference.find_result(),
            Some(_) => self.reference.find_results(),
        }
        let Some(place) = self.place_of(tag) else {
            return self.miss_extra("result_valid");
        };
        self.left = Some(place);
        let expected = &self.reference.results[place];
        let predicted = expected.predicted();
        let completed = match self.contract.partial.is_empty() {
            true => None,
            false => Some(
                self.contract
                    .completed(outputs, &compare::expected(predicted)),
            ),
        };
        let outputs = completed.as_ref().unwrap_or(outputs);
        if !compare::agree(outputs, predicted, &self.of_results) {
            let rules = &self.of_results;
            self.lanes = compare::mismatched_lanes(outputs, predicted, rules);
            let first = compare::first_mismatch(outputs, predicted, rules, self.cycle);
            self.wrong = self.wrong.take().or(first);
        }
        let instruction = expected.instruction;
        let latency = self.moving - expected.accepted.moving;
        if let Some(other) = &mut self.reference.other
            && expected.outputs.result_last != 0
        {
            other.answered(instruction);
        }
        if let Some(most) = self.contract.latency.filter(|&most| latency > most) {
            self.miss(Wrong {
                instruction,
                signal: "latency",
                expected: most,
                got: latency,
                note: None,
            });
        }
    }

    /// Index of the oldest owed result with that tag.
    #[inline(always)]
    fn place_of(&self, tag: Option<u64>) -> Option<usize> {
        let mut results = self.reference.results.iter();
        results.position(|it| tag.is_none_or(|tag| it.accepted.tag == tag))
    }

    /// Takes a memory request that leaves. Returns whether it serves anything new.
    #[inline(always)]
    fn take_request(&mut self, outputs: &Outputs, request: &OtherRequest) -> bool {
        self.reference.find_request();
        if let Some(other) = &mut self.reference.other {
            return other.request(request, outputs).unwrap_or_else(|wrong| {
                self.miss(wrong);
                true
            });
        }
        let Some(expected) = self.reference.requests.pop_front() else {
            self.miss_extra("memory_valid");
            return true;
        };
        let mut ports = Outputs::default();
        expected.request.put(&mut ports);
        let predicted = Predicted {
            instruction: expected.of.0,
            ..Predicted::of_result(&ports)
        };
        if !compare::agree(outputs, predicted, &self.of_memory) {
            let rules = &self.of_memory;
            let first = compare::first_mismatch(outputs, predicted, rules, self.cycle);
            self.wrong = self.wrong.take().or(first);
        }
        true
    }

    /// Records a difference if an output has been owed, or an input has been offered, for too long.
    #[inline(never)]
    fn miss_overdue(&mut self) {
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
            self.miss(Wrong {
                instruction,
                signal: "latency",
                expected: most,
                got: self.moving - accepted.moving,
                note: Some("its result has not left".to_owned()),
            });
        }
        let again = self.cycle + most.clamp(1, PATIENCE);
        let oldest = oldest.map(|(number, it)| (it.cycle.max(result), number, "result_valid"));
        let compares_memory = self.compares_memory;
        let request = compares_memory.then(|| self.reference.oldest_request());
        let request = request.flatten();
        let request = request.map(|(number, cycle)| (cycle.max(memory), number, "memory_valid"));
        let offered = self
            .waits
            .map(|port| (offer, self.reference.offered(), port));
        let owed = [oldest, request, offered].into_iter().flatten();
        let Some((since, instruction, signal)) = owed.min_by_key(|(since, ..)| *since) else {
            self.due = again;
            return;
        };
        let overdue = since + PATIENCE;
        self.due = overdue.min(again);
        if self.cycle >= overdue {
            let note = self.reference.other.as_ref().and_then(OtherRequests::hang);
            self.miss(Wrong {
                instruction,
                signal,
                expected: 1,
                got: 0,
                note,
            });
        }
    }

    /// Updates the progress by one cycle. `repeats` is true if a request that serves nothing new
    /// left.
    #[inline(always)]
    fn progress(&mut self, seen: &Seen, served: bool, repeats: bool) {
        let (cycle, progress) = (self.cycle, &mut self.progress);
        if seen.result_leaves | served | repeats | seen.reset {
            progress.left = cycle;
        }
        if (self.left == Some(0)) | seen.reset {
            progress.result = cycle;
        }
        if served | seen.reset {
            progress.memory = cycle;
        }
        if seen.accepted | seen.config_taken | seen.result_leaves | served | seen.reset {
            progress.any = cycle;
        }
        self.waits = seen.waits;
        if seen.waits.is_none() | (progress.any == cycle) {
            progress.offer = cycle;
        }
        if repeats && cycle - progress.any >= PATIENCE {
            self.miss_extra("memory_valid: a request that serves nothing new");
        }
    }
}

impl<O: Observer> Checker<O> {
    /// Checks one cycle. Returns false if there is a difference in it or there was one before.
    #[inline(always)]
    pub fn check(&mut self, seen: &Seen) -> bool {
        self.forget_result();
        if self.cycle >= self.due {
            self.miss_overdue();
        }
        if seen.accepted {
            let accepted = Accepted {
                cycle: self.cycle,
                moving: self.moving,
                tag: self.tag(seen.warp.destination).unwrap_or_default(),
            };
            self.reference.accept(&seen.warp, accepted, seen.scattered);
        }
        if seen.config_taken {
            self.reference.write(seen.write.0, seen.write.1);
        }
        if seen.result_leaves {
            self.take_result(&seen.outputs, self.tag(seen.outputs.result_destination));
        }
        let request_leaves = seen.request_leaves & self.compares_memory;
        let served = request_leaves && self.take_request(&seen.outputs, &seen.other);
        if seen.reset {
            self.left = None;
            self.reference.reset();
        }
        self.progress(seen, served, request_leaves & !served);
        self.cycle += 1;
        self.moving += u64::from(seen.moving);
        self.wrong.is_none()
    }

    /// Records that the next beat of `warp` was accepted. `tag` identifies the warp in the unit.
    pub fn accept(&mut self, warp: &Inputs, tag: u64) {
        let accepted = Accepted {
            tag,
            ..Accepted::default()
        };
        self.reference.accept(warp, accepted, false);
    }

    /// Records a write to a configuration register.
    pub fn write(&mut self, address: u8, data: u64) {
        self.reference.write(address, data);
    }

    /// Compares a result that left with the oldest owed one, or the oldest with the tag. Returns
    /// the number of its warp; `None` if no such result is owed.
    pub fn result(&mut self, outputs: &Outputs, tag: Option<u64>) -> Option<u64> {
        self.take_result(outputs, tag);
        let place = self.left?;
        let warp = self.reference.results[place].instruction;
        self.forget_result();
        Some(warp)
    }

    /// Compares a memory request that left. `other` counts for requests of another kind alone.
    pub fn request(&mut self, outputs: &Outputs, other: &OtherRequest) {
        self.take_request(outputs, other);
    }

    /// Records a reset of the unit.
    pub fn reset(&mut self) {
        self.left = None;
        self.reference.reset();
    }

    /// Numbers of the warps whose results have not left, in their order, and of the warps whose
    /// memory requests have not.
    pub fn owed(&mut self) -> (Vec<u64>, Vec<u64>) {
        self.reference.owed(self.compares_memory)
    }

    /// Returns whether nothing is owed, and nothing has left for some cycles.
    pub fn is_idle(&mut self) -> bool {
        let at_rest = self.cycle > self.progress.left + REST && self.left.is_none();
        at_rest && self.reference.is_idle(self.compares_memory)
    }

    /// Expected result for the one that left in the last cycle.
    pub fn predicted(&self) -> Option<Predicted<'_>> {
        Some(self.reference.results.get(self.left?)?.predicted())
    }

    /// The first difference.
    pub fn wrong(&self) -> Option<&Mismatch> {
        self.wrong.as_ref()
    }

    /// Takes the first difference; the next one becomes the first.
    pub fn take_wrong(&mut self) -> Option<Mismatch> {
        self.wrong.take()
    }

    /// Lanes that differ in the result that left in the last cycle, a bit each.
    pub fn lanes(&self) -> u32 {
        self.lanes
    }

    /// Counts of memory requests of another kind.
    pub fn requests(&self) -> Option<RequestCounts> {
        self.reference.other.as_ref().map(|other| other.counts)
    }

    /// Observer of the golden pipeline.
    pub fn observer(&self) -> &O {
        &self.reference.observer
    }

    /// Observer of the golden pipeline, to be changed.
    pub fn observer_mut(&mut self) -> &mut O {
        &mut self.reference.observer
    }

    /// Number of warps whose first beat was accepted.
    pub fn accepted_warps(&self) -> u64 {
        self.reference.accepted_warps()
    }

    /// The configuration in force.
    pub fn config(&self) -> &WarpConfig {
        self.reference.config()
    }
}
