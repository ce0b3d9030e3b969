//! Monitor and checker by turns, a cycle at a time.

use super::Monitor;
use super::{Edge, Exchange};
use crate::dut::unit::{Beat, Unit};
use crate::testbench::coverage::Coverage;
use scoreboard::{Check, Contract, Mismatch, Predicted, Seen, checker};

/// Hardware beside the reference.
pub struct Transactions {
    monitor: Monitor,
    seen: Seen,
    checker: Box<dyn Check<Coverage>>,
}

impl Transactions {
    pub fn new(contract: &'static Contract, lanes: usize) -> Transactions {
        Transactions {
            monitor: Monitor::new(contract, lanes),
            seen: Seen::default(),
            checker: checker(contract, lanes),
        }
    }
}

impl Exchange for Transactions {
    fn edge(&mut self, unit: &mut Unit, warp: &Beat) -> Edge {
        self.monitor.cycle(unit, warp, &mut self.seen);
        let good = self.checker.check(&self.seen);
        Edge {
            accepted: self.seen.accepted,
            inside_warp: self.monitor.inside_warp(),
            config_taken: self.seen.config_taken,
            good,
            idle: warp.request_valid == 0 && self.checker.is_idle(),
        }
    }

    fn predicted(&self) -> Option<Predicted<'_>> {
        self.checker.predicted()
    }

    fn mismatch(&self, _unit: &Unit) -> Option<Mismatch> {
        self.checker.wrong().cloned()
    }

    fn mismatched_lanes(&self, _unit: &Unit) -> u32 {
        self.checker.lanes()
    }
}
