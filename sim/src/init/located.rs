//! Problems with their place in the text.

use super::error::{InitError, InitProblem};
use toml::Spanned;
use toml::de::{DeString, DeValue};

pub(super) type Key<'text> = Spanned<DeString<'text>>;
pub(super) type Value<'text> = Spanned<DeValue<'text>>;

/// A problem at a byte offset, before lines are counted. The problem is boxed,
/// since every result of the reader has room for it.
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

    /// Problem of the TOML parser; without a place it is at the start.
    pub(super) fn syntax(error: &toml::de::Error) -> Located {
        let offset = error.span().map_or(0, |span| span.start);
        Located::new(offset, InitProblem::Syntax(syntax(error.message())))
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

    /// The problem with its key as a member of `field`.
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
        let (line, column) = position(text, self.offset);
        InitError {
            line,
            column,
            problem: *self.problem,
        }
    }
}

/// Line and column of a byte of a text, counted from 1; the column in characters.
pub fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let last_line = before.rsplit('\n').next().unwrap_or_default();
    (
        before.matches('\n').count() + 1,
        last_line.chars().count() + 1,
    )
}

/// The TOML parser's message, with an expectation, which it does not always have.
fn syntax(message: &str) -> String {
    // This is its message for any text that does not begin a value.
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
