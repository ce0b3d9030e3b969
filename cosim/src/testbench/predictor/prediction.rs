//! What the hardware's outputs must be after one clock edge.

use crate::dut::unit::{Beat, LANES};
use crate::testbench::predictor::golden::Golden;
use sim::coalescer::MemoryRequest;
use sim::pipeline::PortResult;

/// The golden pipeline's word for one cycle, kept until the hardware has run it.
#[derive(Clone, Debug, Default)]
pub struct Prediction {
    pub config_ready: bool,
    pub request_ready: bool,
    pub result_valid: bool,
    pub result_last: bool,
    /// Lane of the warp that is lane 0 of the result.
    pub first_lane: usize,
    /// [`PortResult::stale`] in that cycle.
    pub stale: bool,
    pub memory_valid: bool,
    pub memory: MemoryRequest,
    /// Place of the result in [`Golden::results`].
    place: usize,
}

impl Prediction {
    /// Takes down what follows from an edge of `golden` and from the `inputs` that still
    /// stand at the ports.
    #[inline(always)]
    pub fn take_down<G: Golden>(&mut self, golden: &G, inputs: &Beat) {
        let (result_ready, memory_ready) = (inputs.result_ready != 0, inputs.memory_ready != 0);
        let config_valid = inputs.config_valid != 0;
        self.config_ready = golden.config_ready();
        self.request_ready = golden.request_ready(result_ready, memory_ready, config_valid);
        self.result_valid = golden.result_valid(memory_ready);
        self.result_last = golden.result_last();
        let result = golden.result();
        self.first_lane = usize::from(result.beat) * G::LANES;
        self.stale = result.stale;
        self.memory_valid = golden.memory_valid();
        self.memory = *golden.memory();
        self.place = golden.place();
    }

    /// With the result, which is one of the `results` that the golden pipeline keeps.
    #[inline(always)]
    pub fn with_result<'a>(&'a self, results: &'a [PortResult<LANES>]) -> Predicted<'a> {
        Predicted {
            ports: self,
            result: &results[self.place],
        }
    }
}

/// What every output must be in one cycle.
#[derive(Clone, Copy, Debug)]
pub struct Predicted<'a> {
    pub ports: &'a Prediction,
    /// What stands at the result port; whether it is stale, `ports` says.
    pub result: &'a PortResult<LANES>,
}
