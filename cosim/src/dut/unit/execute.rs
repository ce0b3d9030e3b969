//! One instruction at a time through a unit.

use super::{Inputs, LANES, Outputs};
use sim::WarpConfig;
use sim::coalescer::{self, MemoryRequest};
use sim::pipeline::{LATENCY, config_writes};
use std::ops::{Deref, DerefMut};

/// What the unit answers: the output ports in the cycle of the result, of all lanes, and after it
/// what the memory port asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Response {
    pub outputs: Outputs,
    /// The requests of the memory port, in order.
    pub memory: Vec<MemoryRequest>,
    /// Cycle, counted from the unit's first, whose end gave the result.
    pub cycle: u64,
}

impl Response {
    /// Takes the lanes of `beat`, which are those of the warp from `first` on, and what it
    /// says of the warp. Beats that come in order make beat 0, and the last one is last.
    pub fn put(&mut self, beat: &Outputs, first: usize, lanes: usize) {
        let outputs = &mut self.outputs;
        let (number, last) = (outputs.result_beat, outputs.result_last);
        let in_order = first == 0 || number == 0 && last == 0;
        outputs.put(beat, first, lanes);
        outputs.result_beat = number | beat.result_beat ^ (first / lanes) as u8;
        outputs.result_last = beat.result_last & u8::from(in_order);
    }
}

impl Deref for Response {
    type Target = Outputs;

    fn deref(&self) -> &Outputs {
        &self.outputs
    }
}

impl DerefMut for Response {
    fn deref_mut(&mut self) -> &mut Outputs {
        &mut self.outputs
    }
}

/// Cycles after which a request without an answer is given up. A warp makes at most
/// 32 memory requests.
const PATIENCE: u64 = 64;

/// The unit did not answer, or did not take what it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the hardware did not answer within {PATIENCE} cycles, expected a result")]
pub struct NoAnswer;

/// A unit by its ports, a clock cycle at a time, and how it is asked.
pub trait Clocked {
    /// Lanes of a beat.
    fn lanes(&self) -> usize;

    /// The input ports.
    fn inputs(&mut self) -> &mut Inputs;

    /// The output ports.
    fn outputs(&self) -> &Outputs;

    /// Runs one clock cycle with the present inputs.
    fn cycle(&mut self);

    /// Cycles since the unit was made.
    fn cycles(&self) -> u64;

    /// Resets the unit and waits until its pipeline holds nothing from before.
    fn reset(&mut self) {
        let inputs = self.inputs();
        inputs.reset = 1;
        inputs.result_ready = 1;
        inputs.memory_ready = 1;
        inputs.request_valid = 0;
        inputs.config_valid = 0;
        for _ in 0..2 * LATENCY {
            self.cycle();
        }
        self.inputs().reset = 0;
    }

    /// Writes one configuration register.
    ///
    /// # Errors
    /// The unit does not get ready for it.
    fn write_config(&mut self, address: u8, data: u64) -> Result<(), NoAnswer> {
        let inputs = self.inputs();
        inputs.config_valid = 1;
        inputs.config_address = address;
        inputs.config_data = data;
        let mut taken = false;
        for _ in 0..PATIENCE {
            // Ready and valid at an edge: taken at that edge.
            taken = self.outputs().config_ready != 0;
            self.cycle();
            if taken {
                break;
            }
        }
        self.inputs().config_valid = 0;
        if taken { Ok(()) } else { Err(NoAnswer) }
    }

    /// Writes all configuration registers.
    ///
    /// # Errors
    /// The unit does not get ready for one.
    fn configure(&mut self, config: &WarpConfig) -> Result<(), NoAnswer> {
        config_writes(config).try_for_each(|(address, data)| self.write_config(address, data))
    }

    /// Sends one warp through the otherwise empty unit, in as many beats as it takes.
    ///
    /// # Errors
    /// No result comes out, or the memory port does not come to an end.
    fn execute(&mut self, request: &Inputs) -> Result<Response, NoAnswer> {
        let lanes = self.lanes();
        let mut offered = (0..LANES).step_by(lanes);
        let mut answered = (0..LANES).step_by(lanes);
        let mut response = Response::default();
        for _ in 0..PATIENCE {
            match offered.next() {
                Some(first) => self.offer_beat(request, first),
                None => self.inputs().request_valid = 0,
            }
            self.cycle();
            if self.outputs().result_valid == 0 {
                continue;
            }
            if let Some(first) = answered.next() {
                response.put(self.outputs(), first, lanes);
                response.cycle = self.cycles();
            }
            if answered.len() == 0 {
                self.inputs().request_valid = 0;
                response.memory = memory_requests(self)?;
                return Ok(response);
            }
        }
        Err(NoAnswer)
    }

    /// Puts `request` on the input ports. It is taken at the next clock edge at which the unit is
    /// ready. Of hardware with fewer lanes than a warp, it is the first beat.
    fn offer(&mut self, request: &Inputs) {
        self.offer_beat(request, 0);
    }

    /// Puts the beat of the lanes from `first` on there.
    fn offer_beat(&mut self, request: &Inputs, first: usize) {
        let lanes = self.lanes();
        let inputs = self.inputs();
        inputs.set(request);
        inputs.narrow(first, lanes);
    }
}

/// Takes everything that the memory port asks for from the next cycle on, up to a cycle without a
/// request. For the requests of an access that are not at their end it waits
/// [`coalescer::latency`] cycles: the first one comes then, and gaps between them are shorter.
fn memory_requests<U: Clocked + ?Sized>(unit: &mut U) -> Result<Vec<MemoryRequest>, NoAnswer> {
    let mut requests: Vec<MemoryRequest> = Vec::new();
    let access = unit.outputs().result_access != 0;
    let latency = coalescer::latency(unit.lanes());
    let mut quiet = 0;
    for _ in 0..PATIENCE {
        unit.cycle();
        let outputs = unit.outputs();
        let at_end = requests.last().map_or(!access, |request| request.last);
        if outputs.memory_valid != 0 {
            requests.push(MemoryRequest::of_ports(outputs));
            quiet = 0;
        } else if at_end || quiet == latency {
            return Ok(requests);
        } else {
            quiet += 1;
        }
    }
    Err(NoAnswer)
}
