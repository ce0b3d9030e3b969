//! A program on the golden model and on the hardware, side by side.
//!
//! There are two architectural states, memory and locks included. The golden machine keeps one.
//! The other is written only from the hardware's ports, under the hardware's own masks, and
//! supplies the hardware's operands.
//!
//! The hardware starts from the word, or from the bytes of an ADDR_ADD. Its own decoder's record
//! selects the operands and forms the request. After every instruction the record, the ports of
//! all lanes, the memory requests and both states are compared.

mod commit;
mod compare;
pub mod hardware;
pub mod program;
mod request;
mod written;

pub use compare::{compare_ports, compare_record, compare_states};
pub use request::request;
pub use written::Written;

use crate::dut::unit::{Inputs, SimulationEnd};
use crate::tandem::hardware::Hardware;
use crate::tandem::program::{TandemProgram, encoded};
use crate::testbench::bfm::{NoAnswer, Response};
use isa::Isa;
use isa::control::ControlRecord;
use sim::Code;
use sim::scoreboard::{ComparedAt, Mismatch};
use sim::{Fault, Machine, Meaning, Statement, Warp};

/// One instruction after its execution on both sides.
#[derive(Clone, Debug)]
pub struct Executed {
    /// Number of the instruction, counted from 0.
    pub instruction: usize,
    /// The executed statement.
    pub statement: Statement,
    /// Its text; its digits if it has no text.
    pub text: String,
    /// Reason why it is illegal, if it is.
    pub illegal: Option<String>,
    /// Cycle at whose end the result came, counted from 0 at the hardware's creation.
    pub cycle: u64,
    /// Number of cycles that it took, including its memory requests.
    pub cycles: u64,
    /// The faults, by lane.
    pub faults: Vec<Fault>,
    /// The golden model's values for the unit's ports; none for an illegal instruction, which does
    /// not reach the unit.
    pub expected: Option<Response>,
    /// The hardware's request to the unit, if the unit responded.
    pub request: Option<Inputs>,
    /// The unit's response, if it had a request and responded.
    pub response: Option<Response>,
    /// The golden model's writes except to memory.
    pub written: Written,
    /// Every difference: an end of the simulation, then ports, then states.
    pub mismatches: Vec<Mismatch>,
}

/// A program in execution on both sides.
pub struct Tandem<H> {
    golden: Machine,
    isa: Isa,
    code: Vec<Code>,
    /// The state as written by the hardware.
    hardware_warp: Warp,
    hardware: H,
    first_cycle: u64,
    instruction: usize,
    mismatches: u64,
    /// The end of the simulation before the first instruction.
    ended: Option<SimulationEnd>,
}

impl<H: Hardware> Tandem<H> {
    /// Creates both sides: `warp` before the first instruction of `program`, and `hardware` after
    /// a reset.
    ///
    /// # Errors
    /// The hardware does not take its configuration.
    pub fn new(warp: Warp, program: TandemProgram, mut hardware: H) -> Result<Self, NoAnswer> {
        let prepared = hardware.prepare(warp.config());
        let ended = hardware.end(false);
        // The end is reported in place of its consequence.
        if ended.is_none() {
            prepared?;
        }
        Ok(Tandem {
            hardware_warp: warp.clone(),
            golden: Machine::new(warp, program.golden),
            isa: program.isa,
            code: program.code,
            first_cycle: hardware.cycles(),
            hardware,
            instruction: 0,
            mismatches: 0,
            ended,
        })
    }

    /// Number of the instruction that [`Tandem::step`] executes next; none after the last one.
    pub fn next_instruction(&self) -> Option<usize> {
        self.golden.next_statement().map(|_| self.instruction)
    }

    /// Changes the state of both sides between two instructions.
    pub fn change(&mut self, change: impl Fn(&mut Warp)) {
        change(&mut self.golden.warp);
        change(&mut self.hardware_warp);
    }

    /// Executes and compares the next instruction; none after the last one.
    ///
    /// After a mismatch the hardware continues from the golden state. A later difference is then
    /// caused by its own instruction, not by earlier state.
    pub fn step(&mut self) -> Option<Executed> {
        let statement = *self.golden.next_statement()?;
        let code = self.code.get(self.instruction)?.clone();
        let illegal = self.illegal(&code, &statement.meaning);
        let step = self.golden.step()?;
        let execute = step.execute();
        let expected = step.result.map(Response::golden);
        let elements = self.hardware_warp.visa.address_elements();
        let encoded = encoded(&code, self.isa, elements);
        let start = self.hardware.cycles();
        let record = self.hardware.decode(&encoded).ok();
        let (request, response) = record
            .filter(|record| is_whole(&code, record))
            .and_then(|record| self.execute(&record))
            .unzip();
        let cycles = match &response {
            Some(response) => response.cycle,
            None => self.hardware.cycles(),
        };
        let place = ComparedAt {
            instruction: self.instruction,
            cycle: cycles.saturating_sub(1),
        };
        let end = self.hardware.end(self.golden.next_statement().is_none());
        let end = self.ended.take().or(end);
        let mut mismatches: Vec<Mismatch> = end.iter().map(|end| end.mismatch(place)).collect();
        compare_record(place, &encoded.record(), record.as_ref(), &mut mismatches);
        compare_ports(place, expected.as_ref(), response.as_ref(), &mut mismatches);
        let golden = &self.golden.warp;
        compare_states(place, golden, &self.hardware_warp, &mut mismatches);
        if !mismatches.is_empty() {
            self.hardware_warp = golden.clone();
        }
        let written = Written::new(golden, &statement.meaning, execute);
        self.mismatches += mismatches.len() as u64;
        self.instruction += 1;
        Some(Executed {
            instruction: place.instruction,
            statement,
            text: code.text(self.isa),
            illegal,
            cycle: place.cycle,
            cycles: self.hardware.cycles() - start,
            faults: step.faults,
            expected,
            request,
            response,
            written,
            mismatches,
        })
    }

    /// Reason why the golden machine does not execute the next instruction.
    fn illegal(&self, code: &Code, meaning: &Meaning) -> Option<String> {
        let variables = &self.golden.warp.visa;
        match meaning {
            Meaning::AddrAdd(addr_add) => {
                let problem = variables.addr_add_operands(addr_add).err()?;
                Some(problem.to_string())
            }
            _ => code.problem(self.isa, variables),
        }
    }

    /// The unit's request and response for a record. None if the record is illegal, its operands
    /// cannot be read, or the unit does not respond.
    fn execute(&mut self, record: &ControlRecord) -> Option<(Inputs, Response)> {
        if record.illegal {
            return None;
        }
        let request = request(&self.hardware_warp, record)?;
        let response = self.hardware.execute(&request).ok()?;
        commit::commit(&mut self.hardware_warp, record, &response);
        Some((request, response))
    }

    /// The golden machine after the last instruction.
    pub fn golden(&self) -> &Machine {
        &self.golden
    }

    /// The hardware under comparison.
    pub fn hardware(&mut self) -> &mut H {
        &mut self.hardware
    }

    /// Number of differences so far.
    pub fn mismatches(&self) -> u64 {
        self.mismatches
    }

    /// Clock cycles of the program so far, without reset and configuration.
    pub fn cycles(&self) -> u64 {
        self.hardware.cycles() - self.first_cycle
    }
}

/// Whether the record covers all bytes of the line, since a line is one instruction.
fn is_whole(code: &Code, record: &ControlRecord) -> bool {
    match code {
        Code::Word(_) => true,
        Code::Bytes(bytes) => usize::from(record.length) == bytes.len(),
    }
}
