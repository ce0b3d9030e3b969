//! Programs: what a warp executes, one statement after the other.

use isa::control::AccessSpace;
use isa::instruction::{Access, Instruction, Lea, Operation, PT, RZ, Source, Steering};
use std::collections::BTreeSet;

/// A word that no form matches, or that has a reserved code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IllegalWord(pub u64);

/// One instruction and where it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Line of the source, counted from 1.
    pub line: usize,
    /// What the word or the text stands for.
    pub instruction: Result<Instruction, IllegalWord>,
}

/// Statements in the order of execution; there are no branches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The statements; an instruction's number is its index here.
    pub statements: Vec<Statement>,
}

impl Program {
    /// Every register and predicate that an instruction reads or writes.
    pub fn names(&self) -> Names {
        let mut names = Names::default();
        for statement in &self.statements {
            if let Ok(instruction) = &statement.instruction {
                names.add_instruction(instruction);
            }
        }
        names
    }
}

/// The registers and predicates that a program or an init file names. RZ and PT
/// are not among them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Register indices, 0 to 254.
    pub registers: BTreeSet<u8>,
    /// Predicate indices, 0 to 6.
    pub predicates: BTreeSet<u8>,
}

impl Names {
    /// Adds a register, unless it is RZ.
    pub fn add_register(&mut self, index: u8) {
        if index != RZ {
            self.registers.insert(index);
        }
    }

    /// Adds a predicate, unless it is PT.
    pub fn add_predicate(&mut self, index: u8) {
        if index < PT {
            self.predicates.insert(index);
        }
    }

    /// Adds all that `other` holds.
    pub fn merge(&mut self, other: &Names) {
        self.registers.extend(&other.registers);
        self.predicates.extend(&other.predicates);
    }

    fn add_instruction(&mut self, instruction: &Instruction) {
        self.add_predicate(instruction.guard.predicate);
        match &instruction.operation {
            Operation::Lea(lea) => self.add_lea(lea),
            Operation::Access(access) => self.add_access(access),
            Operation::Move(mov) => {
                self.add_register(mov.rd);
                self.add_source(mov.source);
            }
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

/// The registers of a group; RZ alone where it starts there.
pub(crate) fn group(first: u8, count: u8) -> impl Iterator<Item = u8> {
    (0..count).map(move |number| first.saturating_add(number))
}
