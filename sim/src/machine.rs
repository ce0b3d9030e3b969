//! Execution: one instruction of one warp at a time.

use crate::access_lanes::AccessControl;
use crate::fault::Fault;
use crate::lea_warp::LeaControl;
use crate::program::{Meaning, Program, Statement};
use crate::warp::Warp;
use crate::{access_warp, lea_warp, move_warp};
use isa::instruction::{Access, Guard, Instruction, Lea, Move, Operation, PT};
use isa::visa::AddrAdd;
use serde::Serialize;

/// What one instruction did besides changing the warp's state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The lanes that executed, one bit a lane; of an ADDR_ADD the channels that wrote.
    /// 0 for an illegal instruction.
    pub execute: u32,
    /// Its faults, by lane.
    pub faults: Vec<Fault>,
}

impl Step {
    fn illegal() -> Step {
        Step {
            execute: 0,
            faults: vec![Fault::ILLEGAL_INSTRUCTION],
        }
    }
}

impl Warp {
    /// Executes one instruction. Lanes outside the guard or the active mask
    /// change nothing; an illegal instruction changes nothing and faults
    /// whatever the masks say (semantics, sections 1 and 8).
    pub fn step(&mut self, statement: &Statement) -> Step {
        match &statement.meaning {
            Meaning::Instruction(instruction) if self.is_legal(instruction) => {
                self.step_instruction(instruction)
            }
            Meaning::AddrAdd(addr_add) => self.step_addr_add(addr_add),
            Meaning::Instruction(_) | Meaning::Illegal => Step::illegal(),
        }
    }

    fn step_instruction(&mut self, instruction: &Instruction) -> Step {
        match &instruction.operation {
            Operation::Lea(lea) => self.step_lea(lea, instruction.guard),
            Operation::Access(access) => self.step_access(access, instruction.guard),
            Operation::Move(mov) => self.step_move(mov, instruction.guard),
        }
    }

    /// Whether this warp executes `instruction` at all.
    pub fn is_legal(&self, instruction: &Instruction) -> bool {
        let operation = match &instruction.operation {
            Operation::Lea(lea) => lea_warp::is_legal(lea),
            Operation::Access(access) => access_warp::is_legal(access, self.config().register_file),
            Operation::Move(mov) => move_warp::is_legal(mov),
        };
        operation && instruction.guard.predicate <= PT
    }

    /// An ADDR_ADD heeds EM, and neither a guard nor the active mask.
    fn step_addr_add(&mut self, addr_add: &AddrAdd) -> Step {
        match self.visa.addr_add(addr_add) {
            Ok(execute) => Step {
                execute,
                faults: Vec::new(),
            },
            Err(_) => Step::illegal(),
        }
    }

    fn step_lea(&mut self, lea: &Lea, guard: Guard) -> Step {
        let execute = self.execute_mask(guard);
        let control = LeaControl::new(lea, self.config().shared_base);
        let results = self.lea_operands(lea).compute(&control);
        self.commit_lea(lea, execute, &results);
        Step {
            execute,
            faults: Vec::new(),
        }
    }

    fn step_access(&mut self, access: &Access, guard: Guard) -> Step {
        let control = AccessControl::new(access, self.config());
        let execute = self.access_execute_mask(&control, guard);
        let results = self.access_operands(access).compute(&control, execute);
        self.commit_access(access, &results);
        Step {
            execute,
            faults: results.faults(access.size),
        }
    }

    fn step_move(&mut self, mov: &Move, guard: Guard) -> Step {
        let execute = self.move_execute_mask(mov, guard);
        let control = LeaControl::of_move(mov, self.config().shared_base);
        let results = self.move_operands(mov).compute(&control);
        self.commit_move(mov, execute, &results);
        Step {
            execute,
            faults: Vec::new(),
        }
    }
}

/// A fault and the instruction that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FaultRecord {
    /// Number of the instruction, counted from 0.
    pub instruction: usize,
    /// The fault.
    #[serde(flatten)]
    pub fault: Fault,
}

/// A warp on its way through a program.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The warp's state before the next instruction.
    pub warp: Warp,
    program: Program,
    next: usize,
    faults: Vec<FaultRecord>,
}

impl Machine {
    /// `warp` before the first instruction of `program`.
    pub fn new(warp: Warp, program: Program) -> Machine {
        Machine {
            warp,
            program,
            next: 0,
            faults: Vec::new(),
        }
    }

    /// Executes the next instruction; nothing after the last one.
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

    /// Executes what is left of the program.
    pub fn run(&mut self) {
        while self.step().is_some() {}
    }

    /// The program.
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
