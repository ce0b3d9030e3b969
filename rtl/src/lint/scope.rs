//! The blocks under a top, with what their kernels may name.

use rust_hdl::prelude::{Atom, AtomKind, Block, Probe, Verilog};
use std::collections::BTreeSet;

/// One block.
pub struct Scope {
    /// Its names from the top, separated by dots.
    pub path: String,
    pub code: Verilog,
    /// Its own name and those of its atoms, without element numbers.
    pub names: BTreeSet<String>,
    constants: BTreeSet<String>,
    /// Outputs of its sub-blocks, `child$port`.
    outputs: BTreeSet<String>,
    registers: BTreeSet<String>,
    fields: BTreeSet<String>,
}

impl Scope {
    pub fn is_field(&self, name: &str) -> bool {
        self.fields.contains(name)
    }

    pub fn is_constant(&self, name: &str) -> bool {
        self.constants.contains(name)
    }

    pub fn is_register_input(&self, signal: &str) -> bool {
        let parts = signal.split_once('$');
        parts.is_some_and(|(name, port)| port == "d" && self.registers.contains(name))
    }

    pub fn is_output_of_child(&self, target: &str) -> bool {
        let target = target.strip_suffix("$next").unwrap_or(target);
        let plain = target.split('[').next().unwrap_or(target);
        let port = target.rsplit_once(']').map_or("", |(_, port)| port);
        self.outputs.contains(&format!("{plain}{port}"))
    }
}

/// Every block under `top`, called `name`.
pub fn scopes(top: &dyn Block, name: &str) -> Vec<Scope> {
    let mut walk = Walk::default();
    top.accept(name, &mut walk);
    walk.finished
}

#[derive(Default)]
struct Walk {
    open: Vec<Scope>,
    finished: Vec<Scope>,
}

/// `lane$3` without its element number.
fn base(name: &str) -> String {
    match name.rsplit_once('$') {
        Some((base, index)) if index.parse::<usize>().is_ok() => base.to_string(),
        _ => name.to_string(),
    }
}

impl Probe for Walk {
    fn visit_start_scope(&mut self, name: &str, node: &dyn Block) {
        let path = match self.open.last() {
            Some(parent) => format!("{}.{name}", parent.path),
            None => name.to_string(),
        };
        self.open.push(Scope {
            path,
            code: node.hdl(),
            names: BTreeSet::from([base(name)]),
            constants: BTreeSet::new(),
            outputs: BTreeSet::new(),
            registers: BTreeSet::new(),
            fields: BTreeSet::new(),
        });
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        if let Some((scope, parents)) = self.open.split_last_mut() {
            let name = base(name);
            if signal.kind() == AtomKind::Constant {
                scope.constants.insert(name.clone());
            }
            if let (AtomKind::OutputParameter, Some(parent)) = (signal.kind(), parents.last_mut()) {
                let child = scope.path.rsplit('.').next().unwrap_or_default();
                parent.outputs.insert(format!("{}${name}", base(child)));
            }
            scope.names.insert(name.clone());
            scope.fields.insert(name);
        }
    }

    fn visit_end_scope(&mut self, name: &str, _node: &dyn Block) {
        if let Some(scope) = self.open.pop() {
            if let Some(parent) = self.open.last_mut() {
                parent.fields.insert(base(name));
                if matches!(scope.code, Verilog::Custom(_)) {
                    parent.registers.insert(base(name));
                }
            }
            self.finished.push(scope);
        }
    }
}
