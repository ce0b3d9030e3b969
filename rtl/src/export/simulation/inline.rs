//! Arrays of sub-blocks taken into the block that they are in: the lanes become arrays of signals
//! and of registers, driven in loops. What all lanes have in common is there once.
//!
//! ```text
//!     before      for i in 0..32 { lane[i].word = words[i]; lane[i].limit = limit; }
//!     each lane   past = limit + 1;   below = word < past;   kept.d = word;
//!     after       lane_past = limit + 1;
//!                 for i in 0..32 { lane_below[i] = words[i] < lane_past; }
//!                 for i in 0..32 { lane_kept[i].d = words[i]; }
//! ```

use super::rename;
use crate::export::collect::{Child, Constant, Net, RawBlock, Role};
use crate::export::error::ExportError;
use crate::export::kernel_statements::{
    filter, kernel_statements, reads, targets, KernelStatement,
};
use crate::export::loops::Loop;
use crate::export::names::{index_of, port_key, target_key};
use rust_hdl::prelude::ast::{VerilogExpression, VerilogStatement};
use std::collections::{BTreeMap, BTreeSet};

/// The variable of the loops over lanes.
pub const LANE: &str = "i";

/// `block` without arrays of sub-blocks.
///
/// # Errors
/// An array of a block that has arrays itself, other than of bits.
pub fn inline(block: &RawBlock) -> Result<RawBlock, ExportError> {
    let mut whole = block.clone();
    let (arrays, others) = whole
        .children
        .into_iter()
        .partition(|child: &Child| child.elements.is_some());
    whole.children = others;
    absorb(&mut whole, arrays)?;
    Ok(whole)
}

/// `block` without sub-blocks.
fn flat(block: &RawBlock) -> Result<RawBlock, ExportError> {
    let mut whole = block.clone();
    let children = std::mem::take(&mut whole.children);
    absorb(&mut whole, children)?;
    Ok(whole)
}

/// Takes `children` into the kernel of `block`.
fn absorb(block: &mut RawBlock, children: Vec<Child>) -> Result<(), ExportError> {
    let mut parts = Vec::new();
    for child in children {
        let inner = flat(&child.block)?;
        parts.push(InlinedBlock::new(child, inner, &block.kernel));
    }
    let connected = |key: &str| {
        let of = |part: &InlinedBlock| {
            part.inputs
                .keys()
                .any(|port| port_key(&part.name, port) == key)
        };
        parts.iter().any(of)
    };
    let mut kernel = Vec::new();
    for item in kernel_statements(&block.kernel) {
        kernel.extend(item.comment.map(VerilogStatement::Comment));
        let Some(statement) = filter(&item.statement, &|key| !connected(key)) else {
            continue;
        };
        let statement = rename::statement(&statement, &|signal| outside(&parts, signal));
        kernel.push(match item.around {
            Some(around) => around.over(statement),
            None => statement,
        });
    }
    for part in &parts {
        let inputs: BTreeMap<&str, String> = part
            .inputs
            .iter()
            .map(|(port, signal)| (&**port, outside(&parts, signal)))
            .collect();
        part.put(&inputs, &mut kernel, block)?;
    }
    block.kernel = kernel;
    Ok(())
}

/// A sub-block, or an array of them, on its way into the block around it.
struct InlinedBlock {
    name: String,
    elements: Option<usize>,
    inner: RawBlock,
    /// The inputs that are a signal of the block around, with it.
    inputs: BTreeMap<String, String>,
    /// Signals that differ from lane to lane.
    varying: BTreeSet<String>,
}

impl InlinedBlock {
    fn new(child: Child, inner: RawBlock, around: &[VerilogStatement]) -> Self {
        let mut part = InlinedBlock {
            name: child.name,
            elements: child.elements,
            inner,
            inputs: BTreeMap::new(),
            varying: BTreeSet::new(),
        };
        let statements = kernel_statements(around);
        for item in &statements {
            part.connect(item);
        }
        // A default and what replaces it are no connection.
        part.inputs.retain(|port, _| {
            let key = port_key(&part.name, port);
            let drives = |item: &&KernelStatement| targets(&item.statement).contains(&key);
            statements.iter().filter(drives).count() == 1
        });
        if part.elements.is_some() {
            part.spread();
        }
        part
    }

    /// Takes note of an input that `item` connects.
    fn connect(&mut self, item: &KernelStatement) {
        for key in targets(&item.statement) {
            let Some(port) = key
                .strip_prefix(&*self.name)
                .and_then(|rest| rest.strip_prefix('$'))
            else {
                continue;
            };
            let variable = item.around.as_ref().map(|around| &*around.variable);
            if let VerilogStatement::Assignment(_, VerilogExpression::Signal(signal)) =
                &item.statement
            {
                let signal = match variable {
                    Some(variable) => of_lane(signal, variable),
                    None => signal.clone(),
                };
                if index_of(&signal) == Some(LANE) {
                    self.varying.insert(port.to_owned());
                }
                self.inputs.insert(port.to_owned(), signal);
                continue;
            }
            reads(&item.statement, &mut |signal| {
                let of_variable = [Some(signal), index_of(signal)];
                if variable.is_some() && of_variable.contains(&variable) {
                    self.varying.insert(port.to_owned());
                }
            });
        }
    }

    /// Finds what depends on what differs.
    fn spread(&mut self) {
        let statements = kernel_statements(&self.inner.kernel);
        loop {
            let known = self.varying.len();
            for item in &statements {
                for key in targets(&item.statement) {
                    let Some(own) = filter(&item.statement, &|other| other == key) else {
                        continue;
                    };
                    reads(&own, &mut |signal| {
                        if self.varying.contains(head(signal)) {
                            self.varying.insert(head(&key).to_owned());
                        }
                    });
                }
            }
            if self.varying.len() == known {
                return;
            }
        }
    }

    /// Whether the signal or register called `name` is one a lane.
    fn varies(&self, name: &str) -> bool {
        self.elements.is_some() && self.varying.contains(name)
    }

    /// Name in the block around of the signal `signal` of the block itself.
    fn renamed(&self, inputs: &BTreeMap<&str, String>, signal: &str) -> String {
        let name = head(signal);
        let of_this = |known: &str| known == name;
        let known = self.inner.nets.iter().any(|net| of_this(&net.name))
            || self
                .inner
                .constants
                .iter()
                .any(|known| of_this(&known.name));
        if !known {
            return signal.to_owned();
        }
        if let Some(from) = inputs.get(name) {
            return from.clone();
        }
        let lane = if self.varies(name) {
            format!("[{LANE}]")
        } else {
            String::new()
        };
        format!("{}_{name}{lane}{}", self.name, &signal[name.len()..])
    }

    /// Adds its nets and its kernel to the block around.
    fn put(
        &self,
        inputs: &BTreeMap<&str, String>,
        kernel: &mut Vec<VerilogStatement>,
        block: &mut RawBlock,
    ) -> Result<(), ExportError> {
        for net in &self.inner.nets {
            if inputs.contains_key(&*net.name) {
                continue;
            }
            let role = match net.role {
                Role::Register => Role::Register,
                _ => Role::Local,
            };
            let lanes = self.elements.filter(|_| self.varies(&net.name));
            if lanes.is_some() && net.elements.is_some() && net.width > 1 {
                return Err(ExportError::Unsupported {
                    module: self.name.clone(),
                    construct: format!("the array `{}` in each lane", net.name),
                    expected: "an array of bits",
                });
            }
            let own = match lanes {
                Some(_) => Net {
                    width: net.bits(),
                    elements: lanes,
                    ..net.clone()
                },
                None => net.clone(),
            };
            block.nets.push(Net {
                name: format!("{}_{}", self.name, net.name),
                role,
                ..own
            });
        }
        for constant in &self.inner.constants {
            let name = format!("{}_{}", self.name, constant.name);
            block.constants.push(Constant {
                name,
                ..constant.clone()
            });
        }
        let lanes = self.elements.map(|to| Loop {
            variable: LANE.to_owned(),
            from: 0,
            to,
        });
        for KernelStatement {
            around, statement, ..
        } in kernel_statements(&self.inner.kernel)
        {
            let whole = match &around {
                Some(around) => around.over(statement),
                None => statement,
            };
            let shared = filter(&whole, &|key| !self.varies(head(key)));
            let own = filter(&whole, &|key| self.varies(head(key)));
            let to = |signal: &str| self.renamed(inputs, signal);
            kernel.extend(shared.map(|shared| rename::statement(&shared, &to)));
            if let (Some(own), Some(lanes)) = (own, &lanes) {
                kernel.push(lanes.over(rename::statement(&own, &to)));
            }
        }
        Ok(())
    }
}

/// Name of the signal `signal` of the block around when `parts` are part of it.
fn outside(parts: &[InlinedBlock], signal: &str) -> String {
    let key = target_key(signal);
    let Some((child, port)) = key.split_once('$') else {
        return signal.to_owned();
    };
    let Some(part) = parts.iter().find(|part| part.name == child) else {
        return signal.to_owned();
    };
    let port = port.split('$').next().unwrap_or(port);
    let next = if signal.ends_with("$next") {
        "$next"
    } else {
        ""
    };
    let lane = match index_of(signal) {
        Some(index) if part.elements.is_none() || part.varies(port) => format!("[{index}]"),
        _ => String::new(),
    };
    format!("{child}_{port}{lane}{next}")
}

/// `signal` with the index of the lane for the loop's own variable.
pub fn of_lane(signal: &str, variable: &str) -> String {
    if signal == variable {
        return LANE.to_owned();
    }
    signal.replacen(&format!("[{variable}]"), &format!("[{LANE}]"), 1)
}

/// The name that `signal` begins with.
fn head(signal: &str) -> &str {
    let end = signal.find(['[', '$']).unwrap_or(signal.len());
    &signal[..end]
}
