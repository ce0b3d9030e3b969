//! Programs from text: one instruction or one word a line.

use crate::source::{Source, SourceError};
use isa::{Isa, assemble, disassemble, program_line};
use sim::{IllegalWord, Names, Program, RegisterFile, Statement};

/// The registers that programs of an instruction set can name.
pub fn register_file(isa: Isa) -> RegisterFile {
    match isa {
        Isa::Fermi => RegisterFile::Fermi,
        Isa::Maxwell | Isa::Visa => RegisterFile::Maxwell,
    }
}

/// Reads a whole program. A word that is no instruction is part of it: executing
/// it raises IllegalInstruction.
///
/// # Errors
/// A file that cannot be read, and the first line that is neither text nor a word.
pub fn read_program(isa: Isa, source: &mut Source) -> Result<Program, SourceError> {
    let mut program = Program::default();
    while let Some(line) = source.next_line()? {
        let statement = program_line(isa, &line);
        drop(line);
        let instruction = match statement.map_err(|error| source.reject(error))? {
            None => continue,
            Some(isa::Statement::Instruction(instruction)) => Ok(instruction),
            Some(isa::Statement::Illegal(word, _)) => Err(IllegalWord(word)),
        };
        program.statements.push(Statement {
            line: source.number(),
            instruction,
        });
    }
    Ok(program)
}

/// Every register and predicate that `program` names, also where an instruction that
/// has text is illegal to execute.
pub fn names(isa: Isa, program: &Program) -> Names {
    let mut legible = program.clone();
    for statement in &mut legible.statements {
        if let Err(IllegalWord(word)) = statement.instruction
            && let Ok(text) = disassemble(isa, word)
            && let Ok(Some((instruction, _))) = assemble(isa, &text)
        {
            statement.instruction = Ok(instruction);
        }
    }
    let mut names = legible.names();
    // The group of an illegal instruction may run past the last register.
    let registers = register_file(isa).registers();
    names.registers.retain(|&index| index < registers);
    names
}
