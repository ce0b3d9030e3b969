//! The golden pipeline as a function: accepted beats in, results and memory requests out.
//!
//! The pipeline runs on its own and is never stalled. So its outputs depend only on the accepted beats, and
//! on the configuration at the moment of each.

use crate::WarpConfig;
use crate::coalescer::MemoryRequest;
use crate::pipeline::config_writes;
use crate::results::global_mask;
use crate::scoreboard::memory::OtherPorts;
use crate::scoreboard::registers::Registers;
use crate::scoreboard::{Contract, Golden, Inputs, Outputs, Predicted};
use std::collections::VecDeque;
use std::sync::Arc;

/// Edges after which the golden pipeline has given a result or a memory request, if it has one. It
/// is more than its latency and the longest gap between two requests.
const QUIET: usize = 64;

/// Observer of a reference's golden pipeline, such as functional coverage.
pub trait Observer: Default + Send {
    /// Called before each edge, with its inputs.
    fn before_edge(&mut self, inputs: &Inputs, golden: &Golden);

    /// Called after the edge that took the last beat of a warp. `scattered` is true if its lanes
    /// are at many edges.
    fn after_request(&mut self, warp: &Inputs, golden: &Golden, scattered: bool);
}

/// No observation.
impl Observer for () {
    fn before_edge(&mut self, _inputs: &Inputs, _golden: &Golden) {}

    fn after_request(&mut self, _warp: &Inputs, _golden: &Golden, _scattered: bool) {}
}

/// A beat that was accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accepted {
    /// Cycle of the acceptance.
    pub cycle: u64,
    /// Number of cycles without a stall before it.
    pub moving: u64,
    /// Number that identifies its warp in the unit.
    pub tag: u64,
    /// Number from which the data of its stores follows.
    pub data: u64,
}

/// A result that has not left the hardware.
pub struct Expected {
    pub outputs: Outputs,
    /// Number of its warp.
    pub instruction: u64,
    /// Lane of the warp that is lane 0 of the result.
    pub first_lane: usize,
    pub accepted: Accepted,
}

/// A memory request that has not left the hardware.
pub struct ExpectedRequest {
    pub request: MemoryRequest,
    /// Number of the warp, and the cycle in which its last beat was accepted.
    pub of: (u64, u64),
}

/// The golden pipeline, and the outputs that the hardware still owes.
pub struct Reference<O> {
    golden: Golden,
    pub results: VecDeque<Expected>,
    pub requests: VecDeque<ExpectedRequest>,
    /// Beats in the golden pipeline.
    accepted: VecDeque<Accepted>,
    /// Warps with an access whose requests have not come yet, and the cycle of acceptance of each.
    asking: VecDeque<(u64, u64)>,
    /// Memory requests of another kind, in place of `requests`.
    pub other: Option<OtherPorts>,
    /// Loads that are written to registers at a port of their own.
    pub registers: Option<Registers>,
    /// Configuration of a unit without a port for it.
    config: Option<WarpConfig>,
    pub observer: O,
    /// Inputs without an offer and without a stall.
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
        let mut reference = Reference {
            golden: Golden::of_warps(lanes, contract.lanes_of_warp()),
            results: VecDeque::new(),
            requests: VecDeque::new(),
            accepted: VecDeque::new(),
            asking: VecDeque::new(),
            other: OtherPorts::new(&contract.memory),
            registers: Registers::new(contract),
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

    /// Writes the configuration of a unit without a port for it.
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

    /// Number of the warp whose beat may be offered next.
    pub fn offered(&self) -> u64 {
        self.accepted_warps() - u64::from(self.golden.inside_warp())
    }

    pub fn config(&self) -> &WarpConfig {
        self.golden.config()
    }

    /// Takes the next beat of `warp`, whose inputs have no stall.
    #[inline(always)]
    pub fn accept(&mut self, warp: &Inputs, accepted: Accepted, scattered: bool) {
        while !self.edge_with(warp) {}
        self.accepted.push_back(accepted);
        if !self.golden.inside_warp() {
            self.observer.after_request(warp, &self.golden, scattered);
        }
    }

    /// Writes a configuration register, for beats that are accepted from now on.
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

    /// Resets the unit: nothing is owed any more.
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
        if let Some(registers) = &mut self.registers {
            registers.reset();
        }
        self.configure();
    }

    /// Runs the golden pipeline until there is a result, or no beat is in it.
    pub fn find_result(&mut self) {
        while self.results.is_empty() && !self.accepted.is_empty() {
            self.edge();
        }
    }

    /// Runs the golden pipeline until no beat is in it.
    pub fn find_results(&mut self) {
        while !self.accepted.is_empty() {
            self.edge();
        }
    }

    /// Runs the golden pipeline until there is a memory request, or none is coming. For requests of
    /// another kind it runs until no beat is in it.
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

    /// Returns whether nothing is owed: no result and, if `memory` is compared, no memory request.
    pub fn is_idle(&mut self, memory: bool) -> bool {
        if !self.results.is_empty() || !self.accepted.is_empty() {
            return false;
        }
        if memory {
            self.find_request();
        }
        if self.oldest_load().is_some() {
            return false;
        }
        !memory || self.requests.is_empty() && self.other.as_ref().is_none_or(OtherPorts::is_idle)
    }

    /// Oldest owed result: the number of its warp, and the acceptance of its beat.
    pub fn oldest_result(&mut self) -> Option<(u64, Accepted)> {
        self.find_result();
        let oldest = self.results.front()?;
        Some((oldest.instruction, oldest.accepted))
    }

    /// Oldest owed memory request: the number of its warp, and the cycle in which it was accepted.
    pub fn oldest_request(&mut self) -> Option<(u64, u64)> {
        self.find_request();
        match &self.other {
            Some(other) => other.oldest(),
            None => self.requests.front().map(|request| request.of),
        }
    }

    /// Oldest load that is still to be written to registers: the number of its warp, and the cycle
    /// since which nothing was written.
    pub fn oldest_load(&self) -> Option<(u64, u64)> {
        self.registers.as_ref()?.oldest()
    }

    /// Numbers of the warps with an owed result and, if `memory` is compared, with an owed memory
    /// request, in their order.
    pub fn owed(&mut self, memory: bool) -> (Vec<u64>, Vec<u64>) {
        self.find_results();
        let mut results: Vec<u64> = self.results.iter().map(|it| it.instruction).collect();
        results.dedup();
        let mut requests = Vec::new();
        if memory {
            self.find_request();
            let asking = self.requests.iter().map(|it| it.of);
            let asking = asking.chain(self.asking.iter().copied());
            requests.extend(asking.map(|(instruction, _)| instruction));
            requests.extend(self.other.iter().flat_map(OtherPorts::owed));
            requests.dedup();
        }
        (results, requests)
    }

    /// Passes one edge of the golden pipeline without a beat, and perhaps with a configuration
    /// write.
    #[inline(always)]
    fn edge(&mut self) {
        let inputs = Arc::clone(&self.inputs);
        self.edge_with(&inputs);
    }

    /// Passes one edge of the golden pipeline. Returns whether it accepted the beat.
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
            if let Some(registers) = &mut self.registers {
                registers.want(instruction, accepted, first_lane, outputs);
            }
            if let Some(other) = &mut self.other {
                other.want(
                    instruction,
                    accepted,
                    first_lane,
                    outputs,
                    last.then_some(whole),
                );
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
