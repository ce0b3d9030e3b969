//! Programs from text: one instruction or one word a line.

use crate::source::{Source, SourceError};
use isa::{Isa, program_line};
use sim::{IllegalWord, Program, Statement};

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
