//! Programs from text: one instruction a line, as text, as a word, or as bytes.

use crate::dut::decoder::Encoded;
use crate::source::{Source, SourceError};
use isa::visa::ADDRESS_ELEMENTS_SIMD32;
use isa::{Isa, assemble, disassemble, visa};
use sim::{Code, Meaning, Names, RegisterFile, Statement, VisaState};

/// Code as the decoder of a part with so many address elements is given it.
pub fn encoded(code: &Code, isa: Isa, address_elements: u8) -> Encoded {
    match code {
        Code::Word(word) => Encoded::Word(isa, *word),
        Code::Bytes(bytes) => Encoded::bytes(bytes, address_elements == ADDRESS_ELEMENTS_SIMD32),
    }
}

/// A program as each side takes it: code for the hardware's decoder, and what `isa`
/// makes of it for the golden model.
#[derive(Clone, Debug)]
pub struct Program {
    /// The instruction set of the code.
    pub isa: Isa,
    /// The code of each statement: the line itself, or what its text assembles to.
    pub code: Vec<Code>,
    /// The statements.
    pub golden: sim::Program,
}

impl Program {
    /// Reads a whole program. A word that is no instruction is part of it, and so are
    /// bytes that are none: executing them raises IllegalInstruction.
    ///
    /// `variables` are those that vISA text refers to.
    ///
    /// # Errors
    /// A file that cannot be read or has no instruction, and the first line that is neither text
    /// nor code.
    pub fn read(
        isa: Isa,
        source: &mut Source,
        variables: &VisaState,
    ) -> Result<Program, SourceError> {
        let (mut code, mut golden) = (Vec::new(), sim::Program::default());
        while let Some(line) = source.next_line()? {
            let read = Code::parse(isa, &line, variables);
            drop(line);
            let read = read.map_err(|error| source.reject(error))?;
            let Some((of_line, meaning)) = read else {
                continue;
            };
            code.push(of_line);
            golden.statements.push(Statement {
                line: source.number(),
                meaning,
            });
        }
        if code.is_empty() {
            return Err(source.empty("no instruction, expected at least one"));
        }
        Ok(Program { isa, code, golden })
    }

    /// Everything that it names, also where an instruction that has text is illegal to
    /// execute.
    pub fn names(&self) -> Names {
        let mut legible = self.golden.clone();
        for (statement, code) in legible.statements.iter_mut().zip(&self.code) {
            if statement.meaning == Meaning::Illegal
                && let Some(meaning) = text_of_illegal(self.isa, code)
            {
                statement.meaning = meaning;
            }
        }
        let mut names = legible.names();
        // The group of an illegal instruction may run past the last register.
        let registers = RegisterFile::from(self.isa).registers();
        names.registers.retain(|&index| index < registers);
        names
    }
}

/// What illegal code would be if it were legal, where it has text.
fn text_of_illegal(isa: Isa, code: &Code) -> Option<Meaning> {
    match code {
        Code::Word(word) => {
            let text = disassemble(isa, *word).ok()?;
            let (instruction, _) = assemble(isa, &text).ok()??;
            Some(Meaning::Instruction(instruction))
        }
        Code::Bytes(bytes) => visa::from_bytes(bytes).ok().map(Meaning::AddrAdd),
    }
}
