//! The golden pipeline in the place of a unit: its ports, a clock cycle at a time.

use super::prediction::Prediction;
use crate::dut::decoder::Encoded;
use crate::dut::hardware::Hardware;
use crate::dut::unit::{Clocked, Inputs, NoAnswer, Outputs, Response};
use isa::control::ControlRecord;
use scoreboard::Golden;
use sim::WarpConfig;

/// A unit without hardware: it answers what hardware has to answer, and takes as many cycles.
pub struct GoldenUnit {
    golden: Golden,
    prediction: Prediction,
    /// A whole warp, of which the golden pipeline takes beat after beat.
    inputs: Inputs,
    /// The beat that the last edge took.
    taken: Option<Inputs>,
    outputs: Outputs,
    cycles: u64,
}

impl GoldenUnit {
    /// In the place of a unit of so many lanes.
    pub fn new(lanes: usize) -> GoldenUnit {
        GoldenUnit {
            golden: Golden::new(lanes),
            prediction: Prediction::default(),
            inputs: Inputs::default(),
            taken: None,
            outputs: Outputs::default(),
            cycles: 0,
        }
    }

    /// The beat that the last cycle took, as hardware of so many lanes is given it.
    pub fn taken(&self) -> Option<&Inputs> {
        self.taken.as_ref()
    }
}

impl Clocked for GoldenUnit {
    fn lanes(&self) -> usize {
        self.golden.lanes()
    }

    fn inputs(&mut self) -> &mut Inputs {
        &mut self.inputs
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn cycle(&mut self) {
        let mut beat = Inputs::default();
        let accepted = self.golden.edge(&self.inputs, &mut beat);
        self.taken = accepted.then_some(beat);
        self.prediction.take_down(&self.golden, &self.inputs);
        let predicted = self.prediction.with_result(self.golden.results());
        self.outputs = scoreboard::expected(predicted);
        self.cycles += 1;
    }

    fn cycles(&self) -> u64 {
        self.cycles
    }

    /// The golden pipeline counts beats itself.
    fn offer_beat(&mut self, request: &Inputs, _first: usize) {
        self.inputs.set(request);
    }
}

/// Words are decoded by `isa`.
impl Hardware for GoldenUnit {
    fn prepare(&mut self, config: &WarpConfig) -> Result<(), NoAnswer> {
        self.reset();
        self.configure(config)
    }

    fn decode(&mut self, encoded: &Encoded) -> Result<ControlRecord, NoAnswer> {
        Ok(encoded.record())
    }

    fn execute(&mut self, request: &Inputs) -> Result<Response, NoAnswer> {
        Clocked::execute(self, request)
    }

    fn cycles(&self) -> u64 {
        self.cycles
    }
}
