//! Programs: statements that a warp executes one after the other.

use super::Code;
use crate::access::{base_count, uniform_count};
use crate::warp::{VisaInit, VisaState, group};
use isa::control::AccessSpace;
use isa::instruction::{Access, Instruction, Lea, Operation, PT, RZ, Source, Steering, volta};
use isa::visa::{AddrAdd, Src0};
use isa::{Isa, TextError};
use std::collections::BTreeSet;
use std::fmt;

/// Meaning of a word, of the bytes of an ADDR_ADD, or of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// An instruction that is a word.
    Instruction(Instruction),
    /// vISA's address instruction.
    AddrAdd(AddrAdd),
    /// Nothing that can be executed.
    Illegal,
}

/// One instruction and its line in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Line of the source, counted from 1.
    pub line: usize,
    pub meaning: Meaning,
}

/// Statements in the order of execution; there are no branches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The statements; an instruction's number is its index here.
    pub statements: Vec<Statement>,
}

/// Error of a refused line of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramError {
    /// Line, counted from 1.
    pub line: usize,
    /// Error, with its column.
    pub error: TextError,
}

impl fmt::Display for ProgramError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProgramError { line, error } = self;
        write!(out, "{line}:{}: {}", error.column, error.message)
    }
}

impl std::error::Error for ProgramError {}

impl Program {
    /// Reads a program, one instruction a line: text, or the digits of its code. Code that is no
    /// instruction is part of it: executing it raises IllegalInstruction.
    ///
    /// # Errors
    /// The first line that is neither, with its column.
    pub fn parse(isa: Isa, text: &str) -> Result<Program, ProgramError> {
        let mut no_variables = VisaState::new(&VisaInit::default(), u32::MAX);
        Program::parse_with(isa, text, &mut no_variables)
    }

    /// Reads a program of vISA, whose text names these variables and declares others.
    pub fn parse_with(
        isa: Isa,
        text: &str,
        variables: &mut VisaState,
    ) -> Result<Program, ProgramError> {
        let mut program = Program::default();
        for (line, text) in (1..).zip(text.lines()) {
            if isa == Isa::Visa {
                let declared = variables.declare(text);
                declared.map_err(|error| ProgramError { line, error })?;
            }
            let read = Code::parse(isa, text, variables);
            let read = read.map_err(|error| ProgramError { line, error })?;
            let meaning = read.map(|(_, meaning)| meaning);
            let statement = meaning.map(|meaning| Statement { line, meaning });
            program.statements.extend(statement);
        }
        Ok(program)
    }

    /// Every register, predicate and address variable that an instruction reads or
    /// writes.
    pub fn names(&self) -> Names {
        let mut names = Names::default();
        for statement in &self.statements {
            match &statement.meaning {
                Meaning::Instruction(instruction) => names.add_instruction(instruction),
                Meaning::AddrAdd(addr_add) => names.add_addr_add(addr_add),
                Meaning::Illegal => {}
            }
        }
        names
    }
}

/// The registers, predicates and address variables that a program or an init file
/// names. RZ and PT are not among them, nor are URZ and UPT.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Register indices, 0 to 254.
    pub registers: BTreeSet<u8>,
    /// Predicate indices, 0 to 6.
    pub predicates: BTreeSet<u8>,
    /// Uniform register indices, 0 to 254.
    pub uniform: BTreeSet<u8>,
    /// Uniform predicate indices, 0 to 6.
    pub uniform_predicates: BTreeSet<u8>,
    /// Numbers of vISA's address variables.
    pub address: BTreeSet<u16>,
}

impl Names {
    /// Adds a register, unless it is RZ.
    pub fn add_register(&mut self, index: u8) {
        self.add_operand(false, index);
    }

    /// Adds a predicate, unless it is PT.
    pub fn add_predicate(&mut self, index: u8) {
        self.add_condition(false, index);
    }

    fn add_operand(&mut self, uniform: bool, index: u8) {
        let names = [&mut self.registers, &mut self.uniform];
        names[usize::from(uniform)].extend((index != RZ).then_some(index));
    }

    fn add_condition(&mut self, uniform: bool, index: u8) {
        let names = [&mut self.predicates, &mut self.uniform_predicates];
        names[usize::from(uniform)].extend((index < PT).then_some(index));
    }

    /// Adds all that `other` holds.
    pub fn merge(&mut self, other: &Names) {
        self.registers.extend(&other.registers);
        self.predicates.extend(&other.predicates);
        self.uniform.extend(&other.uniform);
        self.uniform_predicates.extend(&other.uniform_predicates);
        self.address.extend(&other.address);
    }

    fn add_addr_add(&mut self, addr_add: &AddrAdd) {
        self.address.insert(addr_add.dst.variable);
        if let Src0::Address { element, .. } = addr_add.src0 {
            self.address.insert(element.variable);
        }
    }

    fn add_instruction(&mut self, instruction: &Instruction) {
        let uniform = instruction.operation.is_uniform();
        self.add_condition(uniform, instruction.guard.predicate);
        match &instruction.operation {
            Operation::Lea(lea) => self.add_lea(lea),
            Operation::Access(access) => self.add_access(access),
            Operation::Move(mov) => {
                self.add_register(mov.rd);
                self.add_source(mov.source);
            }
            Operation::VoltaLea(lea) => self.add_volta_lea(lea),
            Operation::VoltaAccess(access) => self.add_volta_access(access),
        }
    }

    fn add_lea(&mut self, lea: &Lea) {
        for register in [lea.rd, lea.ra, lea.rc] {
            self.add_register(register);
        }
        self.add_source(lea.sb);
        self.add_predicate(lea.plg);
    }

    fn add_source(&mut self, source: Source) {
        if let Source::Register(register) = source {
            self.add_register(register);
        }
    }

    fn add_volta_lea(&mut self, lea: &volta::Lea) {
        let registers = [
            volta::Source::Register(lea.rd),
            volta::Source::Register(lea.ra),
        ];
        for source in registers.into_iter().chain([lea.base, lea.upper]) {
            match source {
                volta::Source::Register(register) => self.add_operand(lea.uniform, register),
                volta::Source::Uniform(register) => self.add_operand(true, register),
                _ => {}
            }
        }
        self.add_condition(lea.uniform, lea.carry_out);
        self.add_condition(lea.uniform, lea.carry_in.predicate);
    }

    /// A descriptor adds nothing to an address, and is not read.
    fn add_volta_access(&mut self, access: &volta::Access) {
        let form = access.form;
        let address = group(access.address, base_count(access.base()));
        for register in group(access.data, access.size.registers()).chain(address) {
            self.add_operand(form.is_uniform(), register);
        }
        for register in group(access.uniform.unwrap_or(RZ), uniform_count(form)) {
            self.add_operand(true, register);
        }
    }

    fn add_access(&mut self, access: &Access) {
        let address_group = if access.extended { 2 } else { 1 };
        for register in group(access.data, access.size.registers()) {
            self.add_register(register);
        }
        for register in group(access.address, address_group) {
            self.add_register(register);
        }
        if let Steering::Predicate(plg) = access.steering
            && access.form.space() == AccessSpace::Generic
        {
            self.add_predicate(plg);
        }
        self.add_predicate(access.lock);
    }
}
