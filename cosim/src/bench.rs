//! Throughput of the golden model, the bare hardware models and the checked comparison.
//!
//! All are measured side by side in one run: machines are noisy, ratios within one run less.

use crate::dut::decoder::{self, Decoded, Decoder};
use crate::dut::unit::{Aligned, Clocked, DutTable, Inputs, LANES, Outputs, Unit};
use crate::testbench::decoder::Decoding;
use crate::testbench::foresight::{Foreseen, Foresight};
use crate::testbench::setup::Setup;
use crate::testbench::stimulus::Stimulus;
use crate::testbench::test_run::TestRun;
use crate::testbench::traffic::AHEAD;
use sim::WarpConfig;
use sim::access::access_lanes;
use sim::lea::lea_lanes;
use sim::pipeline::{access_control, lea_control};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Cycles of traffic in the ring, which the unchecked loop and the checked one both repeat. Long
/// enough for a fair mix of stalls.
pub const RING: usize = 1 << 14;

/// Warps whose operands the golden model cycles through. They stay in the first cache.
const GOLDEN_RING: usize = 32;

/// Warps of the golden model between two looks at the clock.
const GOLDEN_WARPS: usize = 1 << 12;

/// Lane-operations a second of each stack, in one measurement.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rates {
    /// The golden model alone, on LEA and on accesses.
    pub golden_lea: f64,
    pub golden_access: f64,
    /// The Verilated models, unit and decoder, in C++ loops that check nothing.
    pub ceiling: f64,
    /// Traffic, golden pipeline and coverage without hardware.
    pub foresight: f64,
    /// The co-simulation with everything checked.
    pub checked: f64,
    /// Whether every output agreed.
    pub good: bool,
}

/// Models and stimulus of one job's measurements.
pub struct Bench {
    /// Inputs of one round. They start with a reset, so that the unit does the same in every
    /// round.
    ring: Vec<Inputs>,
    /// Lane-operations of one round.
    ring_operations: u64,
    /// Inputs of the decoder before each [`AHEAD`] cycles of the ring.
    instructions: Vec<Vec<decoder::Inputs>>,
    lea: Vec<Inputs>,
    access: Vec<Inputs>,
    bare: Unit,
    bare_decoder: Decoder,
    setup: Setup,
}

impl Bench {
    /// Creates the traffic of the ring.
    pub fn new(seed: u64) -> Bench {
        let setup = Setup::new(DutTable::fast(), seed);
        let mut source = TestRun::new(&setup);
        let mut decoding = Decoding::new(Decoder::new(), seed);
        let mut ring = Vec::with_capacity(RING);
        let mut instructions = vec![Vec::new(); RING.div_ceil(AHEAD)];
        while ring.len() < RING {
            source.step();
            if let Some(instruction) = source.state().instruction {
                let inputs = &mut instructions[ring.len() / AHEAD];
                record(&mut decoding, instruction, inputs);
            }
            ring.push(source.unit().inputs().clone());
        }
        let beats = |access: bool| {
            let alike = ring.iter().filter(|beat| (beat.access != 0) == access);
            alike.take(GOLDEN_RING).cloned().collect()
        };
        Bench {
            lea: beats(false),
            access: beats(true),
            ring_operations: source.counts().operations,
            ring,
            instructions,
            bare: Unit::new(setup.table),
            bare_decoder: Decoder::new(),
            setup,
        }
    }

    /// Runs one round of the ring on the bare models, in the order of the checked ones. Every
    /// clock edge is run, but not the evaluations of the checked decoder before some of them.
    fn replay(&mut self) -> u64 {
        for (beats, instructions) in self.ring.chunks(AHEAD).zip(&self.instructions) {
            self.bare_decoder.replay(instructions);
            self.bare.replay(beats);
        }
        self.ring_operations
    }

    /// Measures each stack for about `slice`, after `all_begin` has returned. Jobs that run side
    /// by side wait for each other there.
    pub fn measure(&mut self, slice: Duration, mut all_begin: impl FnMut()) -> Rates {
        let all_begin = &mut all_begin;
        let golden_lea = rate(slice, all_begin, || (), |_| golden(&self.lea, GOLDEN_WARPS));
        let golden_access = rate(
            slice,
            all_begin,
            || (),
            |_| golden(&self.access, GOLDEN_WARPS),
        );
        let setup = self.setup;
        let ceiling = rate(slice, all_begin, || (), |_| self.replay());
        let new_foresight = || Foresight::new(LANES, Stimulus::new(setup.seed));
        let foresight = rate(slice, all_begin, new_foresight, |foresight| {
            let mut foreseen = Foreseen::default();
            let cycle = |_| {
                foresight.traffic(&mut foreseen);
                black_box(&foreseen);
                foreseen.operations
            };
            (0..RING).map(cycle).sum()
        });
        let mut good = true;
        let new_test_run = || TestRun::new(&setup);
        let checked = rate(slice, all_begin, new_test_run, |test_run| {
            good &= test_run.run_for(RING as u64);
            test_run.counts().operations
        });
        Rates {
            golden_lea,
            golden_access,
            ceiling,
            foresight,
            checked,
            good,
        }
    }
}

/// Records the decoder's inputs until it has taken `instruction`.
fn record(decoding: &mut Decoding, instruction: Decoded, inputs: &mut Vec<decoder::Inputs>) {
    loop {
        let taken = decoding.cycle(instruction);
        inputs.push(*decoding.inputs());
        if taken.unwrap_or(true) {
            return;
        }
    }
}

/// Runs `warps` warps of `beats` on the golden model, as configured after reset. Returns the
/// lane-operations.
fn golden(beats: &[Inputs], warps: usize) -> u64 {
    let config = WarpConfig::default();
    let mut results = Aligned::<Outputs>::default();
    let count = beats.len().max(1);
    for warp in 0..warps {
        let Some(beat) = beats.get(warp % count) else {
            return 0;
        };
        if beat.access != 0 {
            let execute = beat.active_mask & beat.guard_mask;
            let control = access_control(beat, &config);
            black_box(access_lanes(&control, beat, execute, &mut results));
        } else {
            lea_lanes(&lea_control(beat, &config), beat, &mut results);
        }
        black_box(&results);
    }
    (warps * LANES) as u64
}

/// Operations a second of `work`, repeated until it has taken about `slice`. The time of `make`
/// before each call is left out: a run of any length makes its models once.
fn rate<T>(
    slice: Duration,
    all_begin: &mut impl FnMut(),
    make: impl Fn() -> T,
    mut work: impl FnMut(&mut T) -> u64,
) -> f64 {
    let (mut operations, mut time) = (0, Duration::ZERO);
    all_begin();
    while time < slice {
        let mut made = make();
        let start = Instant::now();
        operations += work(&mut made);
        time += start.elapsed();
    }
    operations as f64 / time.as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::{AHEAD, Bench, RING};
    use crate::dut::unit::{Clocked, DutTable, LANES};
    use crate::testbench::setup::Setup;
    use crate::testbench::test_run::TestRun;

    #[test]
    fn every_round_of_the_ring_does_what_was_recorded() {
        let mut bench = Bench::new(3);
        assert_eq!(bench.ring.len(), RING);
        assert!(bench.ring_operations > (RING / 4 * LANES) as u64);
        assert_eq!(bench.ring.chunks(AHEAD).len(), bench.instructions.len());
        let given: usize = bench.instructions.iter().map(Vec::len).sum();
        assert!(given > RING / 32, "{given} inputs of the decoder");
        let mut recorded = TestRun::new(&Setup::new(DutTable::fast(), 3));
        for _ in 0..RING {
            assert!(recorded.step());
        }
        for round in 0..2 {
            assert_eq!(bench.replay(), recorded.counts().operations);
            // Stages without a valid request hold values of the round before.
            let (bare, recorded) = (bench.bare.outputs(), recorded.unit().outputs());
            assert_eq!(bare, recorded, "round {round}");
        }
    }
}
