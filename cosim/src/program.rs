//! Programs from text: one instruction or one word a line.

use crate::source::{Source, SourceError};
use isa::{Isa, assemble, disassemble, program_line};
use sim::{IllegalWord, Names, RegisterFile, Statement};

/// The registers that programs of an instruction set can name.
pub fn register_file(isa: Isa) -> RegisterFile {
    match isa {
        Isa::Fermi => RegisterFile::Fermi,
        Isa::Maxwell | Isa::Visa => RegisterFile::Maxwell,
    }
}

/// A program as each side takes it: words for the hardware's decoder, and what `isa`
/// makes of them for the golden model.
#[derive(Clone, Debug)]
pub struct Program {
    /// The instruction set of the words.
    pub isa: Isa,
    /// A word a statement: the line itself, or what its text assembles to.
    pub words: Vec<u64>,
    /// The statements.
    pub golden: sim::Program,
}

impl Program {
    /// Reads a whole program. A word that is no instruction is part of it: executing
    /// it raises IllegalInstruction.
    ///
    /// # Errors
    /// A file that cannot be read, and the first line that is neither text nor a word.
    pub fn read(isa: Isa, source: &mut Source) -> Result<Program, SourceError> {
        let (mut words, mut golden) = (Vec::new(), sim::Program::default());
        while let Some(line) = source.next_line()? {
            let statement = program_line(isa, &line);
            drop(line);
            let (word, instruction) = match statement.map_err(|error| source.reject(error))? {
                None => continue,
                Some(isa::Statement::Instruction(word, instruction)) => (word, Ok(instruction)),
                Some(isa::Statement::Illegal(word, _)) => (word, Err(IllegalWord(word))),
            };
            words.push(word);
            golden.statements.push(Statement {
                line: source.number(),
                instruction,
            });
        }
        Ok(Program { isa, words, golden })
    }

    /// Every register and predicate that it names, also where an instruction that has
    /// text is illegal to execute.
    pub fn names(&self) -> Names {
        let mut legible = self.golden.clone();
        for statement in &mut legible.statements {
            if let Err(IllegalWord(word)) = statement.instruction
                && let Ok(text) = disassemble(self.isa, word)
                && let Ok(Some((instruction, _))) = assemble(self.isa, &text)
            {
                statement.instruction = Ok(instruction);
            }
        }
        let mut names = legible.names();
        // The group of an illegal instruction may run past the last register.
        let registers = register_file(self.isa).registers();
        names.registers.retain(|&index| index < registers);
        names
    }
}
