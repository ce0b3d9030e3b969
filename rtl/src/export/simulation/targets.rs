//! The targets of loops over lanes, and which loop fills which. A target that only lanes read becomes a
//! local of the loops that need it.
//!
//! ```text
//!     before      for i in 0..32 { shifted[i] = words[i] << 2; }
//!                 for i in 0..32 { sum_next[i] = shifted[i] + base[i]; }
//!                 for i in 0..32 { below_next[i] = shifted[i] < base[i]; }
//!     after       one group: the local `shifted`, the vectors `sum_next` and `below_next`
//! ```

use super::lanes::{is_register, LaneLoop, Lanes};
use super::LANE;
use crate::export::collect::{RawBlock, Role};
use crate::export::kernel_statements::{reads, targets};
use crate::export::loops::{loops, Loop};
use crate::export::names::{index_of, target_key, Names};
use rust_hdl::prelude::ast::VerilogStatement;
use std::collections::{BTreeMap, BTreeSet};

/// One target of loops and the statements that drive it.
pub struct Driven {
    pub lanes: Loop,
    pub statements: Vec<VerilogStatement>,
    /// Its value has a form for all lanes at once.
    pub is_vectorised: bool,
}

impl Driven {
    /// Bits in a loop of their own.
    fn is_matrix(&self) -> bool {
        !loops(&self.statements).is_empty()
    }

    fn reads(&self, visit: &mut dyn FnMut(&str)) {
        for statement in &self.statements {
            reads(statement, visit);
        }
    }
}

/// The targets of loops, and in which order they are driven.
#[derive(Default)]
pub struct Targets {
    pub known: BTreeMap<String, Driven>,
    pub order: Vec<String>,
}

impl Targets {
    pub fn add(&mut self, key: &str, statement: VerilogStatement, lanes: &Loop) {
        let fresh = || Driven {
            lanes: lanes.clone(),
            statements: Vec::new(),
            is_vectorised: false,
        };
        if !self.known.contains_key(key) {
            self.order.push(key.to_owned());
        }
        let known = self.known.entry(key.to_owned()).or_insert_with(fresh);
        known.statements.push(statement);
    }

    /// The arrays that are read as one vector, or by another index than that of the lane.
    pub fn read_together(&self, block: &RawBlock) -> BTreeSet<String> {
        let outputs = block.nets.iter().filter(|net| net.role == Role::Output);
        let mut found: BTreeSet<String> = outputs.map(|net| net.name.clone()).collect();
        for statement in &block.kernel {
            // A register of lanes copies vectors of its own kind.
            if !targets(statement).iter().any(|key| is_register(block, key)) {
                reads(statement, &mut |signal| found.extend([net_of(signal)]));
            }
        }
        for known in self.known.values() {
            known.reads(&mut |signal| {
                let key = target_key(signal);
                let other = self
                    .known
                    .get(&key)
                    .is_some_and(|from| from.lanes != known.lanes);
                if other || index_of(signal) != Some(LANE) {
                    found.insert(net_of(signal));
                }
            });
        }
        found
    }

    /// Finds the targets whose value has a form for all lanes at once.
    pub fn find_vectorised(&mut self, block: &RawBlock) {
        let mut names = Names::new("", block);
        for (key, known) in &mut self.known {
            names.loops = vec![known.lanes.clone()];
            if let [VerilogStatement::Assignment(_, value)] = &known.statements[..] {
                known.is_vectorised = names.is_vectorised(key, value, &known.lanes);
            }
        }
    }

    /// Forgets the targets that come to nothing, with their nets.
    pub fn drop_unread(&mut self, block: &mut RawBlock) {
        let outputs = block.nets.iter().filter(|net| net.role == Role::Output);
        let mut left: Vec<String> = outputs.map(|net| net.name.clone()).collect();
        left.extend(self.known.keys().filter(|key| key.contains('$')).cloned());
        for statement in &block.kernel {
            reads(statement, &mut |signal| left.push(target_key(signal)));
        }
        let mut live = BTreeSet::new();
        while let Some(key) = left.pop() {
            if let Some(known) = self.known.get(&key).filter(|_| live.insert(key)) {
                known.reads(&mut |signal| left.push(target_key(signal)));
            }
        }
        let is_dead = |name: &String| self.known.contains_key(name) && !live.contains(name);
        block.nets.retain(|net| !is_dead(&net.name));
        self.order.retain(|key| live.contains(key));
        self.known.retain(|key, _| live.contains(key));
    }

    /// Sorts the targets into loops.
    pub fn group(&self, block: &RawBlock, together: &BTreeSet<String>) -> Lanes {
        let mut kept = together.clone();
        kept.extend(self.known.keys().filter(|key| key.contains('$')).cloned());
        for statement in &block.kernel {
            reads(statement, &mut |signal| kept.extend([target_key(signal)]));
        }
        for (key, known) in &self.known {
            if known.is_vectorised {
                known.reads(&mut |signal| kept.extend([target_key(signal)]));
            }
            if known.is_vectorised || known.is_matrix() {
                kept.insert(key.clone());
            }
        }
        let mut lanes = Lanes::default();
        for key in self.order.iter().filter(|key| kept.contains(*key)) {
            let known = &self.known[key];
            match &known.statements[..] {
                [VerilogStatement::Assignment(_, value)] if known.is_vectorised => {
                    lanes
                        .vectorised
                        .push((key.clone(), value.clone(), known.lanes.to));
                }
                _ => {
                    let (mut locals, mut reads) = (Vec::new(), BTreeSet::new());
                    self.cone(&kept, known, &mut locals, &mut reads);
                    self.place(&mut lanes, block, key, locals, reads);
                }
            }
        }
        lanes
    }

    /// The targets that only lanes read and that the value of `known` depends on, in the order of use.
    fn cone(
        &self,
        kept: &BTreeSet<String>,
        known: &Driven,
        locals: &mut Vec<String>,
        read: &mut BTreeSet<String>,
    ) {
        known.reads(&mut |signal| {
            let key = target_key(signal);
            match self.known.get(&key) {
                Some(inner) if !kept.contains(&key) => {
                    if !locals.contains(&key) {
                        self.cone(kept, inner, locals, read);
                        locals.push(key);
                    }
                }
                _ if signal.ends_with("$q") => {}
                _ => {
                    read.insert(key);
                }
            }
        });
    }

    /// Puts the vector `key` into a loop that has locals in common with it and reads the same, so
    /// that no loop waits for what comes of it; else into one of its own.
    fn place(
        &self,
        lanes: &mut Lanes,
        block: &RawBlock,
        key: &str,
        locals: Vec<String>,
        reads: BTreeSet<String>,
    ) {
        let known = &self.known[key];
        let fits = |group: &LaneLoop| {
            let mut of_group = group.locals.iter();
            group.lanes == known.lanes
                && group.reads == reads
                && of_group.any(|(net, _)| locals.contains(&net.name))
                && !self.known[&group.vectors[0].0].is_matrix()
        };
        let place = match lanes
            .groups
            .iter()
            .position(fits)
            .filter(|_| !known.is_matrix())
        {
            Some(place) => place,
            None => {
                lanes.groups.push(LaneLoop {
                    lanes: known.lanes.clone(),
                    locals: Vec::new(),
                    vectors: Vec::new(),
                    reads,
                });
                lanes.groups.len() - 1
            }
        };
        let group = &mut lanes.groups[place];
        for local in locals {
            let net = block.nets.iter().find(|net| net.name == local);
            if let Some(net) = net.filter(|_| group.locals.iter().all(|(net, _)| net.name != local))
            {
                group
                    .locals
                    .push((net.clone(), self.known[&local].statements.clone()));
            }
        }
        group
            .vectors
            .push((key.to_owned(), known.statements.clone()));
    }
}

/// The net that `signal` reads: a register, or a signal with the port of a sub-block.
fn net_of(signal: &str) -> String {
    let key = target_key(signal);
    key.strip_suffix("$q").map_or(key.clone(), str::to_owned)
}
