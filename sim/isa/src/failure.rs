//! Failures of a line to fit a form. They are data until one of them is reported, since most lines
//! fail some form before they fit another.

use std::fmt;

use crate::Isa;
use crate::error::{TextError, one_of};
use crate::form::{Form, Operand, Range, Space};
use crate::lexer::Token;
use crate::names::{Names, UNIFORM_REGISTER};
use crate::table;

/// Failure of a line to fit a form: its column, cause and expectations.
pub(crate) struct Failure<'a> {
    pub column: usize,
    pub wrong: FailureCause<'a>,
    /// Alternatives that were expected there.
    pub expected: Vec<Expected>,
}

/// Cause of a failure.
#[derive(Clone, Copy)]
pub(crate) enum FailureCause<'a> {
    /// A token that cannot stand where it does.
    Found(Token<'a>),
    /// A mnemonic that the instruction set does not have.
    Mnemonic(Token<'a>),
    /// A mnemonic that the instruction set has and the tables lack.
    Unsupported(Token<'a>, Isa),
    /// A predicate where another operand is expected, in a form that takes one.
    Order(Token<'a>, &'static Form),
    /// A minus before an operand that takes none.
    Minus(&'static str),
    /// A token of the right kind without a meaning.
    Unknown {
        what: &'static str,
        token: Token<'a>,
    },
    /// A malformed number.
    Malformed(Token<'a>),
    /// A number or register that its field cannot hold.
    OutOfRange {
        what: &'static str,
        negative: bool,
        token: Token<'a>,
    },
    /// A suffix that the mnemonic does not take, or not any more.
    Modifier(Token<'a>),
    /// A broken rule of the form; its message has the expectation too.
    Rule(&'static str),
}

/// An alternative that was expected.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expected {
    Text(&'static str),
    Symbol(char),
    /// An operand, and the names of its registers.
    Operand(Operand, Names),
    Modifier(&'static str),
    Range(Range),
    Names {
        names: Names,
        highest: i64,
    },
}

impl From<&'static str> for Expected {
    fn from(text: &'static str) -> Expected {
        Expected::Text(text)
    }
}

impl From<char> for Expected {
    fn from(symbol: char) -> Expected {
        Expected::Symbol(symbol)
    }
}

impl<'a> Failure<'a> {
    /// Failure of a token that cannot stand where it does.
    pub fn found(
        token: &Token<'a>,
        expected: impl IntoIterator<Item: Into<Expected>>,
    ) -> Failure<'a> {
        Failure::at(token, FailureCause::Found(*token), expected)
    }

    /// Failure at a token.
    pub fn at(
        token: &Token<'_>,
        wrong: FailureCause<'a>,
        expected: impl IntoIterator<Item: Into<Expected>>,
    ) -> Failure<'a> {
        Failure {
            column: token.column,
            wrong,
            expected: expected.into_iter().map(Into::into).collect(),
        }
    }

    /// Failure of a token of the right kind without a meaning.
    pub fn unknown(
        what: &'static str,
        token: Token<'a>,
        expected: impl IntoIterator<Item: Into<Expected>>,
    ) -> Failure<'a> {
        Failure::at(&token, FailureCause::Unknown { what, token }, expected)
    }

    /// Failure whose message has the expectation too.
    pub fn rule(column: usize, message: &'static str) -> Failure<'a> {
        Failure {
            column,
            wrong: FailureCause::Rule(message),
            expected: Vec::new(),
        }
    }

    /// Failure of a number or a name that its field cannot hold.
    pub fn out_of_range(what: &'static str, token: Token<'a>, expected: Expected) -> Failure<'a> {
        let wrong = FailureCause::OutOfRange {
            what,
            negative: false,
            token,
        };
        Failure::at(&token, wrong, [expected])
    }

    /// Chooses the failure to report of two: the one further on, since its form understood more. At
    /// the same column it is one about a token of the right kind, else both joined: either was
    /// expected.
    pub fn or(mut self, other: Failure<'a>) -> Failure<'a> {
        let reach = |failure: &Failure<'_>| {
            (
                failure.column,
                !matches!(failure.wrong, FailureCause::Found(_)),
            )
        };
        if reach(&self) != reach(&other) {
            return if reach(&self) > reach(&other) {
                self
            } else {
                other
            };
        }
        self.expected.extend(other.expected);
        self
    }
}

/// [`Failure::or`] for the first failure and those after it.
pub(crate) fn worse<'a>(one: Option<Failure<'a>>, other: Failure<'a>) -> Failure<'a> {
    match one {
        Some(one) => one.or(other),
        None => other,
    }
}

impl From<Failure<'_>> for TextError {
    fn from(failure: Failure<'_>) -> TextError {
        let wrong = failure.wrong;
        // Operands that fill other fields may look the same.
        let mut expected: Vec<String> = Vec::new();
        for text in failure.expected.iter().map(Expected::to_string) {
            if !expected.contains(&text) {
                expected.push(text);
            }
        }
        if expected.is_empty() && matches!(wrong, FailureCause::Modifier(_)) {
            expected.push("no more of them".to_owned());
        }
        let message = match expected.as_slice() {
            [] => wrong.to_string(),
            expected => format!("{wrong}, expected {}", one_of(expected)),
        };
        let message = match wrong {
            FailureCause::Order(_, form) => format!("{message}; the order is `{}`", form.syntax()),
            _ => message,
        };
        let known_to = match wrong {
            FailureCause::Mnemonic(token) => table::isas_with(token.text),
            _ => Vec::new(),
        };
        TextError {
            column: failure.column,
            message,
            known_to,
        }
    }
}

impl fmt::Display for FailureCause<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FailureCause::Found(token) | FailureCause::Order(token, _) => {
                write!(out, "found {}", token.shown())
            }
            FailureCause::Unsupported(token, isa) => {
                write!(out, "{} of {isa} is not supported", token.shown())
            }
            FailureCause::Minus(what) => write!(out, "{what} takes no minus"),
            FailureCause::Mnemonic(token) => write!(out, "unknown mnemonic {}", token.shown()),
            FailureCause::Unknown { what, token } => {
                write!(out, "unknown {what} {}", token.shown())
            }
            FailureCause::Malformed(token) => write!(out, "malformed number {}", token.shown()),
            FailureCause::OutOfRange {
                what,
                negative,
                token,
            } => {
                let sign = if *negative { "-" } else { "" };
                write!(out, "{what} {sign}{} is out of range", token.shown())
            }
            FailureCause::Modifier(token) => {
                write!(out, "modifier .{} does not fit here", token.shown())
            }
            FailureCause::Rule(message) => out.write_str(message),
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Text(text) => out.write_str(text),
            Expected::Symbol(symbol) => write!(out, "`{symbol}`"),
            Expected::Operand(operand, names) => match operand {
                Operand::Predicate(_)
                | Operand::Invertible(_)
                | Operand::Register(_)
                | Operand::Destination { .. } => write!(out, "a {}", names.noun),
                Operand::Address(address) => {
                    let bank = match address.space {
                        Space::Constant(_) => "c[bank]",
                        Space::Bindless(_) => "cx[UR]",
                        Space::Memory | Space::Descriptor { .. } => "",
                    };
                    let base = address.base.map(|_| names.noun);
                    let uniform = address.uniform.map(|_| UNIFORM_REGISTER.noun);
                    let registers = [base, uniform].into_iter().flatten();
                    let registers: String = registers.flat_map(|noun| [noun, "+"]).collect();
                    write!(out, "{bank}[{registers}offset]")
                }
                Operand::Number(field) | Operand::Raw(field) => {
                    let name = field.name();
                    let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u']);
                    write!(out, "{} {name}", if vowel { "an" } else { "a" })
                }
            },
            Expected::Modifier(text) => write!(out, ".{text}"),
            Expected::Range(range) => write!(out, "{range}"),
            Expected::Names { names, highest } => {
                let Names {
                    letters,
                    last_letter,
                    ..
                } = names;
                write!(
                    out,
                    "{letters}0 to {letters}{highest} or {letters}{last_letter}"
                )
            }
        }
    }
}
