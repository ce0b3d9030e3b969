//! The scoreboard by transactions. Accepted beats go to the reference. Results and memory requests
//! that leave are compared with those that the reference owes, in whatever cycle.

mod progress;
mod stability;

use crate::WarpConfig;
use crate::coalescer::MemoryRequest;
use crate::scoreboard::compare;
use crate::scoreboard::memory::OtherPorts;
use crate::scoreboard::reference::{Accepted, Reference};
use crate::scoreboard::{
    Contract, Inputs, Mismatch, Observer, Order, OtherRequest, Outputs, Predicted, RequestCounts,
    Rules, Seen, Written,
};
use isa::ports::Group;
use progress::Progress;
use stability::Waiting;

/// Cycles after which the oldest owed output, if it is still the same, is missed.
pub const PATIENCE: u64 = 4096;

/// Cycles without output after which a unit that owes nothing is at rest.
const REST: u64 = 64;

/// The scoreboard of hardware of any width. A bench with a monitor calls [`check`](Checker::check)
/// once a cycle; a bench that sees transactions calls the other functions as each happens.
pub struct Checker<O> {
    contract: Contract,
    of_results: Rules,
    of_memory: Rules,
    /// True if the unit has a memory port.
    compares_memory: bool,
    reference: Reference<O>,
    /// The result that waits at its port, and the memory request.
    result: Waiting,
    request: Waiting,
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
            compares_memory: of_memory.outputs.has_port("memory_valid")
                || !contract.memory.is_empty(),
            reference: Reference::new(contract, lanes),
            result: Waiting::default(),
            request: Waiting::default(),
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

    /// Records a difference of this cycle.
    fn miss(&mut self, mut wrong: Mismatch) {
        wrong.place.cycle = self.cycle;
        self.wrong.get_or_insert(wrong);
    }

    /// Records an output that is not owed.
    fn miss_extra(&mut self, signal: &str, note: Option<String>) {
        let wrong = Mismatch::new(self.reference.accepted_warps(), signal, 0, 1);
        self.miss(Mismatch { note, ..wrong });
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
            let note = tag.map(|tag| format!("no warp in the unit has the tag {tag:#x}"));
            return self.miss_extra("result_valid", note);
        };
        self.left = Some(place);
        let expected = &self.reference.results[place];
        let predicted = expected.predicted();
        let completed = if self.contract.partial.is_empty() {
            None
        } else {
            Some(
                self.contract
                    .completed(outputs, &compare::expected(predicted)),
            )
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
            self.miss(Mismatch::new(instruction, "latency", most, latency));
        }
    }

    /// Index of the oldest owed result with that tag.
    #[inline(always)]
    fn place_of(&self, tag: Option<u64>) -> Option<usize> {
        let mut results = self.reference.results.iter();
        results.position(|it| tag.is_none_or(|tag| it.accepted.tag == tag))
    }

    /// Takes a memory request of another kind that leaves a port. Returns whether it serves anything
    /// new; `None` if it asks for nothing.
    fn take_other(&mut self, port: usize, request: &OtherRequest) -> Option<bool> {
        self.reference.find_request();
        let other = self.reference.other.as_mut();
        let taken = other.map(|other| other.request(port, request, self.cycle));
        taken.unwrap_or(Ok(Some(true))).unwrap_or_else(|wrong| {
            self.miss(wrong);
            Some(true)
        })
    }

    /// Takes loads that are written to registers.
    fn take_written(&mut self, written: &Written) {
        self.reference.find_results();
        let Some(registers) = &mut self.reference.registers else {
            return;
        };
        match registers.write(written, self.cycle) {
            // It is for no warp.
            Err(wrong) if wrong.signal == "writeback_valid" => {
                let tagged = self.contract.writeback.filter(|port| port.has_tag);
                let tag = written.tag;
                let note =
                    tagged.map(|_| format!("no load with the tag {tag:#x} is to be written"));
                self.miss_extra(&wrong.signal, note);
            }
            Err(wrong) => self.miss(wrong),
            Ok(()) => {}
        }
    }

    /// Compares a memory request that left.
    #[inline(always)]
    pub fn request(&mut self, request: &MemoryRequest) {
        self.reference.find_request();
        let Some(expected) = self.reference.requests.pop_front() else {
            return self.miss_extra("memory_valid", None);
        };
        if *request == expected.request {
            return;
        }
        let found = compare::request_differences(&expected.request, request, &self.of_memory);
        if let Some(first) = found.first() {
            self.miss(first.mismatch(expected.of.0, 0));
        }
    }

    /// Takes the memory requests that leave in a cycle. Returns whether one serves anything new;
    /// `None` if none asks for anything.
    #[inline(always)]
    fn take_requests(&mut self, seen: &Seen) -> Option<bool> {
        if seen.other.is_empty() {
            self.request(&MemoryRequest::of_ports(&seen.outputs));
            return Some(true);
        }
        let requests = seen.other.iter().enumerate();
        let leave = requests.filter(|(_, request)| request.leaves != 0);
        leave.fold(None, |serves, (port, request)| {
            serves.max(self.take_other(port, request))
        })
    }
}

impl<O: Observer> Checker<O> {
    /// Checks one cycle. Returns false if there is a difference in it or there was one before.
    #[inline(always)]
    pub fn check(&mut self, seen: &Seen) -> bool {
        self.forget_result();
        self.check_stability(seen);
        if self.cycle >= self.due {
            self.miss_overdue();
        }
        if seen.accepted {
            let accepted = Accepted {
                cycle: self.cycle,
                moving: self.moving,
                tag: self.tag(seen.warp.destination).unwrap_or_default(),
                data: seen.data,
            };
            self.reference.accept(&seen.warp, accepted, seen.scattered);
        }
        if seen.config_taken {
            self.reference.write(seen.write.0, seen.write.1);
        }
        if seen.written.has_lanes() {
            self.take_written(&seen.written);
        }
        if seen.result_leaves {
            self.take_result(&seen.outputs, self.tag(seen.outputs.result_destination));
        }
        let request_leaves = seen.request_leaves & self.compares_memory;
        let served = request_leaves.then(|| self.take_requests(seen)).flatten();
        if seen.reset {
            self.left = None;
            self.reference.reset();
        }
        self.progress(seen, served == Some(true), served == Some(false));
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

    /// Compares a memory request of another kind that left the port with that number.
    pub fn other_request(&mut self, port: usize, request: &OtherRequest) {
        self.take_other(port, request);
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

    /// Counts of memory requests of another kind, by the names of their spaces.
    pub fn requests(&self) -> Vec<(&'static str, RequestCounts)> {
        self.reference
            .other
            .iter()
            .flat_map(OtherPorts::counts)
            .collect()
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
