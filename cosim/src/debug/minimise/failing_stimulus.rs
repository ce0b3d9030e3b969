//! A failing test run cut down to some warps: stimulus of the unit from its reset on.

use crate::dut::unit::{Inputs, Unit};
use crate::testbench::instruction;
use crate::testbench::setup::{RunCounts, Setup};
use crate::testbench::source::StimulusSource;
use crate::testbench::traffic::Traffic;
use sim::WarpConfig;
use sim::pipeline::LATENCY;
use sim::pipeline::config_writes;
use sim::scoreboard::{ComparedAt, Contract, Mismatch, Predicted};
use std::collections::VecDeque;

/// Cycles of reset at the start.
const RESET_CYCLES: usize = 2;

/// Patience in cycles for a warp, for a configuration write, and for the memory port at the end.
/// Enough to see a hang.
const PATIENCE: usize = 2 * sim::scoreboard::PATIENCE as usize;

/// Stimulus of one cycle. The default is warps back to back to sinks that are ready.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CycleTiming {
    /// Whether no new warp is offered, and no further beat of one.
    pub pause: bool,
    pub result_ready: bool,
    pub memory_ready: bool,
    pub reset: bool,
    /// Address and value of a configuration write.
    pub write: Option<(u8, u64)>,
}

impl Default for CycleTiming {
    fn default() -> CycleTiming {
        CycleTiming {
            pause: false,
            result_ready: true,
            memory_ready: true,
            reset: false,
            write: None,
        }
    }
}

/// Stimulus after reset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailingStimulus {
    /// Configuration that is written before the first warp.
    pub config: WarpConfig,
    /// Whole warps, in order. Their handshake and configuration ports are 0.
    pub warps: Vec<Inputs>,
    /// Timing of the first cycles after the configuration. Later cycles are the default.
    pub timing: Vec<CycleTiming>,
}

/// One cycle of a case, as the hardware has just run it.
pub struct RanCycle<'a> {
    pub cycle: u64,
    /// The expected outputs, if anything was compared.
    pub predicted: Option<Predicted<'a>>,
    /// Lanes that differ, one bit a lane, and whether all outputs agree.
    pub lanes: u32,
    pub good: bool,
    pub mismatch: Option<Mismatch>,
    /// Number of the warp at the input ports, if there is one.
    pub offered: Option<usize>,
}

impl FailingStimulus {
    /// Sets the inputs and the configuration that the unit has no ports for to their tied values.
    pub fn tie(&mut self, contract: &Contract) {
        for warp in &mut self.warps {
            contract.tie(warp);
            // The handshake of the ports is in the timing.
            (warp.request_valid, warp.result_ready, warp.memory_ready) = (0, 0, 0);
        }
        if let Some(config) = contract.fixed_config() {
            self.config = config;
        }
    }

    /// The first difference on the hardware of `setup`, freshly reset.
    pub fn mismatch(&self, setup: &Setup) -> Option<Mismatch> {
        // A core takes instructions, so each warp must have one.
        let mut warps = self.warps.iter();
        if setup.table.is_core() && !warps.all(|warp| instruction::encoded(warp).is_some()) {
            return None;
        }
        let mut found = None;
        let mut unit = Unit::new(setup.table);
        self.run(setup, &mut unit, |_, ran| {
            found.clone_from(&ran.mismatch);
            ran.good
        });
        found
    }

    /// Runs the case on a new `unit`: reset, configuration, then the warps and their results. Each
    /// cycle is passed to `each`, which returns false to end the run; the last one a second time if
    /// the final blocks of the unit fail.
    pub fn run(
        &self,
        setup: &Setup,
        unit: &mut Unit,
        mut each: impl FnMut(&Unit, &RanCycle<'_>) -> bool,
    ) {
        unit.select_bug(setup.seeded_bug);
        let mut traffic = Traffic::new(setup, RecordedStimulus::new(self, setup.contract), 1);
        let (mut counts, mut idle) = (RunCounts::default(), 0);
        let mut ends = false;
        while !ends {
            // Invalid contents of the stages leave them too.
            ends = idle > LATENCY || traffic.state().source.is_given_up();
            let good = if ends {
                unit.finish();
                !unit.has_ended()
            } else {
                traffic.run(unit, &mut counts, 1, u64::MAX, &mut |_| true)
            };
            let cycle = counts.cycles - u64::from(!ends);
            let state = traffic.state();
            let ran = RanCycle {
                cycle,
                predicted: state.predicted,
                lanes: if good {
                    0
                } else {
                    traffic.mismatched_lanes(unit)
                },
                good,
                mismatch: (!good).then(|| mismatch(&traffic, unit, cycle)).flatten(),
                offered: state.source.offered,
            };
            if !(good && ends || each(unit, &ran)) {
                return;
            }
            let over = state.source.is_over() && state.is_idle;
            idle = if over { idle + 1 } else { 0 };
        }
    }
}

/// The first difference, of the unit or of a core's decoder.
fn mismatch(traffic: &Traffic<RecordedStimulus<'_>>, unit: &Unit, cycle: u64) -> Option<Mismatch> {
    let of_decoder = || {
        let state = traffic.state();
        let instruction = state.accepted_warps as usize;
        Some(
            state
                .wrong_decoding?
                .mismatch(ComparedAt { instruction, cycle }),
        )
    };
    traffic.mismatch(unit, cycle).or_else(of_decoder)
}

/// A case as stimulus: reset, configuration, warps.
struct RecordedStimulus<'a> {
    case: &'a FailingStimulus,
    resets: usize,
    /// Writes still to come. Those whose value a reset gives anyway are left out.
    writes: VecDeque<(u8, u64)>,
    /// Cycles in which the first of these writes was offered.
    waited: usize,
    /// Number of warps offered so far, and the number of the warp at the ports now.
    warps: usize,
    at_ports: Option<usize>,
    /// The warp at the ports in the last cycle.
    offered: Option<usize>,
    /// Whether its beat waits to be taken.
    waits: bool,
    /// Cycles since the configuration.
    cycles: usize,
}

impl<'a> RecordedStimulus<'a> {
    fn new(case: &'a FailingStimulus, contract: &Contract) -> RecordedStimulus<'a> {
        let after_reset: Vec<_> = config_writes(&WarpConfig::default()).collect();
        let fixed = contract.fixed_config().is_some();
        let writes = config_writes(&case.config).filter(|it| !fixed && !after_reset.contains(it));
        RecordedStimulus {
            case,
            resets: RESET_CYCLES,
            writes: writes.collect(),
            waited: 0,
            warps: 0,
            at_ports: None,
            offered: None,
            waits: false,
            cycles: 0,
        }
    }

    /// Whether all stimulus was offered and taken.
    fn is_over(&self) -> bool {
        let all = self.warps == self.case.warps.len() && self.at_ports.is_none();
        all && self.cycles > self.case.timing.len()
    }

    /// Whether the hardware counts as hung.
    fn is_given_up(&self) -> bool {
        self.cycles >= self.case.timing.len() + (self.case.warps.len() + 1) * PATIENCE
    }
}

impl StimulusSource for RecordedStimulus<'_> {
    fn drive(&mut self, inputs: &mut Inputs) {
        self.offered = None;
        inputs.reset = (self.resets > 0).into();
        if self.resets > 0 {
            return;
        }
        (inputs.result_ready, inputs.memory_ready) = (1, 1);
        let mut write = self.writes.front().copied();
        if write.is_none() {
            let timing = self
                .case
                .timing
                .get(self.cycles)
                .cloned()
                .unwrap_or_default();
            if self.at_ports.is_none()
                && !timing.pause
                && let Some(warp) = self.case.warps.get(self.warps)
            {
                inputs.set(warp);
                self.at_ports = Some(self.warps);
                self.warps += 1;
            }
            self.offered = self.at_ports.filter(|_| !timing.pause || self.waits);
            inputs.request_valid = self.offered.is_some().into();
            inputs.result_ready = timing.result_ready.into();
            inputs.memory_ready = timing.memory_ready.into();
            inputs.reset = timing.reset.into();
            write = timing.write;
        }
        inputs.config_valid = write.is_some().into();
        (inputs.config_address, inputs.config_data) = write.unwrap_or_default();
    }

    fn tie(&self, contract: &Contract, inputs: &mut Inputs) {
        contract.tie(inputs);
    }

    fn taken(&mut self, _offered: bool, accepted: bool, inside_warp: bool, config_taken: bool) {
        if self.resets > 0 {
            self.resets -= 1;
        } else if !self.writes.is_empty() {
            self.waited += 1;
            if config_taken || self.waited == PATIENCE {
                self.writes.pop_front();
                self.waited = 0;
            }
        } else {
            let timing = self.case.timing.get(self.cycles);
            if accepted && !inside_warp || timing.is_some_and(|timing| timing.reset) {
                self.at_ports = None;
            }
            self.waits = self.offered.is_some() && self.at_ports.is_some() && !accepted;
            self.cycles += 1;
        }
    }
}
