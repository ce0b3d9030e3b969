//! One instruction at a time through the unit.

use super::{LANES, Unit};
use sim::lea_warp::LeaControl;

/// One warp's request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// `shared_base` in it is not sent: see [`Unit::set_shared_base`].
    pub control: LeaControl,
    pub write_cc: bool,
    /// Predicate to write, 7 for none.
    pub predicate: u8,
    /// Register to write, 255 for none.
    pub destination: u8,
    /// One bit a lane, as all masks.
    pub active_mask: u32,
    pub guard_mask: u32,
    /// CC.CF and CC.OF before the instruction.
    pub carry_in: u32,
    pub overflow_in: u32,
    pub base: [u64; LANES],
    pub offset: [u64; LANES],
}

/// What the unit answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    pub sum: [u64; LANES],
    /// {OF, SF, ZF, CF} of each lane.
    pub cc: [u8; LANES],
    /// Lanes that write the register, the predicate, CC.
    pub rd_write: u32,
    pub predicate_write: u32,
    pub cc_write: u32,
    pub predicate: u8,
    pub destination: u8,
    /// Cycle, counted from the unit's first, whose end gave the result.
    pub cycle: u64,
}

/// Cycles after which a request without an answer is given up.
const PATIENCE: u64 = 64;

/// The unit did not answer, or did not take what it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the hardware did not answer within {PATIENCE} cycles, expected a result")]
pub struct NoAnswer;

impl Unit {
    /// Resets the unit and waits until its pipeline holds nothing from before.
    pub fn reset(&mut self) {
        *self.inputs().reset = 1;
        *self.inputs().result_ready = 1;
        *self.inputs().request_valid = 0;
        *self.inputs().config_valid = 0;
        for _ in 0..8 {
            self.cycle();
        }
        *self.inputs().reset = 0;
    }

    /// Writes the configuration register of the shared window's base.
    ///
    /// # Errors
    /// The unit does not get ready for it.
    pub fn set_shared_base(&mut self, shared_base: u64) -> Result<(), NoAnswer> {
        let inputs = self.inputs();
        *inputs.config_valid = 1;
        *inputs.config_address = 0;
        *inputs.config_data = shared_base;
        let mut taken = false;
        for _ in 0..PATIENCE {
            // Ready and valid at an edge: taken at that edge.
            taken = self.outputs().config_ready != 0;
            self.cycle();
            if taken {
                break;
            }
        }
        *self.inputs().config_valid = 0;
        if taken { Ok(()) } else { Err(NoAnswer) }
    }

    /// Sends one warp through the otherwise empty unit.
    ///
    /// # Errors
    /// No result comes out.
    pub fn execute(&mut self, request: &Request) -> Result<Response, NoAnswer> {
        let inputs = self.inputs();
        *inputs.request_valid = 1;
        *inputs.result_ready = 1;
        *inputs.high = u8::from(request.control.high);
        *inputs.negate = u8::from(request.control.negate);
        *inputs.extended = u8::from(request.control.extended);
        *inputs.scale = (request.control.scale & 31) as u8;
        *inputs.write_cc = u8::from(request.write_cc);
        *inputs.predicate = request.predicate & 7;
        *inputs.destination = request.destination;
        *inputs.active_mask = request.active_mask;
        *inputs.guard_mask = request.guard_mask;
        *inputs.carry_in = request.carry_in;
        *inputs.overflow_in = request.overflow_in;
        *inputs.base_lo = request.base.map(|base| base as u32);
        *inputs.base_hi = request.base.map(|base| (base >> 32) as u32);
        *inputs.offset_lo = request.offset.map(|offset| offset as u32);
        *inputs.offset_hi = request.offset.map(|offset| (offset >> 32) as u32);
        for _ in 0..PATIENCE {
            self.cycle();
            *self.inputs().request_valid = 0;
            if self.outputs().result_valid != 0 {
                return Ok(self.response());
            }
        }
        Err(NoAnswer)
    }

    fn response(&self) -> Response {
        let outputs = self.outputs();
        let sum =
            |lane: usize| u64::from(outputs.sum_hi[lane]) << 32 | u64::from(outputs.sum_lo[lane]);
        Response {
            sum: std::array::from_fn(sum),
            cc: std::array::from_fn(|lane| (outputs.cc[lane / 8] >> (lane % 8 * 4) & 15) as u8),
            rd_write: outputs.rd_write,
            predicate_write: outputs.predicate_write,
            cc_write: outputs.cc_write,
            predicate: outputs.result_predicate,
            destination: outputs.result_destination,
            cycle: self.cycles(),
        }
    }
}
