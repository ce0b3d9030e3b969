//! What drives vectors or signals of a module.

use super::lanes::{mentioned, LaneLoop};
use super::rename;
use crate::export::expression::strip;
use crate::export::kernel_statements::reads;
use crate::export::names::target_key;
use rust_hdl::prelude::ast::*;
use std::collections::BTreeSet;
use VerilogExpression as E;

pub enum Driver {
    Loop(LaneLoop),
    /// A vector driven at once: the name, a value for each lane, the lanes.
    Whole(String, E, usize),
    /// A signal and its value.
    Plain(String, E),
}

impl Driver {
    pub fn targets(&self) -> Vec<&str> {
        match self {
            Driver::Loop(group) => group.vectors.iter().map(|(name, _)| &**name).collect(),
            Driver::Whole(target, ..) | Driver::Plain(target, _) => vec![target],
        }
    }

    pub fn reads(&self, visit: &mut dyn FnMut(&str)) {
        match self {
            Driver::Loop(group) => group.statements().for_each(|inner| reads(inner, visit)),
            Driver::Whole(_, value, _) | Driver::Plain(_, value) => mentioned(value, visit),
        }
    }

    pub fn reads_one_of(&self, names: &BTreeSet<String>) -> bool {
        let mut found = false;
        self.reads(&mut |signal| found |= names.contains(&target_key(signal)));
        found
    }

    /// The vector that it is a copy of.
    pub fn copied(&self) -> Option<String> {
        match self {
            Driver::Whole(_, value, _) => match strip(value) {
                E::Signal(signal) => Some(target_key(signal)),
                _ => None,
            },
            _ => None,
        }
    }

    pub fn rename(&mut self, to: rename::Rename) {
        match self {
            Driver::Loop(group) => {
                let locals = group.locals.iter_mut().map(|(_, statements)| statements);
                let vectors = group.vectors.iter_mut().map(|(_, statements)| statements);
                locals
                    .chain(vectors)
                    .for_each(|inner| *inner = rename::block(inner, to));
            }
            Driver::Whole(_, value, _) | Driver::Plain(_, value) => {
                *value = rename::expression(value, to)
            }
        }
    }
}
