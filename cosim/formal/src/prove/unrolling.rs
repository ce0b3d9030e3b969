//! A netlist over some cycles, as definitions without any state.
//!
//! Each function at a time is a constant. A register at time t + 1 is its next value at time t. At
//! time 0 registers hold anything, and so do inputs at all times. Only requested wires and their
//! dependencies are defined: the cone of influence.

use super::netlist::{Netlist, Sort, TranslationError};
use std::collections::HashSet;
use std::fmt::Write;
use std::sync::Arc;

/// Definitions under construction.
#[derive(Clone, Debug, Default)]
pub struct Unrolling {
    netlist: Arc<Netlist>,
    known: HashSet<(u32, usize)>,
    text: String,
    last: usize,
}

/// A wire at a time.
#[derive(Clone, Debug)]
pub struct Value {
    /// An SMT-LIB term.
    pub term: String,
    pub sort: Sort,
}

impl Value {
    /// Number of bits.
    pub fn width(&self) -> u32 {
        match self.sort {
            Sort::Bool => 1,
            Sort::Bits(width) => width,
        }
    }

    /// The value as `width` bits, with zeros above its own.
    pub fn zero_extended(&self, width: u32) -> String {
        match self.sort {
            Sort::Bool => format!("(ite {} (_ bv1 {width}) (_ bv0 {width}))", self.term),
            Sort::Bits(own) if own == width => self.term.clone(),
            Sort::Bits(own) => {
                let more = width.saturating_sub(own);
                format!("((_ zero_extend {more}) {})", self.term)
            }
        }
    }
}

impl Unrolling {
    /// An unrolling without definitions.
    pub fn new(netlist: &Arc<Netlist>) -> Unrolling {
        Unrolling {
            netlist: Arc::clone(netlist),
            ..Unrolling::default()
        }
    }

    pub fn netlist(&self) -> Arc<Netlist> {
        Arc::clone(&self.netlist)
    }

    /// The latest requested time.
    pub fn last(&self) -> usize {
        self.last
    }

    /// The wire called `name` after `time` clock edges.
    ///
    /// # Errors
    /// There is no such wire.
    pub fn wire(&mut self, name: &str, time: usize) -> Result<Value, TranslationError> {
        let netlist = self.netlist();
        let wire = netlist.wire(name)?;
        self.last = self.last.max(time);
        let body = wire.body.as_deref().unwrap_or_default();
        Ok(Value {
            term: self.at(body, time),
            sort: wire.sort,
        })
    }

    /// The body of a function after `time` clock edges.
    pub fn formula(&mut self, body: &str, time: usize) -> String {
        self.at(body, time)
    }

    /// All definitions so far, one command a line.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// `body` with the state replaced by a time.
    fn at(&mut self, body: &str, time: usize) -> String {
        let netlist = self.netlist();
        let mut pieces = body.split(netlist.reference.as_str());
        let mut term = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (number, rest) = piece.split_once("| state)").unwrap_or((piece, ""));
            if let Ok(number) = number.parse() {
                self.define(number, time);
            }
            let _ = write!(term, "|{number}@{time}|{rest}");
        }
        term
    }

    fn define(&mut self, number: u32, time: usize) {
        if !self.known.insert((number, time)) {
            return;
        }
        let netlist = self.netlist();
        let Some(function) = netlist.functions.get(&number) else {
            return;
        };
        let earlier = time.checked_sub(1);
        let body = match (&function.body, netlist.next.get(&number), earlier) {
            (Some(body), _, _) => Some(self.at(body, time)),
            (None, Some(next), Some(earlier)) => Some(self.at(next, earlier)),
            (None, _, _) => None,
        };
        let sort = function.sort;
        let _ = match body {
            Some(body) => writeln!(self.text, "(define-fun |{number}@{time}| () {sort} {body})"),
            None => writeln!(self.text, "(declare-const |{number}@{time}| {sort})"),
        };
    }
}
