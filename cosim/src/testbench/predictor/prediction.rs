//! What the hardware's outputs must be after one clock edge.

use crate::dut::unit::{Beat, LANES};
use scoreboard::{Golden, Predicted};
use sim::pipeline::{PortResult, PortState};

/// The golden pipeline's word for one cycle, kept until the hardware has run it.
#[derive(Clone, Debug, Default)]
pub struct Prediction {
    ports: PortState,
    /// Place of the result in [`Golden::results`].
    place: usize,
}

impl Prediction {
    /// Takes down what follows from an edge of `golden` and from the `inputs` that still
    /// are at the ports.
    #[inline(always)]
    pub fn take_down<G: Golden>(&mut self, golden: &G, inputs: &Beat) {
        let config_valid = inputs.config_valid != 0;
        let ports = &mut self.ports;
        ports.config_ready = golden.config_ready();
        ports.request_ready = golden.request_ready(config_valid);
        ports.result_valid = golden.result_valid();
        ports.result_last = golden.result_last();
        let result = golden.result();
        ports.first_lane = usize::from(result.beat) * G::LANES;
        ports.dont_care = result.dont_care;
        ports.memory_valid = golden.memory_valid();
        ports.memory = *golden.memory();
        self.place = golden.place();
    }

    /// With the result, which is one of the `results` that the golden pipeline keeps.
    #[inline(always)]
    pub fn with_result<'a>(&'a self, results: &'a [PortResult<LANES>]) -> Predicted<'a> {
        Predicted {
            ports: &self.ports,
            result: &results[self.place],
        }
    }
}
