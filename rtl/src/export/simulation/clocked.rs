//! Vectors that only registers of one condition read: filled in the clocked block of those registers, behind their
//! condition. As combinational logic a simulator would fill them in every evaluation, also where all wait, and those
//! that read inputs at both clock edges.
//!
//! ```text
//!     before      always @(*)               for (i = 0; ...) kept_next[i] = words[i] + 1;
//!                 always @(posedge clock)   if (advance) kept <= kept_next;
//!     after       always @(posedge clock)   if (advance) begin
//!                   for (i = 0; ...) kept_next[i] = words[i] + 1;
//!                   kept <= kept_next;
//!                 end
//! ```

use super::lane_loops::AlwaysBlock;
use super::lanes::{mentioned, LaneLoop, Lanes};
use super::rename;
use crate::export::collect::{Net, RawBlock, Role};
use crate::export::error::ExportError;
use crate::export::expression::strip;
use crate::export::kernel_statements::{assignments, filter, reads};
use crate::export::names::{target_key, Names};
use crate::export::procedure::Procedure;
use rust_hdl::prelude::ast::*;
use std::collections::{BTreeMap, BTreeSet};
use VerilogExpression as E;
use VerilogStatement as S;

/// Registers of one condition, and what they alone read.
pub struct Clocked {
    pub test: E,
    pub parts: Vec<Part>,
    pub registers: Vec<S>,
}

/// What drives vectors or signals.
pub enum Part {
    Loop(LaneLoop),
    /// A vector driven at once: the name, a value for each lane, the lanes.
    Whole(String, E, usize),
    Plain(String, E),
}

impl Part {
    pub fn targets(&self) -> Vec<&str> {
        match self {
            Part::Loop(group) => group.vectors.iter().map(|(name, _)| &**name).collect(),
            Part::Whole(target, ..) | Part::Plain(target, _) => vec![target],
        }
    }

    pub fn reads(&self, visit: &mut dyn FnMut(&str)) {
        match self {
            Part::Loop(group) => group.statements().for_each(|inner| reads(inner, visit)),
            Part::Whole(_, value, _) | Part::Plain(_, value) => mentioned(value, visit),
        }
    }

    fn reads_one_of(&self, names: &BTreeSet<String>) -> bool {
        let mut found = false;
        self.reads(&mut |signal| found |= names.contains(&target_key(signal)));
        found
    }

    /// The vector that it is a copy of.
    fn copied(&self) -> Option<String> {
        match self {
            Part::Whole(_, value, _) => match strip(value) {
                E::Signal(signal) => Some(target_key(signal)),
                _ => None,
            },
            _ => None,
        }
    }

    fn rename(&mut self, to: rename::Rename) {
        match self {
            Part::Loop(group) => {
                let locals = group.locals.iter_mut().map(|(_, statements)| statements);
                let vectors = group.vectors.iter_mut().map(|(_, statements)| statements);
                locals
                    .chain(vectors)
                    .for_each(|inner| *inner = rename::block(inner, to));
            }
            Part::Whole(_, value, _) | Part::Plain(_, value) => {
                *value = rename::expression(value, to)
            }
        }
    }
}

/// What reads a signal.
enum Reader {
    Part(usize),
    /// The condition of a register.
    Register(String),
    Other,
}

/// A condition without else, and what it holds.
fn behind(statement: &S) -> Option<(String, &E, &VerilogBlock)> {
    match statement {
        S::If(VerilogConditional {
            test,
            then,
            otherwise: VerilogBlockOrConditional::None,
        }) => Some((format!("{test:?}"), test, then)),
        _ => None,
    }
}

impl Lanes {
    /// Takes what only registers of one condition read out of the loops, and those registers out of the kernel.
    pub fn take_clocked(&mut self, block: &mut RawBlock) {
        let mut parts: Vec<Part> = std::mem::take(&mut self.groups)
            .into_iter()
            .map(Part::Loop)
            .collect();
        let whole = std::mem::take(&mut self.vectorised).into_iter();
        parts.extend(whole.map(|(target, value, lanes)| Part::Whole(target, value, lanes)));
        let once = assigned_once(block);
        let plain = |statement: &S| match statement {
            S::Assignment(E::Signal(target), value) => {
                let key = target_key(target);
                let mut nets = block.nets.iter();
                let is_local = nets.any(|net| net.name == key && net.role == Role::Local);
                let is_copy = matches!(strip(value), E::Signal(_));
                (is_local && !is_copy && once.contains(&key)).then(|| (key, value.clone()))
            }
            _ => None,
        };
        let of_kernel = block.kernel.iter().filter_map(plain);
        parts.extend(of_kernel.map(|(key, value)| Part::Plain(key, value)));

        let mut readers: BTreeMap<String, Vec<Reader>> = BTreeMap::new();
        let mut add = |signal: &str, reader: Reader| {
            readers.entry(target_key(signal)).or_default().push(reader)
        };
        for (place, part) in parts.iter().enumerate() {
            part.reads(&mut |signal| add(signal, Reader::Part(place)));
        }
        let outputs = block.nets.iter().filter(|net| net.role == Role::Output);
        outputs.for_each(|net| add(&net.name, Reader::Other));
        self.long
            .iter()
            .for_each(|(_, value)| mentioned(value, &mut |signal| add(signal, Reader::Other)));
        self.folds
            .iter()
            .for_each(|fold| add(&fold.vector, Reader::Other));
        for statement in &block.kernel {
            if let Some((condition, test, then)) = behind(statement) {
                mentioned(test, &mut |signal| add(signal, Reader::Other));
                for inner in then {
                    let of_register = is_register_once(inner, &once);
                    reads(inner, &mut |signal| {
                        add(
                            signal,
                            match of_register {
                                true => Reader::Register(condition.clone()),
                                false => Reader::Other,
                            },
                        )
                    });
                }
            } else if plain(statement).is_none() {
                reads(statement, &mut |signal| add(signal, Reader::Other));
            }
        }

        // The condition of each part: one that all readers of all its targets have.
        let mut conditions: Vec<Option<String>> = vec![None; parts.len()];
        loop {
            let known = conditions.iter().flatten().count();
            for place in 0..parts.len() {
                let mut found: BTreeSet<Option<&String>> = BTreeSet::new();
                for target in parts[place].targets() {
                    match readers.get(target) {
                        Some(readers) => found.extend(readers.iter().map(|reader| match reader {
                            Reader::Part(other) => conditions[*other].as_ref(),
                            Reader::Register(condition) => Some(condition),
                            Reader::Other => None,
                        })),
                        None => found.extend([None]),
                    }
                }
                let mut found = found.into_iter();
                let one = found.next().flatten().cloned();
                let one = one.filter(|_| found.next().is_none());
                drop(found);
                conditions[place] = one;
            }
            if conditions.iter().flatten().count() == known {
                break;
            }
        }

        // Without a loop there is little to gain.
        let mut moved = BTreeSet::new();
        loop {
            let known = moved.len();
            for (part, condition) in parts.iter().zip(&conditions) {
                let is_loop = matches!(part, Part::Loop(_));
                if condition.is_some() && (is_loop || part.reads_one_of(&moved)) {
                    moved.extend(part.targets().into_iter().map(str::to_owned));
                }
            }
            if moved.len() == known {
                break;
            }
        }
        let mut clocked: BTreeMap<String, Vec<Part>> = BTreeMap::new();
        for (part, condition) in parts.into_iter().zip(conditions) {
            match (condition, part) {
                (Some(condition), part) if moved.contains(part.targets()[0]) => {
                    clocked.entry(condition).or_default().push(part)
                }
                (_, Part::Loop(group)) => self.groups.push(group),
                (_, Part::Whole(target, value, lanes)) => {
                    self.vectorised.push((target, value, lanes))
                }
                (_, Part::Plain(..)) => {}
            }
        }
        for (condition, parts) in clocked {
            self.clocked
                .extend(Clocked::new(block, &condition, parts, &moved));
        }
        let stays = |statement: &S| match statement {
            S::Assignment(E::Signal(target), _) => !moved.contains(&target_key(target)),
            _ => true,
        };
        block.kernel.retain(stays);
    }
}

/// The targets that one statement drives; that a register holds is not counted.
fn assigned_once(block: &RawBlock) -> BTreeSet<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for statement in &block.kernel {
        assignments(statement, &mut |target, value| {
            if let E::Signal(target) = target {
                let key = target_key(target);
                let held = key.replace("$d", "$q");
                let holds =
                    matches!(value, E::Signal(value) if target_key(value) == held && held != key);
                *counts.entry(key).or_default() += usize::from(!holds);
            }
        });
    }
    let once = counts.into_iter().filter(|(_, count)| *count == 1);
    once.map(|(key, _)| key).collect()
}

fn is_register_once(statement: &S, once: &BTreeSet<String>) -> bool {
    match statement {
        S::Assignment(E::Signal(target), _) => {
            let key = target_key(target);
            key.ends_with("$d") && once.contains(&key)
        }
        _ => false,
    }
}

impl Clocked {
    /// Takes the registers of `condition` that read what is `moved` out of the kernel of `block`.
    fn new(
        block: &mut RawBlock,
        condition: &str,
        parts: Vec<Part>,
        moved: &BTreeSet<String>,
    ) -> Option<Self> {
        let mut clocked = None;
        let mut taken = BTreeSet::new();
        for statement in &block.kernel {
            let Some((_, test, then)) = behind(statement).filter(|(of, ..)| of == condition) else {
                continue;
            };
            let clocked = clocked.get_or_insert_with(|| Clocked {
                test: test.clone(),
                parts: Vec::new(),
                registers: Vec::new(),
            });
            for inner in then {
                let mut is_moved = false;
                reads(inner, &mut |signal| {
                    is_moved |= moved.contains(&target_key(signal))
                });
                if let (true, S::Assignment(E::Signal(target), _)) = (is_moved, inner) {
                    taken.insert(target_key(target));
                    clocked.registers.push(inner.clone());
                }
            }
        }
        let mut clocked = clocked?;
        clocked.parts = sorted(parts);
        clocked.drop_copies(block, moved);
        let kernel = std::mem::take(&mut block.kernel);
        block.kernel = kernel
            .into_iter()
            .filter_map(|statement| match behind(&statement) {
                Some((of, ..)) if of == condition => {
                    filter(&statement, &|key| !taken.contains(key))
                }
                _ => Some(statement),
            })
            .collect();
        Some(clocked)
    }

    /// Copies of what is `moved` under their own name: those that read them read the vector itself.
    fn drop_copies(&mut self, block: &mut RawBlock, moved: &BTreeSet<String>) {
        let is_copy = |part: &Part| part.copied().is_some_and(|from| moved.contains(&from));
        while let Some(place) = self.parts.iter().position(is_copy) {
            let copy = self.parts.remove(place);
            let (from, name) = (
                copy.copied().unwrap_or_default(),
                copy.targets()[0].to_owned(),
            );
            let to = |signal: &str| match target_key(signal) == name {
                true => signal.replacen(&name, &from, 1),
                false => signal.to_owned(),
            };
            self.parts.iter_mut().for_each(|part| part.rename(&to));
            for register in &mut self.registers {
                *register = rename::statement(register, &to);
            }
            block.nets.retain(|net| net.name != name);
        }
    }

    pub fn reads(&self, visit: &mut dyn FnMut(&str)) {
        mentioned(&self.test, visit);
        self.parts.iter().for_each(|part| part.reads(visit));
        self.registers.iter().for_each(|inner| reads(inner, visit));
    }

    pub fn print(
        &self,
        names: &Names,
        clock: &str,
        out: &mut Vec<String>,
    ) -> Result<(), ExportError> {
        let test = names.expression(&self.test, None)?;
        out.push(String::new());
        let nets = names.block.nets.iter();
        let own = |net: &&Net| {
            self.parts
                .iter()
                .any(|part| part.targets().contains(&&*net.name))
        };
        let nets: Vec<&Net> = nets.filter(own).collect();
        let label = nets.first().map_or("", |net| &net.name);
        out.push(format!(
            "  always @(posedge {clock}) begin : update_{label}"
        ));
        for net in nets {
            let range = Some(net.range()).filter(|range| !range.is_empty());
            let range = range.map_or(String::new(), |range| format!("{range} "));
            out.push(format!("    reg {range}{};", net.name));
        }
        out.push(format!("    if ({test}) begin"));
        for part in &self.parts {
            let lines = match part {
                Part::Loop(group) => match group.block(names)? {
                    Some(block) => AlwaysBlock::nested(block),
                    None => Vec::new(),
                },
                Part::Whole(target, value, lanes) => vec![format!(
                    "    {} = {};",
                    names.signal(target)?,
                    names.vectorised(value, *lanes)?
                )],
                Part::Plain(target, value) => vec![format!(
                    "    {} = {};",
                    names.signal(target)?,
                    names.expression(strip(value), names.signal_width(target))?
                )],
            };
            out.extend(lines.iter().map(|line| format!("  {line}")));
        }
        let procedure = Procedure {
            names,
            assign: "<=",
        };
        for register in &self.registers {
            procedure.statement(register, 3, out)?;
        }
        out.push("    end".to_owned());
        out.push("  end".to_owned());
        Ok(())
    }
}

/// `parts` in an order in which each is driven before it is read.
fn sorted(mut parts: Vec<Part>) -> Vec<Part> {
    let mut done = Vec::new();
    while !parts.is_empty() {
        let left: BTreeSet<String> = parts
            .iter()
            .flat_map(|part| part.targets())
            .map(str::to_owned)
            .collect();
        let ready = parts.iter().position(|part| !part.reads_one_of(&left));
        done.push(parts.remove(ready.unwrap_or(0)));
    }
    done
}
