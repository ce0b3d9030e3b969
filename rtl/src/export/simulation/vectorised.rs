//! Values that have a form for all lanes at once: a copy of another vector, or logic of one bit a
//! lane.
//!
//! ```text
//!     before      for i in 0..32 { in_shared[i] = shared_lo[i] & shared_hi[i]; }
//!                 for i in 0..32 { taken[i] = mask.get_bit(i) & valid; }
//!     after       assign in_shared = shared_lo & shared_hi;
//!                 assign taken = mask & {32{valid}};
//! ```

use super::lanes::of_all_lanes;
use super::LANE;
use crate::export::collect::Net;
use crate::export::error::ExportError;
use crate::export::expression::{strip, symbol};
use crate::export::loops::Loop;
use crate::export::names::{Names, Reference};
use rust_hdl::prelude::ast::*;
use VerilogExpression as E;

impl<'a> Names<'a> {
    /// The net of `signal`, with the number of its elements and the index of one.
    fn array(&self, signal: &str) -> Option<(&'a Net, Option<usize>, Option<String>)> {
        match self.resolve(signal).ok()? {
            Reference::Net {
                net,
                elements,
                element,
                ..
            } => Some((net, elements, element)),
            Reference::Constant(_) => None,
        }
    }

    /// Whether `value`, a lane's part of the vector `key`, has a form for all lanes at once.
    pub fn is_vectorised(&self, key: &str, value: &E, lanes: &Loop) -> bool {
        let Some((target, elements, _)) = self.array(key) else {
            return false;
        };
        if !lanes.covers(elements) {
            return false;
        }
        if let E::Signal(signal) = strip(value) {
            if let Some((from, of, Some(_))) = self.array(signal) {
                return (from.width, from.step, of) == (target.width, target.step, elements);
            }
        }
        target.width == 1 && self.is_bits(value, lanes.to)
    }

    fn is_bits(&self, value: &E, lanes: usize) -> bool {
        match strip(value) {
            E::Signal(signal) => self.array(signal).is_some_and(|(net, elements, element)| {
                net.width == 1 && element.map_or(elements.is_none(), |_| elements == Some(lanes))
            }),
            E::Index(vector, index) => {
                matches!(strip(index), E::Signal(name) if name == LANE)
                    && self.width(vector).is_some_and(|width| width >= lanes)
            }
            E::Unary(VerilogOpUnary::Not, inner) => self.is_bits(inner, lanes),
            E::Binary(left, VerilogOp::BitAnd | VerilogOp::BitOr | VerilogOp::BitXor, right) => {
                self.is_bits(left, lanes) && self.is_bits(right, lanes)
            }
            _ => false,
        }
    }

    /// The text of a value for which [`is_vectorised`](Self::is_vectorised) holds.
    pub fn vectorised(&self, value: &E, lanes: usize) -> Result<String, ExportError> {
        let operand = |inner: &E| {
            let text = self.vectorised(inner, lanes)?;
            Ok::<_, ExportError>(match strip(inner) {
                E::Binary(..) => format!("({text})"),
                _ => text,
            })
        };
        Ok(match strip(value) {
            E::Signal(signal) => {
                let text = self.signal(&of_all_lanes(signal))?;
                match of_all_lanes(signal) == *signal && lanes > 1 {
                    true => format!("{{{lanes}{{{text}}}}}"),
                    false => text,
                }
            }
            E::Index(vector, _) => {
                let text = self.expression(vector, None)?;
                match self.width(vector) == Some(lanes) {
                    true => text,
                    false => format!("{text}[{}:0]", lanes - 1),
                }
            }
            E::Unary(_, inner) => format!("~{}", operand(inner)?),
            E::Binary(left, operator, right) => {
                format!(
                    "{} {} {}",
                    operand(left)?,
                    symbol(operator),
                    operand(right)?
                )
            }
            other => return Err(self.unsupported(format!("{other:?}"), "logic of bits")),
        })
    }
}
