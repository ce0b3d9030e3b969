//! Combinational conditions as expressions: `if` becomes `?:`.
//!
//! A target whose value is a choice, with a value on every path, prints as one
//! continuous assignment. That reads well, cannot be a latch, and lets a
//! simulator's compiler work without branches.

use super::error::ExportError;
use super::expression::strip;
use super::names::{target_key, Names};
use rust_hdl::prelude::ast::*;

/// Deepest nesting of `?:` that still reads well.
const DEEPEST: usize = 2;

/// A value that depends on conditions.
#[derive(Clone)]
enum Choice<'s> {
    Value(&'s VerilogExpression),
    If(&'s VerilogExpression, Box<Choice<'s>>, Box<Choice<'s>>),
}

impl Choice<'_> {
    fn depth(&self) -> usize {
        match self {
            Choice::Value(_) => 0,
            Choice::If(_, then, otherwise) => 1 + then.depth().max(otherwise.depth()),
        }
    }
}

/// The expression that `statements` give to `key`, `width` bits wide; none where
/// it is no plain choice.
pub fn expression(
    names: &Names,
    statements: &[&VerilogStatement],
    key: &str,
    width: usize,
) -> Result<Option<String>, ExportError> {
    match run(statements.iter().copied(), key, None) {
        Some(Some(choice)) if choice.depth() <= DEEPEST => print(names, &choice, width).map(Some),
        _ => Ok(None),
    }
}

/// The value of `key` after `statements`: outer none for what is no choice, inner
/// none for no value.
fn run<'s>(
    statements: impl Iterator<Item = &'s VerilogStatement>,
    key: &str,
    before: Option<Choice<'s>>,
) -> Option<Option<Choice<'s>>> {
    let mut value = before;
    for statement in statements {
        match statement {
            VerilogStatement::Assignment(VerilogExpression::Signal(target), assigned) => {
                if target_key(target) == key {
                    value = Some(Choice::Value(assigned));
                }
            }
            VerilogStatement::If(conditional) => {
                let then = run(conditional.then.iter(), key, value.clone())?;
                let otherwise = match &conditional.otherwise {
                    VerilogBlockOrConditional::Block(block) => {
                        run(block.iter(), key, value.clone())?
                    }
                    VerilogBlockOrConditional::Conditional(inner) => {
                        run(std::iter::once(inner.as_ref()), key, value.clone())?
                    }
                    VerilogBlockOrConditional::None => value.clone(),
                };
                value = match (then, otherwise) {
                    (None, None) => None,
                    (Some(Choice::Value(a)), Some(Choice::Value(b))) if std::ptr::eq(a, b) => {
                        Some(Choice::Value(a))
                    }
                    (Some(a), Some(b)) => Some(Choice::If(&conditional.test, a.into(), b.into())),
                    _ => return None,
                };
            }
            VerilogStatement::Comment(_) => {}
            _ => return None,
        }
    }
    Some(value)
}

/// The conditions that must all hold for `choice` to be all ones, where it is
/// 0 otherwise: a mask.
fn mask<'s>(
    names: &Names,
    choice: &Choice<'s>,
    width: usize,
) -> Option<Vec<&'s VerilogExpression>> {
    let Choice::If(test, then, otherwise) = choice else {
        return None;
    };
    let constant = |choice: &Choice| match choice {
        Choice::Value(value) => names.constant(value),
        Choice::If(..) => None,
    };
    if constant(otherwise)? != "0" || width > 128 {
        return None;
    }
    match constant(then) {
        Some(then) if then == format!("{:x}", u128::MAX >> (128 - width)) => Some(vec![test]),
        Some(_) => None,
        None => {
            let mut tests = mask(names, then, width)?;
            tests.insert(0, test);
            Some(tests)
        }
    }
}

fn print(names: &Names, choice: &Choice, width: usize) -> Result<String, ExportError> {
    let (test, then, otherwise) = match choice {
        Choice::Value(value) => return names.expression(value, Some(width)),
        Choice::If(test, then, otherwise) => (test, then, otherwise),
    };
    if let Some(tests) = mask(names, choice, width) {
        let text = match tests[..] {
            [test] => names.expression(test, None)?,
            _ => tests
                .iter()
                .map(|test| names.condition(test))
                .collect::<Result<Vec<_>, _>>()?
                .join(" & "),
        };
        return Ok(if width == 1 {
            text
        } else {
            format!("{{{width}{{{text}}}}}")
        });
    }
    let branch = |choice: &Choice| {
        let text = print(names, choice, width)?;
        let alone = match choice {
            Choice::If(..) => mask(names, choice, width).is_some() && width > 1,
            Choice::Value(value) => !matches!(strip(value), VerilogExpression::Binary(..)),
        };
        Ok::<_, ExportError>(if alone { text } else { format!("({text})") })
    };
    let condition = names.condition(test)?;
    Ok(format!(
        "{condition} ? {} : {}",
        branch(then)?,
        branch(otherwise)?
    ))
}
