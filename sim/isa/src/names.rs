//! Names of registers and predicates: `R5`, `RZ`, `P3`, `PT`.

use std::fmt::{self, Write};

use crate::instruction::{PT, RZ};

/// Names of one kind of register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Names {
    /// Noun in messages.
    pub noun: &'static str,
    pub letters: &'static str,
    /// Letter in place of the index that is not a real register.
    pub last_letter: char,
    /// Index that is not a real register.
    pub last: i64,
    /// True if that index may be written as a number too.
    pub last_has_number: bool,
}

/// `R0` and so on, `RZ`. RZ's own index is refused: as a number it would look like a register.
pub(crate) const REGISTER: Names = Names {
    noun: "register",
    letters: "R",
    last_letter: 'Z',
    last: RZ as i64,
    last_has_number: false,
};

/// `UR0` and so on, `URZ`.
pub(crate) const UNIFORM_REGISTER: Names = Names {
    noun: "uniform register",
    letters: "UR",
    ..REGISTER
};

/// `P0` to `P6`, `PT`. Listings write `P7` as well.
pub(crate) const PREDICATE: Names = Names {
    noun: "predicate",
    letters: "P",
    last_letter: 'T',
    last: PT as i64,
    last_has_number: true,
};

/// `UP0` to `UP6`, `UPT`.
pub(crate) const UNIFORM_PREDICATE: Names = Names {
    noun: "uniform predicate",
    letters: "UP",
    ..PREDICATE
};

impl Names {
    /// Returns whether a word has the shape of such a name, in range or not.
    pub fn is_name(self, word: &str) -> bool {
        self.strip(word)
            .is_some_and(|rest| self.is_last(rest) || is_decimal(rest))
    }

    /// Index of a name, numbers up to `highest`; `None` if it is out of range or no name.
    pub fn index(self, word: &str, highest: i64) -> Option<i64> {
        let rest = self.strip(word)?;
        if self.is_last(rest) {
            return Some(self.last);
        }
        // A number too long to parse is out of range as well.
        let index = is_decimal(rest).then(|| rest.parse().ok())?;
        index.filter(|index| *index <= highest)
    }

    /// The highest index that messages offer as a number.
    pub fn highest_real(self, highest: i64) -> i64 {
        if self.last_has_number {
            self.last - 1
        } else {
            highest
        }
    }

    /// Prints the name of an index.
    pub fn print(self, index: i64, out: &mut impl Write) -> fmt::Result {
        out.write_str(self.letters)?;
        if index == self.last {
            out.write_char(self.last_letter)
        } else {
            write!(out, "{index}")
        }
    }

    fn strip(self, word: &str) -> Option<&str> {
        let (letters, rest) = word.split_at_checked(self.letters.len())?;
        letters.eq_ignore_ascii_case(self.letters).then_some(rest)
    }

    fn is_last(self, rest: &str) -> bool {
        let mut letters = rest.chars();
        letters
            .next()
            .is_some_and(|c| c.eq_ignore_ascii_case(&self.last_letter))
            && letters.next().is_none()
    }
}

fn is_decimal(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
