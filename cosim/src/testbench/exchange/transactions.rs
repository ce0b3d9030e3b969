//! Monitor and checker by turns, a cycle at a time.

use super::Monitor;
use super::{Edge, Exchange};
use crate::dut::unit::{Beat, DutTable, Unit};
use crate::testbench::coverage::Coverage;
use scoreboard::{Check, Contract, Mismatch, Place, Predicted, Seen, checker};

/// Hardware beside the reference.
pub struct Transactions {
    monitor: Monitor,
    seen: Seen,
    checker: Box<dyn Check<Coverage>>,
    cycles: u64,
}

impl Transactions {
    pub fn new(contract: &'static Contract, table: &DutTable) -> Transactions {
        Transactions {
            monitor: Monitor::new(contract, table),
            seen: Seen::default(),
            checker: checker(contract, table.lanes()),
            cycles: 0,
        }
    }
}

impl Exchange for Transactions {
    fn edge(&mut self, unit: &mut Unit, warp: &Beat) -> Edge {
        self.monitor.cycle(unit, warp, &mut self.seen);
        self.cycles += 1;
        let good = self.checker.check(&self.seen) & self.monitor.wrong_decoding().is_none();
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
        let place = Place {
            instruction: self.checker.accepted_warps() as usize,
            cycle: self.cycles - 1,
        };
        let wrong = self.monitor.wrong_decoding();
        let wrong = || wrong.map(|wrong| wrong.mismatch(place));
        self.checker.wrong().cloned().or_else(wrong)
    }

    fn mismatched_lanes(&self, _unit: &Unit) -> u32 {
        self.checker.lanes()
    }
}
