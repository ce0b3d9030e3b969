//! One co-simulation: a unit, its traffic, the golden pipeline, the scoreboard.

use crate::mismatch::Mismatch;
use crate::model::{Inputs, LANES, ModelTable, Unit};
use crate::scoreboard::{self, Direct};
use crate::stimulus::Stimulus;
use sim::lea_lanes::LaneOperands;
use sim::lea_warp::LeaControl;
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
        control: LeaControl {
            high: *inputs.high != 0,
            negate: *inputs.negate != 0,
            extended: *inputs.extended != 0,
            scale: u32::from(*inputs.scale),
            shared_base: 0,
        },
        write_cc: *inputs.write_cc != 0,
        predicate: *inputs.predicate,
        destination: *inputs.destination,
        active_mask: *inputs.active_mask,
        guard_mask: *inputs.guard_mask,
        operands: LaneOperands {
            base_lo: inputs.base_lo,
            base_hi: inputs.base_hi,
            offset_lo: inputs.offset_lo,
            offset_hi: inputs.offset_hi,
            cc_carry: *inputs.carry_in,
            cc_overflow: *inputs.overflow_in,
        },
        result_ready: *inputs.result_ready != 0,
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
            counts: Counts::default(),
        }
    }

    /// What was counted so far.
    pub fn counts(&self) -> Counts {
        self.counts
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
        let accepted = self.golden.edge(&ports);
        self.stimulus
            .taken(ports.request_valid, accepted, config_taken);
        self.counts.operations += if accepted { LANES as u64 } else { 0 };
        self.counts.cycles += 1;
        let direct = Direct {
            result_ready: ports.result_ready,
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

    /// Lets out and checks what is still in the unit; true where all agree.
    pub fn drain(&mut self) -> bool {
        let operations = self.counts.operations;
        (0..LATENCY).all(|_| self.step_or_drain(operations))
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
            config_valid: *inputs.config_valid != 0,
        }
    }
}
