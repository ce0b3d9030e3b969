//! Programs from text: one instruction a line, as text, as a word, or as bytes.

use crate::dut::decoder::Encoded;
use crate::source::{Source, SourceError};
use isa::visa::ADDRESS_ELEMENTS_SIMD32;
use isa::{Isa, TextError, assemble, disassemble, program_line, visa};
use sim::{Meaning, Names, RegisterFile, Statement, VisaState};

/// The registers that programs of an instruction set can name.
pub fn register_file(isa: Isa) -> RegisterFile {
    match isa {
        Isa::Fermi => RegisterFile::Fermi,
        Isa::Maxwell | Isa::Visa => RegisterFile::Maxwell,
    }
}

/// An instruction as the hardware's decoder takes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Code {
    /// An instruction word.
    Word(u64),
    /// The bytes of an ADDR_ADD, or what stands in their place.
    Bytes(Vec<u8>),
}

impl Code {
    /// Its canonical text, or its digits where it has none.
    pub fn text(&self, isa: Isa) -> String {
        match self {
            Code::Word(word) => disassemble(isa, *word).unwrap_or_else(|_| format!("{word:016x}")),
            Code::Bytes(bytes) => match visa::from_bytes(bytes) {
                Ok(addr_add) => addr_add.to_string(),
                Err(_) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
            },
        }
    }

    /// As the decoder of a part with so many address elements is given it.
    pub fn encoded(&self, isa: Isa, address_elements: u8) -> Encoded {
        match self {
            Code::Word(word) => Encoded::Word(isa, *word),
            Code::Bytes(bytes) => {
                Encoded::bytes(bytes, address_elements == ADDRESS_ELEMENTS_SIMD32)
            }
        }
    }

    /// Why it is no legal instruction, where it is none.
    pub fn problem(&self, isa: Isa, variables: &VisaState) -> Option<String> {
        match self {
            Code::Word(word) => isa::decode(isa, *word).err().map(|error| error.to_string()),
            Code::Bytes(bytes) => {
                let decoded = visa::decode(bytes, variables.address_elements());
                decoded.err().map(|error| error.to_string())
            }
        }
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
    /// A file that cannot be read, and the first line that is neither text nor code.
    pub fn read(
        isa: Isa,
        source: &mut Source,
        variables: &VisaState,
    ) -> Result<Program, SourceError> {
        let (mut code, mut golden) = (Vec::new(), sim::Program::default());
        while let Some(line) = source.next_line()? {
            let read = match isa {
                Isa::Visa => visa_line(&line, variables),
                Isa::Maxwell | Isa::Fermi => word_line(isa, &line),
            };
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
        let registers = register_file(self.isa).registers();
        names.registers.retain(|&index| index < registers);
        names
    }
}

type Line = Result<Option<(Code, Meaning)>, TextError>;

fn word_line(isa: Isa, line: &str) -> Line {
    use isa::Statement::{Illegal, Instruction};
    Ok(program_line(isa, line)?.map(|statement| match statement {
        Instruction(word, instruction) => (Code::Word(word), Meaning::Instruction(instruction)),
        Illegal(word, _) => (Code::Word(word), Meaning::Illegal),
    }))
}

fn visa_line(line: &str, variables: &VisaState) -> Line {
    use visa::Statement::{Illegal, Instruction};
    let element_bytes = |variable| variables.element_bytes(variable);
    let statement = visa::program_line(line, variables.address_elements(), element_bytes)?;
    Ok(statement.map(|statement| match statement {
        Instruction(bytes, addr_add) => (Code::Bytes(bytes), Meaning::AddrAdd(addr_add)),
        Illegal(bytes, _) => (Code::Bytes(bytes), Meaning::Illegal),
    }))
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
