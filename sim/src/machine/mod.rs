//! Execution: one instruction of one warp at a time.

mod code;
mod program;
mod request;

pub use code::{Code, check_executed};
pub use program::{Meaning, Names, Program, ProgramError, Statement};

use crate::access::{self, Fault, faults};
use crate::lea;
use crate::warp::Warp;
use isa::instruction::{Instruction, Operation, PT};
use isa::ports::Outputs;
use serde::Serialize;

/// Outcome of one instruction besides the change of the warp's state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Results of the lanes, as at the unit's result port; `None` for an illegal
    /// instruction.
    pub result: Option<Outputs>,
    /// Faults, by lane.
    pub faults: Vec<Fault>,
}

impl Step {
    /// Lanes that executed, one bit a lane; channels that wrote, for an ADDR_ADD;
    /// 0 for an illegal instruction.
    pub fn execute(&self) -> u32 {
        self.result.as_ref().map_or(0, |result| result.execute_mask)
    }
}

impl Warp {
    /// Executes one instruction. Lanes outside the guard or the active mask
    /// change nothing; an illegal instruction changes nothing and faults
    /// whatever the masks say (semantics, sections 1 and 8).
    pub fn step(&mut self, statement: &Statement) -> Step {
        let meaning = &statement.meaning;
        let Some(result) = self.compute(meaning) else {
            return Step {
                result: None,
                faults: vec![Fault::ILLEGAL_INSTRUCTION],
            };
        };
        let mut found = Vec::new();
        match meaning {
            Meaning::Instruction(instruction) => match &instruction.operation {
                Operation::Lea(lea) => self.commit_lea(lea, &result),
                Operation::Move(mov) => self.commit_lea(&lea::as_lea(mov), &result),
                Operation::Access(access) => {
                    self.commit_access(&access.into(), &result);
                    found = faults(&result, access.size);
                }
                Operation::VoltaLea(lea) => self.commit_volta_lea(lea, &result),
                Operation::VoltaAccess(access) => {
                    self.commit_access(&access.into(), &result);
                    found = faults(&result, access.size);
                }
            },
            Meaning::AddrAdd(addr_add) => self.visa.commit_addr_add(addr_add, &result),
            Meaning::Illegal => {}
        }
        Step {
            result: Some(result),
            faults: found,
        }
    }

    /// Returns whether this warp executes `instruction` at all.
    pub fn is_legal(&self, instruction: &Instruction) -> bool {
        let generation = self.config().generation;
        let operation = match &instruction.operation {
            Operation::Lea(lea) => lea::is_legal(lea),
            Operation::Access(access) => access::is_legal(access, generation),
            Operation::Move(mov) => lea::is_legal_move(mov),
            Operation::VoltaLea(lea) => lea::is_legal_volta(lea),
            Operation::VoltaAccess(access) => access::is_legal_volta(access, generation),
        };
        operation && instruction.guard.predicate <= PT
    }
}

/// A fault and the instruction that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FaultRecord {
    /// Number of the instruction, counted from 0.
    pub instruction: usize,
    #[serde(flatten)]
    pub fault: Fault,
}

/// A warp that executes a program.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The warp's state before the next instruction.
    pub warp: Warp,
    program: Program,
    next: usize,
    faults: Vec<FaultRecord>,
}

impl Machine {
    /// Machine with `warp` before the first instruction of `program`.
    pub fn new(warp: Warp, program: Program) -> Machine {
        Machine {
            warp,
            program,
            next: 0,
            faults: Vec::new(),
        }
    }

    /// Executes the next instruction; `None` after the last one.
    pub fn step(&mut self) -> Option<Step> {
        let step = self.warp.step(self.program.statements.get(self.next)?);
        let instruction = self.next;
        self.faults.extend(
            step.faults
                .iter()
                .map(|&fault| FaultRecord { instruction, fault }),
        );
        self.next += 1;
        Some(step)
    }

    /// Executes the rest of the program.
    pub fn run(&mut self) {
        while self.step().is_some() {}
    }

    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The statement that [`Machine::step`] executes next.
    pub fn next_statement(&self) -> Option<&Statement> {
        self.program.statements.get(self.next)
    }

    /// The faults so far, in program order, then by lane.
    pub fn faults(&self) -> &[FaultRecord] {
        &self.faults
    }
}
