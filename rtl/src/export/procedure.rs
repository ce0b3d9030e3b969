//! Statements inside `always` blocks.

use super::error::ExportError;
use super::kernel_statements::{comment_text, DEFAULT};
use super::loops::Loop;
use super::names::{Names, Reference};
use super::simulation::mask_bit;
use rust_hdl::prelude::ast::*;

/// Prints procedural statements; `assign` is `=` or `<=`.
pub struct Procedure<'a> {
    pub names: &'a Names<'a>,
    pub assign: &'static str,
}

impl Procedure<'_> {
    /// `statement` at `indent` levels, a line each.
    pub fn statement(
        &self,
        statement: &VerilogStatement,
        indent: usize,
        out: &mut Vec<String>,
    ) -> Result<(), ExportError> {
        let pad = "  ".repeat(indent);
        match statement {
            VerilogStatement::Assignment(VerilogExpression::Signal(target), value) => {
                if let Some((mask, bits, place)) = self.names.mask(target)? {
                    if self.names.constant(value).as_deref() != Some("0") {
                        let bit = mask_bit(bits, &self.names.expression(value, Some(1))?, &place);
                        out.push(format!("{pad}{mask} = {mask} | {bit};"));
                    }
                    return Ok(());
                }
                let width = self.names.signal_width(target);
                let start = format!("{pad}{} {}", self.names.signal(target)?, self.assign);
                out.extend(folded(&start, &self.names.expression(value, width)?));
            }
            VerilogStatement::If(conditional) => self.conditional(conditional, indent, out)?,
            VerilogStatement::Match(inner) => self.case(inner, indent, out)?,
            VerilogStatement::Loop(inner) => {
                let mut body = Vec::new();
                self.block(&inner.block, indent + 1, &mut body)?;
                if !body.is_empty() {
                    out.push(format!("{pad}{}", Loop::new(inner).head()));
                    out.extend(body);
                    out.push(format!("{pad}end"));
                }
            }
            VerilogStatement::Comment(text) => {
                if out.last().is_some_and(|line| line.ends_with(';')) {
                    out.push(String::new());
                }
                out.push(format!("{pad}// {}", comment_text(text)));
            }
            other => {
                return Err(self
                    .names
                    .unsupported(format!("{other:?}"), "assignments, if, match and for"));
            }
        }
        Ok(())
    }

    fn block(
        &self,
        block: &[VerilogStatement],
        indent: usize,
        out: &mut Vec<String>,
    ) -> Result<(), ExportError> {
        block
            .iter()
            .try_for_each(|inner| self.statement(inner, indent, out))
    }

    fn case(
        &self,
        inner: &VerilogMatch,
        indent: usize,
        out: &mut Vec<String>,
    ) -> Result<(), ExportError> {
        let pad = "  ".repeat(indent);
        let width = self.names.width(&inner.test);
        let test = self.names.expression(&inner.test, None)?;
        out.push(format!("{pad}case ({test})"));
        for case in &inner.cases {
            let label = self.label(&case.condition, width)?;
            if case.block.is_empty() {
                out.push(format!("{pad}  {label}: ;"));
            } else {
                out.push(format!("{pad}  {label}: begin"));
                self.block(&case.block, indent + 2, out)?;
                out.push(format!("{pad}  end"));
            }
        }
        if inner.cases.iter().all(|case| case.condition != DEFAULT) {
            out.push(format!("{pad}  {DEFAULT}: ;"));
        }
        out.push(format!("{pad}endcase"));
        Ok(())
    }

    /// A pattern as a case label of the test's width.
    fn label(&self, pattern: &str, width: Option<usize>) -> Result<String, ExportError> {
        if pattern == DEFAULT {
            return Ok(pattern.to_string());
        }
        let is_decimal = pattern.chars().all(|digit| digit.is_ascii_digit());
        match (is_decimal.then(|| pattern.parse::<u64>()), width) {
            (Some(Ok(value)), Some(width)) if width >= 64 || value >> width == 0 => {
                Ok(format!("{width}'d{value}"))
            }
            _ => Err(self.names.unsupported(
                format!("the pattern `{pattern}`"),
                "a decimal literal that the matched value can hold, or _",
            )),
        }
    }

    fn conditional(
        &self,
        conditional: &VerilogConditional,
        indent: usize,
        out: &mut Vec<String>,
    ) -> Result<(), ExportError> {
        let pad = "  ".repeat(indent);
        let test = self.names.expression(&conditional.test, None)?;
        out.push(format!("{pad}if ({test}) begin"));
        self.block(&conditional.then, indent + 1, out)?;
        match &conditional.otherwise {
            VerilogBlockOrConditional::None => {}
            VerilogBlockOrConditional::Block(block) => {
                out.push(format!("{pad}end else begin"));
                self.block(block, indent + 1, out)?;
            }
            VerilogBlockOrConditional::Conditional(inner) => {
                // `else if` on one line: the inner text without its indentation.
                let mut text = Vec::new();
                self.statement(inner, indent, &mut text)?;
                let last = text.len() - 1;
                text[0] = format!("{pad}end else {}", text[0].trim_start());
                out.extend(text.drain(..last));
            }
        }
        out.push(format!("{pad}end"));
        Ok(())
    }
}

impl Names<'_> {
    /// In the form for simulation, where `target` is one bit of those that a loop drives: the mask that they are
    /// joined to, its bits, and the variable.
    fn mask(&self, target: &str) -> Result<Option<(String, usize, String)>, ExportError> {
        Ok(match self.resolve(target)? {
            _ if !self.is_simulation => None,
            Reference::Net {
                name,
                net,
                elements: Some(bits),
                element: Some(element),
                ..
            } if net.width == 1 => Some((format!("{name}_mask"), bits, element)),
            _ => None,
        })
    }
}

/// The lines of an assignment that begins with `start`: one, or where that is too long
/// one a term of the outermost `|`.
pub fn folded(start: &str, value: &str) -> Vec<String> {
    const LONGEST: usize = 100;
    let line = format!("{start} {value};");
    if line.len() <= LONGEST {
        return vec![line];
    }
    let mut terms = vec![String::new()];
    let mut depth = 0;
    for (place, letter) in value.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            '|' if depth == 0 && value[place..].starts_with("| ") => terms.push(String::new()),
            _ => {}
        }
        if let Some(term) = terms.last_mut() {
            term.push(letter);
        }
    }
    let indent = start.len() - start.trim_start().len() + 2;
    let last = terms.len() - 1;
    let mut lines = vec![start.to_owned()];
    lines.extend(terms.iter().enumerate().map(|(index, term)| {
        let end = if index == last { ";" } else { "" };
        format!("{:indent$}{}{end}", "", term.trim_end())
    }));
    lines
}
