//! Errors of the bytes of an `ADDR_ADD`.

use thiserror::Error;

use super::rules::Rule;

/// Error of bytes that are no legal instruction. Offsets count bytes from 0, the opcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum DecodeError {
    /// The bytes end before the instruction does.
    #[error("byte {offset}: found the end of the bytes, expected {expected}")]
    Truncated {
        /// The first byte that is missing.
        offset: usize,
        /// Expected content at that byte.
        expected: &'static str,
    },
    /// A value without a meaning in its place.
    #[error("byte {offset}: found {found:#x}, expected {expected}")]
    Unexpected {
        /// The first byte of the value.
        offset: usize,
        /// The value.
        found: u32,
        /// Expected values in that place.
        expected: &'static str,
    },
    /// The bytes are an instruction that breaks a rule.
    #[error("byte {offset}: illegal ADDR_ADD: {message}")]
    Illegal {
        /// The first byte of the part that the rule is about.
        offset: usize,
        /// Name of the rule.
        rule: &'static str,
        /// Error and expectation in words.
        message: &'static str,
    },
}

impl DecodeError {
    pub(super) fn illegal(offset: usize, rule: &Rule) -> DecodeError {
        DecodeError::Illegal {
            offset,
            rule: rule.name,
            message: rule.message,
        }
    }
}
