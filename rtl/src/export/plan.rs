//! Plan of a module before it is printed: the item that drives each signal, and
//! its form. Kernels that would print as other hardware are refused here.

use super::collect::{RawBlock, Role};
use super::error::ExportError;
use super::kernel_statements::{
    always_assigns, assignments, kernel_statements, reads, targets, written_after_read,
    KernelStatement,
};
use super::loops::{loops, Loop};
use super::names::{index_of, port_key, target_key, Names};
use super::select;
use super::simulation::Lanes;
use rust_hdl::prelude::ast::{VerilogExpression, VerilogStatement};
use std::collections::{BTreeMap, BTreeSet};

/// A module, ready to print.
pub struct Plan<'a> {
    pub names: Names<'a>,
    pub statements: Vec<KernelStatement>,
    /// Number of assignments to each combinational target.
    pub drivers: BTreeMap<String, usize>,
    /// Nets that a sub-block's output is connected to.
    pub connected: BTreeSet<String>,
    /// The signal that clocks the registers.
    pub clock: Option<String>,
    /// Combinational targets that are one expression, with it.
    pub choices: BTreeMap<String, String>,
    /// In the form for simulation what loops over lanes drive.
    pub lanes: Option<&'a Lanes>,
}

impl<'a> Plan<'a> {
    pub fn new(
        block: &'a RawBlock,
        module: &'a str,
        lanes: Option<&'a Lanes>,
    ) -> Result<Self, ExportError> {
        let mut plan = Plan {
            names: Names::new(module, block),
            statements: Vec::new(),
            drivers: BTreeMap::new(),
            connected: BTreeSet::new(),
            clock: None,
            choices: BTreeMap::new(),
            lanes,
        };
        plan.names.is_simulation = lanes.is_some();
        let mut held = BTreeSet::new();
        for item in kernel_statements(&block.kernel) {
            if !plan.sets_up_register(&item, &mut held)? {
                plan.statements.push(item);
            }
        }
        for found in loops(&block.kernel) {
            if !plan.names.loops.contains(&found) {
                plan.names.loops.push(found);
            }
        }
        if let Some(key) = written_after_read(&block.kernel) {
            return Err(plan.names.unsupported(
                format!("`{key}` read before its last assignment"),
                "another Local for the intermediate value",
            ));
        }
        plan.check_targets()?;
        plan.count_drivers();
        plan.check_registers(&held)?;
        plan.connect_outputs();
        plan.choose()?;
        Ok(plan)
    }

    /// Whether `item` is what `dff_setup!` writes: the clock, or that a register
    /// holds. Such statements are taken note of and not printed.
    fn sets_up_register(
        &mut self,
        item: &KernelStatement,
        held: &mut BTreeSet<String>,
    ) -> Result<bool, ExportError> {
        let VerilogStatement::Assignment(
            VerilogExpression::Signal(target),
            VerilogExpression::Signal(value),
        ) = &item.statement
        else {
            return Ok(false);
        };
        let key = target_key(target);
        let Some((register, port)) = key.split_once('$') else {
            return Ok(false);
        };
        if self.names.register(register).is_none() {
            return Ok(false);
        }
        match port {
            "clock" if self.clock.as_ref().is_some_and(|clock| clock != value) => Err(self
                .names
                .unsupported(format!("a second clock, `{value}`"), "one clock a block")),
            "clock" => {
                self.clock = Some(value.clone());
                Ok(true)
            }
            // As the first assignment only: a later one would undo the others.
            "d" if target_key(value) == format!("{register}$q") => {
                let first = !self
                    .statements
                    .iter()
                    .any(|item| targets(&item.statement).contains(&key));
                if first {
                    held.insert(key);
                }
                Ok(first)
            }
            _ => Ok(false),
        }
    }

    /// Every target may be driven, and an array only as a whole, by a loop.
    fn check_targets(&self) -> Result<(), ExportError> {
        let mut wrong = None;
        for item in &self.statements {
            assignments(&item.statement, &mut |target, _| {
                let VerilogExpression::Signal(signal) = target else {
                    return;
                };
                let index = index_of(signal);
                if !self.names.may_drive(&target_key(signal)) {
                    wrong = Some((signal, "a Local, an output, or an input of a sub-block"));
                } else if index.is_some_and(|index| !self.visits_all(signal, index)) {
                    wrong = Some((signal, "array elements driven in a loop over all of them"));
                }
            });
        }
        match wrong {
            Some((signal, expected)) => Err(self
                .names
                .unsupported(format!("an assignment to `{signal}`"), expected)),
            None => Ok(()),
        }
    }

    /// Whether loops over `variable` visit every element of the array that `signal`
    /// is an element of. For sub-blocks see where they are connected.
    fn visits_all(&self, signal: &str, variable: &str) -> bool {
        let mut loops = self
            .names
            .loops
            .iter()
            .filter(|known| known.variable == variable);
        let nets = &self.names.block.nets;
        let net = nets.iter().find(|net| net.name == target_key(signal));
        match net {
            Some(net) => loops.clone().count() > 0 && loops.all(|known| known.covers(net.elements)),
            None => loops.next().is_some(),
        }
    }

    fn count_drivers(&mut self) {
        for item in &self.statements {
            assignments(&item.statement, &mut |target, _| {
                if let VerilogExpression::Signal(signal) = target {
                    let key = target_key(signal);
                    if self.names.register_input(&key).is_none() {
                        *self.drivers.entry(key).or_insert(0) += 1;
                    }
                }
            });
        }
    }

    /// A register has a clock, and a value for every cycle.
    fn check_registers(&self, held: &BTreeSet<String>) -> Result<(), ExportError> {
        let registers = self.names.block.nets.iter();
        for net in registers.filter(|net| net.role == Role::Register) {
            let key = port_key(&net.name, "d");
            let statements = self.statements.iter().map(|item| &item.statement);
            if self.clock.is_none() || !(held.contains(&key) || always_assigns(statements, &key)) {
                return Err(self.names.unsupported(
                    format!("the register `{}` without a set-up", net.name),
                    "its name in dff_setup!",
                ));
            }
        }
        Ok(())
    }

    /// The one unconditional assignment that drives `key`, if that is what does.
    pub fn simple(&self, key: &str) -> Option<(&KernelStatement, &VerilogExpression)> {
        if self.drivers.get(key) != Some(&1) {
            return None;
        }
        self.statements
            .iter()
            .find_map(|item| match &item.statement {
                VerilogStatement::Assignment(VerilogExpression::Signal(signal), value)
                    if target_key(signal) == key =>
                {
                    Some((item, value))
                }
                _ => None,
            })
    }

    /// Driven in an `always` block, hence a `reg`.
    pub fn is_procedural(&self, key: &str) -> bool {
        self.drivers.contains_key(key)
            && (self.simple(key).is_none() || self.is_filled(key))
            && !self.choices.contains_key(key)
    }

    /// An array of the module's own, driven element by element.
    fn is_filled(&self, key: &str) -> bool {
        let looped = |(item, _): (&KernelStatement, _)| item.around.is_some();
        self.names.block.nets.iter().any(|net| net.name == key)
            && self.simple(key).is_some_and(looped)
            && !self.connected.contains(key)
    }

    /// The loops that print in `always` blocks.
    pub fn procedural_loops(&self) -> impl Iterator<Item = &Loop> {
        let procedural = self.statements.iter().filter(|item| {
            let keys = targets(&item.statement);
            keys.iter().any(|key| self.is_procedural(key))
        });
        procedural.flat_map(|item| {
            let inner = loops(&vec![item.statement.clone()]);
            let known = self.names.loops.iter();
            known.filter(move |known| item.around.as_ref() == Some(*known) || inner.contains(known))
        })
    }

    /// Sub-block outputs whose only use is to drive a net of the module are
    /// connected to that net; those without a use are marked as unread.
    fn connect_outputs(&mut self) {
        let mut uses: BTreeMap<String, usize> = BTreeMap::new();
        let mut see = |signal: &str| *uses.entry(target_key(signal)).or_insert(0) += 1;
        for item in &self.statements {
            reads(&item.statement, &mut see);
        }
        if let Some(lanes) = self.lanes {
            lanes.reads(&mut see);
        }
        for child in &self.names.block.children {
            for net in child
                .block
                .nets
                .iter()
                .filter(|net| net.role == Role::Output)
            {
                let source = port_key(&child.name, &net.name);
                let elements = child.elements.or(net.elements);
                match uses.get(&source) {
                    None => self.names.unread.push(source),
                    Some(count) if *count == 1 || elements.is_some() => {
                        if let Some(own) = self.copy_of(&source, elements) {
                            self.connected.insert(own.clone());
                            self.names.aliases.push((source, own));
                        }
                    }
                    Some(_) => {}
                }
            }
        }
    }

    /// The module's own net that is `source` and nothing else, element by element.
    fn copy_of(&self, source: &str, elements: Option<usize>) -> Option<String> {
        self.statements.iter().find_map(|item| {
            let VerilogStatement::Assignment(
                VerilogExpression::Signal(target),
                VerilogExpression::Signal(value),
            ) = &item.statement
            else {
                return None;
            };
            let key = target_key(target);
            let own = self.names.block.nets.iter().find(|net| net.name == key)?;
            let whole = match &item.around {
                None => index_of(target).is_none() && index_of(value).is_none(),
                Some(around) => {
                    around.covers(elements)
                        && index_of(target) == Some(&around.variable)
                        && index_of(value) == Some(&around.variable)
                }
            };
            let copies = target_key(value) == source
                && whole
                && own.elements == elements
                && self.drivers.get(&key) == Some(&1);
            copies.then_some(key)
        })
    }

    /// Finds the targets that print as one expression.
    fn choose(&mut self) -> Result<(), ExportError> {
        let mut choices = BTreeMap::new();
        for key in self.drivers.keys().filter(|key| self.simple(key).is_none()) {
            let statements: Vec<&VerilogStatement> = self
                .statements
                .iter()
                .filter(|item| item.around.is_none())
                .map(|item| &item.statement)
                .filter(|statement| targets(statement).contains(key))
                .collect();
            if let Some(width) = self.names.signal_width(key) {
                if let Some(text) = select::expression(&self.names, &statements, key, width)? {
                    choices.insert(key.clone(), text);
                }
            }
        }
        self.choices = choices;
        Ok(())
    }
}
