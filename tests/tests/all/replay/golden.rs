//! Traffic of the co-simulation for units, and the golden pipeline's outputs.

use crate::replay::device::{BlockPort, value};
use cosim::dut::unit::Inputs;
use cosim::testbench::predictor::prediction::Prediction;
use cosim::testbench::source::StimulusSource;
use cosim::testbench::stimulus::Stimulus;
use isa::ports::{INPUTS, OUTPUTS, Shape};
use sim::scoreboard::{Golden, Mismatch, Rules, expected, first_mismatch};
use tests::random::seed;

/// A golden unit beside a unit in RustHDL's simulator.
pub struct GoldenUnit {
    golden: Golden,
    stimulus: Stimulus,
    warp: Inputs,
    beat: Inputs,
    prediction: Prediction,
    cycle: u64,
}

impl GoldenUnit {
    /// The golden unit of a module; none if it is no unit.
    pub fn of(module: &str, lanes: usize) -> Option<GoldenUnit> {
        let stimulus = match module.trim_end_matches(char::is_numeric) {
            "agu_unit" => Stimulus::new(seed()),
            "agu_lea" => Stimulus::of_lea(seed()),
            _ => return None,
        };
        Some(GoldenUnit {
            golden: Golden::new(lanes),
            stimulus,
            warp: Inputs::default(),
            beat: Inputs::default(),
            prediction: Prediction::default(),
            cycle: 0,
        })
    }

    /// The inputs of the next cycle.
    pub fn row(&mut self, ports: &[BlockPort]) -> Vec<u64> {
        let (golden, warp) = (&mut self.golden, &mut self.warp);
        self.stimulus.drive(warp);
        let configured = warp.config_valid != 0 && golden.config_ready();
        let accepted = golden.edge(warp, &mut self.beat);
        let (offered, inside_warp) = (warp.request_valid != 0, golden.inside_warp());
        self.stimulus
            .taken(offered, accepted, inside_warp, configured);
        self.prediction.take_down(golden, golden.lanes(), warp);
        self.cycle += 1;
        let of_port = |port: &BlockPort| {
            let lane = |lane| self.beat.value(&port.name, lane).unwrap_or_default();
            if is_mask(&port.name) {
                vec![(0..port.width).fold(0, |mask, bit| mask | lane(bit) << bit)]
            } else {
                (0..port.elements).map(lane).collect()
            }
        };
        ports.iter().flat_map(of_port).collect()
    }

    /// The first difference of the outputs after the edge of that cycle, given as bits.
    pub fn mismatch(&self, ports: &[BlockPort], mut bits: &[u8]) -> Option<Mismatch> {
        let predicted = self.prediction.with_result(self.golden.results());
        // An LEA unit lacks some ports.
        let mut outputs = expected(predicted);
        for port in ports {
            let (of_port, rest) = bits.split_at(port.bits());
            let width = if is_mask(&port.name) { 1 } else { port.width };
            for (lane, bits) in of_port.chunks(width).enumerate() {
                outputs.set_value(&port.name, lane, value(bits).unwrap_or_default());
            }
            bits = rest;
        }
        first_mismatch(&outputs, predicted, &Rules::EXACT, self.cycle)
    }
}

/// Whether a port has a bit for each lane.
fn is_mask(name: &str) -> bool {
    let mut ports = INPUTS.iter().chain(OUTPUTS);
    ports.any(|port| port.name == name && port.shape == Shape::Lane(1))
}
