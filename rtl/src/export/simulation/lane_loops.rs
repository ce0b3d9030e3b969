//! The loops that fill the vectors of the form for simulation, as text.
//!
//! ```text
//!     before      a group: the local `shifted`, the vectors `sum` of 32 bits and `below` of one bit a lane
//!     after       for (i = 0; i < 32; i = i + 1) begin
//!                   shifted = words[32*i +: 32] << 2;
//!                   sum[32*i +: 32] = shifted + base_now;
//!                   below_mask = below_mask | ({31'd0, shifted < base_now} << i);
//!                 end
//!                 below = below_mask;
//! ```

use super::driver::Driver;
use super::lanes::{mentions, LaneLoop, Lanes};
use super::LANE;
use crate::export::error::ExportError;
use crate::export::kernel_statements::reads;
use crate::export::loops::{loops, Loop};
use crate::export::names::{copy_of, sized, Names, Reference};
use crate::export::select;
use rust_hdl::prelude::ast::*;
use std::collections::BTreeMap;
use VerilogExpression as E;

impl Lanes {
    /// Whether an `always` block fills the vector `name`.
    pub fn fills(&self, name: &str) -> bool {
        let of_groups = self.groups.iter().flat_map(|group| &group.vectors);
        let filled = of_groups.map(|(vector, _)| vector);
        let long = self.long.iter().map(|(vector, _)| vector);
        let folds = self.folds.iter().map(|fold| &fold.target);
        filled.chain(long).chain(folds).any(|vector| vector == name)
    }

    /// Whether the vector `name` is driven.
    fn drives(&self, name: &str) -> bool {
        self.fills(name) || self.vectorised.iter().any(|(target, ..)| target == name)
    }

    /// Whether loops alone know `name`.
    pub fn is_local(&self, name: &str) -> bool {
        let drivers = || self.clocked.iter().flat_map(|inner| &inner.drivers);
        let of_drivers = drivers().filter_map(|driver| match driver {
            Driver::Loop(group) => Some(group),
            _ => None,
        });
        let groups = self.groups.iter().chain(of_drivers);
        let mut locals = groups.flat_map(|group| &group.locals);
        !self.drives(name)
            && (locals.any(|(net, _)| net.name == name)
                || drivers().any(|driver| driver.targets().contains(&name)))
    }

    /// Whether the vector `name` has a place here.
    pub fn knows(&self, name: &str) -> bool {
        self.drives(name) || self.is_local(name)
    }

    /// The text of all, for the names of the block around.
    pub fn print(
        &self,
        names: &Names,
        clock: Option<&str>,
        out: &mut Vec<String>,
    ) -> Result<(), ExportError> {
        if !self.vectorised.is_empty() {
            out.push(String::new());
        }
        for (target, value, lanes) in &self.vectorised {
            let value = names.vectorised(value, *lanes)?;
            out.push(format!("  assign {} = {value};", names.signal(target)?));
        }
        for (target, value) in &self.long {
            let width = names.signal_width(target);
            let value = names.expression(value, width)?;
            let mut block = AlwaysBlock::new(target);
            block.declare(width.unwrap_or(1), "value");
            block.body.push(format!("    value = {value};"));
            block
                .body
                .push(format!("    {} = value;", names.signal(target)?));
            block.print(out);
        }
        for fold in &self.folds {
            let (vector, target) = (names.signal(&fold.vector)?, names.signal(&fold.target)?);
            let width = fold.width;
            let words = Loop {
                variable: LANE.to_owned(),
                from: 0,
                to: fold.words,
            };
            let mut block = AlwaysBlock::new(&fold.target);
            block.declared.push(Variable::integer(LANE));
            block.begin(width, "value");
            block.body.push(format!("    {}", words.head()));
            block.body.push(format!(
                "      value = value | {vector}[{width}*{LANE} +: {width}];"
            ));
            block.body.push("    end".to_owned());
            block.body.push(format!("    {target} = value;"));
            block.print(out);
        }
        for group in &self.groups {
            if let Some(block) = group.block(names)? {
                block.print(out);
            }
        }
        for inner in &self.clocked {
            let clock = clock.ok_or_else(|| {
                names.unsupported("registers without a clock".to_owned(), "one clock a block")
            })?;
            inner.print(names, &names.signal(clock)?, out)?;
        }
        Ok(())
    }
}

/// A variable of an `always` block.
#[derive(PartialEq)]
pub struct Variable {
    kind: String,
    name: String,
}

impl Variable {
    fn integer(name: &str) -> Self {
        Variable {
            kind: "integer".to_owned(),
            name: name.to_owned(),
        }
    }

    pub fn declaration(&self) -> String {
        format!("    {} {};", self.kind, self.name)
    }

    pub fn zero(&self) -> String {
        format!("    {} = 0;", self.name)
    }
}

/// An `always` block with a name, since it declares things.
pub struct AlwaysBlock {
    label: String,
    declared: Vec<Variable>,
    before: Vec<String>,
    body: Vec<String>,
}

impl AlwaysBlock {
    fn new(target: &str) -> Self {
        AlwaysBlock {
            label: target.replace('$', "_"),
            declared: Vec::new(),
            before: Vec::new(),
            body: Vec::new(),
        }
    }

    fn declare(&mut self, width: usize, name: &str) {
        match width {
            1 => self.declare_as("reg".to_owned(), name),
            bits => self.declare_mask(bits, name),
        }
    }

    /// Declares a mask, which has a range even of one bit.
    fn declare_mask(&mut self, bits: usize, name: &str) {
        self.declare_as(format!("reg [{}:0]", bits - 1), name);
    }

    fn declare_as(&mut self, kind: String, name: &str) {
        let name = name.to_owned();
        self.declared.push(Variable { kind, name });
    }

    /// A variable that begins with 0, so that it is no latch.
    fn begin(&mut self, width: usize, name: &str) {
        self.declare(width, name);
        self.before.push(format!("    {name} = 0;"));
    }

    fn print(self, out: &mut Vec<String>) {
        out.push(String::new());
        out.push(format!("  always @(*) begin : make_{}", self.label));
        out.extend(self.lines());
        out.push("  end".to_owned());
    }

    /// Variables and lines, of a driver in another block.
    pub fn nested(self) -> (Vec<Variable>, Vec<String>) {
        let lines = self.before.into_iter().chain(self.body).collect();
        (self.declared, lines)
    }

    fn lines(self) -> impl Iterator<Item = String> {
        let declared: Vec<String> = self.declared.iter().map(Variable::declaration).collect();
        declared.into_iter().chain(self.before).chain(self.body)
    }
}

/// One bit in its place of a mask: shifted, since a select of a variable bit is no vector code.
pub fn mask_bit(bits: usize, value: &str, variable: &str) -> String {
    match bits {
        1 => format!("({{{value}}} << {variable})"),
        _ => format!("({{{}, {value}}} << {variable})", sized("0", bits - 1)),
    }
}

impl LaneLoop {
    pub fn block(&self, names: &Names) -> Result<Option<AlwaysBlock>, ExportError> {
        let mut names = names.clone();
        names.loops.push(self.lanes.clone());
        names.locals = self
            .locals
            .iter()
            .map(|(net, _)| net.name.clone())
            .collect();
        let Some((first, statements)) = self.vectors.first() else {
            return Ok(None);
        };
        let mut block = AlwaysBlock::new(first);
        block.declared.push(Variable::integer(LANE));
        for (name, bits) in self.copies(&names) {
            block.declare_mask(bits, &copy_of(&name));
            block
                .before
                .push(format!("    {} = {name};", copy_of(&name)));
            names.copied.insert(name);
        }
        let mut locals = Vec::new();
        for (net, statements) in &self.locals {
            block.begin(net.width, &net.name);
            let value = choice(&names, statements, &net.name, net.width)?;
            locals.push(format!("{} = {value};", net.name));
        }
        match loops(statements).last() {
            None => self.vectors(&names, &locals, &mut block)?,
            Some(bits) => {
                names.loops.push(bits.clone());
                block.declared.push(Variable::integer(&bits.variable));
                let name = names.signal(first)?;
                block.body.push(format!("    {LANE} = 0;"));
                block.body.push(format!("    {} = 0;", bits.variable));
                block.body.push(format!("    {name} = 0;"));
                for statement in statements {
                    self.matrix(&names, statement, &locals, 2, &mut block)?;
                }
            }
        }
        Ok(Some(block))
    }

    /// Words of the simulator that the loop reads, with their bits: a member of its class could
    /// be one of those that the loop writes, for all that a compiler knows.
    fn copies(&self, names: &Names) -> BTreeMap<String, usize> {
        const WORD: usize = 64;
        let mut found = BTreeMap::new();
        for statement in self.statements() {
            reads(statement, &mut |signal| {
                let Ok(Reference::Net {
                    name,
                    net,
                    elements,
                    element,
                    ..
                }) = names.resolve(signal)
                else {
                    return;
                };
                let bits = match element {
                    Some(_) if net.width > 1 => return,
                    _ => net.width * elements.unwrap_or(1),
                };
                if bits <= WORD && !names.locals.contains(&name) {
                    found.insert(name, bits);
                }
            });
        }
        found
    }

    /// One loop that fills all vectors.
    fn vectors(
        &self,
        names: &Names,
        locals: &[String],
        block: &mut AlwaysBlock,
    ) -> Result<(), ExportError> {
        let (mut inner, mut after) = (locals.to_vec(), Vec::new());
        for (key, statements) in &self.vectors {
            let Reference::Net { net, name, .. } = names.resolve(key)? else {
                return Err(names.unsupported(format!("`{key}`"), "a vector"));
            };
            let value = choice(names, statements, key, net.width)?;
            let step = net.step;
            if net.width == 1 {
                let bits = self.lanes.to;
                block.declare_mask(bits, &format!("{name}_mask"));
                block.before.push(format!("    {name}_mask = 0;"));
                let bit = mask_bit(bits, &value, LANE);
                inner.push(format!("{name}_mask = {name}_mask | {bit};"));
                after.push(format!("    {name} = {name}_mask;"));
            } else {
                let value = match step - net.width {
                    0 => value,
                    more => format!("{{{more}'d0, {value}}}"),
                };
                inner.push(format!("{name}[{step}*{LANE} +: {step}] = {value};"));
            }
        }
        block.body.push(format!("    {}", self.lanes.head()));
        block
            .body
            .extend(inner.iter().map(|line| format!("      {line}")));
        block.body.push("    end".to_owned());
        block.body.extend(after);
        Ok(())
    }

    /// A bit of every lane at a time, so that the lanes are one vector of the processor.
    fn matrix(
        &self,
        names: &Names,
        statement: &VerilogStatement,
        locals: &[String],
        indent: usize,
        block: &mut AlwaysBlock,
    ) -> Result<(), ExportError> {
        let pad = "  ".repeat(indent);
        match statement {
            VerilogStatement::If(VerilogConditional {
                test,
                then,
                otherwise: VerilogBlockOrConditional::None,
            }) if !mentions(test, LANE) => {
                block
                    .body
                    .push(format!("{pad}if ({}) begin", names.expression(test, None)?));
                for inner in then {
                    self.matrix(names, inner, locals, indent + 1, block)?;
                }
                block.body.push(format!("{pad}end"));
            }
            VerilogStatement::Loop(inner) => {
                let bits = Loop::new(inner);
                let [VerilogStatement::Assignment(E::Signal(target), value)] = &inner.block[..]
                else {
                    return Err(names.unsupported(format!("{inner:?}"), "one bit of a lane"));
                };
                if names.constant(value).as_deref() == Some("0") {
                    return Ok(());
                }
                let Reference::Net { net, name, .. } = names.resolve(target)? else {
                    return Err(names.unsupported(format!("`{target}`"), "a vector"));
                };
                let mut text = names.expression(value, Some(1))?;
                let mut rows = Vec::new();
                of_row(value, &bits.variable, &mut rows);
                block.body.push(format!("{pad}{}", bits.head()));
                for (number, row) in rows.into_iter().enumerate() {
                    let local = format!("{name}_row_{number}");
                    let of_row = names.expression(row, None)?;
                    text = text.replace(&of_row, &local);
                    block.begin(names.width(row).unwrap_or(1), &local);
                    block.body.push(format!("{pad}  {local} = {of_row};"));
                }
                let step = net.step;
                let bit = format!("{name}_bit");
                block.begin(step, &bit);
                let shifted = mask_bit(step, "1'b1", &bits.variable);
                block.body.push(format!("{pad}  {bit} = {shifted};"));
                block.body.push(format!("{pad}  {}", self.lanes.head()));
                block
                    .body
                    .extend(locals.iter().map(|line| format!("{pad}    {line}")));
                let place = format!("{name}[{step}*{LANE} +: {step}]");
                let assigned = format!("{place} = {place} | ");
                // Bits are added to 0: a second value would be added to the first.
                if (block.body.iter()).any(|line| line.trim_start().starts_with(&assigned)) {
                    let found = format!("`{target}` with two values");
                    return Err(names.unsupported(found, "0, and one value under a condition"));
                }
                block.body.push(format!(
                    "{pad}    {assigned}({{{step}{{{text}}}}} & {bit});"
                ));
                block.body.push(format!("{pad}  end"));
                block.body.push(format!("{pad}end"));
            }
            other => {
                return Err(names.unsupported(format!("{other:?}"), "bits of a lane in a loop"))
            }
        }
        Ok(())
    }
}

/// The parts of vectors that depend on the variable of bits alone.
fn of_row<'e>(value: &'e E, variable: &str, rows: &mut Vec<&'e E>) {
    match value {
        E::Slice(_, _, offset) | E::Index(_, offset)
            if mentions(offset, variable) && !mentions(value, LANE) =>
        {
            rows.push(value);
        }
        E::Binary(left, _, right) => {
            of_row(left, variable, rows);
            of_row(right, variable, rows);
        }
        E::Unary(_, inner) | E::Paren(inner) | E::Cast(inner, _) => of_row(inner, variable, rows),
        _ => {}
    }
}

/// The value that `statements` give to `key`.
fn choice(
    names: &Names,
    statements: &[VerilogStatement],
    key: &str,
    width: usize,
) -> Result<String, ExportError> {
    let statements: Vec<&VerilogStatement> = statements.iter().collect();
    let value = select::expression(names, &statements, key, width)?;
    value.ok_or_else(|| {
        names.unsupported(
            format!("`{key}` of a lane"),
            "one value, or a choice of a few",
        )
    })
}
