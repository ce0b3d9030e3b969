//! Interface of a unit by its ports.

use super::{Inputs, OtherRequest, OtherResponse, Outputs, StoreData, Written};
use crate::dut::decoder;
use isa::control::ControlRecord;

/// A unit by its ports, one clock cycle at a time.
pub trait Clocked {
    /// Lanes of a beat.
    fn lanes(&self) -> usize;

    /// The input ports.
    fn inputs(&mut self) -> &mut Inputs;

    /// The output ports.
    fn outputs(&self) -> &Outputs;

    /// Updates the outputs for the present inputs, before the next clock edge.
    fn settle(&mut self);

    /// Runs one clock cycle with the present inputs.
    fn cycle(&mut self);

    /// Cycles since the unit was created.
    fn cycles(&self) -> u64;

    /// Reads the requests at the first memory ports of a unit whose requests are of another kind.
    fn other_requests(&self, _requests: &mut [OtherRequest]) {}

    /// Sets the answers at these ports.
    fn respond(&mut self, _responses: &[OtherResponse]) {}

    /// Sets the data of the stores of the lanes.
    fn store(&mut self, _data: &StoreData) {}

    /// Reads what a unit with such ports writes to registers.
    fn written(&self, _written: &mut Written) {}

    /// Sets the word ports of a core.
    fn instruct(&mut self, _word: &decoder::Inputs) {}

    /// A core's decoder outputs. Fields that the core does not expose are those of `expected`.
    fn record(&self, expected: &ControlRecord) -> decoder::Outputs {
        decoder::Outputs::from(expected)
    }
}
