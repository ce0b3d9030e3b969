//! Numbers and words in the text of an instruction.

use super::instruction::{ExecSize, Stride};
use crate::failure::{Expected, Failure, Wrong};
use crate::form::Range;
use crate::lexer::{self, Kind, Token};
use crate::parser::Parser;

/// A place in a line, and what is known about variables: `element_bytes` gives the
/// element size of a general one.
pub(super) struct Reader<'a, E> {
    pub parser: Parser<'a>,
    pub element_bytes: E,
}

impl<'a, E> Reader<'a, E> {
    pub fn size(&mut self, what: &'static str) -> Result<ExecSize, Failure<'a>> {
        let sizes = ExecSize::ALL.map(|size| (size.channels(), size));
        self.one_of(what, sizes, &["1", "2", "4", "8", "16", "32"])
    }

    pub fn stride(&mut self, what: &'static str) -> Result<Stride, Failure<'a>> {
        let strides = Stride::ALL.map(|stride| (stride.elements(), stride));
        self.one_of(what, strides, &["0", "1", "2", "4", "8", "16", "32"])
    }

    /// A number that is for one of a few values.
    pub fn one_of<T, const COUNT: usize>(
        &mut self,
        what: &'static str,
        values: [(u8, T); COUNT],
        expected: &[&'static str],
    ) -> Result<T, Failure<'a>> {
        let token = self.parser.peek();
        if !token.is_number() {
            return Err(self.found(expected));
        }
        self.parser.skip(1);
        let number = lexer::parse_number(token.text);
        let mut values = values.into_iter();
        let value = values.find(|(value, _)| Some(i64::from(*value)) == number);
        value.map(|(_, value)| value).ok_or_else(|| {
            let expected: Vec<_> = expected.iter().copied().map(Expected::Text).collect();
            Failure::at(&token, Wrong::Unknown { what, token }, &expected)
        })
    }

    /// A number from 0 to `highest`.
    pub fn number(&mut self, what: &'static str, highest: i64) -> Result<i64, Failure<'a>> {
        let token = self.parser.peek();
        if !token.is_number() {
            return Err(self.found(&["a number"]));
        }
        self.parser.skip(1);
        match lexer::parse_number(token.text) {
            Some(number) => in_range(&token, what, number, highest),
            None => {
                let expected = [Expected::Range(Range::new(0, highest))];
                Err(Failure::at(&token, Wrong::Malformed(token), &expected))
            }
        }
    }

    pub fn word(&mut self, word: &'static str) -> Result<(), Failure<'a>> {
        if !self.parser.peek().names(word) {
            return Err(self.found(&[word]));
        }
        self.parser.skip(1);
        Ok(())
    }

    /// The next token cannot stand where it does.
    pub fn found(&self, expected: &[&'static str]) -> Failure<'a> {
        let expected: Vec<_> = expected.iter().copied().map(Expected::Text).collect();
        Failure::found(&self.parser.peek(), &expected)
    }
}

/// Whether a token has the shape of a variable's name: a letter, then digits.
pub(super) fn is_variable(token: &Token<'_>, letter: char) -> bool {
    let mut rest = token.text.chars();
    let first = rest.next().map(|first| first.to_ascii_uppercase());
    let digits = rest.as_str();
    let is_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    token.kind == Kind::Word && first == Some(letter) && is_digits
}

/// The number in a variable's name.
pub(super) fn index<'a>(
    name: &Token<'a>,
    what: &'static str,
    highest: i64,
) -> Result<i64, Failure<'a>> {
    let digits = name.text.get(1..).unwrap_or_default();
    // A number too long to parse is out of range as well.
    let number = digits.parse().unwrap_or(i64::MAX);
    in_range(name, what, number, highest)
}

fn in_range<'a>(
    token: &Token<'a>,
    what: &'static str,
    number: i64,
    highest: i64,
) -> Result<i64, Failure<'a>> {
    if number <= highest {
        return Ok(number);
    }
    let wrong = Wrong::OutOfRange {
        what,
        negative: false,
        token: *token,
    };
    let expected = [Expected::Range(Range::new(0, highest))];
    Err(Failure::at(token, wrong, &expected))
}
