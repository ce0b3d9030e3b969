//! The golden pipeline with the interface of a unit: its ports, one clock cycle at a time.

use super::prediction::Prediction;
use crate::dut::unit::{Clocked, Inputs, Outputs};
use sim::pipeline::Pipeline;

/// A unit without hardware: it has the outputs and the latency that hardware should have.
pub struct GoldenUnit {
    pipeline: Pipeline,
    lanes: usize,
    prediction: Prediction,
    inputs: Inputs,
    outputs: Outputs,
    cycles: u64,
}

impl GoldenUnit {
    /// A golden pipeline that stands for a unit of `lanes` lanes.
    pub fn new(lanes: usize) -> GoldenUnit {
        GoldenUnit {
            pipeline: Pipeline::new(lanes),
            lanes,
            prediction: Prediction::default(),
            inputs: Inputs::default(),
            outputs: Outputs::default(),
            cycles: 0,
        }
    }
}

impl Clocked for GoldenUnit {
    fn lanes(&self) -> usize {
        self.lanes
    }

    fn inputs(&mut self) -> &mut Inputs {
        &mut self.inputs
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn settle(&mut self) {
        let (pipeline, lanes) = (&self.pipeline, self.lanes);
        self.prediction.take_down(pipeline, lanes, &self.inputs);
        let predicted = self.prediction.with_result(pipeline.results());
        self.outputs = sim::scoreboard::expected(predicted);
    }

    fn cycle(&mut self) {
        self.pipeline.edge(&self.inputs);
        self.cycles += 1;
        self.settle();
    }

    fn cycles(&self) -> u64 {
        self.cycles
    }
}
