//! What the hardware's outputs must be after one clock edge.

use crate::golden::Golden;
use crate::model::LANES;
use sim::coalescer::MemoryRequest;
use sim::pipeline::{PortInputs, PortResult};

/// The golden pipeline's word for one cycle, kept until the hardware has run it.
#[derive(Clone, Debug, Default)]
pub struct Prediction {
    pub config_ready: bool,
    pub request_ready: bool,
    pub result_valid: bool,
    pub result_last: bool,
    /// Lane of the warp that is lane 0 of the result.
    pub first_lane: usize,
    pub memory_valid: bool,
    pub result: PortResult<LANES>,
    pub memory: MemoryRequest,
}

impl Prediction {
    /// Takes down what follows from an edge of `golden` and from the `inputs` that still
    /// stand at the ports.
    #[inline(always)]
    pub fn take_down<G: Golden>(&mut self, golden: &G, inputs: &PortInputs<'_, LANES>) {
        let (result_ready, memory_ready) = (inputs.result_ready, inputs.memory_ready);
        self.config_ready = golden.config_ready();
        self.request_ready = golden.request_ready(result_ready, memory_ready, inputs.config_valid);
        self.result_valid = golden.result_valid(memory_ready);
        self.memory_valid = golden.memory_valid();
        self.result.clone_from(golden.result());
        self.result_last = golden.result_last();
        self.first_lane = usize::from(self.result.beat) * G::LANES;
        self.memory = *golden.memory();
    }
}
