//! Expressions and names of a kernel, as Verilog.

use super::collect::{Child, Constant, Net, RawBlock, Role};
use super::error::ExportError;
use rust_hdl::prelude::ast::{VerilogExpression, VerilogLiteral, VerilogOp, VerilogOpUnary};

/// The names of one module.
pub struct Names<'a> {
    pub module: &'a str,
    pub block: &'a RawBlock,
    /// Nets of sub-block ports that are the module's own net, by that net's name.
    pub aliases: Vec<(String, String)>,
}

/// What a kernel's signal text stands for.
pub enum Reference<'a> {
    Net {
        name: String,
        net: &'a Net,
        element: Option<String>,
    },
    Constant(&'a Constant),
    LoopVariable(String),
}

/// The net of port `port` of sub-block `child`.
pub fn port_net(child: &str, port: &str) -> String {
    format!("{child}_{port}")
}

/// A signal's text without the `$next` of a target, which names its driver.
pub fn target_key(signal: &str) -> String {
    let signal = signal.trim_end_matches("$next");
    match (signal.find('['), signal.find(']')) {
        (Some(open), Some(close)) if open < close => {
            format!("{}{}", &signal[..open], &signal[close + 1..])
        }
        _ => signal.to_string(),
    }
}

fn split_index(text: &str) -> (&str, Option<&str>) {
    match text.strip_suffix(']').and_then(|text| text.split_once('[')) {
        Some((name, index)) => (name, Some(index)),
        None => (text, None),
    }
}

/// Digits of a RustHDL literal, in hexadecimal.
fn digits(literal: &VerilogLiteral) -> String {
    let text = format!("{literal:x}");
    text.split_once('h')
        .map_or("0", |(_, digits)| digits)
        .to_string()
}

/// A literal of `width` bits; decimal where it is short.
pub fn sized(hexadecimal: &str, width: usize) -> String {
    match u64::from_str_radix(hexadecimal, 16) {
        Ok(value) if width == 1 => format!("1'b{value}"),
        Ok(value) if value < 10 => format!("{width}'d{value}"),
        _ => format!("{width}'h{hexadecimal}"),
    }
}

impl<'a> Names<'a> {
    pub fn unsupported(&self, construct: String, expected: &'static str) -> ExportError {
        ExportError::Unsupported {
            module: self.module.to_string(),
            construct,
            expected,
        }
    }

    pub fn child(&self, name: &str) -> Option<&'a Child> {
        self.block.children.iter().find(|child| child.name == name)
    }

    pub fn resolve(&self, signal: &str) -> Result<Reference<'a>, ExportError> {
        let text = signal.trim_end_matches("$next");
        let (head, tail) = match text.split_once('$') {
            Some((head, tail)) => (head, Some(tail)),
            None => (text, None),
        };
        let (head, index) = split_index(head);
        if let Some(net) = self.block.nets.iter().find(|net| net.name == head) {
            return Ok(Reference::Net {
                name: head.to_string(),
                net,
                element: index.map(str::to_string),
            });
        }
        if let Some((child, tail)) = self.child(head).zip(tail) {
            let (port, port_index) = split_index(tail);
            let net = child.block.nets.iter().find(|net| net.name == port);
            let net = net.ok_or_else(|| {
                self.unsupported(format!("`{signal}`"), "a port of the sub-block")
            })?;
            if child.elements.is_some() && net.elements.is_some() {
                return Err(self.unsupported(format!("`{signal}`"), "one level of arrays"));
            }
            let name = port_net(head, port);
            let alias = self.aliases.iter().find(|(from, _)| *from == name);
            return Ok(Reference::Net {
                name: alias.map_or(name, |(_, to)| to.clone()),
                net,
                element: index.or(port_index).map(str::to_string),
            });
        }
        if let Some(constant) = self
            .block
            .constants
            .iter()
            .find(|constant| constant.name == head)
        {
            return Ok(Reference::Constant(constant));
        }
        Ok(Reference::LoopVariable(head.to_string()))
    }

    /// A signal, or one element of it, as it is read and written.
    pub fn signal(&self, signal: &str) -> Result<String, ExportError> {
        Ok(match self.resolve(signal)? {
            Reference::LoopVariable(name) => name,
            Reference::Constant(constant) => sized(&constant.hexadecimal, constant.width),
            Reference::Net {
                name,
                element: None,
                ..
            } => name,
            Reference::Net {
                name,
                net,
                element: Some(index),
            } => match (net.width, index.parse::<usize>()) {
                (1, _) => format!("{name}[{index}]"),
                (width, Ok(index)) => {
                    format!("{name}[{}:{}]", width * index + width - 1, width * index)
                }
                (width, Err(_)) => format!("{name}[{width}*{index} +: {width}]"),
            },
        })
    }

    fn width(&self, expression: &VerilogExpression) -> Option<usize> {
        use VerilogExpression as E;
        match expression {
            E::Signal(signal) => match self.resolve(signal).ok()? {
                Reference::Net { net, .. } => Some(net.width),
                Reference::Constant(constant) => Some(constant.width),
                Reference::LoopVariable(_) => None,
            },
            E::Literal(_) => None,
            E::Cast(_, width) | E::Slice(_, width, _) => Some(*width),
            E::Paren(inner) | E::Signed(inner) | E::Unsigned(inner) => self.width(inner),
            E::Binary(left, operator, right) => match operator {
                VerilogOp::Shl | VerilogOp::Shr => self.width(left),
                operator if is_comparison(operator) => Some(1),
                _ => self.width(left).or(self.width(right)),
            },
            E::Unary(VerilogOpUnary::Not | VerilogOpUnary::Neg, inner) => self.width(inner),
            E::Unary(..) | E::Index(..) => Some(1),
            E::IndexReplace(inner, ..) => self.width(inner),
        }
    }

    /// An expression in a place `width` bits wide; literals take that width.
    pub fn expression(
        &self,
        expression: &VerilogExpression,
        width: Option<usize>,
    ) -> Result<String, ExportError> {
        use VerilogExpression as E;
        Ok(match expression {
            E::Signal(signal) => self.signal(signal)?,
            E::Literal(literal) => match width {
                Some(width) => sized(&digits(literal), width),
                None => literal.as_usize().to_string(),
            },
            E::Paren(inner) => self.expression(inner, width)?,
            E::Cast(inner, width) => self.cast(inner, *width)?,
            E::Binary(left, operator, right) => {
                let shift = matches!(operator, VerilogOp::Shl | VerilogOp::Shr);
                let inner = self.width(left).or_else(|| self.width(right));
                let inner = if is_comparison(operator) {
                    inner
                } else {
                    inner.or(width)
                };
                let right_width = if shift { None } else { inner };
                format!(
                    "{} {} {}",
                    self.operand(left, operator, inner)?,
                    symbol(operator),
                    self.operand(right, operator, right_width)?
                )
            }
            E::Unary(operator, inner) => {
                let text = self.expression(inner, width)?;
                let symbol = match operator {
                    VerilogOpUnary::Not => "~",
                    VerilogOpUnary::Neg => "-",
                    VerilogOpUnary::All => "&",
                    VerilogOpUnary::Any => "|",
                    VerilogOpUnary::Xor => "^",
                };
                match strip(inner) {
                    E::Binary(..) | E::Unary(..) => format!("{symbol}({text})"),
                    _ => format!("{symbol}{text}"),
                }
            }
            E::Index(vector, index) => {
                format!(
                    "{}[{}]",
                    self.vector(vector)?,
                    self.expression(index, None)?
                )
            }
            E::Slice(vector, width, offset) => {
                let vector = self.vector(vector)?;
                match strip(offset) {
                    E::Literal(offset) => {
                        let offset = offset.as_usize();
                        format!("{vector}[{}:{offset}]", offset + width - 1)
                    }
                    offset => format!("{vector}[{} +: {width}]", self.expression(offset, None)?),
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

    /// A condition, parenthesised where more than a name.
    pub fn condition(&self, test: &VerilogExpression) -> Result<String, ExportError> {
        let text = self.expression(test, None)?;
        Ok(match strip(test) {
            VerilogExpression::Binary(..) => format!("({text})"),
            _ => text,
        })
    }

    /// The decimal value of a literal or named constant.
    pub fn constant(&self, expression: &VerilogExpression) -> Option<String> {
        let hexadecimal = match strip(expression) {
            VerilogExpression::Literal(literal) => digits(literal),
            VerilogExpression::Signal(signal) => match self.resolve(signal).ok()? {
                Reference::Constant(constant) => constant.hexadecimal.clone(),
                _ => return None,
            },
            _ => return None,
        };
        u128::from_str_radix(&hexadecimal, 16)
            .ok()
            .map(|value| value.to_string())
    }

    fn operand(
        &self,
        operand: &VerilogExpression,
        parent: &VerilogOp,
        width: Option<usize>,
    ) -> Result<String, ExportError> {
        let text = self.expression(operand, width)?;
        Ok(match strip(operand) {
            VerilogExpression::Binary(_, operator, _) if !same_chain(operator, parent) => {
                format!("({text})")
            }
            _ => text,
        })
    }

    /// `bit_cast`: zero extension or truncation, spelled out.
    fn cast(&self, inner: &VerilogExpression, to: usize) -> Result<String, ExportError> {
        if let VerilogExpression::Literal(literal) = strip(inner) {
            return Ok(sized(&digits(literal), to));
        }
        let text = self.vector(inner)?;
        match self.width(inner) {
            Some(from) if from == to => Ok(text),
            Some(from) if from < to => Ok(format!("{{{}, {text}}}", sized("0", to - from))),
            Some(_) => Ok(format!("{text}[{}:0]", to - 1)),
            None => Err(self.unsupported(format!("a cast of `{text}`"), "a signal")),
        }
    }

    /// A whole signal: what can be cast, sliced or indexed without changing
    /// meaning, since its width is declared.
    fn vector(&self, expression: &VerilogExpression) -> Result<String, ExportError> {
        match strip(expression) {
            VerilogExpression::Signal(signal) => match self.resolve(signal)? {
                Reference::Net {
                    name,
                    element: None,
                    ..
                } => Ok(name),
                _ => Err(self.unsupported(format!("`{signal}`"), "a whole signal here")),
            },
            other => Err(self.unsupported(
                format!("a cast, slice or index of an expression ({other:?})"),
                "a Local that holds the expression",
            )),
        }
    }

    /// Width of the place that `signal` names.
    pub fn target_width(&self, signal: &str) -> Option<usize> {
        match self.resolve(signal).ok()? {
            Reference::Net { net, .. } => Some(net.width),
            _ => None,
        }
    }

    /// Whether `signal` is the input of a register, and of which.
    pub fn register_input(&self, signal: &str) -> Option<&'a str> {
        let (head, tail) = signal.trim_end_matches("$next").split_once('$')?;
        let is_register = |net: &&Net| net.role == Role::Register && net.name == head;
        (tail == "d")
            .then(|| self.block.nets.iter().find(is_register))?
            .map(|net| net.name.as_str())
    }
}

/// The expression without the parentheses around it.
pub fn strip(expression: &VerilogExpression) -> &VerilogExpression {
    match expression {
        VerilogExpression::Paren(inner) => strip(inner),
        other => other,
    }
}

fn is_comparison(operator: &VerilogOp) -> bool {
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

fn symbol(operator: &VerilogOp) -> &'static str {
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
