//! A program on the golden model and on the hardware, side by side.
//!
//! There are two architectural states, memory and locks included. The golden machine
//! keeps one; the other is written by nothing but what stands at the hardware's
//! ports, under the hardware's own masks, and it is where the hardware's operands
//! come from. The hardware starts from the word: what its decoder makes of it says
//! which operands are read and is what the unit is asked. After every instruction the
//! decoder's record, the ports of all lanes, the requests to memory and both states
//! are compared.

mod commit;
mod expected;
mod hardware;
mod request;

pub use expected::Expected;
pub use hardware::{Hardware, Verilated};

use crate::mismatch::{Mismatch, Place, compare_ports, compare_record, compare_states};
use crate::model::{NoAnswer, Response};
use crate::program::Program;
use isa::Isa;
use isa::control::ControlRecord;
use isa::instruction::{AccessForm, Operation, PT, RZ};
use sim::warp::Lanes;
use sim::{ConditionCode, Fault, Machine, Statement, Warp};

/// One instruction that both have executed.
#[derive(Clone, Debug)]
pub struct Executed {
    /// Number of the instruction, counted from 0.
    pub instruction: usize,
    /// What was executed.
    pub statement: Statement,
    /// Cycle, counted from 0 when the hardware was made, whose end gave the result.
    pub cycle: u64,
    /// The faults, by lane.
    pub faults: Vec<Fault>,
    /// What the golden model expects of the unit; none for an illegal instruction,
    /// which does not get there.
    pub expected: Option<Expected>,
    /// What the golden model wrote besides memory.
    pub written: Written,
    /// Every difference, ports first.
    pub mismatches: Vec<Mismatch>,
}

/// Registers, predicates and flags that an instruction wrote, with their new values.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// The lanes that wrote them, one bit a lane.
    pub lanes: u32,
    /// By index, none of them RZ.
    pub registers: Vec<(u8, Lanes)>,
    /// Its index and its mask.
    pub predicate: Option<(u8, u32)>,
    /// The condition code.
    pub cc: Option<ConditionCode>,
}

/// A warp on its way through a program, twice.
pub struct Lockstep<H> {
    golden: Machine,
    isa: Isa,
    words: Vec<u64>,
    /// The state as the hardware leaves it.
    hardware_warp: Warp,
    hardware: H,
    first_cycle: u64,
    instruction: usize,
    mismatches: u64,
}

impl<H: Hardware> Lockstep<H> {
    /// `warp` before the first instruction of `program`, and `hardware` fresh
    /// from its reset.
    ///
    /// # Errors
    /// The hardware does not take its configuration.
    pub fn new(warp: Warp, program: Program, mut hardware: H) -> Result<Self, NoAnswer> {
        hardware.prepare(warp.config())?;
        Ok(Lockstep {
            hardware_warp: warp.clone(),
            golden: Machine::new(warp, program.golden),
            isa: program.isa,
            words: program.words,
            first_cycle: hardware.cycles(),
            hardware,
            instruction: 0,
            mismatches: 0,
        })
    }

    /// Executes and compares the next instruction; nothing after the last one.
    ///
    /// After a mismatch the hardware goes on from the golden state, so that what
    /// follows is reported for what it is and not for what it started from.
    pub fn step(&mut self) -> Option<Executed> {
        let statement = *self.golden.next_statement()?;
        let word = *self.words.get(self.instruction)?;
        let legal = statement.instruction.ok();
        let legal = legal.filter(|instruction| self.golden.warp.is_legal(instruction));
        let number = self.instruction;
        let expected = legal.map(|legal| Expected::new(&self.golden.warp, &legal, number));
        let step = self.golden.step()?;
        let record = self.hardware.decode(self.isa, word).ok();
        let response = record.and_then(|record| self.execute(&record));
        let cycles = match &response {
            Some(response) => response.cycle,
            None => self.hardware.cycles(),
        };
        let place = Place {
            instruction: self.instruction,
            cycle: cycles.saturating_sub(1),
        };
        let mut mismatches = Vec::new();
        let expected_record = ControlRecord::of_word(self.isa, word);
        compare_record(place, &expected_record, record.as_ref(), &mut mismatches);
        compare_ports(place, expected.as_ref(), response.as_ref(), &mut mismatches);
        let golden = &self.golden.warp;
        compare_states(place, golden, &self.hardware_warp, &mut mismatches);
        if !mismatches.is_empty() {
            self.hardware_warp = golden.clone();
        }
        let written =
            legal.map(|instruction| written(golden, &instruction.operation, step.execute));
        self.mismatches += mismatches.len() as u64;
        self.instruction += 1;
        Some(Executed {
            instruction: place.instruction,
            statement,
            cycle: place.cycle,
            faults: step.faults,
            expected,
            written: written.unwrap_or_default(),
            mismatches,
        })
    }

    /// What the unit does with a record; nothing where that is illegal, or where the
    /// unit does not answer.
    fn execute(&mut self, record: &ControlRecord) -> Option<Response> {
        if record.illegal {
            return None;
        }
        let request = request::request(&self.hardware_warp, record);
        let response = self.hardware.execute(&request).ok()?;
        commit::commit(&mut self.hardware_warp, record, &response);
        Some(response)
    }

    /// The golden machine after the last instruction.
    pub fn golden(&self) -> &Machine {
        &self.golden
    }

    /// Differences so far.
    pub fn mismatches(&self) -> u64 {
        self.mismatches
    }

    /// Clock cycles that the program took so far, without reset and configuration.
    pub fn cycles(&self) -> u64 {
        self.hardware.cycles() - self.first_cycle
    }
}

/// What `operation` wrote in the lanes of `execute`, as `warp` holds it now.
fn written(warp: &Warp, operation: &Operation, execute: u32) -> Written {
    let (first, count, predicate, cc) = match operation {
        Operation::Lea(lea) => (lea.rd, 1, lea.plg, lea.cc),
        Operation::Move(mov) => (mov.rd, 1, PT, false),
        Operation::Access(access) if access.form.is_store() => (RZ, 0, PT, false),
        Operation::Access(access) => {
            let lock = match access.form {
                AccessForm::Ldlk | AccessForm::Ldslk => access.lock,
                _ => PT,
            };
            (access.data, access.size.registers(), lock, false)
        }
    };
    let registers = (first..RZ).take(count.into());
    Written {
        lanes: execute,
        registers: registers
            .map(|index| (index, warp.register(index)))
            .collect(),
        predicate: (predicate != PT).then(|| (predicate, warp.predicate(predicate))),
        cc: cc.then_some(warp.cc),
    }
}
