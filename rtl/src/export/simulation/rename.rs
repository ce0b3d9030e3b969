//! A kernel with other signals.
//!
//! ```text
//!     before      if advance { sum.d = left[j] + carry; }
//!     renamed     by `x` to `lane_x`
//!     after       if lane_advance { lane_sum.d = lane_left[j] + lane_carry; }
//! ```

use rust_hdl::prelude::ast::*;
use VerilogExpression as E;

/// The new name of a kernel's signal.
pub type Rename<'f> = &'f dyn Fn(&str) -> String;

/// `statement` with every signal renamed; indices and the variables of loops are renamed with it.
pub fn statement(statement: &VerilogStatement, to: Rename) -> VerilogStatement {
    use VerilogStatement as S;
    match statement {
        S::Assignment(target, value) => {
            S::Assignment(expression(target, to), expression(value, to))
        }
        S::If(inner) => S::If(VerilogConditional {
            test: expression(&inner.test, to),
            then: block(&inner.then, to),
            otherwise: match &inner.otherwise {
                VerilogBlockOrConditional::Block(inner) => {
                    VerilogBlockOrConditional::Block(block(inner, to))
                }
                VerilogBlockOrConditional::Conditional(inner) => {
                    VerilogBlockOrConditional::Conditional(Box::new(self::statement(inner, to)))
                }
                VerilogBlockOrConditional::None => VerilogBlockOrConditional::None,
            },
        }),
        S::Match(inner) => S::Match(VerilogMatch {
            test: expression(&inner.test, to),
            cases: inner
                .cases
                .iter()
                .map(|case| VerilogCase {
                    condition: case.condition.clone(),
                    block: block(&case.block, to),
                })
                .collect(),
        }),
        S::Loop(inner) => S::Loop(VerilogLoop {
            index: to(&inner.index),
            from: inner.from.clone(),
            to: inner.to.clone(),
            block: block(&inner.block, to),
        }),
        S::Macro(inner) => S::Macro(block(inner, to)),
        S::Comment(_) => statement.clone(),
        // No kernel of this crate makes these, and the exporter refuses them.
        S::SliceAssignment { .. } | S::Link(_) => statement.clone(),
    }
}

/// [`statement`] of each.
pub fn block(statements: &[VerilogStatement], to: Rename) -> VerilogBlock {
    statements
        .iter()
        .map(|inner| statement(inner, to))
        .collect()
}

/// `expression` with every signal renamed.
pub fn expression(expression: &E, to: Rename) -> E {
    let inner = |inner: &E| Box::new(self::expression(inner, to));
    match expression {
        E::Signal(signal) => E::Signal(to(signal)),
        E::Literal(literal) => E::Literal(literal.clone()),
        E::Cast(of, width) => E::Cast(inner(of), *width),
        E::Signed(of) => E::Signed(inner(of)),
        E::Unsigned(of) => E::Unsigned(inner(of)),
        E::Paren(of) => E::Paren(inner(of)),
        E::Binary(left, operator, right) => E::Binary(inner(left), operator.clone(), inner(right)),
        E::Unary(operator, of) => E::Unary(operator.clone(), inner(of)),
        E::Index(of, index) => E::Index(inner(of), inner(index)),
        E::Slice(of, width, offset) => E::Slice(inner(of), *width, inner(offset)),
        E::IndexReplace(of, index, value) => E::IndexReplace(inner(of), inner(index), inner(value)),
    }
}
