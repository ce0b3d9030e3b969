//! The scoreboard by transactions: what the hardware took goes to the reference, and what left it
//! is compared with what the reference owes, whatever cycle that is.

use super::memory::RequestCounts;
use super::monitor::Seen;
use super::reference::Reference;
use crate::dut::unit::Outputs;
use crate::testbench::contract::{Contract, Order};
use crate::testbench::coverage::Coverage;
use crate::testbench::mismatch::{Mismatch, Place};
use crate::testbench::predictor::golden::Golden;
use crate::testbench::predictor::prediction::Predicted;
use crate::testbench::scoreboard::{self, Rules};
use isa::ports::Group;
use sim::WarpConfig;
use sim::pipeline::PortResult;

/// Cycles in which nothing is accepted and nothing leaves, after which what is owed is missed.
const PATIENCE: u64 = 4096;

/// A checker for hardware of any width.
pub trait Check {
    /// Takes note of a cycle; false where something was wrong in it or before.
    fn check(&mut self, seen: &Seen) -> bool;

    /// Nothing is owed.
    fn is_idle(&mut self) -> bool;

    /// The result that left in the last cycle.
    fn predicted(&self) -> Option<Predicted<'_>>;

    /// The first difference, and the lanes of its beat that differ, a bit each.
    fn wrong(&self) -> Option<&Mismatch>;
    fn lanes(&self) -> u32;

    /// Memory requests of another kind.
    fn requests(&self) -> Option<RequestCounts>;

    fn coverage(&self) -> &Coverage;
    fn coverage_mut(&mut self) -> &mut Coverage;

    /// Warps whose first beat was accepted.
    fn accepted_warps(&self) -> u64;

    /// The configuration in force.
    fn config(&self) -> &WarpConfig;
}

/// The reference, and what was wrong.
pub struct Checker<G> {
    contract: &'static Contract,
    of_results: Rules,
    of_memory: Rules,
    /// The unit has a memory port.
    compares_memory: bool,
    reference: Reference<G>,
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

impl<G: Golden> Checker<G> {
    pub fn new(contract: &'static Contract) -> Checker<G> {
        let of_memory = contract.rules_of(Group::Memory);
        Checker {
            contract,
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

    #[inline(always)]
    fn result(&mut self, outputs: &Outputs) {
        match self.contract.order {
            Order::Requests => self.reference.find_result(),
            Order::Tag(_) => self.reference.find_results(),
        }
        let Some(place) = self.place_of(outputs) else {
            return self.miss(self.reference.accepted_warps(), "result_valid", 0, 1);
        };
        self.left = Some(place);
        let expected = &self.reference.results[place];
        let predicted = expected.predicted();
        let completed = match self.contract.partial.is_empty() {
            true => None,
            false => Some(
                self.contract
                    .completed(outputs, &scoreboard::expected(predicted)),
            ),
        };
        let outputs = completed.as_ref().unwrap_or(outputs);
        if !scoreboard::agree(outputs, predicted, &self.of_results) {
            let rules = &self.of_results;
            self.lanes = scoreboard::mismatched_lanes(outputs, predicted, rules);
            let first = scoreboard::first_mismatch(outputs, predicted, rules, self.cycle);
            self.wrong = self.wrong.take().or(first);
        }
        let (instruction, latency) = (expected.result.instruction, self.moving - expected.accepted);
        if let Some(most) = self.contract.latency.filter(|&most| latency > most) {
            self.miss(instruction, "latency", most, latency);
        }
    }

    /// The place of the result that `outputs` should be, in what is owed.
    fn place_of(&self, outputs: &Outputs) -> Option<usize> {
        let results = &self.reference.results;
        let Order::Tag(bits) = self.contract.order else {
            return (!results.is_empty()).then_some(0);
        };
        let tag = |destination: u16| u64::from(destination) & ((1 << bits) - 1);
        let mut tags = results.iter().map(|it| tag(it.result.destination));
        tags.position(|it| it == tag(outputs.result_destination))
    }

    #[inline(always)]
    fn request(&mut self, seen: &Seen) {
        let outputs = &seen.outputs;
        self.reference.find_request();
        if let Some(other) = &mut self.reference.other {
            if let Err((instruction, signal, expected, got)) = other.request(&seen.other, outputs) {
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
        if !scoreboard::agree(outputs, predicted, &self.of_memory) {
            let rules = &self.of_memory;
            let first = scoreboard::first_mismatch(outputs, predicted, rules, self.cycle);
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

impl<G: Golden> Check for Checker<G> {
    #[inline(always)]
    fn check(&mut self, seen: &Seen) -> bool {
        if let Some(place) = self.left.take() {
            self.reference.results.remove(place);
        }
        self.lanes = 0;
        if seen.accepted {
            self.reference
                .accept(&seen.warp, self.moving, seen.scattered);
        }
        if seen.config_taken {
            self.reference.write(seen.write.0, seen.write.1);
        }
        if seen.result_leaves {
            self.result(&seen.outputs);
        }
        let request_leaves = seen.request_leaves & self.compares_memory;
        if request_leaves {
            self.request(seen);
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

    fn is_idle(&mut self) -> bool {
        self.left.is_none() && self.reference.is_idle(self.compares_memory)
    }

    fn predicted(&self) -> Option<Predicted<'_>> {
        Some(self.reference.results.get(self.left?)?.predicted())
    }

    fn wrong(&self) -> Option<&Mismatch> {
        self.wrong.as_ref()
    }

    fn lanes(&self) -> u32 {
        self.lanes
    }

    fn requests(&self) -> Option<RequestCounts> {
        self.reference.other.as_ref().map(|other| other.counts)
    }

    fn coverage(&self) -> &Coverage {
        &self.reference.coverage
    }

    fn coverage_mut(&mut self) -> &mut Coverage {
        &mut self.reference.coverage
    }

    fn accepted_warps(&self) -> u64 {
        self.reference.accepted_warps()
    }

    fn config(&self) -> &WarpConfig {
        self.reference.config()
    }
}
