//! The co-simulation of the linked LEA unit, at the speed that its small model allows.
//!
//! It does in each cycle what [`Session`](crate::testbench::test_run::Session) does on hardware that knows
//! LEA alone, with the same traffic and the same golden pipeline, but without foresight: all of
//! it fits the first cache together, so nothing is kept for later but the inputs of one cycle.
//! They are drawn while the stores of the model's last evaluation are still under way, which a
//! comparison right after it would wait for.

use crate::dut::unit::{Beat, LANES, LeaOutputs, LeaPorts, Unit};
use crate::testbench::coverage::{Coverage, EVERY_OTHER_LEA};
use crate::testbench::predictor::golden::port_inputs;
use crate::testbench::scoreboard::same;
use crate::testbench::stimulus::Stimulus;
use crate::testbench::test_run::{Counts, DRAIN, Running};
use sim::pipeline::{Pipeline, PortInputs};

/// A running co-simulation of the LEA unit.
pub struct LeaSession {
    unit: Unit<LeaPorts>,
    golden: Pipeline<LANES>,
    stimulus: Stimulus,
    coverage: Coverage,
    /// The inputs of the cycle to come.
    beat: Beat,
    /// What they make of the port `request_ready`.
    request_ready: bool,
    counts: Counts,
}

impl LeaSession {
    /// A session of `unit` at its first cycle, whose traffic depends on `seed` alone.
    pub fn new(unit: Unit<LeaPorts>, seed: u64) -> LeaSession {
        LeaSession {
            unit,
            golden: Pipeline::of_lea(),
            stimulus: Stimulus::of_lea(seed),
            coverage: Coverage::default(),
            beat: Beat::default(),
            request_ready: false,
            counts: Counts::default(),
        }
    }

    /// The hardware.
    pub fn unit(&mut self) -> &mut Unit<LeaPorts> {
        &mut self.unit
    }

    /// Model and hardware pass the edge at which the inputs are what was drawn.
    #[inline(always)]
    fn edge(&mut self) {
        let ports = PortInputs {
            access: false,
            address_add: false,
            memory_ready: true,
            ..port_inputs(&self.beat)
        };
        let config_taken = ports.config_valid & self.golden.config_ready();
        // Only the LEAs that are looked at: handshakes are no bins here.
        if looked_at(self.golden.result().instruction) {
            self.coverage.before_edge(&self.beat, &self.golden);
        }
        let accepted = self.golden.edge(&ports);
        if accepted & looked_at(self.golden.accepted_warps().wrapping_sub(1)) {
            self.coverage.after_request(&self.beat, &self.golden, false);
        }
        self.stimulus
            .taken(ports.request_valid, accepted, false, config_taken);
        self.request_ready =
            self.golden
                .request_ready(ports.result_ready, true, ports.config_valid);
        self.counts.operations += if accepted { LANES as u64 } else { 0 };
        self.counts.cycles += 1;
        self.unit.inputs().set(&self.beat);
        self.unit.cycle();
    }

    /// Whether all outputs are as predicted.
    #[inline(always)]
    fn agrees(&self) -> bool {
        agree(self.unit.outputs(), &self.golden, self.request_ready)
    }

    /// Traffic while it is `wanted`, a cycle at least; true where every output agreed.
    #[inline(always)]
    fn run_while(&mut self, wanted: impl Fn(&Counts) -> bool) -> bool {
        self.stimulus.drive(&mut self.beat);
        loop {
            self.edge();
            if !wanted(&self.counts) {
                return self.agrees();
            }
            self.stimulus.drive(&mut self.beat);
            if !self.agrees() {
                return false;
            }
        }
    }

    /// Runs `cycles` cycles, at least one, or until an output differs; true where all agree.
    pub fn run_for(&mut self, cycles: u64) -> bool {
        let end = self.counts.cycles + cycles;
        self.run_while(|counts| counts.cycles < end)
    }
}

impl Running for LeaSession {
    fn counts(&self) -> Counts {
        self.counts
    }

    fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    fn run_to(&mut self, operations: u64) -> bool {
        self.counts.operations >= operations
            || self.run_while(|counts| counts.operations < operations)
    }

    fn drain(&mut self) -> bool {
        self.stimulus.drain(&mut self.beat);
        (0..DRAIN).all(|_| {
            self.edge();
            self.agrees()
        })
    }
}

/// Coverage looks at one LEA in this many: every sixteenth would take a twentieth of the time.
const LOOKED_AT: u64 = 4 * EVERY_OTHER_LEA;

/// Whether coverage looks at the LEA of this number.
#[inline(always)]
fn looked_at(instruction: u64) -> bool {
    instruction.is_multiple_of(LOOKED_AT)
}

/// Whether `outputs` are what stands at the ports of `golden`: no branch but on the verdict.
#[inline(always)]
fn agree(outputs: &LeaOutputs, golden: &Pipeline<LANES>, request_ready: bool) -> bool {
    let LeaOutputs {
        sum_lo,
        cc,
        rd_write,
        predicate_write,
        cc_write,
        execute_mask,
        result_destination,
        config_ready,
        request_ready: ready,
        result_valid,
        result_beat,
        result_last,
        result_predicate,
    } = outputs;
    let result = golden.result();
    let warp = (config_ready ^ u8::from(golden.config_ready()))
        | (ready ^ u8::from(request_ready))
        | (result_valid ^ u8::from(golden.result_valid(true)))
        | (result_beat ^ result.beat)
        | (result_last ^ 1)
        | (result_predicate ^ result.predicate);
    let masks = (rd_write ^ result.rd_write)
        | (predicate_write ^ result.predicate_write)
        | (cc_write ^ result.cc_write)
        | (execute_mask ^ result.execute_mask);
    (warp == 0)
        & (masks == 0)
        & (*result_destination == result.destination)
        & same(sum_lo, &result.lanes.sum_lo)
        // It depends on the configuration, which has changed since.
        & (same(cc, &result.lanes.cc) | result.stale)
}

#[cfg(test)]
mod tests {
    use super::{LeaSession, agree};
    use crate::dut::unit::{LANES, LeaOutputs, ModelTable, Unit};
    use crate::testbench::test_run::{Running, Session, Setup};

    fn session(seed: u64) -> LeaSession {
        LeaSession::new(Unit::new(ModelTable::lea()), seed)
    }

    #[test]
    fn it_does_what_a_session_does() {
        let setup = Setup {
            table: ModelTable::lea_traced(),
            variant: 0,
            seed: 3,
        };
        let (mut lea, mut other) = (session(3), Session::new(&setup));
        for operations in [100_000, 150_000] {
            assert!(lea.run_to(operations));
            assert!(other.run_to(operations), "{:?}", other.mismatch());
            assert_eq!(lea.counts(), other.counts());
            assert_eq!(lea.unit.outputs().sum_lo, other.unit().outputs().sum_lo);
            assert_eq!(lea.unit.outputs().cc, other.unit().outputs().cc);
        }
        assert!(lea.drain() && other.drain());
        assert_eq!(lea.counts(), other.counts());
    }

    /// Whether a changed output is seen in a cycle that shows a result.
    #[track_caller]
    fn seen(change: impl FnOnce(&mut LeaOutputs)) {
        let mut session = session(1);
        assert!(session.run_to(20_000));
        while !session.golden.result_valid(true) {
            assert!(session.run_for(1));
        }
        let mut outputs = session.unit.outputs().clone();
        assert!(agree(&outputs, &session.golden, session.request_ready));
        change(&mut outputs);
        assert!(!agree(&outputs, &session.golden, session.request_ready));
    }

    #[test]
    fn each_output_is_compared() {
        seen(|outputs| outputs.config_ready ^= 1);
        seen(|outputs| outputs.request_ready ^= 1);
        seen(|outputs| outputs.result_valid ^= 1);
        seen(|outputs| outputs.result_beat ^= 16);
        seen(|outputs| outputs.result_last ^= 1);
        seen(|outputs| outputs.result_predicate ^= 4);
        seen(|outputs| outputs.result_destination ^= 1 << 15);
        for lane in [0, 1, 17, LANES - 1] {
            seen(|outputs| outputs.rd_write ^= 1 << lane);
            seen(|outputs| outputs.predicate_write ^= 1 << lane);
            seen(|outputs| outputs.cc_write ^= 1 << lane);
            seen(|outputs| outputs.execute_mask ^= 1 << lane);
            seen(|outputs| outputs.sum_lo[lane] ^= 1 << 31);
            for bit in 0..4 {
                seen(|outputs| outputs.cc[lane] ^= 1 << bit);
            }
        }
    }
}
