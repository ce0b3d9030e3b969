//! One co-simulation: a unit, its traffic, the golden pipeline, the scoreboard.

use crate::coverage::Coverage;
use crate::mismatch::Mismatch;
use crate::model::{Inputs, LANES, ModelTable, Unit};
use crate::scoreboard::{self, Direct};
use crate::stimulus::Stimulus;
use sim::pipeline::{LATENCY, Pipeline, PortInputs};

/// What a session runs.
#[derive(Clone, Copy)]
pub struct Setup {
    /// The hardware.
    pub table: &'static ModelTable,
    /// Deliberate fault of a model that has some; 0 is none.
    pub variant: u8,
    /// What the traffic depends on, and nothing else.
    pub seed: u64,
}

/// Cycles that empty the unit: every beat in it and the warp before them may make a
/// memory request for each lane.
const DRAIN: usize = (LATENCY + 1) * (LANES + 1);

/// What a session has counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Lane-operations: 32 for every warp that was accepted.
    pub operations: u64,
    pub cycles: u64,
}

/// A running co-simulation.
pub struct Session {
    unit: Unit,
    golden: Pipeline<LANES>,
    stimulus: Stimulus,
    coverage: Coverage,
    counts: Counts,
}

/// The inputs as the golden pipeline takes them, from where the hardware has them.
#[inline(always)]
pub fn port_inputs<'a>(inputs: &'a Inputs<'_>) -> PortInputs<'a, LANES> {
    PortInputs {
        reset: *inputs.reset != 0,
        config_valid: *inputs.config_valid != 0,
        config_address: *inputs.config_address,
        config_data: *inputs.config_data,
        request_valid: *inputs.request_valid != 0,
        access: *inputs.access != 0,
        extended: *inputs.extended != 0,
        lane_mask: *inputs.lane_mask,
        destination: *inputs.destination,
        high: *inputs.high != 0,
        negate: *inputs.negate != 0,
        scale: *inputs.scale,
        write_cc: *inputs.write_cc != 0,
        predicate: *inputs.predicate,
        store: *inputs.store != 0,
        access_space: *inputs.access_space,
        access_size: *inputs.access_size,
        address_register: *inputs.address_register,
        immediate: *inputs.immediate,
        immediate_kind: *inputs.immediate_kind,
        bank: *inputs.bank,
        steer_by_window: *inputs.steer_by_window != 0,
        active_mask: *inputs.active_mask,
        guard_mask: *inputs.guard_mask,
        helper_mask: *inputs.helper_mask,
        steering_mask: *inputs.steering_mask,
        carry_in: *inputs.carry_in,
        overflow_in: *inputs.overflow_in,
        base_lo: inputs.base_lo,
        base_hi: inputs.base_hi,
        offset_lo: inputs.offset_lo,
        offset_hi: inputs.offset_hi,
        result_ready: *inputs.result_ready != 0,
        memory_ready: *inputs.memory_ready != 0,
    }
}

impl Session {
    /// A session at its first cycle.
    pub fn new(setup: &Setup) -> Session {
        Session::with_unit(setup, Unit::new(setup.table))
    }

    /// A session on a unit of one's own, say a traced one.
    pub fn with_unit(setup: &Setup, mut unit: Unit) -> Session {
        unit.select_variant(setup.variant);
        Session {
            unit,
            golden: Pipeline::default(),
            stimulus: Stimulus::new(setup.seed),
            coverage: Coverage::default(),
            counts: Counts::default(),
        }
    }

    /// What was counted so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// What was met so far.
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// The hardware.
    pub fn unit(&mut self) -> &mut Unit {
        &mut self.unit
    }

    /// The golden pipeline after the last cycle.
    pub fn golden(&self) -> &Pipeline<LANES> {
        &self.golden
    }

    /// One cycle of traffic; true where every output agrees.
    #[inline(never)]
    pub fn step(&mut self) -> bool {
        self.cycle()
    }

    // One function from traffic to verdict: as several, each would put its arguments
    // into memory for the next, which cost a tenth of the speed.
    #[inline(always)]
    fn cycle(&mut self) -> bool {
        let mut inputs = self.unit.inputs();
        self.stimulus.drive(&mut inputs);
        self.edge()
    }

    #[inline(always)]
    fn edge(&mut self) -> bool {
        let inputs = self.unit.inputs();
        let ports = port_inputs(&inputs);
        let config_taken = ports.config_valid & self.golden.config_ready();
        self.coverage.before_edge(&ports, &self.golden);
        let accepted = self.golden.edge(&ports);
        if accepted {
            let scattered = self.stimulus.is_scattered();
            self.coverage.after_request(&ports, &self.golden, scattered);
        }
        self.stimulus
            .taken(ports.request_valid, accepted, config_taken);
        self.counts.operations += if accepted { LANES as u64 } else { 0 };
        self.counts.cycles += 1;
        let direct = Direct {
            result_ready: ports.result_ready,
            memory_ready: ports.memory_ready,
            config_valid: ports.config_valid,
        };
        self.unit.cycle();
        scoreboard::agree(&self.unit.outputs(), &self.golden, direct)
    }

    /// The cycle after the last one of a session of `operations`: traffic until they
    /// are counted, then what is still in the unit. True where every output agrees.
    pub fn step_or_drain(&mut self, operations: u64) -> bool {
        if self.counts.operations < operations {
            return self.step();
        }
        let mut inputs = self.unit.inputs();
        self.stimulus.drain(&mut inputs);
        self.edge()
    }

    /// Runs until `operations` are counted or an output differs; true where all agree.
    pub fn run_to(&mut self, operations: u64) -> bool {
        while self.counts.operations < operations {
            if !self.cycle() {
                return false;
            }
        }
        true
    }

    /// Runs `cycles` cycles or until an output differs; true where all agree.
    pub fn run_for(&mut self, cycles: u64) -> bool {
        (0..cycles).all(|_| self.cycle())
    }

    /// Lets out and checks what is still in the unit; true where all agree.
    pub fn drain(&mut self) -> bool {
        let operations = self.counts.operations;
        (0..DRAIN).all(|_| self.step_or_drain(operations))
    }

    /// The first difference that the last cycle shows.
    pub fn mismatch(&mut self) -> Option<Mismatch> {
        let direct = self.direct();
        let cycle = self.counts.cycles.saturating_sub(1);
        scoreboard::first_mismatch(&self.unit.outputs(), &self.golden, direct, cycle)
    }

    /// The lanes that differ after the last cycle, one bit a lane.
    pub fn mismatched_lanes(&self) -> u32 {
        scoreboard::mismatched_lanes(&self.unit.outputs(), &self.golden)
    }

    fn direct(&mut self) -> Direct {
        let inputs = self.unit.inputs();
        Direct {
            result_ready: *inputs.result_ready != 0,
            memory_ready: *inputs.memory_ready != 0,
            config_valid: *inputs.config_valid != 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Session, Setup};
    use crate::model::{LANES, ModelTable, Outputs};
    use crate::scoreboard;

    /// A session that shows a result whose every output is predicted.
    fn session() -> Session {
        let mut session = Session::new(&Setup {
            table: ModelTable::fast(),
            variant: 0,
            seed: 1,
        });
        assert!(session.run_to(20_000), "{:?}", session.mismatch());
        while session.golden.result().stale || !session.golden.result().access {
            assert!(session.step(), "{:?}", session.mismatch());
        }
        session
    }

    /// The signal and the lane that are named where an output is changed.
    fn named(change: impl FnOnce(&mut Outputs<'_>)) -> Option<(String, Option<usize>)> {
        let mut session = session();
        let direct = session.direct();
        let mut outputs = session.unit.outputs();
        assert!(scoreboard::agree(&outputs, &session.golden, direct));
        change(&mut outputs);
        assert!(!scoreboard::agree(&outputs, &session.golden, direct));
        let first = scoreboard::first_mismatch(&outputs, &session.golden, direct, 7);
        let mismatch = first?;
        assert_eq!(mismatch.place.cycle, 7);
        let lanes = scoreboard::mismatched_lanes(&outputs, &session.golden);
        assert_eq!(lanes, mismatch.lane.map_or(0, |lane| 1 << lane));
        Some((mismatch.signal, mismatch.lane))
    }

    /// Changes the lowest bit of each port and wants its name.
    macro_rules! of_the_warp {
        ($($port:ident)*) => {
            $(
                let found = named(|outputs| outputs.$port ^= 1);
                assert_eq!(found, Some((stringify!($port).to_string(), None)));
            )*
        };
    }

    #[test]
    fn each_output_of_the_warp_is_compared() {
        of_the_warp! {
            config_ready request_ready result_valid result_beat result_last result_access
            result_store result_size result_predicate result_destination uniform
            fault_valid fault_lane memory_valid memory_shared memory_store memory_line
            memory_sectors memory_lanes memory_pass memory_last
        }
    }

    /// Changes one lane's bit of each mask and wants its name and the lane.
    macro_rules! of_masks {
        ($($port:ident)*) => {
            $(
                let found = named(|outputs| outputs.$port ^= 1 << 17);
                assert_eq!(found, Some((stringify!($port).to_string(), Some(17))));
            )*
        };
    }

    #[test]
    fn each_mask_is_compared() {
        of_masks! {
            rd_write predicate_write cc_write execute_mask live_mask shared_mask fault_mask
            misaligned_mask
        }
    }

    /// Changes the highest bit of the last lane and wants its name and the lane.
    macro_rules! of_lanes {
        ($($port:ident)*) => {
            $(
                let found = named(|outputs| {
                    let mut lanes = *outputs.$port;
                    lanes[LANES - 1] = lanes[LANES - 1].reverse_bits() ^ 1;
                    lanes[LANES - 1] = lanes[LANES - 1].reverse_bits();
                    outputs.$port = Box::leak(Box::new(lanes));
                });
                assert_eq!(found, Some((stringify!($port).to_string(), Some(LANES - 1))));
            )*
        };
    }

    #[test]
    fn each_value_of_each_lane_is_compared() {
        of_lanes! { sum_lo sum_hi address_lo address_hi byte_enable lock_index }
        for (bit, signal) in ["cc_carry", "cc_zero", "cc_sign", "cc_overflow"]
            .into_iter()
            .enumerate()
        {
            let found = named(|outputs| {
                let mut codes = *outputs.cc;
                codes[LANES / 2 - 1] ^= 0x10 << bit;
                outputs.cc = Box::leak(Box::new(codes));
            });
            assert_eq!(found, Some((signal.to_string(), Some(LANES - 1))));
        }
        for bit in 62..64 {
            let found = named(|outputs| outputs.space ^= 1 << bit);
            assert_eq!(found, Some(("space".to_string(), Some(LANES - 1))));
            let found = named(|outputs| outputs.fault ^= 1 << bit);
            assert_eq!(found, Some(("fault".to_string(), Some(LANES - 1))));
        }
    }
}
