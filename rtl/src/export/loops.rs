//! The loops of a kernel.

use rust_hdl::prelude::ast::*;
use rust_hdl::prelude::VerilogVisitor;

/// A top-level `for i in from..to`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    pub variable: String,
    pub from: usize,
    pub to: usize,
}

impl Loop {
    /// The range of RustHDL's loop.
    pub fn new(inner: &VerilogLoop) -> Self {
        Loop {
            variable: inner.index.clone(),
            from: inner.from.as_usize(),
            to: inner.to.as_usize(),
        }
    }

    /// `statement` once for every value.
    pub fn over(&self, statement: VerilogStatement) -> VerilogStatement {
        VerilogStatement::Loop(VerilogLoop {
            index: self.variable.clone(),
            from: VerilogLiteral::from(self.from as u64),
            to: VerilogLiteral::from(self.to as u64),
            block: vec![statement],
        })
    }

    /// The line that begins it.
    pub fn head(&self) -> String {
        let Loop { variable, from, to } = self;
        format!("for ({variable} = {from}; {variable} < {to}; {variable} = {variable} + 1) begin")
    }

    /// Whether it visits every one of `elements`.
    pub fn covers(&self, elements: Option<usize>) -> bool {
        (self.from, Some(self.to)) == (0, elements)
    }
}

/// The loops of a kernel, at any depth.
pub fn loops(kernel: &VerilogBlock) -> Vec<Loop> {
    struct Loops(Vec<Loop>);
    impl VerilogVisitor for Loops {
        fn visit_loop(&mut self, inner: &VerilogLoop) {
            self.0.push(Loop::new(inner));
            self.visit_block(&inner.block);
        }
    }
    let mut found = Loops(Vec::new());
    found.visit_block(kernel);
    found.0
}
