//! Expressions of a kernel, as Verilog.
//!
//! RustHDL's types make both sides of an operator equally wide, and every
//! expression as wide as the place it goes to. What Verilog would read otherwise
//! (a literal without a width, an index past the end) is refused.

use super::error::ExportError;
use super::names::{sized, Names, Reference};
use rust_hdl::prelude::ast::{VerilogExpression, VerilogLiteral, VerilogOp, VerilogOpUnary};
use VerilogExpression as E;

/// Digits of a RustHDL literal, in hexadecimal.
fn digits(literal: &VerilogLiteral) -> String {
    let text = format!("{literal:x}");
    let digits = text.split_once('h').map_or("", |(_, digits)| digits);
    match digits.trim_start_matches('0') {
        "" => "0".to_string(),
        digits => digits.to_string(),
    }
}

/// Bits that a number of these hexadecimal digits needs.
fn bits_needed(digits: &str) -> usize {
    let first = digits.chars().next().and_then(|digit| digit.to_digit(16));
    (digits.len() - 1) * 4 + (u32::BITS - first.unwrap_or(0).leading_zeros()) as usize
}

impl Names<'_> {
    /// The width of `expression`; none for a literal, which takes that of its place.
    pub fn width(&self, expression: &E) -> Option<usize> {
        match expression {
            E::Signal(signal) => self.signal_width(signal),
            E::Literal(_) => None,
            E::Cast(_, width) | E::Slice(_, width, _) => Some(*width),
            E::Paren(inner) | E::Signed(inner) | E::Unsigned(inner) => self.width(inner),
            E::Binary(_, operator, _) if is_comparison(operator) => Some(1),
            E::Binary(left, operator, _) if is_shift(operator) => self.width(left),
            E::Binary(left, _, right) => self.width(left).or(self.width(right)),
            E::Unary(VerilogOpUnary::Not | VerilogOpUnary::Neg, inner) => self.width(inner),
            E::Unary(..) | E::Index(..) => Some(1),
            E::IndexReplace(inner, ..) => self.width(inner),
        }
    }

    /// An expression in a place `width` bits wide; literals take that width.
    pub fn expression(&self, expression: &E, width: Option<usize>) -> Result<String, ExportError> {
        Ok(match expression {
            E::Signal(signal) => match (self.signal_width(signal), width) {
                // An array is read as a vector no narrower than itself.
                (Some(own), Some(width)) if own < width => {
                    format!("{{{}, {}}}", sized("0", width - own), self.signal(signal)?)
                }
                _ => self.signal(signal)?,
            },
            E::Literal(literal) => self.literal(literal, width)?,
            E::Paren(inner) => self.expression(inner, width)?,
            E::Cast(inner, width) => self.cast(inner, *width)?,
            E::Binary(_, VerilogOp::Mul, _) => {
                return Err(self.unsupported(
                    format!("{expression:?}"),
                    "no product: it is wider than its factors",
                ));
            }
            E::Binary(left, operator, right) if is_shift(operator) => {
                if let Some(moved) = self.long_shift(left, operator, right) {
                    return Ok(moved);
                }
                let amount = match strip(right) {
                    E::Literal(amount) => self.number(amount)?.to_string(),
                    _ => self.operand(right, operator, None)?,
                };
                let inner = self.width(left).or(width);
                let left = self.operand(left, operator, inner)?;
                format!("{left} {} {amount}", symbol(operator))
            }
            E::Binary(left, operator, right) => {
                let around = width.filter(|_| !is_comparison(operator));
                let inner = self.width(left).or_else(|| self.width(right)).or(around);
                let left = self.operand(left, operator, inner)?;
                let right = self.operand(right, operator, inner)?;
                format!("{left} {} {right}", symbol(operator))
            }
            E::Unary(operator, inner) => self.unary(operator, inner, width)?,
            E::Index(vector, index) => {
                let index_text = self.index(vector, index, 1)?;
                let (vector, start) = self.vector(vector)?;
                format!("{vector}[{start}{index_text}]")
            }
            E::Slice(vector, width, offset) => {
                if let Some(number) = self.counts(vector, *width, offset) {
                    return Ok(number);
                }
                let offset_text = self.index(vector, offset, *width)?;
                let (vector, start) = self.vector(vector)?;
                match strip(offset) {
                    E::Literal(offset) if start.is_empty() => {
                        format!(
                            "{vector}[{}:{offset_text}]",
                            self.number(offset)? + width - 1
                        )
                    }
                    _ => format!("{vector}[{start}{offset_text} +: {width}]"),
                }
            }
            E::Signed(_) | E::Unsigned(_) | E::IndexReplace(..) => {
                return Err(self.unsupported(
                    format!("{expression:?}"),
                    "unsigned arithmetic, slices and whole assignments",
                ));
            }
        })
    }

    /// In the form for simulation, a vector longer than a word of the simulator that is moved by a number of bits: as
    /// a concatenation that is a copy of words.
    fn long_shift(&self, left: &E, operator: &VerilogOp, right: &E) -> Option<String> {
        const WORD: usize = 64;
        if !self.is_simulation || !matches!(strip(left), E::Signal(_)) {
            return None;
        }
        let (vector, _) = self.vector(left).ok()?;
        let amount = self.literal_number(right).ok()?;
        let width = self.width(left)?;
        if amount == 0 || width <= WORD.max(amount) {
            return None;
        }
        Some(match operator {
            VerilogOp::Shl => format!("{{{vector}[{}:0], {amount}'d0}}", width - amount - 1),
            _ => format!("{{{amount}'d0, {vector}[{}:{amount}]}}", width - 1),
        })
    }

    /// In the form for simulation, the part of the constant `vector` that is the lane's number among 2^`width`, counted
    /// from the last.
    fn counts(&self, vector: &E, width: usize, offset: &E) -> Option<String> {
        let lanes = self.loops.last().filter(|_| self.is_simulation)?;
        let constant = self.constant(vector)?;
        let E::Binary(variable, VerilogOp::Mul, factor) = strip(offset) else {
            return None;
        };
        let is_lane = matches!(strip(variable), E::Signal(name) if *name == lanes.variable);
        let first = (1_usize << width.min(31)).checked_sub(lanes.to)?;
        let all = (first..first + lanes.to)
            .rev()
            .fold(String::new(), |bits, lane| {
                bits + &format!("{lane:0width$b}")
            });
        let bits: String = constant
            .chars()
            .filter_map(|digit| digit.to_digit(16))
            .map(|digit| format!("{digit:04b}"))
            .collect();
        let counts = is_lane
            && self.literal_number(factor).ok() == Some(width)
            && bits.trim_start_matches('0') == all.trim_start_matches('0');
        let number = format!("{}[{}:0]", lanes.variable, width - 1);
        counts.then(|| match first {
            0 => number,
            _ => format!("({number} - {})", sized(&format!("{:x}", lanes.to), width)),
        })
    }

    fn unary(
        &self,
        operator: &VerilogOpUnary,
        inner: &E,
        width: Option<usize>,
    ) -> Result<String, ExportError> {
        let (symbol, width) = match operator {
            VerilogOpUnary::Not => ("~", width),
            VerilogOpUnary::All => ("&", None),
            VerilogOpUnary::Any => ("|", None),
            VerilogOpUnary::Xor => ("^", None),
            VerilogOpUnary::Neg => {
                return Err(self.unsupported(format!("-{inner:?}"), "0 minus the operand"))
            }
        };
        let text = self.expression(inner, width)?;
        Ok(match strip(inner) {
            E::Binary(..) | E::Unary(..) => format!("{symbol}({text})"),
            _ => format!("{symbol}{text}"),
        })
    }

    /// A condition, parenthesised where more than a name.
    pub fn condition(&self, test: &E) -> Result<String, ExportError> {
        let text = self.expression(test, None)?;
        Ok(match strip(test) {
            E::Binary(..) => format!("({text})"),
            _ => text,
        })
    }

    /// The value of a literal or named constant, in hexadecimal.
    pub fn constant(&self, expression: &E) -> Option<String> {
        match strip(expression) {
            E::Literal(literal) => Some(digits(literal)),
            E::Signal(signal) => match self.resolve(signal).ok()? {
                Reference::Constant(constant) => Some(constant.hexadecimal.clone()),
                Reference::Net { .. } => None,
            },
            _ => None,
        }
    }

    fn literal(
        &self,
        literal: &VerilogLiteral,
        width: Option<usize>,
    ) -> Result<String, ExportError> {
        let digits = digits(literal);
        match width {
            Some(width) if bits_needed(&digits) <= width => Ok(sized(&digits, width)),
            Some(_) => Err(self.unsupported(
                format!("the literal 0x{digits}"),
                "a literal no wider than the operand beside it",
            )),
            None => Err(self.unsupported(
                format!("the literal 0x{digits}"),
                "a literal beside something that has a width",
            )),
        }
    }

    /// A literal that counts: a shift amount, an index.
    fn number(&self, literal: &VerilogLiteral) -> Result<usize, ExportError> {
        let digits = digits(literal);
        usize::from_str_radix(&digits, 16)
            .map_err(|_| self.unsupported(format!("the literal 0x{digits}"), "a small number"))
    }

    fn operand(
        &self,
        operand: &E,
        parent: &VerilogOp,
        width: Option<usize>,
    ) -> Result<String, ExportError> {
        let text = self.expression(operand, width)?;
        Ok(match strip(operand) {
            E::Binary(_, operator, _) if !same_chain(operator, parent) => format!("({text})"),
            // A reduction beside `&` or `|` reads as one of them doubled.
            E::Unary(operator, _) if !matches!(operator, VerilogOpUnary::Not) => {
                format!("({text})")
            }
            _ => text,
        })
    }

    /// `bit_cast`: zero extension or truncation, spelled out.
    fn cast(&self, inner: &E, to: usize) -> Result<String, ExportError> {
        if let E::Literal(literal) = strip(inner) {
            return self.literal(literal, Some(to));
        }
        let (text, start) = self.vector(inner)?;
        let from = self.width(inner).unwrap_or(to);
        let text = match (from > to, start.is_empty()) {
            (true, true) => format!("{text}[{}:0]", to - 1),
            (true, false) => format!("{text}[{start}0 +: {to}]"),
            (false, true) => text,
            (false, false) => self.expression(inner, None)?,
        };
        Ok(if from < to {
            format!("{{{}, {text}}}", sized("0", to - from))
        } else {
            text
        })
    }

    /// A whole signal: what can be cast, sliced or indexed without changing
    /// meaning, since its width is declared. With it where it begins: nothing, or in a
    /// form for simulation the place of an element, to be followed by an index.
    fn vector(&self, expression: &E) -> Result<(String, String), ExportError> {
        match strip(expression) {
            E::Signal(signal) => match self.resolve(signal)? {
                Reference::Net { name, element, .. }
                    if element.is_none() || self.locals.contains(&name) =>
                {
                    Ok((name, String::new()))
                }
                Reference::Net {
                    name,
                    net,
                    element: Some(index),
                    ..
                } if self.is_simulation && net.width > 1 => {
                    Ok((name, format!("{}*{index} + ", net.step)))
                }
                Reference::Constant(constant) => Ok((constant.name.to_uppercase(), String::new())),
                Reference::Net { .. } => {
                    Err(self.unsupported(format!("`{signal}`"), "a whole signal here"))
                }
            },
            other => Err(self.unsupported(
                format!("a cast, slice or index of an expression ({other:?})"),
                "a Local that holds the expression",
            )),
        }
    }

    /// The first of `count` bits of `vector`. Where all of them may not exist
    /// RustHDL reads 0 or stops and Verilog reads x, so that is refused.
    fn index(&self, vector: &E, index: &E, count: usize) -> Result<String, ExportError> {
        let (text, largest) = match strip(index) {
            E::Literal(literal) => {
                let number = self.number(literal)?;
                (number.to_string(), Some(number))
            }
            E::Signal(name) if self.variable(name).is_some() => {
                let largest = self.variable(name).map(|known| known.to.saturating_sub(1));
                (name.clone(), largest)
            }
            E::Binary(left, VerilogOp::Add, right) => {
                let (left, most) = self.multiple(left)?;
                let offset = self.literal_number(right)?;
                (format!("{left} + {offset}"), Some(most + offset))
            }
            E::Binary(_, VerilogOp::Mul, _) => {
                let (text, most) = self.multiple(strip(index))?;
                (text, Some(most))
            }
            other => {
                let text = self.expression(other, None)?;
                let values = self
                    .width(other)
                    .and_then(|width| 1_usize.checked_shl(width as u32));
                (text, values.map(|values| values - 1))
            }
        };
        match (largest, self.width(vector)) {
            (Some(largest), Some(width)) if largest.saturating_add(count) <= width => Ok(text),
            _ => Err(self.unsupported(
                format!("an index `{text}` that may pass the vector's end"),
                "an index of as many values as the vector has bits, or a shift",
            )),
        }
    }
}

impl Names<'_> {
    /// A loop's variable or a signal times a literal, and the most that it comes to.
    fn multiple(&self, product: &E) -> Result<(String, usize), ExportError> {
        if let E::Binary(name, VerilogOp::Mul, factor) = strip(product) {
            let factor = self.literal_number(factor)?;
            if let E::Signal(name) = strip(name) {
                match (self.variable(name), self.signal_width(name)) {
                    (Some(variable), _) => {
                        let most = factor * variable.to.saturating_sub(1);
                        return Ok((format!("{factor}*{name}"), most));
                    }
                    (None, Some(width)) if width < 32 && factor.is_power_of_two() => {
                        let zeros = sized("0", factor.ilog2() as usize);
                        let most = factor * ((1 << width) - 1);
                        return Ok((format!("{{{}, {zeros}}}", self.signal(name)?), most));
                    }
                    _ => {}
                }
            }
        }
        Err(self.unsupported(
            format!("the index {product:?}"),
            "a loop's variable times a literal, or a signal times a power of two",
        ))
    }

    fn literal_number(&self, expression: &E) -> Result<usize, ExportError> {
        match strip(expression) {
            E::Literal(literal) => self.number(literal),
            other => Err(self.unsupported(format!("{other:?}"), "a literal")),
        }
    }
}

/// The expression without the parentheses around it.
pub fn strip(expression: &E) -> &E {
    match expression {
        E::Paren(inner) => strip(inner),
        other => other,
    }
}

fn is_shift(operator: &VerilogOp) -> bool {
    matches!(operator, VerilogOp::Shl | VerilogOp::Shr)
}

/// Whether the result is one bit, whatever the width of the operands.
pub fn is_comparison(operator: &VerilogOp) -> bool {
    use VerilogOp::*;
    matches!(
        operator,
        Eq | Ne | Lt | Le | Gt | Ge | LogicalAnd | LogicalOr
    )
}

/// Whether `inner` may stand unparenthesised on either side of `outer`.
fn same_chain(inner: &VerilogOp, outer: &VerilogOp) -> bool {
    use VerilogOp::*;
    matches!(
        (inner, outer),
        (Add, Add)
            | (BitAnd, BitAnd)
            | (BitOr, BitOr)
            | (BitXor, BitXor)
            | (LogicalAnd, LogicalAnd)
            | (LogicalOr, LogicalOr)
    )
}

/// An operator as Verilog writes it.
pub fn symbol(operator: &VerilogOp) -> &'static str {
    match operator {
        VerilogOp::Add => "+",
        VerilogOp::Sub => "-",
        VerilogOp::Mul => "*",
        VerilogOp::LogicalAnd => "&&",
        VerilogOp::LogicalOr => "||",
        VerilogOp::BitXor => "^",
        VerilogOp::BitAnd => "&",
        VerilogOp::BitOr => "|",
        VerilogOp::Shl => "<<",
        VerilogOp::Shr => ">>",
        VerilogOp::Eq => "==",
        VerilogOp::Lt => "<",
        VerilogOp::Le => "<=",
        VerilogOp::Ne => "!=",
        VerilogOp::Ge => ">=",
        VerilogOp::Gt => ">",
    }
}
