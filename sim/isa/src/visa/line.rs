//! One line of a program: text, or the bytes of an instruction.

use super::assembler::assemble;
use super::binary::{decode, encode};
use super::error::DecodeError;
use super::instruction::AddrAdd;
use super::variables::Variables;
use crate::error::TextError;
use crate::lexer;

/// Content of a program's line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// A legal instruction and its bytes.
    Instruction(Vec<u8>, AddrAdd),
    /// Bytes that are no legal instruction. Executing them raises IllegalInstruction.
    Illegal(Vec<u8>, DecodeError),
}

/// Reads one line of a program: text as [`assemble`] takes it, or bytes. Bytes have two hex digits
/// each, first byte first, and nothing else is beside them but white space around and comments.
///
/// # Errors
/// As [`assemble`]. Bytes are never an error.
pub fn program_line(line: &str, variables: &Variables) -> Result<Option<Statement>, TextError> {
    let Some(bytes) = hex_bytes(lexer::strip_comments(line)?.trim()) else {
        let instruction = assemble(line, variables)?;
        return Ok(instruction.map(|it| Statement::Instruction(encode(&it), it)));
    };
    Ok(Some(match decode(&bytes, variables.address_elements) {
        Ok(instruction) => Statement::Instruction(bytes, instruction),
        Err(error) => Statement::Illegal(bytes, error),
    }))
}

fn hex_bytes(text: &str) -> Option<Vec<u8>> {
    let digits = text.chars().map(|c| Some(c.to_digit(16)? as u8));
    let digits: Vec<u8> = digits.collect::<Option<_>>()?;
    match digits.as_chunks() {
        ([], _) | (_, [_]) => None,
        (pairs, _) => Some(pairs.iter().map(|[high, low]| high << 4 | low).collect()),
    }
}
