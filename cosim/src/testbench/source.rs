//! Sources of stimulus: random traffic, or a recorded test run.

use crate::dut::decoder::Encoded;
use crate::dut::unit::Inputs;
use sim::scoreboard::Contract;

/// Source of the input ports, cycle after cycle.
pub trait StimulusSource {
    /// Sets the inputs of a cycle: a whole warp, of which hardware of fewer lanes takes beats.
    fn drive(&mut self, inputs: &mut Inputs);

    /// Sets the inputs that the unit has no ports for to their tied values.
    fn tie(&self, contract: &Contract, inputs: &mut Inputs);

    /// Reports the handshakes of the edge: a beat, whether its warp has more to come, and the
    /// configuration write.
    fn taken(&mut self, offered: bool, accepted: bool, inside_warp: bool, config_taken: bool);

    /// Returns an instruction for the decoder beside the unit.
    fn take_instruction(&mut self) -> Option<Encoded> {
        None
    }

    /// Whether the lanes of the beat at the ports are at many edges.
    fn is_scattered(&self) -> bool {
        false
    }
}
