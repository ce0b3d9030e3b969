//! What a program runs on besides the golden model.

use crate::dut::decoder::{Decoder, Encoded};
use crate::dut::unit::{Beat, Clocked, NoAnswer, Response, Unit};
use isa::control::ControlRecord;
use sim::WarpConfig;

/// What decodes instructions and executes requests: the Verilated hardware, or one that a
/// test breaks on purpose.
pub trait Hardware {
    /// Resets it and writes all of its configuration registers.
    ///
    /// # Errors
    /// It does not take one.
    fn prepare(&mut self, config: &WarpConfig) -> Result<(), NoAnswer>;

    /// Decodes one instruction.
    ///
    /// # Errors
    /// No record comes out.
    fn decode(&mut self, encoded: &Encoded) -> Result<ControlRecord, NoAnswer>;

    /// Executes one request.
    ///
    /// # Errors
    /// No result comes out.
    fn execute(&mut self, request: &Beat) -> Result<Response, NoAnswer>;

    /// Clock cycles of the unit since it was made. The decoder is a word ahead and
    /// costs none.
    fn cycles(&self) -> u64;
}

/// The Verilated decoder and the Verilated unit. Between them is operand fetch, which
/// is no part of this hardware.
pub struct Verilated {
    decoder: Decoder,
    unit: Unit,
}

impl Verilated {
    /// A decoder in front of `unit`.
    pub fn new(unit: Unit) -> Verilated {
        Verilated {
            decoder: Decoder::new(),
            unit,
        }
    }

    /// The unit, whose waves are to be closed.
    pub fn unit(&mut self) -> &mut Unit {
        &mut self.unit
    }
}

impl Hardware for Verilated {
    fn prepare(&mut self, config: &WarpConfig) -> Result<(), NoAnswer> {
        self.unit.reset();
        self.unit.configure(config)
    }

    fn decode(&mut self, encoded: &Encoded) -> Result<ControlRecord, NoAnswer> {
        self.decoder.decode_encoded(encoded).ok_or(NoAnswer)
    }

    fn execute(&mut self, request: &Beat) -> Result<Response, NoAnswer> {
        self.unit.execute(request)
    }

    fn cycles(&self) -> u64 {
        self.unit.cycles()
    }
}
