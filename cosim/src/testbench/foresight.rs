//! Traffic, golden pipeline and coverage: the part of a test run without hardware.

use crate::dut::decoder::{Decoded, Encoded};
use crate::dut::unit::{Aligned, Inputs};
use crate::testbench::coverage::Coverage;
use crate::testbench::predictor::prediction::Prediction;
use crate::testbench::source::StimulusSource;
use crate::testbench::stimulus::Stimulus;
use sim::scoreboard::{Golden, Observer};

/// A test run without its hardware.
pub struct Foresight<S> {
    pub(super) golden: Golden,
    pub(super) source: S,
    pub(super) coverage: Coverage,
    /// Inputs of a whole warp, as the traffic has left them.
    pub(super) warp: Aligned<Inputs>,
}

/// A cycle that the golden pipeline has run. Aligned, so that no vector crosses a cache line.
#[derive(Clone, Debug, Default)]
#[repr(C, align(64))]
pub struct Foreseen {
    pub inputs: Inputs,
    /// The instruction that the decoder gets in this cycle.
    pub instruction: Option<Decoded>,
    /// Lane-operations of the beat that the cycle's edge takes.
    pub operations: u64,
    pub predicted: Prediction,
}

impl<S: StimulusSource> Foresight<S> {
    /// A test run before the first cycle, for hardware with `lanes` lanes.
    pub fn new(lanes: usize, source: S) -> Foresight<S> {
        Foresight {
            golden: Golden::new(lanes),
            source,
            coverage: Coverage::default(),
            warp: Aligned::default(),
        }
    }

    /// Runs one cycle of traffic.
    #[inline(always)]
    pub fn traffic(&mut self, foreseen: &mut Foreseen) {
        self.source.drive(&mut self.warp);
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
            let scattered = self.source.is_scattered();
            self.coverage
                .after_request(&self.warp, &self.golden, scattered);
        }
        self.source
            .taken(request_valid, accepted, inside_warp, config_taken);
        let lanes = self.golden.lanes();
        foreseen
            .predicted
            .take_down(&self.golden, lanes, &self.warp);
        foreseen.operations = if accepted { lanes as u64 } else { 0 };
        foreseen.instruction = self.source.take_instruction().map(Encoded::decoded);
        if let Some(instruction) = &foreseen.instruction {
            self.coverage.instruction(instruction);
        }
    }

    /// Fills in cycles of traffic until they make up `operations`. Returns the number of cycles.
    pub fn ahead(&mut self, cycles: &mut [Foreseen], operations: u64) -> usize {
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
}

impl Foresight<Stimulus> {
    /// Runs one cycle after the last operation: no new warp, all results are taken.
    pub fn drain(&mut self, foreseen: &mut Foreseen) {
        self.source.drain(&mut self.warp);
        self.edge(foreseen);
    }
}
