//! Expected outputs of the hardware after one clock edge.

use crate::dut::unit::{Inputs, Outputs};
use sim::pipeline::{Pipeline, PortResult};
use sim::scoreboard::Predicted;

/// Outputs of the golden pipeline in one cycle, kept until the hardware has run it.
#[derive(Clone, Debug, Default)]
pub struct Prediction {
    /// Ports other than those of the result.
    ports: Outputs,
    first_lane: usize,
    dont_care: bool,
    /// Index of the result among those that the golden pipeline keeps.
    place: usize,
}

impl Prediction {
    /// Records the state of `golden` after an edge. It has `lanes` lanes; `inputs` are still at
    /// the ports.
    #[inline(always)]
    pub fn take_down(&mut self, golden: &Pipeline, lanes: usize, inputs: &Inputs) {
        let config_valid = inputs.config_valid != 0;
        let ports = &mut self.ports;
        ports.config_ready = golden.config_ready().into();
        ports.request_ready = golden.request_ready(config_valid).into();
        ports.result_valid = golden.result_valid().into();
        golden.memory().put(ports);
        let result = golden.result();
        self.first_lane = usize::from(result.outputs.result_beat) * lanes;
        self.dont_care = result.dont_care;
        self.place = golden.place();
    }

    /// The prediction with its result, one of the `results` that the golden pipeline keeps.
    #[inline(always)]
    pub fn with_result<'a>(&'a self, results: &'a [PortResult]) -> Predicted<'a> {
        let result = &results[self.place];
        Predicted {
            result: &result.outputs,
            ports: &self.ports,
            instruction: result.instruction,
            first_lane: self.first_lane,
            dont_care: self.dont_care,
        }
    }
}
