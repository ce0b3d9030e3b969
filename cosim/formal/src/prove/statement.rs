//! Statements about modules, proved for each number of lanes that they name.

use super::monitor::Monitor;
use super::netlist::{Extent, Netlist, TranslationError};
use super::solver::Query;
use std::fmt;
use std::sync::Arc;

/// A claim about a module, at some numbers of lanes.
pub struct Statement {
    /// Name of the proof that it belongs to.
    pub proof: &'static str,
    pub name: &'static str,
    /// The claim in a sentence.
    pub says: &'static str,
    /// The module in the unit; `#` stands for the number of lanes.
    pub(super) module: &'static str,
    /// Numbers of lanes for which it is proved.
    pub(super) widths: &'static [u8],
    pub(super) source: QuerySource,
}

/// Source of a claim's query.
pub(super) enum QuerySource {
    /// Assertions in SystemVerilog.
    Monitor(Monitor),
    /// Terms over the wires of the module, to that extent.
    Terms(Extent, fn(&Arc<Netlist>) -> Result<Query, TranslationError>),
}

impl Statement {
    /// The module in a unit of so many lanes.
    pub(super) fn module(&self, lanes: u8) -> String {
        self.module.replace('#', &lanes.to_string())
    }

    pub(super) fn monitor(&self) -> Option<&Monitor> {
        match &self.source {
            QuerySource::Monitor(monitor) => Some(monitor),
            QuerySource::Terms(..) => None,
        }
    }
}

impl PartialEq for Statement {
    fn eq(&self, other: &Statement) -> bool {
        self.name == other.name
    }
}

impl Eq for Statement {}

impl fmt::Debug for Statement {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name)
    }
}
