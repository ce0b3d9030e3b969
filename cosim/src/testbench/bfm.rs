//! Bus functional model: runs one reset, configuration write or warp at a time to its end.

use super::driver::Driver;
use super::monitor::Monitor;
use super::source::StimulusSource;
use crate::dut::unit::{Clocked, Inputs, LANES, Outputs};
use sim::WarpConfig;
use sim::coalescer::{self, MemoryRequest};
use sim::memory_requests;
use sim::pipeline::{LATENCY, config_writes};
use sim::scoreboard::{Compare, Contract, Order, Seen};
use std::ops::{Deref, DerefMut};

/// Results of a warp, all beats in one row, and its memory requests: the hardware's, or the golden
/// model's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Response {
    pub outputs: Outputs,
    /// Requests in the order in which they left.
    pub memory: Vec<MemoryRequest>,
    /// Cycle at whose end the last result came, counted from the unit's first one; 0 of the golden
    /// model.
    pub cycle: u64,
}

impl Response {
    /// The response with the golden results `outputs`.
    pub fn golden(outputs: Outputs) -> Response {
        Response {
            memory: memory_requests(&outputs),
            outputs,
            cycle: 0,
        }
    }

    /// Adds `beat`: its lanes become the warp's lanes from `first` on. `result_beat` is 0 and
    /// `result_last` is set if all beats came in order.
    fn put(&mut self, beat: &Outputs, first: usize, lanes: usize) {
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

/// Patience in cycles for a beat, for the latency, and for the memory requests of a warp. There
/// are at most 32 of these.
const PATIENCE: u64 = 64;

/// The unit did not respond, or did not take its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the hardware did not answer within {PATIENCE} cycles, expected a result")]
pub struct NoAnswer;

/// A unit that runs one transaction at a time.
pub struct Bfm<U> {
    unit: U,
    driver: Driver<Inputs>,
    seen: Seen,
}

/// Inputs at the ports until the unit takes them. Results and memory requests are always taken.
impl StimulusSource for Inputs {
    fn drive(&mut self, inputs: &mut Inputs) {
        inputs.set(self);
        (inputs.result_ready, inputs.memory_ready) = (1, 1);
    }

    fn tie(&self, contract: &Contract, inputs: &mut Inputs) {
        contract.tie(inputs);
    }

    fn taken(&mut self, _offered: bool, accepted: bool, inside_warp: bool, config_taken: bool) {
        self.request_valid &= u8::from(!accepted || inside_warp);
        self.config_valid &= u8::from(!config_taken);
    }
}

impl<U: Clocked> Bfm<U> {
    /// A bus functional model for `unit`, which has the ports of an exported one.
    pub fn new(unit: U) -> Bfm<U> {
        let monitor = Monitor::of_operands(Order::Requests, unit.lanes());
        let contract = Contract::exported(Compare::Transactions);
        Bfm {
            driver: Driver::new(contract, monitor, Inputs::default()),
            unit,
            seen: Seen::default(),
        }
    }

    pub fn unit(&self) -> &U {
        &self.unit
    }

    /// The unit, for use between two transactions.
    pub fn unit_mut(&mut self) -> &mut U {
        &mut self.unit
    }

    fn cycle(&mut self) -> &Seen {
        self.driver.cycle(&mut self.unit, &mut self.seen);
        &self.seen
    }

    /// The inputs at the ports, without an offer that the unit may not have taken.
    fn offer(&mut self) -> &mut Inputs {
        let inputs = &mut self.driver.source;
        (inputs.reset, inputs.config_valid, inputs.request_valid) = (0, 0, 0);
        inputs
    }

    /// Resets the unit for long enough to empty its pipeline.
    pub fn reset(&mut self) {
        self.offer().reset = 1;
        for _ in 0..2 * LATENCY {
            self.cycle();
        }
        self.offer();
    }

    /// Writes one configuration register.
    ///
    /// # Errors
    /// The unit does not become ready for it.
    pub fn write_config(&mut self, address: u8, data: u64) -> Result<(), NoAnswer> {
        let inputs = self.offer();
        (
            inputs.config_valid,
            inputs.config_address,
            inputs.config_data,
        ) = (1, address, data);
        let taken = (0..PATIENCE).any(|_| self.cycle().config_taken);
        taken.then_some(()).ok_or(NoAnswer)
    }

    /// Resets the unit and writes all configuration registers.
    ///
    /// # Errors
    /// The unit does not become ready for a write.
    pub fn prepare(&mut self, config: &WarpConfig) -> Result<(), NoAnswer> {
        self.reset();
        config_writes(config).try_for_each(|(address, data)| self.write_config(address, data))
    }

    /// Sends one warp through the otherwise empty unit, in as many beats as needed, and awaits its
    /// memory requests.
    ///
    /// # Errors
    /// No result comes, or the memory requests do not end.
    pub fn execute(&mut self, warp: &Inputs) -> Result<Response, NoAnswer> {
        let inputs = &mut self.driver.source;
        inputs.set(warp);
        (inputs.reset, inputs.config_valid, inputs.request_valid) = (0, 0, 1);
        let lanes = self.unit.lanes();
        let mut response = Response::default();
        let mut answered = (0..LANES).step_by(lanes);
        for _ in 0..PATIENCE {
            let cycle = self.unit.cycles();
            self.note(&mut response);
            if self.seen.result_leaves
                && let Some(first) = answered.next()
            {
                response.put(&self.seen.outputs, first, lanes);
                response.cycle = cycle;
            }
            if answered.len() == 0 {
                self.await_memory(&mut response)?;
                return Ok(response);
            }
        }
        Err(NoAnswer)
    }

    /// Runs a cycle and records its memory request.
    fn note(&mut self, response: &mut Response) {
        if self.cycle().request_leaves {
            let request = MemoryRequest::of_ports(&self.seen.outputs);
            response.memory.push(request);
        }
    }

    /// Records memory requests up to a cycle without one. While an access's last request is
    /// missing, it waits [`coalescer::latency`] cycles. The first request comes within that time,
    /// and gaps between requests are shorter.
    fn await_memory(&mut self, response: &mut Response) -> Result<(), NoAnswer> {
        let latency = coalescer::latency(self.unit.lanes());
        let mut quiet = 0;
        for _ in 0..PATIENCE {
            let last = response.memory.last().map(|request| request.last);
            let at_end = last.unwrap_or(response.result_access == 0);
            if self.unit.outputs().memory_valid != 0 {
                quiet = 0;
            } else if at_end || quiet == latency {
                return Ok(());
            } else {
                quiet += 1;
            }
            self.note(response);
        }
        Err(NoAnswer)
    }
}
