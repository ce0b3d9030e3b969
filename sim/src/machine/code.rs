//! Code: a line of a program, as text, as a word or as bytes.

use super::Meaning;
use crate::warp::VisaState;
use isa::{DecodeError, Isa, Statement, TextError, Word, disassemble, program_line, visa};

/// One encoded instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Code {
    /// An instruction word.
    Word(Word),
    /// The bytes of an ADDR_ADD, or other bytes of a vISA program.
    Bytes(Vec<u8>),
}

impl Code {
    /// Reads a line: an instruction as text, or as the digits of its code. `None` for a line
    /// without an instruction.
    ///
    /// `variables` are those that vISA text names.
    ///
    /// # Errors
    /// A line that is neither, with its column; an instruction that [`check_executed`] refuses.
    pub fn parse(
        isa: Isa,
        line: &str,
        variables: &VisaState,
    ) -> Result<Option<(Code, Meaning)>, TextError> {
        match isa {
            Isa::Visa => visa_line(line, variables),
            Isa::Maxwell | Isa::Fermi | Isa::Sm(_) => word_line(isa, line),
        }
    }

    /// Canonical text, or digits if there is none.
    pub fn text(&self, isa: Isa) -> String {
        match self {
            Code::Word(word) => disassemble(isa, *word).unwrap_or_else(|_| isa.hex(*word)),
            Code::Bytes(bytes) => match visa::from_bytes(bytes) {
                Ok(addr_add) => addr_add.to_string(),
                Err(_) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
            },
        }
    }

    /// Reason why it is no legal instruction; `None` if it is one.
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

type ParsedLine = Result<Option<(Code, Meaning)>, TextError>;

fn word_line(isa: Isa, line: &str) -> ParsedLine {
    use Statement::{Illegal, Instruction};
    let Some(statement) = program_line(isa, line)? else {
        return Ok(None);
    };
    let (Instruction(word, _) | Illegal(word, _)) = statement;
    check_executed(isa, word)?;
    Ok(Some(match statement {
        Instruction(word, instruction) => (Code::Word(word), Meaning::Instruction(instruction)),
        Illegal(word, _) => (Code::Word(word), Meaning::Illegal),
    }))
}

/// Refuses a word from Volta on that is legal, and is not executed: one of another instruction, or
/// one of unknown effect.
///
/// # Errors
/// The reason.
pub fn check_executed(isa: Isa, word: Word) -> Result<(), TextError> {
    use DecodeError::{NameAlone, NoForm, TextAlone};
    match isa::decode(isa, word) {
        Err(error @ (NameAlone { .. } | NoForm { .. } | TextAlone { .. }))
            if isa.part().is_some() =>
        {
            Err(TextError::new(1, error.to_string()))
        }
        _ => Ok(()),
    }
}

fn visa_line(line: &str, variables: &VisaState) -> ParsedLine {
    use visa::Statement::{Illegal, Instruction};
    let statement = visa::program_line(line, &variables.variables)?;
    Ok(statement.map(|statement| match statement {
        Instruction(bytes, addr_add) => (Code::Bytes(bytes), Meaning::AddrAdd(addr_add)),
        Illegal(bytes, _) => (Code::Bytes(bytes), Meaning::Illegal),
    }))
}
