//! One module's text: header, ports, declarations, instances.

use super::collect::{Child, Net, RawBlock, Role};
use super::declarations::{Declaration, Declarations};
use super::error::ExportError;
use super::expression::strip;
use super::kernel_statements::KernelStatement;
use super::names::{index_of, port_key, sized, Reference};
use super::plan::Plan;
use super::reserved::is_reserved;
use super::simulation::Lanes;
use rust_hdl::prelude::ast::VerilogExpression;
use std::collections::BTreeSet;

/// A sub-block with the name of the module that it is an instance of.
pub struct Instance<'a> {
    pub child: &'a Child,
    pub module: String,
}

/// The text of `block` as a module called `name`, in the form for simulation with its `lanes`.
pub fn module(
    block: &RawBlock,
    name: &str,
    instances: &[Instance],
    lanes: Option<&Lanes>,
) -> Result<String, ExportError> {
    let plan = Plan::new(block, name, lanes)?;
    plan.check_names()?;
    let mut body = Vec::new();
    for instance in instances {
        plan.instance(instance, &mut body)?;
    }
    plan.assigns(&mut body)?;
    if let Some(lanes) = lanes {
        lanes.print(&plan.names, plan.clock.as_deref(), &mut body)?;
    }
    plan.combinational_blocks(&mut body)?;
    plan.clocked_block(&mut body)?;

    let mut out = plan.header();
    plan.ports(&mut out);
    plan.localparams(&body, &mut out);
    plan.declarations(&mut out)?;
    out.extend(body);
    out.extend(block.text.clone());
    out.push("endmodule\n".to_string());
    Ok(out.join("\n"))
}

impl Plan<'_> {
    fn header(&self) -> Vec<String> {
        let lines = self.names.block.documentation.iter();
        lines
            .flat_map(|documentation| &documentation.header)
            .map(|line| format!("// {line}").trim_end().to_string())
            .collect()
    }

    /// Every name of the module is declared once, and no reserved word.
    fn check_names(&self) -> Result<(), ExportError> {
        let block = self.names.block;
        let mut names: Vec<String> = block.nets.iter().map(|net| net.name.clone()).collect();
        names.extend(
            block
                .constants
                .iter()
                .map(|known| known.name.to_uppercase()),
        );
        let variables: BTreeSet<&String> = self
            .names
            .loops
            .iter()
            .map(|known| &known.variable)
            .collect();
        names.extend(variables.into_iter().cloned());
        names.push("seeded_bug".to_string());
        names.push(self.names.module.to_string());
        for child in &block.children {
            names.push(child.name.clone());
            names.extend(child.elements.map(|_| label(&child.name)));
            for port in child.block.nets.iter().filter(|net| net.is_port()) {
                let net = self.names.port_net(&child.name, &port.name);
                let alias = self.connected.contains(&net);
                names.extend((!alias).then_some(net));
            }
        }
        let mut seen = BTreeSet::new();
        match names
            .iter()
            .find(|name| is_reserved(name) || !seen.insert(*name))
        {
            Some(name) => Err(self.names.unsupported(
                format!("the name `{name}`"),
                "a name that is neither reserved nor taken",
            )),
            None => Ok(()),
        }
    }

    fn ports(&self, out: &mut Vec<String>) {
        out.push(format!("module {} (", self.names.module));
        let mut table = Declarations::default();
        for net in self.names.block.nets.iter().filter(|net| net.is_port()) {
            let direction = match net.role {
                Role::Input => "input ",
                _ => "output",
            };
            let kind = format!("{direction} {}", self.kind(&net.name));
            table.push(self.commented(Declaration::new(&kind, net.range(), &net.name), &net.name));
        }
        out.extend(table.lines(",", ""));
        out.push(");".to_string());
    }

    fn kind(&self, key: &str) -> &'static str {
        if self.is_procedural(key) || self.lanes.is_some_and(|lanes| lanes.fills(key)) {
            "reg "
        } else {
            "wire"
        }
    }

    /// `row` with the source's comment on `field`.
    fn commented(&self, row: Declaration, field: &str) -> Declaration {
        let documentation = self.names.block.documentation;
        match documentation.and_then(|known| known.fields.get(field)) {
            Some(comment) => row.commented(comment),
            None => row,
        }
    }

    /// The constants that `body` names.
    fn localparams(&self, body: &[String], out: &mut Vec<String>) {
        let named = |name: &str| {
            let mut words = body.iter().flat_map(|line| {
                line.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'))
            });
            words.any(|word| word == name)
        };
        let mut table = Declarations::default();
        for constant in &self.names.block.constants {
            let name = constant.name.to_uppercase();
            if named(&name) {
                let range = format!("[{}:0]", constant.width - 1);
                let value = sized(&constant.hexadecimal, constant.width);
                let row = Declaration::new("localparam", range, &format!("{name} = {value}"));
                table.push(self.commented(row, &constant.name).ungrouped());
            }
        }
        if !table.is_empty() {
            out.push(String::new());
        }
        out.extend(table.lines(";", ";"));
    }

    fn declarations(&self, out: &mut Vec<String>) -> Result<(), ExportError> {
        let mut table = Declarations::default();
        let is_local = |net: &&Net| self.lanes.is_some_and(|lanes| lanes.is_local(&net.name));
        for net in self.names.block.nets.iter().filter(|net| !is_local(net)) {
            let row = match net.role {
                Role::Local => Declaration::new(self.kind(&net.name), net.range(), &net.name),
                Role::Register if net.elements.is_some() && self.lanes.is_none() => {
                    return Err(self.names.unsupported(
                        format!("an array of registers `{}`", net.name),
                        "registers in the sub-block",
                    ));
                }
                Role::Register => {
                    Declaration::new("reg ", net.range(), &format!("{} = 0", net.name))
                }
                Role::Input | Role::Output => continue,
            };
            table.push(self.commented(row, &net.name).ungrouped());
        }
        for child in &self.names.block.children {
            for port in child.block.nets.iter().filter(|net| net.is_port()) {
                let key = port_key(&child.name, &port.name);
                let name = self.names.port_net(&child.name, &port.name);
                let own = self.connected.contains(&name);
                if !own && (port.role == Role::Output || self.simple(&key).is_none()) {
                    let net = Net {
                        elements: child.elements.or(port.elements),
                        ..port.clone()
                    };
                    table.push(Declaration::new(self.kind(&key), net.range(), &name));
                }
            }
        }
        if !table.is_empty() {
            out.push(String::new());
        }
        out.extend(table.lines(";", ";"));
        // In the form for simulation each block has its own.
        let loops = self.procedural_loops().filter(|_| self.lanes.is_none());
        let variables: BTreeSet<&String> = loops.map(|known| &known.variable).collect();
        out.extend(
            variables
                .into_iter()
                .map(|variable| format!("  integer {variable};")),
        );
        Ok(())
    }

    fn instance(&self, instance: &Instance, out: &mut Vec<String>) -> Result<(), ExportError> {
        let child = instance.child;
        let keys: Vec<(&Net, String)> = child
            .block
            .nets
            .iter()
            .filter(|net| net.is_port())
            .map(|net| (net, port_key(&child.name, &net.name)))
            .collect();
        let (arrays, keys_once): (Vec<_>, Vec<_>) = keys
            .iter()
            .cloned()
            .partition(|(net, _)| child.elements.is_none() && net.elements.is_some());
        let variable = self.loop_over(&child.name, child.elements, &keys_once)?;
        if let Some(variable) = &variable {
            if self
                .procedural_loops()
                .any(|known| known.variable == *variable)
            {
                return Err(self.names.unsupported(
                    format!("the variable `{variable}` of two kinds of loops"),
                    "a variable of its own for the loops over sub-blocks",
                ));
            }
        }
        let mut lines = Vec::new();
        for (port, key) in &keys {
            let connection = match self.simple(key).filter(|_| port.role == Role::Input) {
                Some((item, value)) if arrays.iter().any(|(_, array)| array == key) => {
                    self.whole_array(item, value, port)?
                }
                Some((_, value)) => self.names.expression(value, Some(port.width))?,
                None => match &variable {
                    Some(variable) => self
                        .names
                        .signal(&format!("{}[{variable}]${}", child.name, port.name))?,
                    None => self.names.signal(key)?,
                },
            };
            lines.push(format!(".{}({connection})", port.name));
        }
        out.push(String::new());
        let Some(variable) = variable else {
            out.push(format!("  {} {} (", instance.module, child.name));
            out.push(format!("    {}", lines.join(",\n    ")));
            out.push("  );".to_string());
            return Ok(());
        };
        let declaration = format!("  genvar {variable};");
        if !out.contains(&declaration) {
            out.push(declaration);
        }
        let elements = child.elements.unwrap_or(1);
        let label = label(&child.name);
        out.push("  generate".to_string());
        out.push(format!(
            "    for ({variable} = 0; {variable} < {elements}; {variable} = {variable} + 1) begin : {label}"
        ));
        out.push(format!("      {} {} (", instance.module, child.name));
        out.push(format!("        {}", lines.join(",\n        ")));
        out.push("      );".to_string());
        out.push("    end".to_string());
        out.push("  endgenerate".to_string());
        Ok(())
    }

    /// The array that a loop, element by element, connects to the array port `port`
    /// of a sub-block.
    fn whole_array(
        &self,
        item: &KernelStatement,
        value: &VerilogExpression,
        port: &Net,
    ) -> Result<String, ExportError> {
        if let (Some(around), VerilogExpression::Signal(signal)) = (&item.around, strip(value)) {
            let net = match self.names.resolve(signal)? {
                Reference::Net { name, elements, .. } => {
                    (elements == port.elements).then_some(name)
                }
                Reference::Constant(_) => None,
            };
            let same = index_of(signal) == Some(&around.variable);
            if let Some(name) = net.filter(|_| same && around.covers(port.elements)) {
                return Ok(name);
            }
        }
        Err(self.names.unsupported(
            format!("the connection of the array `{}`", port.name),
            "an array of the same length, element by element in one loop",
        ))
    }

    /// The variable of the one loop over all elements of the sub-block called
    /// `child`; none where it is no array.
    fn loop_over(
        &self,
        child: &str,
        elements: Option<usize>,
        keys: &[(&Net, String)],
    ) -> Result<Option<String>, ExportError> {
        let driven = keys.iter().filter_map(|(_, key)| self.simple(key));
        let mut loops = driven.map(|(item, _)| item.around.as_ref());
        let first = loops.next().flatten();
        let whole = match first {
            Some(first) => first.covers(elements),
            None => elements.is_none(),
        };
        if !whole || loops.any(|around| around != first) {
            return Err(self.names.unsupported(
                format!("the connections of `{child}`"),
                "for an array of sub-blocks one loop over all of them, else none",
            ));
        }
        Ok(first.map(|first| first.variable.clone()))
    }
}

/// The label of the generate loop over an array of sub-blocks.
fn label(child: &str) -> String {
    format!("{child}s")
}
