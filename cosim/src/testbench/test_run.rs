//! One co-simulation: a unit, a decoder beside it, their traffic, the golden pipeline, the
//! scoreboard.

use crate::dut::decoder::Decoder;
use crate::dut::unit::Unit;
use crate::testbench::decoder::{Decoding, WrongDecoding};
use crate::testbench::setup::{RunCounts, Setup};
use crate::testbench::stimulus::Stimulus;
use crate::testbench::traffic::{Traffic, TrafficState};
use sim::scoreboard::{ComparedAt, Mismatch};

/// A running co-simulation.
pub struct TestRun {
    unit: Unit,
    decoding: Decoding,
    traffic: Traffic<Stimulus>,
    counts: RunCounts,
    /// The decoder's error beside the last cycle.
    wrong_decoding: Option<WrongDecoding>,
}

impl TestRun {
    /// A test run at its first cycle.
    pub fn new(setup: &Setup) -> TestRun {
        TestRun::with_unit(setup, Unit::new(setup.table))
    }

    /// A test run on the given unit, for example a traced one.
    pub fn with_unit(setup: &Setup, unit: Unit) -> TestRun {
        TestRun::with_hardware(setup, unit, Decoder::new())
    }

    /// A test run on the given unit and decoder.
    pub fn with_hardware(setup: &Setup, mut unit: Unit, mut decoder: Decoder) -> TestRun {
        unit.select_bug(setup.seeded_bug);
        decoder.select_bug(setup.seeded_bug);
        TestRun {
            unit,
            decoding: Decoding::new(decoder, setup.seed),
            traffic: Traffic::random(setup),
            counts: RunCounts::default(),
            wrong_decoding: None,
        }
    }

    pub fn unit(&mut self) -> &mut Unit {
        &mut self.unit
    }

    /// State after the last cycle.
    pub fn state(&self) -> TrafficState<'_, Stimulus> {
        let state = self.traffic.state();
        TrafficState {
            wrong_decoding: self.wrong_decoding.or(state.wrong_decoding),
            ..state
        }
    }

    /// Runs at most `cycles`, and not past the one that reaches `operations`. Returns whether
    /// every output agrees.
    fn run(&mut self, cycles: u64, operations: u64) -> bool {
        let missing = operations.saturating_sub(self.counts.operations);
        self.wrong_decoding = None;
        let mut decode = |instruction| match self.decoding.send(instruction) {
            Ok(()) => true,
            Err(wrong) => {
                self.wrong_decoding = Some(wrong);
                false
            }
        };
        let TestRun { unit, counts, .. } = self;
        self.traffic.run(unit, counts, cycles, missing, &mut decode)
    }

    /// Runs one cycle of traffic. Returns whether every output agrees.
    pub fn step(&mut self) -> bool {
        self.run(1, u64::MAX)
    }

    /// Runs the next cycle of a test run of `operations`: traffic until they are counted, then
    /// emptying of the unit. Returns whether every output agrees.
    pub fn step_or_drain(&mut self, operations: u64) -> bool {
        if self.counts.operations < operations {
            return self.step();
        }
        self.traffic.drain(&mut self.unit, &mut self.counts)
    }

    /// Runs `cycles` cycles or until an output differs. Returns whether all agree.
    pub fn run_for(&mut self, cycles: u64) -> bool {
        let end = self.counts.cycles + cycles;
        while self.counts.cycles < end {
            if !self.run(end - self.counts.cycles, u64::MAX) {
                return false;
            }
        }
        true
    }

    /// The first difference that the last cycle shows.
    pub fn mismatch(&self) -> Option<Mismatch> {
        let cycle = self.counts.cycles.saturating_sub(1);
        let found = self.traffic.mismatch(&self.unit, cycle);
        found.or_else(|| self.decoder_mismatch(cycle))
    }

    fn decoder_mismatch(&self, cycle: u64) -> Option<Mismatch> {
        let state = self.state();
        let predicted = state.predicted;
        let instruction = predicted.map_or(0, |it| it.instruction as usize);
        let place = ComparedAt { instruction, cycle };
        Some(state.wrong_decoding?.mismatch(place))
    }

    /// The lanes that differ after the last cycle, one bit a lane.
    pub fn mismatched_lanes(&self) -> u32 {
        self.traffic.mismatched_lanes(&self.unit)
    }

    /// Counts so far.
    pub fn counts(&self) -> RunCounts {
        self.counts
    }

    /// Runs until `operations` are counted or an output differs. Returns whether all agree.
    pub fn run_to(&mut self, operations: u64) -> bool {
        while self.counts.operations < operations {
            if !self.run(u64::MAX, operations) {
                return false;
            }
        }
        true
    }

    /// Empties the unit and checks its last results. Returns whether all agree.
    pub fn drain(&mut self) -> bool {
        let operations = self.counts.operations;
        let mut cycles = 0;
        while !self.traffic.is_drained(cycles) {
            if !self.step_or_drain(operations) {
                return false;
            }
            cycles += 1;
        }
        true
    }

    /// Ends the simulation after its last cycle. Returns whether the final blocks agree too.
    pub fn finish(&mut self) -> bool {
        self.unit.finish();
        !self.unit.has_ended()
    }
}

#[cfg(test)]
mod tests {
    use super::TestRun;
    use crate::dut::unit::{Clocked, DutTable, LANES, Outputs};
    use crate::testbench::setup::Setup;
    use isa::ports::{OUTPUTS, Shape, UnitPort};
    use sim::scoreboard::CC_FLAGS;
    use sim::scoreboard::Rules;

    /// A test run that shows a result with a prediction for every output.
    fn test_run() -> TestRun {
        let mut test_run = TestRun::new(&Setup::new(DutTable::fast(), 1));
        assert!(test_run.run_to(20_000), "{:?}", test_run.mismatch());
        let shows_access = |test_run: &TestRun| {
            let predicted = test_run.state().predicted.unwrap();
            !predicted.dont_care && predicted.result.result_access != 0
        };
        while !shows_access(&test_run) {
            assert!(test_run.step(), "{:?}", test_run.mismatch());
        }
        test_run
    }

    #[test]
    fn cycle_by_cycle_or_many_at_a_time_is_the_same() {
        const CYCLES: u64 = 5000;
        let setup = Setup::new(DutTable::fast(), 2);
        let (mut one, mut many) = (TestRun::new(&setup), TestRun::new(&setup));
        assert!((0..CYCLES).all(|_| one.step()));
        assert!(many.run_for(CYCLES));
        assert_eq!(one.counts(), many.counts());
        assert_eq!(one.unit().inputs(), many.unit().inputs());
        assert_eq!(one.unit.outputs(), many.unit.outputs());
        // Traffic ends with the same cycle as well.
        let operations = one.counts().operations + 12_345;
        while one.counts().operations < operations {
            assert!(one.step_or_drain(operations));
        }
        assert!(many.run_to(operations));
        assert_eq!(one.counts(), many.counts());
        assert!(one.drain() && many.drain());
        assert_eq!(one.unit.outputs(), many.unit.outputs());
    }

    /// The signal and the lane of the mismatch after `change` of an output.
    fn named(change: impl FnOnce(&mut Outputs)) -> Option<(String, Option<usize>)> {
        let test_run = test_run();
        let mut outputs = test_run.unit.outputs().clone();
        let predicted = test_run.state().predicted?;
        assert!(sim::scoreboard::agree(&outputs, predicted, &Rules::EXACT));
        change(&mut outputs);
        assert!(!sim::scoreboard::agree(&outputs, predicted, &Rules::EXACT));
        let first = sim::scoreboard::first_mismatch(&outputs, predicted, &Rules::EXACT, 7);
        let mismatch = first?;
        assert_eq!(mismatch.place.cycle, 7);
        let lanes = sim::scoreboard::mismatched_lanes(&outputs, predicted, &Rules::EXACT);
        assert_eq!(lanes, mismatch.lane.map_or(0, |lane| 1 << lane));
        Some((mismatch.signal, mismatch.lane))
    }

    /// Changes the highest bit of a port, or of its bits of a lane.
    fn changed(port: &UnitPort, lane: usize) -> Option<(String, Option<usize>)> {
        let (Shape::Warp(bits) | Shape::Lane(bits)) = port.shape;
        named(|outputs| {
            let value = outputs.value(port.name, lane).unwrap_or_default();
            outputs.set_value(port.name, lane, value ^ 1 << (bits - 1));
        })
    }

    #[test]
    fn each_output_of_the_warp_is_compared() {
        let of_warp = |port: &&UnitPort| matches!(port.shape, Shape::Warp(_));
        for port in OUTPUTS.iter().filter(of_warp) {
            assert_eq!(changed(port, 0), Some((port.name.to_owned(), None)));
        }
    }

    #[test]
    fn each_output_of_each_lane_is_compared() {
        let of_lanes = |port: &&UnitPort| matches!(port.shape, Shape::Lane(_)) && port.name != "cc";
        for port in OUTPUTS.iter().filter(of_lanes) {
            for lane in 0..LANES {
                assert_eq!(
                    changed(port, lane),
                    Some((port.name.to_owned(), Some(lane)))
                );
            }
        }
        for lane in 0..LANES {
            for (bit, signal) in CC_FLAGS.into_iter().enumerate() {
                let found = named(|outputs| outputs.cc[lane] ^= 1 << bit);
                assert_eq!(found, Some((signal.to_owned(), Some(lane))));
            }
        }
    }
}
