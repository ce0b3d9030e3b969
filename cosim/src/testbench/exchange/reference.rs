//! The golden pipeline as a function: what was accepted in, results and memory requests out.
//!
//! It runs on its own, with nobody who stalls it, so what it gives depends on what was accepted and
//! on the configuration at that moment alone.

use crate::dut::unit::{Beat, LANES};
use crate::testbench::coverage::Coverage;
use crate::testbench::predictor::golden::Golden;
use crate::testbench::predictor::prediction::Predicted;
use sim::WarpConfig;
use sim::coalescer::{MemoryRequest, WarpAccess};
use sim::pipeline::{PortResult, PortState};
use std::collections::VecDeque;

/// Edges after which the golden pipeline, left alone, has given a result or a memory request if
/// it has one: more than its latency and the longest gap between two requests.
const QUIET: usize = 64;

/// A result that has not left the hardware.
pub struct Expected {
    pub ports: PortState,
    pub result: PortResult<LANES>,
    /// When its request was accepted, as [`Reference::accept`] was told.
    pub accepted: u64,
}

/// A memory request that has not left the hardware.
pub struct ExpectedRequest {
    pub ports: PortState,
    /// Number of the warp.
    pub instruction: u64,
}

/// The golden pipeline, and what the hardware still owes.
pub struct Reference<G> {
    golden: G,
    pub results: VecDeque<Expected>,
    pub requests: VecDeque<ExpectedRequest>,
    /// When the beats that are in the golden pipeline were accepted.
    accepted: VecDeque<u64>,
    /// Warps with an access whose requests have not come yet.
    asking: VecDeque<u64>,
    pub coverage: Coverage,
    inputs: Beat,
    beat: Beat,
}

impl Expected {
    pub fn predicted(&self) -> Predicted<'_> {
        Predicted {
            ports: &self.ports,
            result: &self.result,
        }
    }
}

impl<G: Golden> Reference<G> {
    pub fn new() -> Reference<G> {
        Reference {
            golden: G::new(),
            results: VecDeque::new(),
            requests: VecDeque::new(),
            accepted: VecDeque::new(),
            asking: VecDeque::new(),
            coverage: Coverage::default(),
            inputs: Beat::default(),
            beat: Beat::default(),
        }
    }

    pub fn accepted_warps(&self) -> u64 {
        self.golden.accepted_warps()
    }

    pub fn config(&self) -> &WarpConfig {
        self.golden.config()
    }

    /// The next beat of `warp` was accepted `now`.
    #[inline(always)]
    pub fn accept(&mut self, warp: &Beat, now: u64, scattered: bool) {
        self.inputs.set(warp);
        self.inputs.reset = 0;
        self.inputs.config_valid = 0;
        self.inputs.request_valid = 1;
        self.stand_ready();
        while !self.edge() {}
        self.accepted.push_back(now);
        self.inputs.request_valid = 0;
        if !self.golden.inside_warp() {
            self.coverage.after_request(warp, &self.golden, scattered);
        }
    }

    /// A configuration register was written: for what is accepted from now on.
    pub fn write(&mut self, address: u8, data: u64) {
        self.inputs.request_valid = 0;
        self.inputs.config_valid = 1;
        (self.inputs.config_address, self.inputs.config_data) = (address, data);
        self.stand_ready();
        while !self.golden.config_ready() {
            self.edge();
        }
        self.edge();
        self.inputs.config_valid = 0;
    }

    /// The unit was reset: nothing is owed any more.
    pub fn reset(&mut self) {
        self.inputs.reset = 1;
        self.inputs.request_valid = 0;
        self.inputs.config_valid = 0;
        self.edge();
        self.inputs.reset = 0;
        self.results.clear();
        self.requests.clear();
        self.accepted.clear();
        self.asking.clear();
    }

    /// Lets what is in the golden pipeline come out, until there is a result.
    pub fn find_result(&mut self) {
        while self.results.is_empty() && !self.accepted.is_empty() {
            self.edge();
        }
    }

    /// Lets it come out, until there is a memory request.
    pub fn find_request(&mut self) {
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
        !memory || self.requests.is_empty()
    }

    fn stand_ready(&mut self) {
        self.inputs.result_ready = 1;
        self.inputs.memory_ready = 1;
    }

    /// One edge of the golden pipeline; true where it accepted the beat.
    #[inline(always)]
    fn edge(&mut self) -> bool {
        self.coverage.before_edge(&self.inputs, &self.golden);
        if self.golden.result_valid() {
            let result = self.golden.result();
            let last = self.golden.result_last();
            let ports = PortState {
                result_last: last,
                first_lane: usize::from(result.beat) * G::LANES,
                ..PortState::of_result()
            };
            if last && result.access && asks(self.golden.warp_result()) {
                self.asking.push_back(result.instruction);
            }
            self.results.push_back(Expected {
                ports,
                result: result.clone(),
                accepted: self.accepted.pop_front().unwrap_or_default(),
            });
        }
        if self.golden.memory_valid() {
            let memory = *self.golden.memory();
            self.take_request(memory);
        }
        self.golden.edge(&self.inputs, &mut self.beat)
    }

    #[inline(always)]
    fn take_request(&mut self, memory: MemoryRequest) {
        let instruction = self.asking.front().copied().unwrap_or_default();
        if memory.last {
            self.asking.pop_front();
        }
        self.requests.push_back(ExpectedRequest {
            ports: PortState {
                memory_valid: true,
                memory,
                ..PortState::default()
            },
            instruction,
        });
    }
}

/// Whether a lane of the warp accesses memory that lanes share.
fn asks(warp: &PortResult<LANES>) -> bool {
    let access = WarpAccess::from(warp);
    access.global | access.shared != 0
}
