//! A source of stimulus at the ports of a unit.

use super::monitor::Monitor;
use super::source::StimulusSource;
use super::stimulus::Stimulus;
use crate::dut::unit::{Aligned, Clocked, Inputs};
use sim::scoreboard::{Contract, Seen};

/// Driver of a unit's ports, cycle by cycle.
pub struct Driver<S> {
    /// The source, so that the inputs of the next cycle can be set.
    pub source: S,
    contract: &'static Contract,
    /// The monitor, so that the words of a core can be sent.
    pub monitor: Monitor,
    /// Inputs of a whole warp, as the source has left them.
    warp: Aligned<Inputs>,
}

impl<S: StimulusSource> Driver<S> {
    /// A driver before the first cycle.
    pub fn new(contract: &'static Contract, monitor: Monitor, source: S) -> Driver<S> {
        Driver {
            source,
            contract,
            monitor,
            warp: Aligned::default(),
        }
    }

    /// Runs one cycle of `unit`.
    #[inline(always)]
    pub fn cycle<U: Clocked>(&mut self, unit: &mut U, seen: &mut Seen) {
        self.source.drive(&mut self.warp);
        self.source.tie(self.contract, &mut self.warp);
        self.edge(unit, seen);
    }

    #[inline(always)]
    fn edge<U: Clocked>(&mut self, unit: &mut U, seen: &mut Seen) {
        seen.scattered = self.source.is_scattered();
        self.monitor.cycle(unit, &self.warp, seen);
        let offered = self.warp.request_valid != 0;
        let inside_warp = self.monitor.inside_warp();
        self.source
            .taken(offered, seen.accepted, inside_warp, seen.config_taken);
    }

    /// The warp as the unit got it in the last cycle.
    pub fn warp(&self) -> &Inputs {
        self.monitor.asked(&self.warp)
    }
}

impl Driver<Stimulus> {
    /// Runs one cycle of `unit` without a new warp; all results are taken.
    pub fn drain<U: Clocked>(&mut self, unit: &mut U, seen: &mut Seen) {
        self.source.drain(&mut self.warp);
        self.edge(unit, seen);
    }
}
