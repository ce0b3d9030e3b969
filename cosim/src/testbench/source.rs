//! Sources of stimulus: random traffic, or what was recorded of a test run.

use crate::dut::decoder::Encoded;
use crate::dut::unit::Inputs;
use crate::testbench::stimulus::Stimulus;
use scoreboard::Contract;

/// Drives the input ports, cycle after cycle.
pub trait Source {
    /// Puts a cycle at the ports, a whole warp of which hardware of fewer lanes takes beats.
    fn drive(&mut self, inputs: &mut Inputs);

    /// Gives the inputs that the unit does not have their values.
    fn tie(&self, contract: &Contract, inputs: &mut Inputs);

    /// What the edge took of the cycle: a beat, and whether more of its warp are to come; the
    /// configuration write.
    fn taken(&mut self, offered: bool, accepted: bool, inside_warp: bool, config_taken: bool);

    /// An instruction for the decoder beside.
    fn take_instruction(&mut self) -> Option<Encoded> {
        None
    }

    /// The lanes of the beat at the ports are at many edges.
    fn is_scattered(&self) -> bool {
        false
    }
}

impl Source for Stimulus {
    #[inline(always)]
    fn drive(&mut self, inputs: &mut Inputs) {
        Stimulus::drive(self, inputs);
    }

    #[inline(always)]
    fn tie(&self, contract: &Contract, inputs: &mut Inputs) {
        contract.draw(inputs, self.lot());
    }

    #[inline(always)]
    fn taken(&mut self, offered: bool, accepted: bool, inside_warp: bool, config_taken: bool) {
        Stimulus::taken(self, offered, accepted, inside_warp, config_taken);
    }

    #[inline(always)]
    fn take_instruction(&mut self) -> Option<Encoded> {
        Stimulus::take_instruction(self)
    }

    #[inline(always)]
    fn is_scattered(&self) -> bool {
        Stimulus::is_scattered(self)
    }
}
