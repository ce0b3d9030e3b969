//! A kernel's statements, sorted into continuous assignments, combinational
//! blocks and one clocked block.
//!
//! A read sees what was assigned before it, and nothing is assigned after it was read
//! ([`written_after_read`]), so that every read sees the final value. That allows the
//! split: an assignment to a register's input moves into the clocked block with the
//! conditions around it.

use super::loops::Loop;
use super::names::target_key;
use rust_hdl::prelude::ast::*;
use rust_hdl::prelude::VerilogVisitor;
use std::collections::BTreeSet;

/// RustHDL's spelling of the pattern `_`.
pub const DEFAULT: &str = "default";

/// One top-level statement, or one inside a top-level loop.
#[derive(Clone)]
pub struct KernelStatement {
    pub around: Option<Loop>,
    pub comment: Option<String>,
    pub statement: VerilogStatement,
}

/// The kernel's statements in order, loops and macros opened.
pub fn kernel_statements(kernel: &[VerilogStatement]) -> Vec<KernelStatement> {
    let mut found = Vec::new();
    flatten(kernel, None, &mut found);
    found
}

fn flatten(
    statements: &[VerilogStatement],
    around: Option<&Loop>,
    found: &mut Vec<KernelStatement>,
) {
    let mut comment = None;
    for statement in statements {
        match statement {
            VerilogStatement::Comment(text) => comment = Some(comment_text(text)),
            VerilogStatement::Macro(inner) => flatten(inner, around, found),
            VerilogStatement::Loop(inner) if around.is_none() => {
                flatten(&inner.block, Some(&Loop::new(inner)), found);
            }
            statement => found.push(KernelStatement {
                around: around.cloned(),
                comment: comment.take(),
                statement: statement.clone(),
            }),
        }
    }
}

/// The comment itself: RustHDL hands over what is left of the macro's tokens.
pub fn comment_text(text: &str) -> String {
    let text = text.rsplit_once('"').map_or(text, |(_, text)| text);
    text.trim().to_string()
}

/// Calls `visit` with every signal that `statement` reads.
pub fn reads(statement: &VerilogStatement, visit: &mut dyn FnMut(&str)) {
    struct Reads<'v>(&'v mut dyn FnMut(&str));
    impl VerilogVisitor for Reads<'_> {
        fn visit_signal(&mut self, signal: &str) {
            (self.0)(signal);
        }
        fn visit_assignment(&mut self, _: &VerilogExpression, value: &VerilogExpression) {
            self.visit_expression(value);
        }
    }
    Reads(visit).visit_statement(statement);
}

/// A signal that is assigned after it was read: RustHDL's read sees the value so far,
/// and a continuous assignment of Verilog would see the last one.
pub fn written_after_read(kernel: &VerilogBlock) -> Option<String> {
    #[derive(Default)]
    struct Order {
        read: BTreeSet<String>,
        late: Option<String>,
    }
    impl VerilogVisitor for Order {
        fn visit_signal(&mut self, signal: &str) {
            self.read.insert(target_key(signal));
        }
        fn visit_assignment(&mut self, target: &VerilogExpression, value: &VerilogExpression) {
            self.visit_expression(value);
            if let VerilogExpression::Signal(signal) = target {
                let key = target_key(signal);
                if self.read.contains(&key) {
                    self.late.get_or_insert(key);
                }
            }
        }
    }
    let mut order = Order::default();
    order.visit_block(kernel);
    order.late
}

/// Whether every path through `statements` gives `key` a value.
pub fn always_assigns<'s>(
    mut statements: impl Iterator<Item = &'s VerilogStatement>,
    key: &str,
) -> bool {
    statements.any(|statement| match statement {
        VerilogStatement::Assignment(VerilogExpression::Signal(target), _) => {
            target_key(target) == key
        }
        VerilogStatement::If(conditional) => {
            let otherwise = match &conditional.otherwise {
                VerilogBlockOrConditional::Block(block) => always_assigns(block.iter(), key),
                VerilogBlockOrConditional::Conditional(inner) => {
                    always_assigns(std::iter::once(inner.as_ref()), key)
                }
                VerilogBlockOrConditional::None => false,
            };
            otherwise && always_assigns(conditional.then.iter(), key)
        }
        VerilogStatement::Match(inner) => {
            inner.cases.iter().any(|case| case.condition == DEFAULT)
                && inner
                    .cases
                    .iter()
                    .all(|case| always_assigns(case.block.iter(), key))
        }
        VerilogStatement::Loop(inner) => always_assigns(inner.block.iter(), key),
        _ => false,
    })
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

/// `statement` with only the assignments whose target's key `keep` accepts; none
/// where nothing is left.
pub fn filter(
    statement: &VerilogStatement,
    keep: &dyn Fn(&str) -> bool,
) -> Option<VerilogStatement> {
    match statement {
        VerilogStatement::Assignment(VerilogExpression::Signal(signal), _) => {
            keep(&target_key(signal)).then(|| statement.clone())
        }
        VerilogStatement::If(conditional) => filter_conditional(conditional, keep),
        VerilogStatement::Match(inner) => {
            // A case that lost its statements stays, or `default` would take it.
            let filtered = inner.cases.iter().map(|case| VerilogCase {
                condition: case.condition.clone(),
                block: filter_block(&case.block, keep),
            });
            let cases: Vec<VerilogCase> = filtered.collect();
            cases.iter().any(|case| !case.block.is_empty()).then(|| {
                VerilogStatement::Match(VerilogMatch {
                    test: inner.test.clone(),
                    cases,
                })
            })
        }
        VerilogStatement::Loop(inner) => {
            let block = filter_block(&inner.block, keep);
            (!block.is_empty()).then(|| {
                VerilogStatement::Loop(VerilogLoop {
                    block,
                    ..inner.clone()
                })
            })
        }
        VerilogStatement::Comment(_) => None,
        other => Some(other.clone()),
    }
}

/// [`filter`] of each statement, with the comments above those that stay.
fn filter_block(block: &[VerilogStatement], keep: &dyn Fn(&str) -> bool) -> Vec<VerilogStatement> {
    let mut kept = Vec::new();
    let mut comment = None;
    for statement in block {
        if let VerilogStatement::Comment(_) = statement {
            comment = Some(statement.clone());
        } else if let Some(statement) = filter(statement, keep) {
            kept.extend(comment.take());
            kept.push(statement);
        }
    }
    kept
}

fn filter_conditional(
    conditional: &VerilogConditional,
    keep: &dyn Fn(&str) -> bool,
) -> Option<VerilogStatement> {
    let then = filter_block(&conditional.then, keep);
    let otherwise = match &conditional.otherwise {
        VerilogBlockOrConditional::Block(block) => filter_block(block, keep),
        VerilogBlockOrConditional::Conditional(inner) => filter(inner, keep).into_iter().collect(),
        VerilogBlockOrConditional::None => Vec::new(),
    };
    let test = conditional.test.clone();
    let (test, then, otherwise) = match (then.is_empty(), otherwise.is_empty()) {
        (true, true) => return None,
        // Only the other part is left: the condition turns round.
        (true, false) => {
            let not = VerilogExpression::Unary(VerilogOpUnary::Not, Box::new(test));
            (not, otherwise, VerilogBlockOrConditional::None)
        }
        (false, true) => (test, then, VerilogBlockOrConditional::None),
        (false, false) => {
            let otherwise = match &conditional.otherwise {
                VerilogBlockOrConditional::Conditional(_) => otherwise
                    .into_iter()
                    .next()
                    .map_or(VerilogBlockOrConditional::None, |inner| {
                        VerilogBlockOrConditional::Conditional(Box::new(inner))
                    }),
                _ => VerilogBlockOrConditional::Block(otherwise),
            };
            (test, then, otherwise)
        }
    };
    Some(VerilogStatement::If(VerilogConditional {
        test,
        then,
        otherwise,
    }))
}
