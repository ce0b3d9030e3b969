//! Errors of an init file, with their positions.

use crate::warp::ConfigError;
use thiserror::Error;

/// Error of a refused init file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{problem}")]
pub struct InitError {
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// Problem there, with the expectation.
    pub problem: InitProblem,
}

/// Problem in an init file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InitProblem {
    /// The text is no TOML.
    #[error("{0}")]
    Syntax(String),
    /// A key that the format does not have.
    #[error("unknown key `{key}`, expected {expected}")]
    UnknownKey { key: String, expected: &'static str },
    /// A register, predicate, bank, address or variable that does not exist.
    #[error("`{name}` does not exist, expected {expected}")]
    UnknownName { name: String, expected: String },
    /// The same name in two spellings.
    #[error("`{name}` is given twice, expected once")]
    Duplicate { name: String },
    /// A value of another type.
    #[error("`{key}` is {found}, expected {expected}")]
    WrongType {
        key: String,
        found: String,
        expected: &'static str,
    },
    /// A number that does not fit.
    #[error("`{key}` is {value}, expected {expected}")]
    OutOfRange {
        key: String,
        value: String,
        expected: String,
    },
    /// An array that is too long.
    #[error("`{key}` has {count} elements, expected at most {most}")]
    TooMany {
        key: String,
        count: usize,
        most: usize,
    },
    /// A configuration that no warp can have.
    #[error(transparent)]
    Config(#[from] ConfigError),
}
