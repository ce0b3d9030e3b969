//! A failing test run cut down to some warps: what the unit is given from its reset on.

use crate::dut::unit::{Beat, Unit, config_writes};
use crate::testbench::mismatch::Mismatch;
use crate::testbench::predictor::golden::{self, Golden, WithGolden};
use crate::testbench::predictor::prediction::{Predicted, Prediction};
use crate::testbench::scoreboard;
use crate::testbench::test_run::Setup;
use sim::WarpConfig;
use sim::pipeline::LATENCY;
use std::collections::VecDeque;

/// Cycles of reset at the start.
const RESET_CYCLES: usize = 2;

/// Cycles in which a warp and a configuration write are waited for, and the memory port
/// comes to its end: none waits longer, as long as the golden pipeline is sound.
const PATIENCE: usize = 4096;

/// What is done in a cycle besides offering warps back to back to sinks that are ready.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// No new warp is offered.
    pub pause: bool,
    pub result_ready: bool,
    pub memory_ready: bool,
    pub reset: bool,
    /// Address and value of a configuration write.
    pub write: Option<(u8, u64)>,
}

impl Default for Cycle {
    fn default() -> Cycle {
        Cycle {
            pause: false,
            result_ready: true,
            memory_ready: true,
            reset: false,
            write: None,
        }
    }
}

/// What the unit is given after its reset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Written before the first warp.
    pub config: WarpConfig,
    /// Whole warps, in order. Their handshake and configuration ports are 0.
    pub warps: Vec<Beat>,
    /// The first cycles after the configuration; those after them are the default.
    pub timing: Vec<Cycle>,
}

/// One cycle of a case, as the hardware has just run it.
pub struct Ran<'a> {
    pub cycle: u64,
    pub predicted: Predicted<'a>,
    /// Lanes that differ, and whether anything does.
    pub lanes: u32,
    pub good: bool,
    /// The number of the warp at the input ports, where there is one.
    pub offered: Option<usize>,
}

impl Case {
    /// The first difference on the hardware of `setup`, freshly reset.
    pub fn mismatch(&self, setup: &Setup) -> Option<Mismatch> {
        let mut found = None;
        let mut unit = Unit::new(setup.table);
        self.run(setup, &mut unit, |unit, ran| {
            if !ran.good {
                found = scoreboard::first_mismatch(unit.outputs(), ran.predicted, ran.cycle);
            }
            ran.good
        });
        found
    }

    /// Runs it on `unit`, which is new, and tells of each cycle until `each` has enough.
    pub fn run(&self, setup: &Setup, unit: &mut Unit, each: impl FnMut(&Unit, &Ran<'_>) -> bool) {
        unit.select_bug(setup.seeded_bug);
        golden::of_width(
            setup.table.lanes(),
            OnUnit {
                unit,
                case: self,
                each,
            },
        );
    }
}

struct OnUnit<'a, F> {
    unit: &'a mut Unit,
    case: &'a Case,
    each: F,
}

impl<F: FnMut(&Unit, &Ran<'_>) -> bool> WithGolden for OnUnit<'_, F> {
    type Output = ();

    fn with<G: Golden + 'static>(self) {
        Running::<G>::new(self.unit).run(self.case, self.each);
    }
}

/// Hardware and golden pipeline beside each other.
struct Running<'a, G> {
    unit: &'a mut Unit,
    golden: G,
    /// Whole warps at the ports, and what the hardware is given of them.
    warp: Beat,
    beat: Beat,
    predicted: Prediction,
    cycle: u64,
}

impl<'a, G: Golden> Running<'a, G> {
    fn new(unit: &'a mut Unit) -> Running<'a, G> {
        Running {
            unit,
            golden: G::new(),
            warp: Beat::default(),
            beat: Beat::default(),
            predicted: Prediction::default(),
            cycle: 0,
        }
    }

    fn run(mut self, case: &Case, mut each: impl FnMut(&Unit, &Ran<'_>) -> bool) {
        for _ in 0..RESET_CYCLES {
            self.warp.reset = 1;
            if !self.edge(None, &mut each).1 {
                return;
            }
        }
        self.warp = Beat {
            result_ready: 1,
            memory_ready: 1,
            ..Beat::default()
        };
        if !self.configure(&case.config, &mut each) {
            return;
        }
        self.warps(case, &mut each);
    }

    /// Writes what differs from the configuration after reset; false where that is enough.
    fn configure(
        &mut self,
        config: &WarpConfig,
        each: &mut impl FnMut(&Unit, &Ran<'_>) -> bool,
    ) -> bool {
        let default = WarpConfig::default();
        let after_reset: Vec<_> = config_writes(&default).collect();
        for (address, data) in config_writes(config) {
            if after_reset.contains(&(address, data)) {
                continue;
            }
            (self.warp.config_valid, self.warp.config_address) = (1, address);
            self.warp.config_data = data;
            for _ in 0..PATIENCE {
                let taken = self.golden.config_ready();
                if !self.edge(None, each).1 {
                    return false;
                }
                if taken {
                    break;
                }
            }
            self.warp.config_valid = 0;
        }
        true
    }

    /// The warps, and what follows of them.
    fn warps(&mut self, case: &Case, each: &mut impl FnMut(&Unit, &Ran<'_>) -> bool) {
        let mut warps: VecDeque<_> = case.warps.iter().enumerate().collect();
        let (mut at_ports, mut idle) = (None, 0);
        for number in 0..PATIENCE {
            let timing = case.timing.get(number).cloned().unwrap_or_default();
            if at_ports.is_none()
                && !timing.pause
                && let Some((number, warp)) = warps.pop_front()
            {
                at_ports = Some(number);
                self.warp.set(warp);
            }
            self.warp.request_valid = u8::from(at_ports.is_some());
            self.warp.result_ready = u8::from(timing.result_ready);
            self.warp.memory_ready = u8::from(timing.memory_ready);
            self.warp.reset = u8::from(timing.reset);
            self.warp.config_valid = u8::from(timing.write.is_some());
            let (address, data) = timing.write.unwrap_or_default();
            (self.warp.config_address, self.warp.config_data) = (address, data);
            let (accepted, more) = self.edge(at_ports, each);
            if !more {
                return;
            }
            if accepted && !self.golden.inside_warp() || timing.reset {
                at_ports = None;
            }
            let over = at_ports.is_none() && warps.is_empty() && number >= case.timing.len();
            let empty = self.golden.config_ready() && !self.golden.memory_valid();
            // What is not valid in the stages leaves them too.
            idle = if over && empty { idle + 1 } else { 0 };
            if idle > LATENCY {
                return;
            }
        }
    }

    /// One cycle: whether a beat was accepted, and whether `each` wants more.
    fn edge(
        &mut self,
        offered: Option<usize>,
        each: &mut impl FnMut(&Unit, &Ran<'_>) -> bool,
    ) -> (bool, bool) {
        let accepted = self.golden.edge(&self.warp, &mut self.beat);
        self.predicted.take_down(&self.golden, &self.warp);
        let predicted = self.predicted.with_result(self.golden.results());
        self.unit.replay(std::slice::from_ref(&self.beat));
        let outputs = self.unit.outputs();
        let good = scoreboard::agree(outputs, predicted);
        let lanes = match good {
            true => 0,
            false => scoreboard::mismatched_lanes(outputs, predicted),
        };
        let ran = Ran {
            cycle: self.cycle,
            predicted,
            lanes,
            good,
            offered,
        };
        let more = each(self.unit, &ran);
        self.cycle += 1;
        (accepted, more)
    }
}
