//! A source of stimulus on a unit, in one of two modes.
//!
//! If the golden pipeline predicts the unit's handshakes in each cycle, it runs some cycles ahead,
//! and the unit follows. If the unit decides them itself, unit and checker take turns.

use super::coverage::Coverage;
use super::decoder::WrongDecoding;
use super::driver::Driver;
use super::foresight::{Foreseen, Foresight};
use super::monitor::Monitor;
use super::setup::{DRAIN, RunCounts, Setup};
use super::source::StimulusSource;
use super::stimulus::Stimulus;
use crate::dut::decoder::{Decoded, Encoded};
use crate::dut::unit::{Clocked, Inputs, Unit};
use sim::WarpConfig;
use sim::scoreboard::{
    Checker, Compare, ComparedAt, KEPT, Mismatch, Predicted, RequestCounts, Rules, Seen,
};

/// Cycles that foresight runs ahead of the hardware. The hardware's code is larger than the first
/// cache: alternating in each cycle would evict foresight's code every time. A foreseen cycle
/// takes about 1.6 KB: many more of them would exceed the second cache.
pub const AHEAD: usize = KEPT;

/// Sends an instruction to the decoder. Returns false if it decodes it wrongly.
pub type Decode<'a> = dyn FnMut(Decoded) -> bool + 'a;

/// Source, golden pipeline and unit after a cycle.
pub struct TrafficState<'a, S> {
    pub source: &'a S,
    /// Inputs of a whole warp, as the source has left them.
    pub warp: &'a Inputs,
    /// The instruction at the decoder beside the cycle.
    pub instruction: Option<Decoded>,
    /// Number of warps whose first beat the golden pipeline saw accepted.
    pub accepted_warps: u64,
    /// The configuration in force in the golden pipeline.
    pub config: &'a WarpConfig,
    /// The prediction for the cycle; when comparing transactions, for the result that left.
    pub predicted: Option<Predicted<'a>>,
    /// The first error of a decoder.
    pub wrong_decoding: Option<WrongDecoding>,
    /// Whether the unit is empty.
    pub is_idle: bool,
    /// Coverage so far. After a difference it includes less than a window of cycles that the
    /// hardware has not run.
    pub coverage: &'a Coverage,
    /// The memory requests of a unit whose requests are of another kind, by their space.
    pub requests: Vec<(&'static str, RequestCounts)>,
}

/// A source, and the expectation of the unit.
pub enum Traffic<S> {
    Ahead(Box<Ahead<S>>),
    Turns(Box<Turns<S>>),
}

impl Traffic<Stimulus> {
    /// Random traffic for the contract, before its first cycle.
    pub fn random(setup: &Setup) -> Traffic<Stimulus> {
        Traffic::new(setup, stimulus(setup), AHEAD)
    }

    /// Runs one cycle after the last operation: no new warp, all results are taken.
    pub fn drain(&mut self, unit: &mut Unit, counts: &mut RunCounts) -> bool {
        match self {
            Traffic::Ahead(ahead) => {
                ahead.foresight.drain(&mut ahead.ahead[0]);
                ahead.follow(unit, counts, 1, &mut |_| true)
            }
            Traffic::Turns(turns) => {
                turns.driver.drain(unit, &mut turns.seen[0]);
                let good = !unit.has_ended() & turns.driver.monitor.wrong_decoding().is_none();
                turns.check(counts, 1) & good
            }
        }
    }
}

impl<S: StimulusSource> Traffic<S> {
    /// Traffic before the first cycle. At most `most` cycles run ahead of the unit or of the
    /// checker.
    pub fn new(setup: &Setup, source: S, most: usize) -> Traffic<S> {
        match setup.contract.compare {
            Compare::Cycles | Compare::Valid => {
                Traffic::Ahead(Box::new(Ahead::new(setup, source, most)))
            }
            Compare::Transactions => Traffic::Turns(Box::new(Turns::new(setup, source, most))),
        }
    }

    /// Runs at most `cycles`, and not past the one that completes `operations` more. Returns
    /// whether everything compared agrees.
    pub fn run(
        &mut self,
        unit: &mut Unit,
        counts: &mut RunCounts,
        cycles: u64,
        operations: u64,
        decode: &mut Decode<'_>,
    ) -> bool {
        match self {
            Traffic::Ahead(ahead) => {
                let most = cycles.min(ahead.ahead.len() as u64) as usize;
                let cycles = ahead.foresight.ahead(&mut ahead.ahead[..most], operations);
                ahead.follow(unit, counts, cycles, decode)
            }
            Traffic::Turns(turns) => {
                let most = cycles.min(turns.seen.len() as u64) as usize;
                turns.run(unit, counts, most, operations, decode)
            }
        }
    }

    /// State after the last cycle.
    pub fn state(&self) -> TrafficState<'_, S> {
        match self {
            Traffic::Ahead(ahead) => ahead.state(),
            Traffic::Turns(turns) => turns.state(),
        }
    }

    /// Whether the unit is surely empty after `cycles` cycles of [`drain`](Traffic::drain).
    pub fn is_drained(&self, cycles: usize) -> bool {
        match self {
            Traffic::Ahead(_) => cycles >= DRAIN,
            Traffic::Turns(turns) => cycles > 0 && turns.idle,
        }
    }

    /// The first difference of the last cycle, whose number is `cycle`.
    pub fn mismatch(&self, unit: &Unit, cycle: u64) -> Option<Mismatch> {
        if let Some(end) = unit.end() {
            let instruction = self.state().accepted_warps.saturating_sub(1) as usize;
            return Some(end.mismatch(ComparedAt { instruction, cycle }));
        }
        match self {
            Traffic::Ahead(ahead) => {
                let predicted = ahead.predicted();
                sim::scoreboard::first_mismatch(unit.outputs(), predicted, &ahead.rules, cycle)
            }
            Traffic::Turns(turns) => turns.checker.wrong().cloned(),
        }
    }

    /// The lanes that differ after the last cycle, one bit a lane.
    pub fn mismatched_lanes(&self, unit: &Unit) -> u32 {
        match self {
            Traffic::Ahead(ahead) => {
                sim::scoreboard::mismatched_lanes(unit.outputs(), ahead.predicted(), &ahead.rules)
            }
            Traffic::Turns(turns) => turns.checker.lanes(),
        }
    }
}

/// Traffic in which foresight runs ahead and the unit follows.
pub struct Ahead<S> {
    foresight: Foresight<S>,
    rules: Rules,
    /// The cycles that foresight and then the hardware run next.
    ahead: Vec<Foreseen>,
    /// Index of the cycle that the hardware ran last.
    last: usize,
}

impl<S: StimulusSource> Ahead<S> {
    fn new(setup: &Setup, source: S, most: usize) -> Ahead<S> {
        Ahead {
            foresight: Foresight::new(setup.table.lanes(), source),
            rules: setup.contract.rules(),
            ahead: vec![Foreseen::default(); most],
            last: 0,
        }
    }

    fn predicted(&self) -> Predicted<'_> {
        let results = self.foresight.golden.results();
        self.ahead[self.last].predicted.with_result(results)
    }

    fn state(&self) -> TrafficState<'_, S> {
        let foresight = &self.foresight;
        TrafficState {
            source: &foresight.source,
            warp: &foresight.warp,
            instruction: self.ahead[self.last].instruction,
            accepted_warps: foresight.golden.accepted_warps(),
            config: foresight.golden.config(),
            predicted: Some(self.predicted()),
            wrong_decoding: None,
            is_idle: foresight.golden.config_ready() & !foresight.golden.memory_valid(),
            coverage: &foresight.coverage,
            requests: Vec::new(),
        }
    }

    /// Runs `cycles` cycles on the hardware. Returns whether every output agrees.
    fn follow(
        &mut self,
        unit: &mut Unit,
        counts: &mut RunCounts,
        cycles: usize,
        decode: &mut Decode<'_>,
    ) -> bool {
        // The decoder gets the instructions of all cycles before the unit runs any of them.
        // Between the unit's cycles its code would be evicted from the caches, as foresight's
        // would.
        let mut places = self.ahead[..cycles].iter();
        let wrong = places.position(|foreseen| !foreseen.instruction.is_none_or(&mut *decode));
        let cycles = wrong.map_or(cycles, |place| place + 1);
        let results = self.foresight.golden.results();
        for (place, foreseen) in self.ahead[..cycles].iter().enumerate() {
            self.last = place;
            counts.operations += foreseen.operations;
            counts.cycles += 1;
            unit.replay(std::slice::from_ref(&foreseen.inputs));
            let predicted = foreseen.predicted.with_result(results);
            let agrees = sim::scoreboard::agree(unit.outputs(), predicted, &self.rules);
            if !agrees || unit.has_ended() {
                return false;
            }
        }
        wrong.is_none()
    }
}

/// Traffic that suits the contract.
pub(super) fn stimulus(setup: &Setup) -> Stimulus {
    let contract = setup.contract;
    let lea_only = setup.table.is_lea_only();
    let tied = |port| {
        let mut values = [false, true].into_iter();
        values.find(|&value| contract.always(port, value.into()) || lea_only && !value)
    };
    let mut stimulus = Stimulus::new(setup.seed).tied(tied("access"), tied("address_add"));
    if let Some(config) = contract.fixed_config() {
        stimulus = stimulus.configured(&config);
    }
    if contract.always("reset", 0) {
        stimulus = stimulus.never_reset();
    }
    if !contract.memory.is_empty() {
        stimulus = stimulus.sharing_addresses();
    }
    stimulus
}

/// Traffic in which the unit runs ahead with the stimulus and the checker follows.
pub struct Turns<S> {
    driver: Driver<S>,
    checker: Checker<Coverage>,
    /// The cycles that the unit has run, for the checker.
    seen: Vec<Seen>,
    /// The instruction that the decoder got last.
    instruction: Option<Decoded>,
    /// Lane-operations of a beat.
    lanes: u64,
    idle: bool,
}

impl<S: StimulusSource> Turns<S> {
    fn new(setup: &Setup, source: S, most: usize) -> Turns<S> {
        let lanes = setup.table.lanes();
        Turns {
            driver: Driver::new(setup.contract, Monitor::new(setup), source),
            checker: Checker::new(setup.contract, lanes),
            seen: vec![Seen::default(); most],
            instruction: None,
            lanes: lanes as u64,
            idle: false,
        }
    }

    fn state(&self) -> TrafficState<'_, S> {
        TrafficState {
            source: &self.driver.source,
            warp: self.driver.warp(),
            instruction: self.instruction,
            accepted_warps: self.checker.accepted_warps(),
            config: self.checker.config(),
            predicted: self.checker.predicted(),
            wrong_decoding: self.driver.monitor.wrong_decoding(),
            is_idle: self.idle,
            coverage: self.checker.observer(),
            requests: self.checker.requests(),
        }
    }

    fn run(
        &mut self,
        unit: &mut Unit,
        counts: &mut RunCounts,
        most: usize,
        operations: u64,
        decode: &mut Decode<'_>,
    ) -> bool {
        let (mut cycles, mut counted, mut good) = (0, 0, true);
        while cycles < most && counted < operations && good {
            self.driver.cycle(unit, &mut self.seen[cycles]);
            counted += u64::from(self.seen[cycles].accepted) * self.lanes;
            cycles += 1;
            let drawn = self.driver.source.take_instruction();
            let drawn = drawn.map(Encoded::decoded);
            let core = self.driver.monitor.core();
            let is_core = core.is_some();
            self.instruction = core.map_or(drawn, |core| {
                core.queue(drawn);
                core.taken()
            });
            if let Some(instruction) = self.instruction {
                self.checker.observer_mut().instruction(&instruction);
                good = is_core || decode(instruction);
            }
            good &= self.driver.monitor.wrong_decoding().is_none() & !unit.has_ended();
        }
        self.check(counts, cycles) & good
    }

    /// Runs the checker for `cycles` cycles.
    fn check(&mut self, counts: &mut RunCounts, cycles: usize) -> bool {
        for seen in &self.seen[..cycles] {
            counts.cycles += 1;
            counts.operations += u64::from(seen.accepted) * self.lanes;
            if !self.checker.check(seen) {
                return false;
            }
        }
        let is_answered = self.driver.monitor.is_answered();
        let is_offered = self.driver.warp().request_valid != 0;
        self.idle = !is_offered && is_answered && self.checker.is_idle();
        true
    }
}
