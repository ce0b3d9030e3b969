//! Execution: one instruction of one warp at a time.

use crate::fault::Fault;
use crate::lea_warp::{LeaControl, is_legal};
use crate::program::{Program, Statement};
use crate::warp::Warp;
use isa::instruction::{Guard, Lea, Operation, PT};
use serde::Serialize;

/// What one instruction did besides changing the warp's state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The lanes that executed, one bit a lane; 0 for an illegal instruction.
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
        let Ok(instruction) = statement.instruction else {
            return Step::illegal();
        };
        if instruction.guard.predicate > PT {
            return Step::illegal();
        }
        match &instruction.operation {
            Operation::Lea(lea) => self.step_lea(lea, instruction.guard),
            Operation::Access(_) | Operation::Move(_) => Step::illegal(),
        }
    }

    fn step_lea(&mut self, lea: &Lea, guard: Guard) -> Step {
        if !is_legal(lea) {
            return Step::illegal();
        }
        let execute = self.execute_mask(guard);
        let control = LeaControl::new(lea, self.config().shared_base);
        let results = self.lea_operands(lea).compute(&control);
        self.commit_lea(lea, execute, &results);
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
