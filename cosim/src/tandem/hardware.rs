//! The hardware that runs a program beside the golden model.

use crate::dut::decoder::{self, Decoder, Encoded};
use crate::dut::unit::{Clocked, Inputs, SimulationEnd, Unit};
use crate::testbench::bfm::{Bfm, NoAnswer, Response};
use isa::control::ControlRecord;
use sim::WarpConfig;

/// A decoder and a unit that execute instructions: the Verilated hardware, or a deliberately
/// broken one in tests.
pub trait Hardware {
    /// Resets the hardware and writes all of its configuration registers.
    ///
    /// # Errors
    /// A configuration write is not taken.
    fn prepare(&mut self, config: &WarpConfig) -> Result<(), NoAnswer>;

    /// Decodes one instruction.
    ///
    /// # Errors
    /// The decoder gives no record.
    fn decode(&mut self, encoded: &Encoded) -> Result<ControlRecord, NoAnswer>;

    /// Executes one request.
    ///
    /// # Errors
    /// The unit gives no result.
    fn execute(&mut self, request: &Inputs) -> Result<Response, NoAnswer>;

    /// Clock cycles of the unit since it was created. A decoder beside the unit is one word ahead
    /// and adds none.
    fn cycles(&self) -> u64;

    /// The end of the simulation by the design since the last call. After the `last` instruction
    /// its final blocks run first.
    fn end(&mut self, _last: bool) -> Option<SimulationEnd> {
        None
    }
}

/// The Verilated decoder and the Verilated unit, or the Verilated core. Operand fetch, between
/// decoder and unit, is not part of this hardware.
pub struct Verilated {
    decoder: Decoder,
    unit: Bfm<Unit>,
    /// Record of the word whose operands are expected, of a core.
    held: Option<ControlRecord>,
}

impl Verilated {
    /// A decoder in front of `unit`; `unit` alone if it is a core.
    pub fn new(unit: Unit) -> Verilated {
        Verilated {
            decoder: Decoder::new(),
            unit: Bfm::new(unit),
            held: None,
        }
    }

    /// The unit, so that its waves can be closed.
    pub fn unit(&mut self) -> &mut Unit {
        self.unit.unit_mut()
    }

    fn decode_in_core(&mut self, encoded: &Encoded) -> Result<ControlRecord, NoAnswer> {
        // Operands that write nothing complete a word that has not got its own.
        if self.held.is_some() {
            let nothing = Inputs {
                active_mask: 0,
                ..Inputs::request()
            };
            self.execute(&nothing).ok();
        }
        let expected = encoded.record();
        let unit = self.unit.unit_mut();
        unit.instruct(&decoder::Inputs::from(encoded));
        unit.cycle();
        unit.instruct(&decoder::Inputs::default());
        unit.settle();
        let outputs = unit.record(&expected);
        let record = Some(outputs.record()).filter(|_| outputs.record_valid != 0);
        self.held = record.map(|_| expected).filter(|_| outputs.illegal == 0);
        if self.held.is_none() {
            unit.cycle();
        }
        record.ok_or(NoAnswer)
    }
}

impl Hardware for Verilated {
    fn prepare(&mut self, config: &WarpConfig) -> Result<(), NoAnswer> {
        self.unit.prepare(config)
    }

    fn decode(&mut self, encoded: &Encoded) -> Result<ControlRecord, NoAnswer> {
        if self.unit.unit().table().is_core() {
            self.decode_in_core(encoded)
        } else {
            self.decoder.decode_encoded(encoded).ok_or(NoAnswer)
        }
    }

    fn execute(&mut self, request: &Inputs) -> Result<Response, NoAnswer> {
        let mut request = request.clone();
        // A core inverts the guard itself.
        if self.held.take().is_some_and(|record| record.guard_inverted) {
            request.guard_mask = !request.guard_mask;
        }
        self.unit.execute(&request)
    }

    fn cycles(&self) -> u64 {
        self.unit.unit().cycles()
    }

    fn end(&mut self, last: bool) -> Option<SimulationEnd> {
        let unit = self.unit.unit_mut();
        if last {
            unit.finish();
        }
        unit.take_end()
    }
}

/// A unit alone, such as the golden pipeline. Words are decoded by `isa`.
impl<U: Clocked> Hardware for Bfm<U> {
    fn prepare(&mut self, config: &WarpConfig) -> Result<(), NoAnswer> {
        Bfm::prepare(self, config)
    }

    fn decode(&mut self, encoded: &Encoded) -> Result<ControlRecord, NoAnswer> {
        Ok(encoded.record())
    }

    fn execute(&mut self, request: &Inputs) -> Result<Response, NoAnswer> {
        Bfm::execute(self, request)
    }

    fn cycles(&self) -> u64 {
        self.unit().cycles()
    }
}
