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

use super::driver::Driver;
use super::lane_loops::{AlwaysBlock, Variable};
use super::lanes::{mentioned, Lanes};
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
    test: E,
    pub drivers: Vec<Driver>,
    registers: Vec<S>,
}

/// What reads a signal.
enum Reader {
    Driver(usize),
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
    pub fn take_clocked(&mut self, block: &mut RawBlock) -> Result<(), ExportError> {
        let once = assigned_once(block);
        let drivers = self.take_drivers(block, &once);
        let conditions = conditions(&drivers, &self.readers(block, &drivers, &once));
        let moved = moved(&drivers, &conditions);
        let mut clocked: BTreeMap<String, Vec<Driver>> = BTreeMap::new();
        for (driver, condition) in drivers.into_iter().zip(conditions) {
            match (condition, driver) {
                (Some(condition), driver) if moved.contains(driver.targets()[0]) => {
                    clocked.entry(condition).or_default().push(driver)
                }
                (_, Driver::Loop(group)) => self.groups.push(group),
                (_, Driver::Whole(target, value, lanes)) => {
                    self.vectorised.push((target, value, lanes))
                }
                (_, Driver::Plain(..)) => {}
            }
        }
        for (condition, drivers) in clocked {
            self.clocked
                .extend(Clocked::new(block, &condition, drivers, &moved)?);
        }
        let stays = |statement: &S| match statement {
            S::Assignment(E::Signal(target), _) => !moved.contains(&target_key(target)),
            _ => true,
        };
        block.kernel.retain(stays);
        Ok(())
    }

    /// All loops and vectors, and copies of the assignments of the kernel.
    fn take_drivers(&mut self, block: &RawBlock, once: &BTreeSet<String>) -> Vec<Driver> {
        let groups = std::mem::take(&mut self.groups).into_iter();
        let whole = std::mem::take(&mut self.vectorised).into_iter();
        let plain = block.kernel.iter().filter_map(|statement| {
            let (key, value) = plain(block, statement, once)?;
            Some(Driver::Plain(key, value.clone()))
        });
        groups
            .map(Driver::Loop)
            .chain(whole.map(|(target, value, lanes)| Driver::Whole(target, value, lanes)))
            .chain(plain)
            .collect()
    }

    fn readers(
        &self,
        block: &RawBlock,
        drivers: &[Driver],
        once: &BTreeSet<String>,
    ) -> BTreeMap<String, Vec<Reader>> {
        let mut readers: BTreeMap<String, Vec<Reader>> = BTreeMap::new();
        let mut add = |signal: &str, reader: Reader| {
            readers.entry(target_key(signal)).or_default().push(reader)
        };
        for (place, driver) in drivers.iter().enumerate() {
            driver.reads(&mut |signal| add(signal, Reader::Driver(place)));
        }
        for net in block.nets.iter().filter(|net| net.role == Role::Output) {
            add(&net.name, Reader::Other);
        }
        for (_, value) in &self.long {
            mentioned(value, &mut |signal| add(signal, Reader::Other));
        }
        for fold in &self.folds {
            add(&fold.vector, Reader::Other);
        }
        for statement in &block.kernel {
            if let Some((condition, test, then)) = behind(statement) {
                mentioned(test, &mut |signal| add(signal, Reader::Other));
                for inner in then {
                    let is_register = is_register_once(inner, once);
                    let reader = || match is_register {
                        true => Reader::Register(condition.clone()),
                        false => Reader::Other,
                    };
                    reads(inner, &mut |signal| add(signal, reader()));
                }
            } else if plain(block, statement, once).is_none() {
                reads(statement, &mut |signal| add(signal, Reader::Other));
            }
        }
        readers
    }
}

/// The Local and its value, of an assignment that is the only one of it.
fn plain<'a>(
    block: &RawBlock,
    statement: &'a S,
    once: &BTreeSet<String>,
) -> Option<(String, &'a E)> {
    let S::Assignment(E::Signal(target), value) = statement else {
        return None;
    };
    let key = target_key(target);
    let mut nets = block.nets.iter();
    let is_local = nets.any(|net| net.name == key && net.role == Role::Local);
    (is_local && once.contains(&key)).then_some((key, value))
}

/// The condition of each driver: one that all readers of all its targets have.
fn conditions(drivers: &[Driver], readers: &BTreeMap<String, Vec<Reader>>) -> Vec<Option<String>> {
    let mut conditions: Vec<Option<String>> = vec![None; drivers.len()];
    loop {
        let known = conditions.iter().flatten().count();
        for (place, driver) in drivers.iter().enumerate() {
            let mut found: BTreeSet<Option<&String>> = BTreeSet::new();
            for target in driver.targets() {
                match readers.get(target) {
                    Some(readers) => found.extend(readers.iter().map(|reader| match reader {
                        Reader::Driver(other) => conditions[*other].as_ref(),
                        Reader::Register(condition) => Some(condition),
                        Reader::Other => None,
                    })),
                    None => found.extend([None]),
                }
            }
            let one = found.first().copied().flatten().cloned();
            conditions[place] = one.filter(|_| found.len() == 1);
        }
        if conditions.iter().flatten().count() == known {
            return conditions;
        }
    }
}

/// The targets of loops that have a condition, and of what reads them behind it. Without a loop there is little to
/// gain.
fn moved(drivers: &[Driver], conditions: &[Option<String>]) -> BTreeSet<String> {
    let mut moved = BTreeSet::new();
    loop {
        let known = moved.len();
        for (driver, condition) in drivers.iter().zip(conditions) {
            let is_loop = matches!(driver, Driver::Loop(_));
            if condition.is_some() && (is_loop || driver.reads_one_of(&moved)) {
                moved.extend(driver.targets().into_iter().map(str::to_owned));
            }
        }
        if moved.len() == known {
            return moved;
        }
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
        drivers: Vec<Driver>,
        moved: &BTreeSet<String>,
    ) -> Result<Option<Self>, ExportError> {
        let mut clocked = None;
        let mut taken = BTreeSet::new();
        for statement in &block.kernel {
            let Some((_, test, then)) = behind(statement).filter(|(of, ..)| of == condition) else {
                continue;
            };
            let clocked = clocked.get_or_insert_with(|| Clocked {
                test: test.clone(),
                drivers: Vec::new(),
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
        let Some(mut clocked) = clocked else {
            return Ok(None);
        };
        clocked.drivers = sorted(drivers)?;
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
        Ok(Some(clocked))
    }

    /// Copies of what is `moved` under their own name: those that read them read the vector itself.
    fn drop_copies(&mut self, block: &mut RawBlock, moved: &BTreeSet<String>) {
        let is_copy = |driver: &Driver| driver.copied().is_some_and(|from| moved.contains(&from));
        while let Some(place) = self.drivers.iter().position(is_copy) {
            let copy = self.drivers.remove(place);
            let (from, name) = (
                copy.copied().unwrap_or_default(),
                copy.targets()[0].to_owned(),
            );
            let to = |signal: &str| match target_key(signal) == name {
                true => signal.replacen(&name, &from, 1),
                false => signal.to_owned(),
            };
            self.drivers
                .iter_mut()
                .for_each(|driver| driver.rename(&to));
            for register in &mut self.registers {
                *register = rename::statement(register, &to);
            }
            block.nets.retain(|net| net.name != name);
        }
    }

    pub fn reads(&self, visit: &mut dyn FnMut(&str)) {
        mentioned(&self.test, visit);
        self.drivers.iter().for_each(|driver| driver.reads(visit));
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
            self.drivers
                .iter()
                .any(|driver| driver.targets().contains(&&*net.name))
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
        let (mut declared, mut body) = (Vec::<Variable>::new(), Vec::new());
        for driver in &self.drivers {
            let lines = match driver {
                Driver::Loop(group) => {
                    let nested = group.block(names)?.map(AlwaysBlock::nested);
                    let (variables, lines) = nested.unwrap_or_default();
                    for variable in variables {
                        if !declared.contains(&variable) {
                            declared.push(variable);
                        }
                    }
                    lines
                }
                Driver::Whole(target, value, lanes) => vec![format!(
                    "    {} = {};",
                    names.signal(target)?,
                    names.vectorised(value, *lanes)?
                )],
                Driver::Plain(target, value) => vec![format!(
                    "    {} = {};",
                    names.signal(target)?,
                    names.expression(strip(value), names.signal_width(target))?
                )],
            };
            body.extend(lines.iter().map(|line| format!("  {line}")));
        }
        // Verilator makes a variable local where its first assignment is under no condition. One that stays a member
        // of its class is stored in each turn, and its loop becomes no vector code.
        out.extend(declared.iter().map(Variable::declaration));
        out.extend(declared.iter().map(Variable::zero));
        out.push(format!("    if ({test}) begin"));
        out.extend(body);
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

/// `drivers` in an order in which each is driven before it is read.
fn sorted(mut drivers: Vec<Driver>) -> Result<Vec<Driver>, ExportError> {
    let mut done = Vec::new();
    while !drivers.is_empty() {
        let left: BTreeSet<String> = drivers
            .iter()
            .flat_map(|driver| driver.targets())
            .map(str::to_owned)
            .collect();
        let ready = drivers
            .iter()
            .position(|driver| !driver.reads_one_of(&left));
        let ready = ready.ok_or_else(|| ExportError::Unsupported {
            module: "in the form for simulation".to_owned(),
            construct: format!("a loop of {left:?}"),
            expected: "vectors that are driven before they are read",
        })?;
        done.push(drivers.remove(ready));
    }
    Ok(done)
}
