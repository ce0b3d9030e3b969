//! Traffic, golden pipeline and coverage: what does not depend on the hardware.

use crate::dut::decoder::{Decoded, Encoded};
use crate::dut::unit::{Beat, DutTable, LANES};
use crate::testbench::coverage::Coverage;
use crate::testbench::predictor::prediction::Prediction;
use crate::testbench::stimulus::Stimulus;
use scoreboard::{Golden, Observer, WithGolden, of_width};
use sim::WarpConfig;
use sim::pipeline::PortResult;

/// A test run without its hardware, whose results `G` predicts.
pub struct Foresight<G> {
    golden: G,
    stimulus: Stimulus,
    coverage: Coverage,
    /// The inputs as traffic has left them, of a whole warp.
    warp: Beat,
}

/// Foresight for hardware of any width.
pub trait Foresee {
    /// Fills in cycle after cycle of traffic, but none after the one that makes up
    /// `operations`; gives the number of cycles.
    fn ahead(&mut self, cycles: &mut [Foreseen], operations: u64) -> usize;

    /// One cycle after the last operation: nothing new, results taken.
    fn drain(&mut self, foreseen: &mut Foreseen);

    /// What was at the result port in the last [`KEPT`](scoreboard::KEPT) cycles.
    fn results(&self) -> &[PortResult<LANES>];

    /// What was met so far.
    fn coverage(&self) -> &Coverage;

    /// Warps whose first beat was accepted since the start.
    fn accepted_warps(&self) -> u64;

    /// The configuration in force.
    fn config(&self) -> &WarpConfig;

    /// The inputs as traffic has left them, of a whole warp.
    fn warp(&self) -> &Beat;
}

/// Foresight for the hardware of `table`, with traffic that depends on `seed` alone.
pub fn of_hardware(table: &DutTable, seed: u64) -> Box<dyn Foresee> {
    of_width(table.lanes(), FromStimulus(stimulus(table, seed)))
}

/// Traffic for the hardware of `table` that depends on `seed` alone.
pub fn stimulus(table: &DutTable, seed: u64) -> Stimulus {
    match table.is_lea_only() {
        true => Stimulus::of_lea(seed),
        false => Stimulus::new(seed),
    }
}

struct FromStimulus(Stimulus);

impl WithGolden for FromStimulus {
    type Output = Box<dyn Foresee>;

    fn with<G: Golden + 'static>(self) -> Box<dyn Foresee> {
        Box::new(Foresight::<G>::new(self.0))
    }
}

/// A cycle that the golden pipeline has run.
#[derive(Clone, Debug, Default)]
pub struct Foreseen {
    pub inputs: Beat,
    /// The instruction that the decoder gets meanwhile.
    pub instruction: Option<Decoded>,
    /// Lane-operations of the beat that its edge takes.
    pub operations: u64,
    pub predicted: Prediction,
}

impl<G: Golden> Foresight<G> {
    /// Before the first cycle.
    pub fn new(stimulus: Stimulus) -> Foresight<G> {
        Foresight {
            golden: G::new(),
            stimulus,
            coverage: Coverage::default(),
            warp: Beat::default(),
        }
    }

    /// One cycle of traffic.
    #[inline(always)]
    pub fn traffic(&mut self, foreseen: &mut Foreseen) {
        self.stimulus.drive(&mut self.warp);
        self.edge(foreseen);
    }

    #[inline(always)]
    fn edge(&mut self, foreseen: &mut Foreseen) {
        let request_valid = self.warp.request_valid != 0;
        let config_taken = (self.warp.config_valid != 0) & self.golden.config_ready();
        self.coverage.before_edge(&self.warp, &self.golden);
        let accepted = self.golden.edge(&self.warp, &mut foreseen.inputs);
        let inside_warp = self.golden.inside_warp();
        if accepted & !inside_warp {
            let scattered = self.stimulus.is_scattered();
            self.coverage
                .after_request(&self.warp, &self.golden, scattered);
        }
        self.stimulus
            .taken(request_valid, accepted, inside_warp, config_taken);
        foreseen.predicted.take_down(&self.golden, &self.warp);
        foreseen.operations = if accepted { G::LANES as u64 } else { 0 };
        foreseen.instruction = self.stimulus.take_instruction().map(Encoded::decoded);
        if let Some(instruction) = &foreseen.instruction {
            self.coverage.instruction(instruction);
        }
    }
}

impl<G: Golden> Foresee for Foresight<G> {
    fn ahead(&mut self, cycles: &mut [Foreseen], operations: u64) -> usize {
        let mut counted = 0;
        for (place, foreseen) in cycles.iter_mut().enumerate() {
            if counted >= operations {
                return place;
            }
            self.traffic(foreseen);
            counted += foreseen.operations;
        }
        cycles.len()
    }

    fn drain(&mut self, foreseen: &mut Foreseen) {
        self.stimulus.drain(&mut self.warp);
        self.edge(foreseen);
    }

    fn results(&self) -> &[PortResult<LANES>] {
        self.golden.results()
    }

    fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    fn accepted_warps(&self) -> u64 {
        self.golden.accepted_warps()
    }

    fn config(&self) -> &WarpConfig {
        self.golden.config()
    }

    fn warp(&self) -> &Beat {
        &self.warp
    }
}
