//! Reader of numbers, words and names in the text of an instruction.

use super::instruction::{ExecSize, Stride};
use super::variables::Variables;
use crate::failure::{Expected, Failure, FailureCause};
use crate::form::Range;
use crate::lexer::{self, Token, TokenKind};
use crate::parser::Parser;

/// Position in a line, and the variables that it refers to.
pub(super) struct Reader<'a> {
    pub parser: Parser<'a>,
    pub variables: &'a Variables,
}

impl<'a> Reader<'a> {
    /// Returns whether a token is the name of a variable of the class with this letter.
    pub fn is_variable(&self, token: &Token<'_>, letter: char) -> bool {
        let found = self.variables.find(token.text);
        token.kind == TokenKind::Word && found.is_some_and(|(class, _)| class == letter)
    }

    /// Number of the variable that a token is known to name.
    pub fn index(
        &self,
        name: &Token<'a>,
        what: &'static str,
        highest: i64,
    ) -> Result<i64, Failure<'a>> {
        let found = self.variables.find(name.text);
        let (_, number) = found.unwrap_or((' ', i64::MAX));
        in_range(name, what, number, highest)
    }

    pub fn size(&mut self, what: &'static str) -> Result<ExecSize, Failure<'a>> {
        let sizes = ExecSize::ALL.map(|size| (size.channels(), size));
        self.one_of(what, sizes, ["1", "2", "4", "8", "16", "32"])
    }

    pub fn stride(&mut self, what: &'static str) -> Result<Stride, Failure<'a>> {
        let strides = Stride::ALL.map(|stride| (stride.elements(), stride));
        self.one_of(what, strides, ["0", "1", "2", "4", "8", "16", "32"])
    }

    /// Reads a number that stands for one of a few values.
    pub fn one_of<T, const COUNT: usize>(
        &mut self,
        what: &'static str,
        values: [(u8, T); COUNT],
        expected: [&'static str; COUNT],
    ) -> Result<T, Failure<'a>> {
        let token = self.parser.peek();
        if !token.is_number() {
            return Err(self.parser.found(expected));
        }
        self.parser.skip(1);
        let number = lexer::parse_number(token.text);
        let mut values = values.into_iter();
        let value = values.find(|(value, _)| Some(i64::from(*value)) == number);
        let value = value.map(|(_, value)| value);
        value.ok_or_else(|| Failure::unknown(what, token, expected))
    }

    /// Reads a number from 0 to `highest`.
    pub fn number(&mut self, what: &'static str, highest: i64) -> Result<i64, Failure<'a>> {
        let token = self.parser.peek();
        if !token.is_number() {
            return Err(self.parser.found(["a number"]));
        }
        self.parser.skip(1);
        match lexer::parse_number(token.text) {
            Some(number) => in_range(&token, what, number, highest),
            None => {
                let expected = [Expected::Range(Range::new(0, highest))];
                Err(Failure::at(
                    &token,
                    FailureCause::Malformed(token),
                    expected,
                ))
            }
        }
    }

    pub fn word(&mut self, word: &'static str) -> Result<(), Failure<'a>> {
        if !self.parser.peek().names(word) {
            return Err(self.parser.found([word]));
        }
        self.parser.skip(1);
        Ok(())
    }
}

/// Letter and number of a name that is a letter, then digits.
pub(super) fn number_in(name: &str) -> Option<(char, i64)> {
    let mut rest = name.chars();
    let letter = rest.next().filter(char::is_ascii_alphabetic)?;
    let digits = rest.as_str();
    let is_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    // A number too long to parse is out of range as well.
    is_digits.then(|| {
        (
            letter.to_ascii_uppercase(),
            digits.parse().unwrap_or(i64::MAX),
        )
    })
}

fn in_range<'a>(
    token: &Token<'a>,
    what: &'static str,
    number: i64,
    highest: i64,
) -> Result<i64, Failure<'a>> {
    let range = Range::new(0, highest);
    if range.holds(number) {
        Ok(number)
    } else {
        Err(Failure::out_of_range(what, *token, Expected::Range(range)))
    }
}
