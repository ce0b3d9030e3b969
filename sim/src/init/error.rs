//! What is wrong with an init file, and where.

use super::reader::{Key, Value};
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

/// A problem at a byte offset, before lines are counted. The problem is boxed:
/// it travels through every result of the reader.
#[derive(Debug)]
pub(super) struct Located {
    offset: usize,
    problem: Box<InitProblem>,
}

impl Located {
    pub(super) fn new(offset: usize, problem: InitProblem) -> Located {
        Located {
            offset,
            problem: Box::new(problem),
        }
    }

    pub(super) fn unknown_key(key: &Key, expected: &'static str) -> Located {
        let problem = InitProblem::UnknownKey {
            key: key.get_ref().to_string(),
            expected,
        };
        Located::new(key.span().start, problem)
    }

    pub(super) fn unknown_name(key: &Key, expected: impl Into<String>) -> Located {
        let (name, expected) = (key.get_ref().to_string(), expected.into());
        Located::new(
            key.span().start,
            InitProblem::UnknownName { name, expected },
        )
    }

    pub(super) fn duplicate(key: &Key) -> Located {
        let name = key.get_ref().to_string();
        Located::new(key.span().start, InitProblem::Duplicate { name })
    }

    pub(super) fn wrong_type(key: &Key, value: &Value, expected: &'static str) -> Located {
        let kind = value.get_ref().type_str();
        let article = if kind.starts_with(['a', 'i']) {
            "an"
        } else {
            "a"
        };
        let found = match value.get_ref().as_str() {
            Some(text) => format!("the string {text:?}"),
            None => format!("{article} {kind}"),
        };
        let key = key.get_ref().to_string();
        Located::new(
            value.span().start,
            InitProblem::WrongType {
                key,
                found,
                expected,
            },
        )
    }

    /// The same, with what it names as a member of `field`.
    pub(super) fn member_of(mut self, field: &str) -> Located {
        match &mut *self.problem {
            InitProblem::UnknownName { name: key, .. }
            | InitProblem::WrongType { key, .. }
            | InitProblem::OutOfRange { key, .. } => *key = format!("{field}[{key}]"),
            _ => {}
        }
        self
    }

    pub(super) fn in_text(self, text: &str) -> InitError {
        let before = text.get(..self.offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        InitError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            problem: *self.problem,
        }
    }
}

impl InitError {
    /// An error of the TOML parser; one that names no place is put at the start.
    pub(super) fn syntax(text: &str, error: &toml::de::Error) -> InitError {
        let offset = error.span().map_or(0, |span| span.start);
        Located::new(offset, InitProblem::Syntax(syntax(error.message()))).in_text(text)
    }
}

/// The TOML parser's message, and what was expected, which it does not always have.
fn syntax(message: &str) -> String {
    // So it calls whatever begins no value.
    if message.starts_with("string values must be quoted") {
        return "not a value, expected a number, a string, an array or a table".to_owned();
    }
    let message = message.trim_end_matches(", expected nothing");
    if message.contains(", expected ") {
        return message.to_owned();
    }
    let expected = match message {
        "duplicate key" => "each key once",
        _ if message.contains("dotted key") => "a table before the dot",
        _ if message.contains("recurs") => "fewer arrays and tables inside of each other",
        _ if message.contains("number") || message.contains("digits") => {
            "digits, as in 10, 0x1f, 0o17 or 0b1"
        }
        _ => "a file of TOML",
    };
    format!("{message}, expected {expected}")
}
