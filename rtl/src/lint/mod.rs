//! Constructs that RustHDL accepts and translates into other hardware, or none.
//!
//! RustHDL translates a kernel's tokens, so what its simulator computes and what
//! its Verilog computes can differ. Our own exporter refuses most of that; the lint
//! names all of it at once, in the words of the source, and also what only
//! RustHDL's own generator gets wrong.

mod reserved;
mod scope;

pub use reserved::is_reserved;

use crate::primitives::optional::present;
use rust_hdl::prelude::ast::{
    VerilogConditional, VerilogExpression as E, VerilogMatch, VerilogOp, VerilogOpUnary,
    VerilogStatement,
};
use rust_hdl::prelude::{Block, Verilog, VerilogVisitor};
use scope::Scope;

/// One construct that does not mean in Verilog what it means in Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The block, as its path of names from the top.
    pub module: String,
    /// The construct, as the source has it.
    pub construct: String,
    /// The difference between both readings.
    pub why: &'static str,
}

/// Everything that is wrong in `top`, called `name`, and in the blocks below it.
pub fn lint(top: &dyn Block, name: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    for scope in scope::scopes(top, name) {
        let mut kernel = Kernel {
            scope: &scope,
            variables: Vec::new(),
            reads: 0,
            findings: &mut findings,
        };
        for name in scope.names.iter().filter(|name| is_reserved(name)) {
            kernel.flag(format!("`{name}`"), "a reserved word of Verilog");
        }
        if let Verilog::Combinatorial(statements) = &scope.code {
            let statements = present(statements);
            kernel.visit_block(&statements);
            if kernel.reads == 0 && !statements.is_empty() {
                let why = "reads no signal: an always block of it never runs";
                kernel.flag("the kernel".to_string(), why);
            }
        }
    }
    findings
}

/// A walk over one kernel.
struct Kernel<'a> {
    scope: &'a Scope,
    variables: Vec<String>,
    reads: usize,
    findings: &'a mut Vec<Finding>,
}

impl Kernel<'_> {
    fn flag(&mut self, construct: String, why: &'static str) {
        self.findings.push(Finding {
            module: self.scope.path.clone(),
            construct,
            why,
        });
    }

    /// Flags what `operand` is taken apart for, unless it is a signal.
    fn whole_signal(&mut self, operand: &E, allowed: bool) {
        if !allowed && !matches!(strip(operand), E::Signal(_)) {
            let why = "a cast, slice or index of an expression keeps bits that Rust dropped";
            self.flag(format!("{operand:?}"), why);
        }
    }

    /// A place in a vector. It is a `usize`, so that `n * 32 + 2` loses nothing.
    fn visit_place(&mut self, place: &E) {
        match strip(place) {
            E::Binary(left, VerilogOp::Mul | VerilogOp::Add, right) if is_literal(right) => {
                self.visit_place(left);
            }
            other => self.visit_expression(other),
        }
    }

    fn unsized_literal(&mut self, expression: &E, wrong: bool) {
        if wrong {
            let why = "a literal that nothing beside it gives a width";
            self.flag(format!("{expression:?}"), why);
        }
    }
}

impl VerilogVisitor for Kernel<'_> {
    fn visit_assignment(&mut self, target: &E, value: &E) {
        if let E::Signal(signal) = target {
            if self.scope.is_output_of_child(signal) {
                self.flag(format!("`{signal}`"), "drives the output of a sub-block");
            }
        }
        self.visit_expression(value);
    }

    fn visit_signal(&mut self, signal: &str) {
        let head = signal.split(['$', '[']).next().unwrap_or(signal);
        if self.scope.is_register_input(signal) {
            self.flag(format!("`{signal}`"), "reads d of a register, not q");
        } else if !self.scope.is_field(head) && !self.variables.iter().any(|name| name == head) {
            let why = "no field: the Verilog names what it does not declare; use a Constant";
            self.flag(format!("`{signal}`"), why);
        }
        self.reads += usize::from(!self.scope.is_constant(head));
    }

    fn visit_loop(&mut self, inner: &rust_hdl::prelude::ast::VerilogLoop) {
        self.variables.push(inner.index.clone());
        self.visit_block(&inner.block);
        self.variables.pop();
    }

    fn visit_conditional(&mut self, conditional: &VerilogConditional) {
        self.unsized_literal(&conditional.test, is_literal(&conditional.test));
        self.visit_expression(&conditional.test);
        self.visit_block(&conditional.then);
        self.visit_block_or_conditional(&conditional.otherwise);
    }

    fn visit_match(&mut self, inner: &VerilogMatch) {
        self.visit_expression(&inner.test);
        let has_default = inner.cases.iter().any(|case| case.condition == "default");
        if !has_default {
            self.flag(format!("match {:?}", inner.test), "no `_`: a latch");
        }
        for case in &inner.cases {
            let is_decimal = case.condition.chars().all(|digit| digit.is_ascii_digit());
            if case.condition != "default" && !is_decimal {
                let why = "a pattern that is copied as it is; use a decimal literal";
                self.flag(format!("`{}`", case.condition), why);
            }
            self.visit_block(&case.block);
        }
    }

    fn visit_binop(&mut self, left: &E, operator: &VerilogOp, right: &E) {
        use VerilogOp::*;
        if matches!(operator, Eq | Ne | Lt | Le | Gt | Ge) {
            for side in [left, right] {
                if matches!(side, E::Binary(_, BitAnd | BitOr | BitXor, _)) {
                    let why = "binds looser than the comparison in Verilog; parenthesise";
                    self.flag(format!("{side:?}"), why);
                }
            }
            self.unsized_literal(left, is_literal(left) && is_literal(right));
        }
        self.unsized_literal(left, matches!(operator, Shl | Shr) && is_literal(left));
        if matches!(operator, Mul) {
            let why = "the product is wider than its factors, in Verilog it is not";
            self.flag(format!("{left:?} * {right:?}"), why);
        }
        self.visit_expression(left);
        self.visit_expression(right);
    }

    fn visit_unop(&mut self, operator: &VerilogOpUnary, operand: &E) {
        let reduces = !matches!(operator, VerilogOpUnary::Not);
        self.unsized_literal(operand, reduces && is_literal(operand));
        self.visit_expression(operand);
    }

    fn visit_cast(&mut self, operand: &E, _: &usize) {
        self.whole_signal(operand, is_literal(operand));
        self.visit_expression(operand);
    }

    fn visit_index(&mut self, operand: &E, index: &E) {
        self.whole_signal(operand, false);
        self.visit_expression(operand);
        self.visit_place(index);
    }

    fn visit_slice(&mut self, operand: &E, _: &usize, offset: &E) {
        self.whole_signal(operand, false);
        self.visit_expression(operand);
        self.visit_place(offset);
    }

    fn visit_index_replace(&mut self, operand: &E, index: &E, bit: &E) {
        self.whole_signal(operand, false);
        for part in [operand, index, bit] {
            self.visit_expression(part);
        }
    }

    fn visit_signed(&mut self, operand: &E) {
        let why = "signed values are not extended as Rust extends them; extend by hand";
        self.flag(format!("{operand:?}"), why);
        self.visit_expression(operand);
    }

    fn visit_statement(&mut self, statement: &VerilogStatement) {
        match statement {
            VerilogStatement::SliceAssignment { base, .. } => {
                self.flag(format!("{base:?}"), "assigns a part of a signal");
            }
            other => rust_hdl::core::verilog_visitor::walk_statement(self, other),
        }
    }
}

fn strip(expression: &E) -> &E {
    match expression {
        E::Paren(inner) => strip(inner),
        other => other,
    }
}

/// Made of literals alone, so that nothing gives it a width.
fn is_literal(expression: &E) -> bool {
    match strip(expression) {
        E::Literal(_) => true,
        E::Unary(VerilogOpUnary::Not | VerilogOpUnary::Neg, inner) => is_literal(inner),
        E::Binary(left, _, right) => is_literal(left) && is_literal(right),
        _ => false,
    }
}
