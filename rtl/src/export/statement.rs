//! A kernel's statements, sorted into continuous assignments, combinational
//! blocks and one clocked block.
//!
//! RustHDL evaluates a kernel until nothing changes, so a read sees the final
//! value wherever it stands. That allows the split: an assignment to a register's
//! input moves into the clocked block with the conditions around it.

use super::error::ExportError;
use super::expression::{target_key, Names};
use rust_hdl::prelude::ast::*;

/// A top-level `for i in from..to`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    pub variable: String,
    pub from: usize,
    pub to: usize,
}

/// One top-level statement, or one inside a top-level loop.
#[derive(Clone)]
pub struct Item {
    pub around: Option<Loop>,
    pub comment: Option<String>,
    pub statement: VerilogStatement,
}

/// The kernel's statements in order, loops and macros opened.
pub fn items(kernel: &[VerilogStatement]) -> Vec<Item> {
    let mut items = Vec::new();
    flatten(kernel, None, &mut items);
    items
}

fn flatten(statements: &[VerilogStatement], around: Option<&Loop>, items: &mut Vec<Item>) {
    let mut comment = None;
    for statement in statements {
        match statement {
            VerilogStatement::Comment(text) => {
                // RustHDL hands over what is left of the macro's tokens.
                let text = text
                    .rsplit_once('"')
                    .map_or(text.as_str(), |(_, text)| text);
                comment = Some(text.trim().to_string());
            }
            VerilogStatement::Macro(inner) => flatten(inner, around, items),
            VerilogStatement::Loop(inner) if around.is_none() => {
                let opened = Loop {
                    variable: inner.index.clone(),
                    from: inner.from.as_usize(),
                    to: inner.to.as_usize(),
                };
                flatten(&inner.block, Some(&opened), items);
            }
            statement => items.push(Item {
                around: around.cloned(),
                comment: comment.take(),
                statement: statement.clone(),
            }),
        }
    }
}

/// Calls `visit` with every assignment in `statement`.
pub fn assignments<'s>(
    statement: &'s VerilogStatement,
    visit: &mut dyn FnMut(&'s VerilogExpression, &'s VerilogExpression),
) {
    match statement {
        VerilogStatement::Assignment(target, value) => visit(target, value),
        VerilogStatement::If(conditional) => {
            conditional
                .then
                .iter()
                .for_each(|inner| assignments(inner, visit));
            match &conditional.otherwise {
                VerilogBlockOrConditional::Block(block) => {
                    block.iter().for_each(|inner| assignments(inner, visit));
                }
                VerilogBlockOrConditional::Conditional(inner) => assignments(inner, visit),
                VerilogBlockOrConditional::None => {}
            }
        }
        VerilogStatement::Match(inner) => inner
            .cases
            .iter()
            .flat_map(|case| &case.block)
            .for_each(|inner| assignments(inner, visit)),
        VerilogStatement::Macro(block) => {
            block.iter().for_each(|inner| assignments(inner, visit));
        }
        VerilogStatement::Loop(inner) => {
            inner
                .block
                .iter()
                .for_each(|inner| assignments(inner, visit));
        }
        VerilogStatement::SliceAssignment {
            base, replacement, ..
        } => visit(base, replacement),
        VerilogStatement::Comment(_) | VerilogStatement::Link(_) => {}
    }
}

/// The driven signals of `statement`, each once, as [`target_key`]s.
pub fn targets(statement: &VerilogStatement) -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    assignments(statement, &mut |target, _| {
        if let VerilogExpression::Signal(signal) = target {
            let key = target_key(signal);
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
    });
    keys
}

/// `statement` with only the assignments whose target `keep` accepts.
pub fn filter(
    statement: &VerilogStatement,
    keep: &dyn Fn(&str) -> bool,
) -> Option<VerilogStatement> {
    let filter_block = |block: &[VerilogStatement]| -> Vec<VerilogStatement> {
        block
            .iter()
            .filter_map(|inner| filter(inner, keep))
            .collect()
    };
    match statement {
        VerilogStatement::Assignment(VerilogExpression::Signal(signal), _) => {
            keep(signal).then(|| statement.clone())
        }
        VerilogStatement::If(conditional) => {
            let then = filter_block(&conditional.then);
            let otherwise = match &conditional.otherwise {
                VerilogBlockOrConditional::Block(block) => Some(filter_block(block))
                    .filter(|block| !block.is_empty())
                    .map_or(
                        VerilogBlockOrConditional::None,
                        VerilogBlockOrConditional::Block,
                    ),
                VerilogBlockOrConditional::Conditional(inner) => filter(inner, keep)
                    .map_or(VerilogBlockOrConditional::None, |inner| {
                        VerilogBlockOrConditional::Conditional(Box::new(inner))
                    }),
                VerilogBlockOrConditional::None => VerilogBlockOrConditional::None,
            };
            let empty = then.is_empty() && matches!(otherwise, VerilogBlockOrConditional::None);
            (!empty).then(|| {
                VerilogStatement::If(VerilogConditional {
                    test: conditional.test.clone(),
                    then,
                    otherwise,
                })
            })
        }
        VerilogStatement::Match(inner) => {
            let cases: Vec<VerilogCase> = inner
                .cases
                .iter()
                .map(|case| VerilogCase {
                    condition: case.condition.clone(),
                    block: filter_block(&case.block),
                })
                .collect();
            cases.iter().any(|case| !case.block.is_empty()).then(|| {
                VerilogStatement::Match(VerilogMatch {
                    test: inner.test.clone(),
                    cases,
                })
            })
        }
        VerilogStatement::Comment(_) => None,
        other => Some(other.clone()),
    }
}

/// Prints procedural statements; `assign` is `=` or `<=`.
pub struct Procedure<'a> {
    pub names: &'a Names<'a>,
    pub assign: &'static str,
}

impl Procedure<'_> {
    /// `statement` at `indent` levels, a line each.
    pub fn statement(
        &self,
        statement: &VerilogStatement,
        indent: usize,
        out: &mut Vec<String>,
    ) -> Result<(), ExportError> {
        let pad = "  ".repeat(indent);
        match statement {
            VerilogStatement::Assignment(VerilogExpression::Signal(target), value) => {
                let width = self.names.target_width(target);
                out.push(format!(
                    "{pad}{} {} {};",
                    self.names.signal(target)?,
                    self.assign,
                    self.names.expression(value, width)?
                ));
            }
            VerilogStatement::If(conditional) => {
                self.conditional(conditional, &pad, indent, out)?;
            }
            VerilogStatement::Match(inner) => {
                out.push(format!(
                    "{pad}case ({})",
                    self.names.expression(&inner.test, None)?
                ));
                for case in &inner.cases {
                    out.push(format!("{pad}  {}: begin", case.condition));
                    self.block(&case.block, indent + 2, out)?;
                    out.push(format!("{pad}  end"));
                }
                out.push(format!("{pad}endcase"));
            }
            other => {
                return Err(self.names.unsupported(
                    format!("{other:?}"),
                    "assignments, if, match, and for at the kernel's top level",
                ));
            }
        }
        Ok(())
    }

    fn block(
        &self,
        block: &[VerilogStatement],
        indent: usize,
        out: &mut Vec<String>,
    ) -> Result<(), ExportError> {
        block
            .iter()
            .try_for_each(|inner| self.statement(inner, indent, out))
    }

    fn conditional(
        &self,
        conditional: &VerilogConditional,
        pad: &str,
        indent: usize,
        out: &mut Vec<String>,
    ) -> Result<(), ExportError> {
        out.push(format!(
            "{pad}if ({}) begin",
            self.names.expression(&conditional.test, None)?
        ));
        self.block(&conditional.then, indent + 1, out)?;
        match &conditional.otherwise {
            VerilogBlockOrConditional::None => {}
            VerilogBlockOrConditional::Block(block) => {
                out.push(format!("{pad}end else begin"));
                self.block(block, indent + 1, out)?;
            }
            VerilogBlockOrConditional::Conditional(inner) => {
                // `else if` on one line: the inner text without its indentation.
                let mut text = Vec::new();
                self.statement(inner, indent, &mut text)?;
                let last = text.len() - 1;
                text[0] = format!("{pad}end else {}", text[0].trim_start());
                out.extend(text.drain(..last));
            }
        }
        out.push(format!("{pad}end"));
        Ok(())
    }
}
