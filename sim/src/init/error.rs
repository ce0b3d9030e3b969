//! What is wrong with an init file, and where.

use crate::warp::ConfigError;
use thiserror::Error;

/// An init file that is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{problem}")]
pub struct InitError {
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// What is wrong there, and what was expected.
    pub problem: InitProblem,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InitProblem {
    /// The text is no TOML.
    #[error("{0}")]
    Syntax(String),
    /// A key that the format does not have.
    #[error("unknown key `{key}`, expected {expected}")]
    UnknownKey {
        /// The key.
        key: String,
        /// The keys of that place.
        expected: &'static str,
    },
    /// A register, predicate, bank, address or variable that does not exist.
    #[error("`{name}` does not exist, expected {expected}")]
    UnknownName {
        /// The name.
        name: String,
        /// The names of that place.
        expected: String,
    },
    /// One thing under two spellings.
    #[error("`{name}` is given twice, expected once")]
    Duplicate {
        /// The second spelling.
        name: String,
    },
    /// A value of another type.
    #[error("`{key}` is {found}, expected {expected}")]
    WrongType {
        /// The key of the value.
        key: String,
        /// What the value is.
        found: String,
        /// What it should be.
        expected: &'static str,
    },
    /// A number that does not fit.
    #[error("`{key}` is {value}, expected {expected}")]
    OutOfRange {
        /// The key of the number.
        key: String,
        /// The number as written.
        value: String,
        /// The numbers that fit.
        expected: String,
    },
    /// An array that is too long.
    #[error("`{key}` has {count} elements, expected at most {most}")]
    TooMany {
        /// The key of the array.
        key: String,
        /// Its elements.
        count: usize,
        /// The elements that there is room for.
        most: usize,
    },
    /// A configuration that no warp can have.
    #[error(transparent)]
    Config(#[from] ConfigError),
}
