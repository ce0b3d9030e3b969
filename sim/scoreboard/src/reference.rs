//! The golden pipeline as a function: what was accepted in, results and memory requests out.
//!
//! It runs on its own, with nobody who stalls it, so what it gives depends on what was accepted and
//! on the configuration at that moment alone.

use crate::memory::OtherRequests;
use crate::{Contract, Golden, Inputs, Outputs, Predicted};
use sim::WarpConfig;
use sim::coalescer::{MemoryRequest, WarpAccess};
use sim::pipeline::config_writes;
use sim::results::global_mask;
use std::collections::VecDeque;
use std::sync::Arc;

/// Edges after which the golden pipeline, left alone, has given a result or a memory request if
/// it has one: more than its latency and the longest gap between two requests.
const QUIET: usize = 64;

/// Looks at the golden pipeline of a reference, as functional coverage does.
pub trait Observer: Default + Send {
    /// Before each of its edges, with these inputs.
    fn before_edge(&mut self, inputs: &Inputs, golden: &Golden);

    /// After the edge that took the last beat of a warp, whose lanes are at many edges or not.
    fn after_request(&mut self, warp: &Inputs, golden: &Golden, scattered: bool);
}

/// Nobody looks.
impl Observer for () {
    fn before_edge(&mut self, _inputs: &Inputs, _golden: &Golden) {}

    fn after_request(&mut self, _warp: &Inputs, _golden: &Golden, _scattered: bool) {}
}

/// A beat that was accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accepted {
    /// The cycle, and those before it without a stall.
    pub cycle: u64,
    pub moving: u64,
    /// What tells its warp from the others in the unit.
    pub tag: u64,
}

/// A result that has not left the hardware.
pub struct Expected {
    pub outputs: Outputs,
    /// Number of its warp, and the lane of it that is lane 0.
    pub instruction: u64,
    pub first_lane: usize,
    pub accepted: Accepted,
}

/// A memory request that has not left the hardware.
pub struct ExpectedRequest {
    pub request: MemoryRequest,
    /// Number of the warp, and the cycle in which its last beat was accepted.
    pub of: (u64, u64),
}

/// The golden pipeline, and what the hardware still owes.
pub struct Reference<O> {
    golden: Golden,
    pub results: VecDeque<Expected>,
    pub requests: VecDeque<ExpectedRequest>,
    /// The beats that are in the golden pipeline.
    accepted: VecDeque<Accepted>,
    /// Warps with an access whose requests have not come yet, and when each was accepted.
    asking: VecDeque<(u64, u64)>,
    /// Memory requests of another kind, in place of `requests`.
    pub other: Option<OtherRequests>,
    /// Of a unit that has no port for it.
    config: Option<WarpConfig>,
    pub observer: O,
    /// With nothing offered, and nobody who stalls it.
    inputs: Arc<Inputs>,
    beat: Inputs,
}

impl Expected {
    pub fn predicted(&self) -> Predicted<'_> {
        Predicted {
            instruction: self.instruction,
            first_lane: self.first_lane,
            ..Predicted::of_result(&self.outputs)
        }
    }
}

impl<O: Observer> Reference<O> {
    pub fn new(contract: &Contract, lanes: usize) -> Reference<O> {
        let other = |memory| OtherRequests::new(memory, contract.outputs);
        let mut reference = Reference {
            golden: Golden::new(lanes),
            results: VecDeque::new(),
            requests: VecDeque::new(),
            accepted: VecDeque::new(),
            asking: VecDeque::new(),
            other: contract.memory.map(other),
            config: contract.config.clone(),
            observer: O::default(),
            inputs: Arc::new(Inputs {
                result_ready: 1,
                memory_ready: 1,
                ..Inputs::default()
            }),
            beat: Inputs::default(),
        };
        reference.configure();
        reference
    }

    /// The configuration that the unit always has.
    fn configure(&mut self) {
        for (address, data) in self
            .config
            .iter()
            .flat_map(config_writes)
            .collect::<Vec<_>>()
        {
            self.write(address, data);
        }
    }

    pub fn accepted_warps(&self) -> u64 {
        self.golden.accepted_warps()
    }

    /// The number of the warp whose beat may be offered next.
    pub fn offered(&self) -> u64 {
        self.accepted_warps() - u64::from(self.golden.inside_warp())
    }

    pub fn config(&self) -> &WarpConfig {
        self.golden.config()
    }

    /// The next beat of `warp`, which nobody stalls, was accepted.
    #[inline(always)]
    pub fn accept(&mut self, warp: &Inputs, accepted: Accepted, scattered: bool) {
        while !self.edge_with(warp) {}
        self.accepted.push_back(accepted);
        if !self.golden.inside_warp() {
            self.observer.after_request(warp, &self.golden, scattered);
        }
    }

    /// A configuration register was written: for what is accepted from now on.
    pub fn write(&mut self, address: u8, data: u64) {
        while !self.golden.config_ready() {
            self.edge();
        }
        let inputs = Arc::make_mut(&mut self.inputs);
        inputs.config_valid = 1;
        (inputs.config_address, inputs.config_data) = (address, data);
        self.edge();
        Arc::make_mut(&mut self.inputs).config_valid = 0;
    }

    /// The unit was reset: nothing is owed any more.
    pub fn reset(&mut self) {
        Arc::make_mut(&mut self.inputs).reset = 1;
        self.edge();
        Arc::make_mut(&mut self.inputs).reset = 0;
        self.results.clear();
        self.requests.clear();
        self.accepted.clear();
        self.asking.clear();
        if let Some(other) = &mut self.other {
            other.reset();
        }
        self.configure();
    }

    /// Lets what is in the golden pipeline come out, until there is a result.
    pub fn find_result(&mut self) {
        while self.results.is_empty() && !self.accepted.is_empty() {
            self.edge();
        }
    }

    /// Lets all of it come out.
    pub fn find_results(&mut self) {
        while !self.accepted.is_empty() {
            self.edge();
        }
    }

    /// Lets it come out, until there is a memory request, or all that is wanted of one of another
    /// kind.
    pub fn find_request(&mut self) {
        if self.other.is_some() {
            return self.find_results();
        }
        for _ in 0..QUIET {
            if !self.requests.is_empty() {
                return;
            }
            self.edge();
        }
    }

    /// Nothing is owed: no result, and where `memory` counts no memory request.
    pub fn is_idle(&mut self, memory: bool) -> bool {
        if !self.results.is_empty() || !self.accepted.is_empty() {
            return false;
        }
        if memory {
            self.find_request();
        }
        !memory
            || self.requests.is_empty() && self.other.as_ref().is_none_or(OtherRequests::is_idle)
    }

    /// The oldest result that is owed: the number of its warp, and the cycle in which it was accepted.
    pub fn oldest_result(&mut self) -> Option<(u64, Accepted)> {
        self.find_result();
        let oldest = self.results.front()?;
        Some((oldest.instruction, oldest.accepted))
    }

    /// The same of memory requests.
    pub fn oldest_request(&mut self) -> Option<(u64, u64)> {
        self.find_request();
        match &self.other {
            Some(other) => other.oldest(),
            None => self.requests.front().map(|request| request.of),
        }
    }

    /// The numbers of the warps with a result that is owed, and where `memory` counts with a memory
    /// request, in their order.
    pub fn owed(&mut self, memory: bool) -> (Vec<u64>, Vec<u64>) {
        self.find_results();
        let results = self.results.iter();
        let mut results: Vec<u64> = results.map(|it| it.instruction).collect();
        results.dedup();
        let mut requests = Vec::new();
        if memory {
            self.find_request();
            let asking = self.requests.iter().map(|it| it.of);
            let asking = asking.chain(self.asking.iter().copied());
            requests.extend(asking.map(|(instruction, _)| instruction));
            requests.extend(self.other.iter().flat_map(OtherRequests::owed));
            requests.dedup();
        }
        (results, requests)
    }

    /// One edge of the golden pipeline with nothing offered but a configuration write.
    #[inline(always)]
    fn edge(&mut self) {
        let inputs = Arc::clone(&self.inputs);
        self.edge_with(&inputs);
    }

    /// One edge of the golden pipeline; true where it accepted the beat.
    #[inline(always)]
    fn edge_with(&mut self, inputs: &Inputs) -> bool {
        self.observer.before_edge(inputs, &self.golden);
        if self.golden.result_valid() {
            self.take_result();
        }
        if self.golden.memory_valid() && self.other.is_none() {
            let memory = *self.golden.memory();
            self.take_request(memory);
        }
        self.golden.edge(inputs, &mut self.beat)
    }

    #[inline(always)]
    fn take_result(&mut self) {
        let (result, last) = (self.golden.result(), self.golden.result_last());
        let (outputs, instruction) = (&result.outputs, result.instruction);
        let first_lane = usize::from(outputs.result_beat) * self.golden.lanes();
        let accepted = self.accepted.pop_front().unwrap_or_default();
        let of = (instruction, accepted.cycle);
        if outputs.result_access != 0 {
            let whole = self.golden.warp_result();
            if let Some(other) = &mut self.other {
                let whole = last.then(|| WarpAccess::from(whole));
                other.want(of, first_lane, &WarpAccess::from(outputs), whole.as_ref());
            } else if last && whole.shared_mask | global_mask(whole) != 0 {
                self.asking.push_back(of);
            }
        }
        self.results.push_back(Expected {
            outputs: outputs.clone(),
            instruction,
            first_lane,
            accepted,
        });
    }

    #[inline(always)]
    fn take_request(&mut self, request: MemoryRequest) {
        let of = self.asking.front().copied().unwrap_or_default();
        if request.last {
            self.asking.pop_front();
        }
        self.requests.push_back(ExpectedRequest { request, of });
    }
}
