//! A mismatch with what led to it.
//!
//! The hot loop keeps no history. A session depends on its seed alone, so it is run
//! again to the same cycle, and this time the accepted requests are kept.

mod kind;
mod request;

pub use kind::KINDS;
pub use request::{AccessRequest, AddrAddRequest, Asked, LaneRequest, LeaRequest};

use crate::decoder::Encoded;
use crate::expected_vcd::ExpectedVcd;
use crate::mismatch::Mismatch;
use crate::model::{LANES, ModelTable, Unit};
use crate::session::{Session, Setup};
use request::Kept;
use std::collections::VecDeque;
use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;

/// Requests kept: those in the pipeline and some before.
const HISTORY: usize = 16;

/// Cycles of a wave before a mismatch and after it.
const WAVE_BEFORE: u64 = 64;
const WAVE_AFTER: u64 = 8;

/// Cycles of a wave where nothing is wrong.
const WAVE_OF_SUCCESS: u64 = 256;

/// What is known of a failed session.
#[derive(Debug)]
pub struct Failure {
    /// What `agu cosim --target` calls the hardware.
    pub target: &'static str,
    /// Seed of the session.
    pub seed: u64,
    /// Lane-operations that a run needs to show the mismatch, and its cycles until then.
    pub operations: u64,
    pub cycles: u64,
    /// None where the second run did not show it again.
    pub mismatch: Option<Mismatch>,
    /// The lanes that differed in that cycle, a bit each.
    pub lanes: u32,
    /// The request whose result was expected, where it was in the unit.
    pub request: Option<LaneRequest>,
    /// The instruction whose record is wrong.
    pub encoded: Option<Encoded>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.mismatch {
            Some(mismatch) => writeln!(f, "mismatch: {mismatch}")?,
            None => writeln!(f, "mismatch, which a second run did not show again")?,
        }
        if let Some(encoded) = &self.encoded {
            writeln!(f, "  {encoded}")?;
        } else if let Some(request) = &self.request {
            writeln!(f, "  {request}")?;
        }
        write!(
            f,
            "  to see it again: agu cosim --target {} --jobs 1 --seed {} --ops {} --vcd mismatch.vcd",
            self.target, self.seed, self.operations
        )
    }
}

/// Runs the session of `setup` again, which was to run `operations` and ended with a
/// mismatch after `cycles`.
pub fn explain(setup: &Setup, operations: u64, cycles: u64) -> Failure {
    let mut session = Session::new(setup);
    let mut history = VecDeque::new();
    let mut good = true;
    while good && session.counts().cycles < cycles {
        let before = session.accepted_warps();
        good = session.step_or_drain(operations);
        if session.accepted_warps() != before {
            history.push_back(Kept::new(&session, before));
            if history.len() > HISTORY {
                history.pop_front();
            }
        }
    }
    let mismatch = if good { None } else { session.mismatch() };
    let request = mismatch.as_ref().and_then(|mismatch| {
        let instruction = mismatch.place.instruction as u64;
        let kept = history
            .iter()
            .find(|kept| kept.instruction() == instruction)?;
        Some(kept.of_lane(mismatch.lane.unwrap_or(0)))
    });
    // One beat more than was accepted: it was still traffic when the mismatch showed.
    let enough = (session.counts().operations + LANES as u64).min(operations);
    Failure {
        target: setup.table.target(),
        seed: setup.seed,
        operations: enough,
        cycles,
        lanes: session.mismatched_lanes(),
        mismatch,
        request,
        encoded: session.wrongly_decoded(),
    }
}

/// Writes waves of the session of `setup`, whose hardware is `traced` this time, over
/// `operations`: the hardware's signals to `vcd`, the expected ones to `expected`. They show the cycles around the end of
/// one that `failed` after `cycles`, else the first ones. Gives the first and the
/// last cycle.
///
/// # Errors
/// A file cannot be written.
pub fn write_waves(
    setup: &Setup,
    traced: &'static ModelTable,
    operations: u64,
    cycles: u64,
    failed: bool,
    vcd: &Path,
    expected: &Path,
) -> io::Result<(u64, u64)> {
    let (first, end) = if failed {
        (cycles.saturating_sub(WAVE_BEFORE), cycles + WAVE_AFTER)
    } else {
        (0, cycles.min(WAVE_OF_SUCCESS))
    };
    let mut session = Session::with_unit(setup, Unit::traced(traced, vcd)?);
    let mut golden = ExpectedVcd::new(BufWriter::new(File::create(expected)?))?;
    session.unit().dump(false);
    for cycle in 0..end {
        if cycle == first {
            session.unit().dump(true);
        }
        let good = session.step_or_drain(operations);
        let predicted = session.predicted();
        if cycle >= first && (predicted.result_valid || !good) {
            golden.record(cycle, &predicted.result, !good, session.mismatched_lanes())?;
        }
    }
    golden.finish()?;
    Ok((first, end.saturating_sub(1)))
}
