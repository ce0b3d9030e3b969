//! Legality as data.

use crate::fields::{FieldId, Values};
use crate::part::Parts;

/// An illegal combination of values: illegal where all tests hold.
#[derive(Clone, Copy)]
pub struct Rule {
    /// Short name, such as `cc_or_plg`.
    pub name: &'static str,
    /// Error and expectation in words.
    pub message: &'static str,
    pub legality: Legality,
    /// Parts that have the rule; of no account before Volta.
    pub parts: Parts,
    /// Tests that all hold for exactly the illegal values.
    pub tests: &'static [Test],
}

/// Legality of a word that a rule forbids. None of them executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Legality {
    /// The word has no text either: assembler and disassembler refuse it.
    Refused,
    /// The word has text, and executing it raises IllegalInstruction.
    NotExecuted,
    /// The word has text, and its effect is unknown: programs with it are refused.
    TextAlone,
}

impl Rule {
    /// The rule for some parts alone.
    #[must_use]
    pub const fn on(self, parts: Parts) -> Rule {
        Rule { parts, ..self }
    }

    /// Returns whether the values are illegal by this rule.
    pub fn forbids(&self, values: &Values) -> bool {
        self.tests.iter().all(|test| test.holds(values))
    }
}

/// A statement about one field's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// The field has this value.
    Is(FieldId, i64),
    /// The field has another value.
    IsNot(FieldId, i64),
    /// The field has this value or a higher one.
    AtLeast(FieldId, i64),
    /// The field has a lower value.
    Below(FieldId, i64),
    /// The field's value has one of these bits.
    Any(FieldId, i64),
    /// The field's value is no multiple of this power of two.
    Unaligned(FieldId, i64),
}

impl Test {
    /// The field that the test looks at.
    pub fn field(&self) -> FieldId {
        match *self {
            Test::Is(field, _)
            | Test::IsNot(field, _)
            | Test::AtLeast(field, _)
            | Test::Below(field, _)
            | Test::Any(field, _)
            | Test::Unaligned(field, _) => field,
        }
    }

    /// Returns whether the test is true of the values.
    pub fn holds(&self, values: &Values) -> bool {
        match *self {
            Test::Is(field, value) => values.get(field) == value,
            Test::IsNot(field, value) => values.get(field) != value,
            Test::AtLeast(field, value) => values.get(field) >= value,
            Test::Below(field, value) => values.get(field) < value,
            Test::Any(field, bits) => values.get(field) & bits != 0,
            Test::Unaligned(field, size) => values.get(field) & (size - 1) != 0,
        }
    }
}
