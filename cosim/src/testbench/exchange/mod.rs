//! Hardware and golden pipeline beside each other, one cycle at a time: what a driver of the
//! input ports needs to know of both.

mod core;
mod lockstep;
mod monitor;
mod transactions;

pub use monitor::Monitor;

use crate::dut::unit::{Beat, DutTable, Unit};
use lockstep::Lockstep;
use scoreboard::{Compare, Contract, Golden, Mismatch, Predicted, WithGolden, of_width};
use transactions::Transactions;

/// What an edge did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Edge {
    /// The beat at the ports was taken; other beats of its warp are to come.
    pub accepted: bool,
    pub inside_warp: bool,
    /// The configuration write was taken.
    pub config_taken: bool,
    /// All that was compared agrees.
    pub good: bool,
    /// Nothing is in the unit.
    pub idle: bool,
}

/// Hardware beside a golden pipeline.
pub trait Exchange {
    /// Runs one cycle of `unit` with the beats of `warp` at its ports.
    fn edge(&mut self, unit: &mut Unit, warp: &Beat) -> Edge;

    /// What was compared in the last cycle, if anything was.
    fn predicted(&self) -> Option<Predicted<'_>>;

    /// The first difference of the last cycle.
    fn mismatch(&self, unit: &Unit) -> Option<Mismatch>;

    /// The lanes that differ after the last cycle, a bit each.
    fn mismatched_lanes(&self, unit: &Unit) -> u32;
}

/// An exchange with hardware of the model `table`, from its first cycle.
pub fn new(contract: &'static Contract, table: &DutTable) -> Box<dyn Exchange> {
    match contract.compare {
        Compare::Cycles | Compare::Valid => of_width(table.lanes(), OfLockstep(contract)),
        Compare::Transactions => Box::new(Transactions::new(contract, table)),
    }
}

struct OfLockstep(&'static Contract);

impl WithGolden for OfLockstep {
    type Output = Box<dyn Exchange>;

    fn with<G: Golden + 'static>(self) -> Box<dyn Exchange> {
        Box::new(Lockstep::<G>::new(self.0))
    }
}
