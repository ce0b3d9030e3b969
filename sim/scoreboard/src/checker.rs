//! The scoreboard by transactions: what the hardware took goes to the reference, and what left it
//! is compared with what the reference owes, whatever cycle that is.

use crate::compare;
use crate::reference::{Accepted, Reference};
use crate::{
    Beat, Contract, Golden, Mismatch, Observer, Order, OtherRequest, Outputs, Place, Predicted,
    RequestCounts, Rules, Seen, WithGolden, of_width,
};
use isa::ports::Group;
use sim::WarpConfig;
use sim::pipeline::PortResult;

/// Cycles in which nothing is accepted and nothing leaves, after which what is owed is missed.
pub const PATIENCE: u64 = 4096;

/// A checker for hardware of any width: told cycle by cycle what was seen, or each transaction as
/// it happens.
pub trait Check<O>: Send {
    /// Takes note of a cycle; false where something was wrong in it or before.
    fn check(&mut self, seen: &Seen) -> bool;

    /// The next beat of `warp` was accepted; `tag` tells the warp from the others in the unit.
    fn accept(&mut self, warp: &Beat, tag: u64);

    /// A configuration register was written.
    fn write(&mut self, address: u8, data: u64);

    /// A result left: the oldest that is owed, or the oldest with the tag. Gives the number of its
    /// warp; none where no such result is owed.
    fn result(&mut self, outputs: &Outputs, tag: Option<u64>) -> Option<u64>;

    /// A memory request left; `other` counts for requests of another kind alone.
    fn request(&mut self, outputs: &Outputs, other: &OtherRequest);

    /// The unit was reset.
    fn reset(&mut self);

    /// The numbers of the warps whose results have not left, in their order, and those of the
    /// warps whose memory requests have not.
    fn owed(&mut self) -> (Vec<u64>, Vec<u64>);

    /// Nothing is owed.
    fn is_idle(&mut self) -> bool;

    /// The result that left in the last cycle.
    fn predicted(&self) -> Option<Predicted<'_>>;

    /// The first difference, and the lanes of its beat that differ, a bit each.
    fn wrong(&self) -> Option<&Mismatch>;

    /// Takes it: the next one is the first again.
    fn take_wrong(&mut self) -> Option<Mismatch>;
    fn lanes(&self) -> u32;

    /// Memory requests of another kind.
    fn requests(&self) -> Option<RequestCounts>;

    fn observer(&self) -> &O;
    fn observer_mut(&mut self) -> &mut O;

    /// Warps whose first beat was accepted.
    fn accepted_warps(&self) -> u64;

    /// The configuration in force.
    fn config(&self) -> &WarpConfig;
}

/// The reference, and what was wrong.
pub struct Checker<G, O> {
    contract: Contract,
    of_results: Rules,
    of_memory: Rules,
    /// The unit has a memory port.
    compares_memory: bool,
    reference: Reference<G, O>,
    cycle: u64,
    /// Cycles in which nobody stalled the unit.
    moving: u64,
    /// Cycles since something was accepted or left.
    quiet: u64,
    /// The place of the result that left in the last cycle, in what the reference owes.
    left: Option<usize>,
    wrong: Option<Mismatch>,
    lanes: u32,
}

/// A checker for hardware of `lanes` lanes.
pub fn checker<O: Observer + 'static>(contract: &Contract, lanes: usize) -> Box<dyn Check<O>> {
    struct OfContract<'a, O>(&'a Contract, std::marker::PhantomData<O>);

    impl<O: Observer + 'static> WithGolden for OfContract<'_, O> {
        type Output = Box<dyn Check<O>>;

        fn with<G: Golden + 'static>(self) -> Box<dyn Check<O>> {
            Box::new(Checker::<G, O>::new(self.0))
        }
    }

    of_width(lanes, OfContract(contract, std::marker::PhantomData))
}

impl<G: Golden, O: Observer> Checker<G, O> {
    pub fn new(contract: &Contract) -> Checker<G, O> {
        let of_memory = contract.rules_of(Group::Memory);
        Checker {
            contract: contract.clone(),
            of_results: contract.rules_of(Group::Result),
            of_memory,
            compares_memory: of_memory.outputs.has_port("memory_valid"),
            reference: Reference::new(contract),
            cycle: 0,
            moving: 0,
            quiet: 0,
            left: None,
            wrong: None,
            lanes: 0,
        }
    }

    /// The result that left in the last cycle is owed no more.
    #[inline(always)]
    fn forget_result(&mut self) {
        if let Some(place) = self.left.take() {
            // Nothing is copied out of the queue.
            self.reference.results.drain(place..=place);
        }
        self.lanes = 0;
    }

    /// A difference that is no port's value.
    fn miss(&mut self, instruction: u64, signal: &str, expected: u64, got: u64) {
        let place = Place {
            instruction: instruction as usize,
            cycle: self.cycle,
        };
        self.wrong.get_or_insert(Mismatch {
            place,
            lane: None,
            signal: signal.to_owned(),
            expected,
            got,
        });
    }

    /// The tag of a warp with that destination, by the contract.
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
            return self.miss(self.reference.accepted_warps(), "result_valid", 0, 1);
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
        let (instruction, latency) = (
            expected.result.instruction,
            self.moving - expected.accepted.when,
        );
        if let Some(most) = self.contract.latency.filter(|&most| latency > most) {
            self.miss(instruction, "latency", most, latency);
        }
    }

    /// The place of the oldest result with that tag in what is owed.
    #[inline(always)]
    fn place_of(&self, tag: Option<u64>) -> Option<usize> {
        let mut results = self.reference.results.iter();
        results.position(|it| tag.is_none_or(|tag| it.accepted.tag == tag))
    }

    #[inline(always)]
    fn take_request(&mut self, outputs: &Outputs, request: &OtherRequest) {
        self.reference.find_request();
        if let Some(other) = &mut self.reference.other {
            if let Err((instruction, signal, expected, got)) = other.request(request, outputs) {
                self.miss(instruction, signal, expected, got);
            }
            return;
        }
        let Some(expected) = self.reference.requests.pop_front() else {
            return self.miss(self.reference.accepted_warps(), "memory_valid", 0, 1);
        };
        let predicted = Predicted {
            ports: &expected.ports,
            result: &PortResult::default(),
        };
        if !compare::agree(outputs, predicted, &self.of_memory) {
            let rules = &self.of_memory;
            let first = compare::first_mismatch(outputs, predicted, rules, self.cycle);
            let first = first.map(|mut first| {
                first.place.instruction = expected.instruction as usize;
                first
            });
            self.wrong = self.wrong.take().or(first);
        }
    }

    /// Something is owed for too long.
    #[inline(never)]
    fn miss_what_is_owed(&mut self, offered: bool) {
        self.reference.find_result();
        let result = self.reference.results.front();
        let result = result.map(|expected| expected.result.instruction);
        let mut request = None;
        if self.compares_memory {
            self.reference.find_request();
            request = self.reference.requests.front();
        }
        let request = request.map(|expected| expected.instruction);
        let other = self.reference.other.as_ref();
        let request = request.or_else(|| other.filter(|_| self.compares_memory)?.missing());
        match (result, request) {
            (Some(instruction), _) => self.miss(instruction, "result_valid", 1, 0),
            (None, Some(instruction)) => self.miss(instruction, "memory_valid", 1, 0),
            (None, None) if offered => {
                self.miss(self.reference.accepted_warps(), "request_ready", 1, 0);
            }
            (None, None) => {}
        }
    }
}

impl<G: Golden, O: Observer> Check<O> for Checker<G, O> {
    #[inline(always)]
    fn check(&mut self, seen: &Seen) -> bool {
        self.forget_result();
        if seen.accepted {
            let accepted = Accepted {
                when: self.moving,
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
        if request_leaves {
            self.take_request(&seen.outputs, &seen.other);
        }
        if seen.reset {
            self.left = None;
            self.reference.reset();
        }
        let moved = seen.accepted | seen.config_taken | seen.result_leaves | request_leaves;
        self.quiet = if moved | seen.reset {
            0
        } else {
            self.quiet + 1
        };
        if self.quiet >= PATIENCE {
            self.miss_what_is_owed(seen.offered);
        }
        self.cycle += 1;
        self.moving += u64::from(seen.moving);
        self.wrong.is_none()
    }

    fn accept(&mut self, warp: &Beat, tag: u64) {
        let accepted = Accepted { when: 0, tag };
        self.reference.accept(warp, accepted, false);
    }

    fn write(&mut self, address: u8, data: u64) {
        self.reference.write(address, data);
    }

    fn result(&mut self, outputs: &Outputs, tag: Option<u64>) -> Option<u64> {
        self.take_result(outputs, tag);
        let place = self.left?;
        let warp = self.reference.results[place].result.instruction;
        self.forget_result();
        Some(warp)
    }

    fn request(&mut self, outputs: &Outputs, other: &OtherRequest) {
        self.take_request(outputs, other);
    }

    fn reset(&mut self) {
        self.left = None;
        self.reference.reset();
    }

    fn owed(&mut self) -> (Vec<u64>, Vec<u64>) {
        self.reference.owed(self.compares_memory)
    }

    fn is_idle(&mut self) -> bool {
        self.left.is_none() && self.reference.is_idle(self.compares_memory)
    }

    fn predicted(&self) -> Option<Predicted<'_>> {
        Some(self.reference.results.get(self.left?)?.predicted())
    }

    fn wrong(&self) -> Option<&Mismatch> {
        self.wrong.as_ref()
    }

    fn take_wrong(&mut self) -> Option<Mismatch> {
        self.wrong.take()
    }

    fn lanes(&self) -> u32 {
        self.lanes
    }

    fn requests(&self) -> Option<RequestCounts> {
        self.reference.other.as_ref().map(|other| other.counts)
    }

    fn observer(&self) -> &O {
        &self.reference.observer
    }

    fn observer_mut(&mut self) -> &mut O {
        &mut self.reference.observer
    }

    fn accepted_warps(&self) -> u64 {
        self.reference.accepted_warps()
    }

    fn config(&self) -> &WarpConfig {
        self.reference.config()
    }
}
