//! Cycle by cycle: the golden pipeline tells what the hardware takes, and every output.

use super::{Edge, Exchange};
use crate::dut::unit::{Beat, Unit};
use crate::testbench::predictor::prediction::Prediction;
use scoreboard::{Contract, Golden, Mismatch, Predicted, Rules};

/// Hardware and golden pipeline in the same cycle.
pub struct Lockstep<G> {
    golden: G,
    rules: Rules,
    /// What the hardware is given.
    beat: Beat,
    prediction: Prediction,
    cycle: u64,
}

impl<G: Golden> Lockstep<G> {
    pub fn new(contract: &Contract) -> Lockstep<G> {
        Lockstep {
            golden: G::new(),
            rules: contract.rules(),
            beat: Beat::default(),
            prediction: Prediction::default(),
            cycle: 0,
        }
    }

    fn now(&self) -> Predicted<'_> {
        self.prediction.with_result(self.golden.results())
    }
}

impl<G: Golden> Exchange for Lockstep<G> {
    fn edge(&mut self, unit: &mut Unit, warp: &Beat) -> Edge {
        let config_taken = (warp.config_valid != 0) & self.golden.config_ready();
        let accepted = self.golden.edge(warp, &mut self.beat);
        let inside_warp = self.golden.inside_warp();
        self.prediction.take_down(&self.golden, warp);
        unit.replay(std::slice::from_ref(&self.beat));
        self.cycle += 1;
        Edge {
            accepted,
            inside_warp,
            config_taken,
            good: scoreboard::agree(unit.outputs(), self.now(), &self.rules),
            idle: self.golden.config_ready() & !self.golden.memory_valid(),
        }
    }

    fn predicted(&self) -> Option<Predicted<'_>> {
        Some(self.now())
    }

    fn mismatch(&self, unit: &Unit) -> Option<Mismatch> {
        let cycle = self.cycle.saturating_sub(1);
        scoreboard::first_mismatch(unit.outputs(), self.now(), &self.rules, cycle)
    }

    fn mismatched_lanes(&self, unit: &Unit) -> u32 {
        scoreboard::mismatched_lanes(unit.outputs(), self.now(), &self.rules)
    }
}
