//! Statements driven in a loop over lanes, sorted for a simulator: whole vectors where one bit a lane or
//! a copy is all, else one loop for the quantities that have something in common.
//!
//! ```text
//!     before      for i in 0..32 { if advance { kept[i].d = words[i] + 1; } }
//!                 any = words.get_bits(0) | words.get_bits(32) | words.get_bits(64) | ...
//!     kernel      if advance { kept.d = kept_next; }             all lanes at once
//!     groups      for i in 0..32 { kept_next[i] = words[i] + 1; }
//!     folds       any is the OR of 32 words of `words`
//! ```

use super::clocked::Clocked;
use super::inline::{of_lane, LANE};
use super::rename;
use super::targets::Targets;
use crate::export::collect::{Net, RawBlock, Role};
use crate::export::error::ExportError;
use crate::export::expression::strip;
use crate::export::kernel_statements::{filter, kernel_statements, reads, targets};
use crate::export::loops::Loop;
use crate::export::names::{index_of, target_key, Names};
use rust_hdl::prelude::ast::*;
use std::collections::BTreeSet;
use VerilogExpression as E;

/// Vectors that a block drives in loops.
#[derive(Default)]
pub struct Lanes {
    /// Vectors driven at once: the name, a value for each lane, the lanes.
    pub vectorised: Vec<(String, E, usize)>,
    pub groups: Vec<LaneLoop>,
    /// Long vectors that a loop reads, with their values: a wire would be computed again for each
    /// element.
    pub long: Vec<(String, E)>,
    pub folds: Vec<Fold>,
    pub clocked: Vec<Clocked>,
}

/// The OR of all words of a vector.
pub struct Fold {
    pub target: String,
    pub vector: String,
    pub width: usize,
    pub words: usize,
}

/// Vectors that one loop fills.
pub struct LaneLoop {
    pub lanes: Loop,
    /// Nets inside the loop, in the order of use.
    pub locals: Vec<(Net, Vec<VerilogStatement>)>,
    pub vectors: Vec<(String, Vec<VerilogStatement>)>,
    /// The vectors and signals, no registers, that it reads.
    pub reads: BTreeSet<String>,
}

impl LaneLoop {
    /// Those of locals and vectors.
    pub fn statements(&self) -> impl Iterator<Item = &VerilogStatement> {
        let locals = self.locals.iter().flat_map(|(_, statements)| statements);
        locals.chain(self.vectors.iter().flat_map(|(_, statements)| statements))
    }
}

/// Sorts the loops of `block`, and leaves in it what no loop drives.
///
/// # Errors
/// A register whose condition differs between lanes.
pub fn sort(block: &mut RawBlock) -> Result<Lanes, ExportError> {
    let all = kernel_statements(&block.kernel);
    let plain = all.iter().filter(|item| item.around.is_none());
    let otherwise: BTreeSet<String> = plain.flat_map(|item| targets(&item.statement)).collect();
    block.kernel.clear();
    let mut driven = Targets::default();
    for item in all {
        let keys = targets(&item.statement);
        let is_plain = keys.iter().any(|key| otherwise.contains(key)) || connects(&item.statement);
        let comment = item.comment.map(VerilogStatement::Comment);
        let around = match item.around {
            Some(around) if !is_plain => around,
            around => {
                block.kernel.extend(comment);
                block.kernel.push(match around {
                    Some(around) => around.over(item.statement),
                    None => item.statement,
                });
                continue;
            }
        };
        let to = |signal: &str| of_lane(signal, &around.variable);
        let statement = rename::statement(&item.statement, &to);
        let lanes = Loop {
            variable: LANE.to_owned(),
            ..around
        };
        if let Some(of_registers) = filter(&statement, &|key| is_register(block, key)) {
            let of_registers = registers(block, &mut driven, of_registers, &lanes)?;
            block.kernel.push(of_registers);
        }
        for key in keys.iter().filter(|key| !is_register(block, key)) {
            let own = filter(&statement, &|other| other == key);
            own.into_iter().for_each(|own| driven.add(key, own, &lanes));
        }
    }
    driven.drop_unread(block);
    let together = driven.read_together(block);
    for net in &mut block.nets {
        let of_lanes = net.role == Role::Register || driven.known.contains_key(&net.name);
        if net.elements.is_some() && of_lanes && !together.contains(&net.name) {
            net.step = slot(net.width);
        }
    }
    driven.find_vectorised(block);
    let mut lanes = driven.group(block, &together);
    block
        .nets
        .retain(|net| !driven.known.contains_key(&net.name) || lanes.knows(&net.name));
    lanes.take_folds(block);
    lanes.take_long(block);
    lanes.take_clocked(block)?;
    Ok(lanes)
}

/// Whether `statement` connects an element of an array to a port of a sub-block.
fn connects(statement: &VerilogStatement) -> bool {
    let is_port = |value: &E| match strip(value) {
        E::Signal(signal) => {
            let key = target_key(signal);
            let port = key.split_once('$').map(|(_, port)| port);
            port.is_some_and(|port| !["q", "d", "clock"].contains(&port))
        }
        _ => false,
    };
    match statement {
        VerilogStatement::Assignment(target, value) => {
            let is_copy = matches!(strip(value), E::Signal(_));
            is_copy && (is_port(target) || is_port(value))
        }
        _ => false,
    }
}

/// Whether `key` is a port of a register.
pub fn is_register(block: &RawBlock, key: &str) -> bool {
    let is_register = |name: &str| {
        let mut nets = block.nets.iter();
        nets.any(|net| net.role == Role::Register && net.name == name)
    };
    key.split_once('$')
        .is_some_and(|(name, _)| is_register(name))
}

/// The statement that drives registers of all lanes at once, from vectors of the next values.
fn registers(
    block: &mut RawBlock,
    driven: &mut Targets,
    statement: VerilogStatement,
    lanes: &Loop,
) -> Result<VerilogStatement, ExportError> {
    match statement {
        VerilogStatement::Assignment(E::Signal(target), value) => {
            let register = target_key(&target);
            let (name, port) = register.split_once('$').unwrap_or((&register, ""));
            let value = match strip(&value) {
                E::Signal(signal)
                    if port == "clock" || target_key(signal) == format!("{name}$q") =>
                {
                    of_all_lanes(signal)
                }
                _ => {
                    let mut next = format!("{name}_next");
                    while block.nets.iter().any(|net| net.name == next) {
                        next.push_str("_2");
                    }
                    let register = block.nets.iter().find(|net| net.name == name).cloned();
                    block.nets.extend(register.map(|net| Net {
                        name: next.clone(),
                        role: Role::Local,
                        ..net
                    }));
                    let target = E::Signal(format!("{next}[{LANE}]$next"));
                    driven.add(&next, VerilogStatement::Assignment(target, value), lanes);
                    next
                }
            };
            Ok(VerilogStatement::Assignment(
                E::Signal(of_all_lanes(&target)),
                E::Signal(value),
            ))
        }
        VerilogStatement::If(VerilogConditional {
            test,
            then,
            otherwise: VerilogBlockOrConditional::None,
        }) if !mentions(&test, LANE) => {
            let then = then
                .into_iter()
                .map(|inner| registers(block, driven, inner, lanes));
            Ok(VerilogStatement::If(VerilogConditional {
                test,
                then: then.collect::<Result<_, _>>()?,
                otherwise: VerilogBlockOrConditional::None,
            }))
        }
        VerilogStatement::Comment(_) => Ok(statement),
        other => Err(ExportError::Unsupported {
            module: "in the form for simulation".to_owned(),
            construct: format!("{other:?}"),
            expected: "registers of lanes behind conditions of all lanes, without else",
        }),
    }
}

/// `signal` of all lanes.
pub fn of_all_lanes(signal: &str) -> String {
    signal.replacen(&format!("[{LANE}]"), "", 1)
}

/// Whether `value` reads the variable `name`, as a number or as an index.
pub fn mentions(value: &E, name: &str) -> bool {
    let mut found = false;
    mentioned(value, &mut |signal| {
        found |= signal == name || index_of(signal) == Some(name);
    });
    found
}

/// Calls `visit` with every signal of `value`.
pub fn mentioned(value: &E, visit: &mut dyn FnMut(&str)) {
    let nowhere = E::Signal(String::new());
    reads(&VerilogStatement::Assignment(nowhere, value.clone()), visit);
}

impl Fold {
    /// The fold of `statement`, if that is an OR of many words.
    fn of(statement: &VerilogStatement) -> Option<Self> {
        const MANY: usize = 8;
        let VerilogStatement::Assignment(E::Signal(target), value) = statement else {
            return None;
        };
        let mut words = Vec::new();
        terms(value, &mut words);
        let first = words.first()?.clone();
        let in_order = words
            .iter()
            .enumerate()
            .all(|(place, word)| (&word.0, word.1, word.2) == (&first.0, first.1, first.1 * place));
        (in_order && words.len() >= MANY).then(|| Fold {
            target: target_key(target),
            vector: first.0,
            width: first.1,
            words: words.len(),
        })
    }
}

/// No part of a vector at a number: an OR with such a term is no fold.
const NO_WORD: (String, usize, usize) = (String::new(), 0, usize::MAX);

/// The terms of an OR: vector, width and place of each that is a part of one.
fn terms(value: &E, words: &mut Vec<(String, usize, usize)>) {
    match strip(value) {
        E::Binary(left, VerilogOp::BitOr, right) => {
            terms(left, words);
            terms(right, words);
        }
        E::Slice(vector, width, offset) => words.push(match (strip(vector), strip(offset)) {
            (E::Signal(vector), E::Literal(offset)) => (vector.clone(), *width, offset.as_usize()),
            _ => NO_WORD,
        }),
        _ => words.push(NO_WORD),
    }
}

impl Lanes {
    /// Calls `visit` with every signal that is read.
    pub fn reads(&self, visit: &mut dyn FnMut(&str)) {
        let mut value = |value: &E| mentioned(value, visit);
        self.vectorised.iter().for_each(|(_, of, _)| value(of));
        self.long.iter().for_each(|(_, of)| value(of));
        self.folds.iter().for_each(|fold| visit(&fold.vector));
        for statement in self.groups.iter().flat_map(LaneLoop::statements) {
            reads(statement, visit);
        }
        self.clocked.iter().for_each(|inner| inner.reads(visit));
    }

    /// Takes the folds out of the kernel.
    fn take_folds(&mut self, block: &mut RawBlock) {
        block.kernel.retain(|statement| match Fold::of(statement) {
            Some(fold) => {
                self.folds.push(fold);
                false
            }
            None => true,
        });
    }

    /// Takes the long vectors out of the kernel that one loop reads and nothing else.
    fn take_long(&mut self, block: &mut RawBlock) {
        const LONG: usize = 64;
        let mut of_kernel = BTreeSet::new();
        for statement in &block.kernel {
            reads(statement, &mut |signal| {
                of_kernel.extend([target_key(signal)])
            });
        }
        let groups = &self.groups;
        let one_loop_reads = |name: &String| {
            let readers = groups.iter().filter(|group| group.reads.contains(name));
            readers.count() == 1 && !of_kernel.contains(name)
        };
        for statement in std::mem::take(&mut block.kernel) {
            if let VerilogStatement::Assignment(E::Signal(target), value) = &statement {
                let width = Names::new("", block).signal_width(target).unwrap_or(0);
                let is_copy = matches!(strip(value), E::Signal(_));
                let key = target_key(target);
                if width > LONG && !is_copy && one_loop_reads(&key) {
                    self.long.push((key, value.clone()));
                    continue;
                }
            }
            block.kernel.push(statement);
        }
    }
}

/// Bits from one lane to the next of a vector that lanes alone read: words of the simulator.
fn slot(width: usize) -> usize {
    match width {
        1 => 1,
        2..=32 => 32,
        _ => width.next_multiple_of(64),
    }
}
