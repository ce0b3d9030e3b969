//! A module's logic: continuous assignments, combinational and clocked blocks.

use super::collect::Net;
use super::error::ExportError;
use super::expression::strip;
use super::kernel_statements::{always_assigns, filter, targets};
use super::loops::loops;
use super::plan::Plan;
use super::procedure::{folded, Procedure};
use rust_hdl::prelude::ast::VerilogStatement;
use std::collections::BTreeSet;

impl Plan<'_> {
    /// Continuous assignments, in kernel order.
    pub fn assigns(&self, out: &mut Vec<String>) -> Result<(), ExportError> {
        let mut lines = Vec::new();
        let mut done = BTreeSet::new();
        for item in &self.statements {
            let mut texts = Vec::new();
            for key in targets(&item.statement) {
                let is_port = self
                    .names
                    .child(key.split('$').next().unwrap_or(&key))
                    .is_some();
                let simple = self.simple(&key);
                let text = match (self.choices.get(&key), simple) {
                    _ if done.contains(&key) || self.connected.contains(&key) => continue,
                    (Some(choice), _) => choice.clone(),
                    (None, Some((_, value))) if !is_port && !self.is_procedural(&key) => self
                        .names
                        .expression(strip(value), self.names.signal_width(&key))?,
                    _ => continue,
                };
                if item.around.is_some() {
                    return Err(self.names.unsupported(
                        format!("`{key}` driven in a loop"),
                        "loops that connect sub-blocks",
                    ));
                }
                let target = self.names.signal(&key)?;
                texts.extend(folded(&format!("  assign {target} ="), &text));
                done.insert(key);
            }
            if let Some(comment) = item.comment.as_ref().filter(|_| !texts.is_empty()) {
                lines.push(String::new());
                lines.push(format!("  // {comment}"));
            }
            lines.extend(texts);
        }
        if lines.first().is_some_and(|line: &String| !line.is_empty()) {
            out.push(String::new());
        }
        out.extend(lines);
        Ok(())
    }

    /// `always @(*)` blocks: statements that share a target are in one block.
    pub fn combinational_blocks(&self, out: &mut Vec<String>) -> Result<(), ExportError> {
        // Targets, and statements with their places in the kernel.
        type JoinedStatements = (Vec<String>, Vec<(usize, Option<String>, VerilogStatement)>);
        let mut groups: Vec<JoinedStatements> = Vec::new();
        let keep = |key: &str| self.names.register_input(key).is_none() && self.is_procedural(key);
        for (place, item) in self.statements.iter().enumerate() {
            let Some(statement) = filter(&item.statement, &keep) else {
                continue;
            };
            let keys = targets(&statement);
            let statement = match &item.around {
                Some(around) => around.over(statement),
                None => statement,
            };
            let (joined, rest): (Vec<_>, Vec<_>) = groups
                .into_iter()
                .partition(|(group, _)| group.iter().any(|key| keys.contains(key)));
            groups = rest;
            let mut merged = (keys, Vec::new());
            for (group, statements) in joined {
                merged.0.extend(group);
                merged.1.extend(statements);
            }
            merged.1.push((place, item.comment.clone(), statement));
            merged.1.sort_by_key(|(place, ..)| *place);
            groups.push(merged);
        }
        for (keys, statements) in groups {
            self.check_group(&keys, statements.iter().map(|(.., statement)| statement))?;
            out.push(String::new());
            if let Some(comment) = statements
                .iter()
                .find_map(|(_, comment, _)| comment.as_ref())
            {
                out.push(format!("  // {comment}"));
            }
            let procedure = Procedure {
                names: &self.names,
                assign: "=",
            };
            let mut body = Vec::new();
            for (.., statement) in &statements {
                procedure.statement(statement, 2, &mut body)?;
            }
            let masks = self.masks(&keys);
            let variables = self.variables(statements.iter().map(|(.., statement)| statement));
            let label = (!variables.is_empty()).then(|| format!(" : make_{}", keys[0]));
            out.push(format!("  always @(*) begin{}", label.unwrap_or_default()));
            out.extend(variables.iter().map(|name| format!("    integer {name};")));
            for net in &masks {
                out.push(format!("    reg {} {}_mask;", net.range(), net.name));
            }
            out.extend(variables.iter().map(|name| format!("    {name} = 0;")));
            out.extend(
                masks
                    .iter()
                    .map(|net| format!("    {}_mask = 0;", net.name)),
            );
            out.extend(body);
            out.extend(
                masks
                    .iter()
                    .map(|Net { name, .. }| format!("    {name} = {name}_mask;")),
            );
            out.push("  end".to_string());
        }
        Ok(())
    }

    /// The variables of loops that are a block's own, as in the form for simulation: those of the module would be
    /// members of a simulator's class.
    fn variables<'s>(
        &self,
        statements: impl Iterator<Item = &'s VerilogStatement>,
    ) -> BTreeSet<String> {
        let own = statements.filter(|_| self.lanes.is_some());
        let loops = own.flat_map(|statement| loops(&vec![statement.clone()]));
        loops.map(|known| known.variable).collect()
    }

    /// The nets of `keys` that the form for simulation joins of bits.
    fn masks(&self, keys: &[String]) -> Vec<&Net> {
        let nets = self.names.block.nets.iter();
        let is_mask =
            |net: &&Net| net.width == 1 && net.elements.is_some() && keys.contains(&net.name);
        match self.lanes {
            Some(_) => nets.filter(is_mask).collect(),
            None => Vec::new(),
        }
    }

    /// No latch.
    fn check_group<'s>(
        &self,
        keys: &[String],
        statements: impl Iterator<Item = &'s VerilogStatement> + Clone,
    ) -> Result<(), ExportError> {
        for key in keys {
            if !always_assigns(statements.clone(), key) {
                return Err(self.names.unsupported(
                    format!("`{key}` without a value on some path"),
                    "a default value first",
                ));
            }
        }
        Ok(())
    }

    pub fn clocked_block(&self, out: &mut Vec<String>) -> Result<(), ExportError> {
        let keep = |key: &str| self.names.register_input(key).is_some();
        let mut lines = Vec::new();
        let procedure = Procedure {
            names: &self.names,
            assign: "<=",
        };
        for item in &self.statements {
            let Some(statement) = filter(&item.statement, &keep) else {
                continue;
            };
            if item.around.is_some() {
                return Err(self.names.unsupported(
                    "a register driven in a loop".to_string(),
                    "registers in the sub-block",
                ));
            }
            if let Some(comment) = &item.comment {
                if targets(&item.statement).iter().all(|key| keep(key)) {
                    lines.extend((!lines.is_empty()).then(String::new));
                    lines.push(format!("    // {comment}"));
                }
            }
            procedure.statement(&statement, 2, &mut lines)?;
        }
        if let Some(clock) = self.clock.as_ref().filter(|_| !lines.is_empty()) {
            let clock = self.names.signal(clock)?;
            out.push(String::new());
            out.push(format!("  always @(posedge {clock}) begin"));
            out.extend(lines);
            out.push("  end".to_string());
        }
        Ok(())
    }
}
