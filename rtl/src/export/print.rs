//! One module's text.

use super::collect::{Net, RawBlock, Role};
use super::error::ExportError;
use super::expression::{port_net, strip, target_key, Names};
use super::module::Instance;
use super::select;
use super::statement::{assignments, filter, items, targets, Item, Loop, Procedure};
use super::variants::VARIANT_BITS;
use rust_hdl::prelude::ast::{VerilogExpression, VerilogStatement};
use std::collections::BTreeMap;

/// The text of `block` as a module called `name`.
pub fn module(
    block: &RawBlock,
    name: &str,
    instances: &[Instance],
    selector: bool,
) -> Result<String, ExportError> {
    let mut plan = Plan::new(block, name)?;
    plan.alias_outputs();
    plan.choose()?;
    let mut out = Vec::new();
    plan.header(&mut out);
    plan.ports(selector, &mut out);
    plan.declarations(&mut out)?;
    for instance in instances {
        plan.instance(instance, selector, &mut out)?;
    }
    plan.assigns(&mut out)?;
    plan.combinational_blocks(&mut out)?;
    plan.clocked_block(&mut out)?;
    out.push("endmodule\n".to_string());
    Ok(out.join("\n"))
}

/// What is known of a module before it is printed.
struct Plan<'a> {
    names: Names<'a>,
    items: Vec<Item>,
    /// Assignments to each combinational target.
    drivers: BTreeMap<String, usize>,
    /// Items that became port connections, by target.
    connected: Vec<String>,
    clock: Option<String>,
    /// Combinational targets that are one expression, with it.
    choices: BTreeMap<String, String>,
}

impl<'a> Plan<'a> {
    fn new(block: &'a RawBlock, module: &'a str) -> Result<Self, ExportError> {
        let names = Names {
            module,
            block,
            aliases: Vec::new(),
        };
        let mut clock = None;
        let mut kept = Vec::new();
        let mut drivers = BTreeMap::new();
        for item in items(&block.kernel) {
            if let VerilogStatement::Assignment(
                VerilogExpression::Signal(target),
                VerilogExpression::Signal(value),
            ) = &item.statement
            {
                let register = |name: &str| {
                    block
                        .nets
                        .iter()
                        .any(|net| net.role == Role::Register && net.name == name)
                };
                match target.trim_end_matches("$next").split_once('$') {
                    // What dff_setup! says: the clock, and that a register holds.
                    Some((head, "clock")) if register(head) => {
                        clock = Some(value.clone());
                        continue;
                    }
                    Some((head, "d")) if register(head) && *value == format!("{head}$q") => {
                        continue;
                    }
                    _ => {}
                }
            }
            for key in targets(&item.statement) {
                if names.register_input(&key).is_none() {
                    let mut count = 0;
                    assignments(&item.statement, &mut |target, _| {
                        let same = |signal: &String| target_key(signal) == key;
                        count += usize::from(
                            matches!(target, VerilogExpression::Signal(signal) if same(signal)),
                        );
                    });
                    *drivers.entry(key).or_insert(0) += count;
                }
            }
            kept.push(item);
        }
        Ok(Plan {
            names,
            items: kept,
            drivers,
            connected: Vec::new(),
            clock,
            choices: BTreeMap::new(),
        })
    }

    /// The one unconditional assignment that drives `key`, if that is what does.
    fn simple(&self, key: &str) -> Option<(&Item, &VerilogExpression, &VerilogExpression)> {
        if self.drivers.get(key) != Some(&1) {
            return None;
        }
        self.items.iter().find_map(|item| match &item.statement {
            VerilogStatement::Assignment(target @ VerilogExpression::Signal(signal), value)
                if target_key(signal) == key =>
            {
                Some((item, target, value))
            }
            _ => None,
        })
    }

    /// Sub-block outputs whose only use is to drive a net of the module are
    /// connected to that net.
    fn alias_outputs(&mut self) {
        let mut uses: BTreeMap<String, usize> = BTreeMap::new();
        for item in &self.items {
            let text = format!("{:?}", item.statement);
            for child in &self.names.block.children {
                for net in child
                    .block
                    .nets
                    .iter()
                    .filter(|net| net.role == Role::Output)
                {
                    let plain = format!("\"{}${}\"", child.name, net.name);
                    let element = format!("]${}\"", net.name);
                    let key = format!("{}${}", child.name, net.name);
                    let found = text.matches(&plain).count()
                        + if child.elements.is_some() {
                            text.split(&format!("\"{}[", child.name))
                                .skip(1)
                                .filter(|rest| {
                                    rest.split('"')
                                        .next()
                                        .is_some_and(|name| format!("{name}\"").ends_with(&element))
                                })
                                .count()
                        } else {
                            0
                        };
                    *uses.entry(key).or_insert(0) += found;
                }
            }
        }
        let mut aliases = Vec::new();
        let mut connected = Vec::new();
        for item in &self.items {
            let VerilogStatement::Assignment(
                VerilogExpression::Signal(target),
                VerilogExpression::Signal(value),
            ) = &item.statement
            else {
                continue;
            };
            let (key, source) = (target_key(target), target_key(value));
            let same_element = index_of(target) == index_of(value);
            let own = self
                .names
                .block
                .nets
                .iter()
                .any(|net| net.name == key && net.role != Role::Register);
            let full = match (&item.around, source.split_once('$')) {
                (around, Some((child, _))) => self
                    .names
                    .child(child)
                    .is_some_and(|child| child.elements == around.as_ref().map(|around| around.to)),
                _ => false,
            };
            if own
                && full
                && same_element
                && self.drivers.get(&key) == Some(&1)
                && uses.get(&source) == Some(&1)
            {
                let (child, port) = source.split_once('$').unwrap_or_default();
                aliases.push((port_net(child, port), key.clone()));
                connected.push(key);
            }
        }
        self.names.aliases = aliases;
        self.connected = connected;
    }

    /// Finds the targets that print as one expression.
    fn choose(&mut self) -> Result<(), ExportError> {
        let mut choices = BTreeMap::new();
        for key in self.drivers.keys().filter(|key| self.simple(key).is_none()) {
            let statements: Vec<&VerilogStatement> = self
                .items
                .iter()
                .filter(|item| item.around.is_none())
                .map(|item| &item.statement)
                .filter(|statement| targets(statement).contains(key))
                .collect();
            if let Some(width) = self.names.target_width(key) {
                if let Some(text) = select::expression(&self.names, &statements, key, width)? {
                    choices.insert(key.clone(), text);
                }
            }
        }
        self.choices = choices;
        Ok(())
    }

    fn header(&self, out: &mut Vec<String>) {
        if let Some(documentation) = self.names.block.documentation {
            out.extend(
                documentation
                    .header
                    .iter()
                    .map(|line| format!("// {line}").trim_end().to_string()),
            );
        }
    }

    fn ports(&self, selector: bool, out: &mut Vec<String>) {
        let is_port = |net: &&Net| matches!(net.role, Role::Input | Role::Output);
        let ports: Vec<&Net> = self.names.block.nets.iter().filter(is_port).collect();
        out.push(format!("module {} (", self.names.module));
        if selector {
            out.push(format!("  input  wire [{}:0] variant,", VARIANT_BITS - 1));
        }
        for (index, net) in ports.iter().enumerate() {
            self.field_comment(&net.name, index > 0, out);
            let direction = if net.role == Role::Input {
                "input "
            } else {
                "output"
            };
            let kind = if self.is_procedural(&net.name) {
                "reg "
            } else {
                "wire"
            };
            let comma = if index + 1 == ports.len() { "" } else { "," };
            out.push(format!(
                "  {direction} {kind} {}{}{comma}",
                range(net),
                net.name
            ));
        }
        out.push(");".to_string());
    }

    fn field_comment(&self, field: &str, may_group: bool, out: &mut Vec<String>) {
        let fields = self
            .names
            .block
            .documentation
            .map(|documentation| &documentation.fields);
        if let Some(comment) = fields.and_then(|fields| fields.get(field)) {
            if comment.group_start && may_group {
                out.push(String::new());
            }
            out.extend(comment.lines.iter().map(|line| format!("  // {line}")));
        }
    }

    /// Driven in an `always` block, hence a `reg`.
    fn is_procedural(&self, key: &str) -> bool {
        self.drivers.contains_key(key)
            && self.simple(key).is_none()
            && !self.choices.contains_key(key)
    }

    fn declarations(&self, out: &mut Vec<String>) -> Result<(), ExportError> {
        let start = out.len();
        for net in &self.names.block.nets {
            match net.role {
                Role::Local => {
                    let kind = if self.is_procedural(&net.name) {
                        "reg "
                    } else {
                        "wire"
                    };
                    self.field_comment(&net.name, false, out);
                    out.push(format!("  {kind} {}{};", range(net), net.name));
                }
                Role::Register if net.elements.is_some() => {
                    return Err(self.names.unsupported(
                        format!("an array of registers `{}`", net.name),
                        "registers in the sub-block",
                    ));
                }
                Role::Register => {
                    self.field_comment(&net.name, false, out);
                    out.push(format!("  reg  {}{} = 0;", range(net), net.name));
                }
                Role::Input | Role::Output => {}
            }
        }
        for child in &self.names.block.children {
            for port in &child.block.nets {
                let name = port_net(&child.name, &port.name);
                let key = format!("{}${}", child.name, port.name);
                let aliased = self.names.aliases.iter().any(|(from, _)| *from == name);
                let (needed, kind) = match port.role {
                    Role::Input => (self.simple(&key).is_none(), "reg "),
                    Role::Output => (!aliased, "wire"),
                    _ => (false, ""),
                };
                if needed {
                    let net = Net {
                        name,
                        elements: child.elements.or(port.elements),
                        ..port.clone()
                    };
                    out.push(format!("  {kind} {}{};", range(&net), net.name));
                }
            }
        }
        if out.len() > start {
            out.insert(start, String::new());
        }
        Ok(())
    }

    fn instance(
        &mut self,
        instance: &Instance,
        selector: bool,
        out: &mut Vec<String>,
    ) -> Result<(), ExportError> {
        let child = instance.child;
        let is_port = |net: &&Net| matches!(net.role, Role::Input | Role::Output);
        let mut variable = "i".to_string();
        let mut lines = Vec::new();
        if selector {
            lines.push(".variant(variant)".to_string());
        }
        for port in child.block.nets.iter().filter(is_port) {
            let key = format!("{}${}", child.name, port.name);
            let simple = self
                .simple(&key)
                .map(|(item, target, value)| (item.clone(), target.clone(), value.clone()));
            let connection = match (port.role, simple) {
                (Role::Input, Some((item, _, value))) => {
                    if let Some(around) = &item.around {
                        variable = around.variable.clone();
                        self.covers(around, child.elements)?;
                    }
                    self.connected.push(key);
                    self.names.expression(&value, Some(port.width))?
                }
                _ if child.elements.is_some() => self
                    .names
                    .signal(&format!("{}[{variable}]${}", child.name, port.name))?,
                _ => self.names.signal(&key)?,
            };
            lines.push(format!(".{}({connection})", port.name));
        }
        out.push(String::new());
        match child.elements {
            None => {
                out.push(format!("  {} {} (", instance.module, child.name));
                out.push(format!("    {}", lines.join(",\n    ")));
                out.push("  );".to_string());
            }
            Some(elements) => {
                out.push(format!("  genvar {variable};"));
                out.push("  generate".to_string());
                out.push(format!(
                    "    for ({variable} = 0; {variable} < {elements}; {variable} = {variable} + 1) begin : {}s",
                    child.name
                ));
                out.push(format!("      {} {} (", instance.module, child.name));
                out.push(format!("        {}", lines.join(",\n        ")));
                out.push("      );".to_string());
                out.push("    end".to_string());
                out.push("  endgenerate".to_string());
            }
        }
        Ok(())
    }

    fn covers(&self, around: &Loop, elements: Option<usize>) -> Result<(), ExportError> {
        if around.from == 0 && Some(around.to) == elements {
            return Ok(());
        }
        Err(self.names.unsupported(
            format!("{around:?}"),
            "a loop over all elements of the array",
        ))
    }

    /// Continuous assignments, in kernel order.
    fn assigns(&self, out: &mut Vec<String>) -> Result<(), ExportError> {
        let mut lines = Vec::new();
        let mut done: Vec<String> = Vec::new();
        for item in &self.items {
            let mut texts = Vec::new();
            for key in targets(&item.statement) {
                if done.contains(&key) || self.connected.contains(&key) {
                    continue;
                }
                let text = match (self.choices.get(&key), &item.statement) {
                    (Some(choice), _) => choice.clone(),
                    (None, VerilogStatement::Assignment(_, value))
                        if self.simple(&key).is_some() =>
                    {
                        self.names
                            .expression(strip(value), self.names.target_width(&key))?
                    }
                    _ => continue,
                };
                if item.around.is_some() {
                    return Err(self.names.unsupported(
                        format!("`{key}` driven in a loop"),
                        "loops that connect sub-blocks",
                    ));
                }
                texts.push(format!("  assign {} = {text};", self.names.signal(&key)?));
                done.push(key);
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

    /// `always @(*)` blocks: statements that share a target stand in one block.
    fn combinational_blocks(&self, out: &mut Vec<String>) -> Result<(), ExportError> {
        let mut groups: Vec<(Vec<String>, Vec<(Option<String>, VerilogStatement)>)> = Vec::new();
        for item in &self.items {
            let keep = |signal: &str| {
                let key = target_key(signal);
                self.names.register_input(&key).is_none()
                    && self.simple(&key).is_none()
                    && !self.choices.contains_key(&key)
            };
            let Some(statement) = filter(&item.statement, &keep) else {
                continue;
            };
            if item.around.is_some() {
                return Err(self.names.unsupported(
                    "a condition in a loop".to_string(),
                    "loops that connect sub-blocks",
                ));
            }
            let keys = targets(&statement);
            let (mut joined, rest): (Vec<_>, Vec<_>) = groups
                .into_iter()
                .partition(|(group, _)| group.iter().any(|key| keys.contains(key)));
            groups = rest;
            let mut merged = (keys, Vec::new());
            for (group, statements) in joined.drain(..) {
                merged.0.extend(group);
                merged.1.extend(statements);
            }
            merged.1.push((item.comment.clone(), statement));
            groups.push(merged);
        }
        for (_, statements) in groups {
            out.push(String::new());
            if let Some(comment) = statements.iter().find_map(|(comment, _)| comment.as_ref()) {
                out.push(format!("  // {comment}"));
            }
            out.push("  always @(*) begin".to_string());
            let procedure = Procedure {
                names: &self.names,
                assign: "=",
            };
            for (_, statement) in &statements {
                procedure.statement(statement, 2, out)?;
            }
            out.push("  end".to_string());
        }
        Ok(())
    }

    fn clocked_block(&self, out: &mut Vec<String>) -> Result<(), ExportError> {
        let keep = |signal: &str| self.names.register_input(&target_key(signal)).is_some();
        let mut lines = Vec::new();
        let procedure = Procedure {
            names: &self.names,
            assign: "<=",
        };
        for item in &self.items {
            if let Some(statement) = filter(&item.statement, &keep) {
                if let Some(comment) = item
                    .comment
                    .as_ref()
                    .filter(|_| targets(&item.statement).iter().all(|key| keep(key)))
                {
                    lines.push(format!("    // {comment}"));
                }
                procedure.statement(&statement, 2, &mut lines)?;
            }
        }
        if let Some(clock) = self.clock.as_ref().filter(|_| !lines.is_empty()) {
            out.push(String::new());
            out.push(format!(
                "  always @(posedge {}) begin",
                self.names.signal(clock)?
            ));
            out.extend(lines);
            out.push("  end".to_string());
        }
        Ok(())
    }
}

/// The text between the brackets of `lane[i]$sum$next`.
fn index_of(signal: &str) -> Option<&str> {
    signal
        .split_once('[')?
        .1
        .split_once(']')
        .map(|(index, _)| index)
}

/// `[31:0] `, or nothing for a single bit.
fn range(net: &Net) -> String {
    match (net.scalar, net.elements) {
        (true, None) if net.width == 1 => String::new(),
        (_, elements) => format!("[{}:0] ", net.width * elements.unwrap_or(1) - 1),
    }
}
