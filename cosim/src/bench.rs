//! How fast the golden model, the bare hardware model and the checked comparison
//! run, measured beside each other: machines are noisy, ratios within one run less.

use crate::model::{Beat, LANES, ModelTable, Unit};
use crate::session::{Session, Setup, port_inputs};
use sim::lea_lanes::{LaneOperands, LaneResults, lea_lanes};
use sim::lea_warp::LeaControl;
use sim::pipeline::RESET_SHARED_BASE;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Cycles of traffic that the unchecked loop goes round.
pub const RING: usize = 4096;

/// Warps whose operands the golden model goes round: they stay in the first cache.
const GOLDEN_RING: usize = 32;

/// Lane-operations a second of each stack, in one measurement.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rates {
    /// The golden model alone.
    pub golden: f64,
    /// The Verilated model in a C++ loop that checks nothing.
    pub ceiling: f64,
    /// The co-simulation with everything checked.
    pub checked: f64,
    /// Every output agreed.
    pub good: bool,
}

/// What one job measures on.
pub struct Bench {
    ring: Vec<Beat>,
    bare: Unit,
    session: Session,
}

impl Bench {
    /// Makes the traffic of the ring and resets the units.
    pub fn new(seed: u64) -> Bench {
        let setup = Setup {
            table: ModelTable::fast(),
            variant: 0,
            seed,
        };
        let mut source = Session::new(&setup);
        // Past the reset that every session starts with.
        source.run_to(LANES as u64);
        let mut ring = Vec::with_capacity(RING);
        while ring.len() < RING {
            source.step();
            ring.push(beat(&mut source));
        }
        let mut bare = Unit::new(setup.table);
        bare.reset();
        Bench {
            ring,
            bare,
            session: Session::new(&setup),
        }
    }

    /// Measures each stack for about `slice`.
    pub fn measure(&mut self, slice: Duration) -> Rates {
        let golden = rate(slice, || self.golden(1 << 12));
        let bare = &mut self.bare;
        let ring = &self.ring;
        let ceiling = rate(slice, || bare.replay(ring, RING as u64) * LANES as u64);
        let (session, mut good) = (&mut self.session, true);
        let checked = rate(slice, || {
            let before = session.counts().operations;
            good &= session.run_to(before + (RING * LANES) as u64);
            session.counts().operations - before
        });
        Rates {
            golden,
            ceiling,
            checked,
            good,
        }
    }

    /// `warps` warps on the golden model; gives the lane-operations.
    fn golden(&self, warps: usize) -> u64 {
        let mut results = LaneResults::<LANES>::default();
        for warp in 0..warps {
            let beat = &self.ring[warp % GOLDEN_RING];
            let control = LeaControl {
                high: beat.high != 0,
                negate: beat.negate != 0,
                extended: beat.extended != 0,
                scale: u32::from(beat.scale),
                shared_base: RESET_SHARED_BASE,
            };
            let operands = LaneOperands {
                base_lo: &beat.base_lo,
                base_hi: &beat.base_hi,
                offset_lo: &beat.offset_lo,
                offset_hi: &beat.offset_hi,
                cc_carry: beat.carry_in,
                cc_overflow: beat.overflow_in,
            };
            lea_lanes(&control, operands, &mut results);
            black_box(&results);
        }
        (warps * LANES) as u64
    }
}

/// Operations a second of `work`, repeated for about `slice`.
fn rate(slice: Duration, mut work: impl FnMut() -> u64) -> f64 {
    let start = Instant::now();
    let mut operations = 0;
    while start.elapsed() < slice {
        operations += work();
    }
    operations as f64 / start.elapsed().as_secs_f64()
}

/// The inputs of the session's last cycle.
fn beat(session: &mut Session) -> Beat {
    let inputs = session.unit().inputs();
    let ports = port_inputs(&inputs);
    Beat {
        base_lo: *ports.operands.base_lo,
        base_hi: *ports.operands.base_hi,
        offset_lo: *ports.operands.offset_lo,
        offset_hi: *ports.operands.offset_hi,
        active_mask: ports.active_mask,
        guard_mask: ports.guard_mask,
        carry_in: ports.operands.cc_carry,
        overflow_in: ports.operands.cc_overflow,
        request_valid: u8::from(ports.request_valid),
        result_ready: u8::from(ports.result_ready),
        high: u8::from(ports.control.high),
        negate: u8::from(ports.control.negate),
        extended: u8::from(ports.control.extended),
        scale: ports.control.scale as u8,
        write_cc: u8::from(ports.write_cc),
        predicate: ports.predicate,
        destination: ports.destination,
    }
}
