//! What `agu cosim` found.

use super::record::{Kept, Record};
use crate::report::regression::rate;
use cosim::debug::minimise::Minimised;
use cosim::regression::{Regression, Report};
use cosim::testbench::coverage::CoverageReport;
use scoreboard::{Compare, Mismatch};
use serde::{Deserialize, Serialize};

/// A co-simulation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cosim {
    /// How it was compared.
    #[serde(default)]
    pub compare: Compare,
    pub lanes: usize,
    /// Lane-operations that ran, of all jobs together.
    pub operations: u64,
    pub cycles: u64,
    pub jobs: u64,
    /// Job `j` ran the seed `seed + j`.
    pub seed: u64,
    pub seconds: f64,
    pub operations_per_second: u64,
    /// 1 where it ended early.
    pub mismatches: u64,
    /// None too where a second run did not show it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mismatch: Option<Mismatched>,
    /// A signal ended it before all lane-operations had run.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    pub coverage: CoverageReport,
}

/// The first difference.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mismatched {
    /// Of the job that met it, and the lane-operations after which that seed alone shows it.
    pub seed: u64,
    pub operations: u64,
    pub instruction: usize,
    pub cycle: u64,
    pub lane: Option<usize>,
    pub signal: String,
    pub expected: u64,
    pub got: u64,
    /// The lanes that differed in that cycle, a bit each.
    pub lanes: u32,
    /// The kind of instruction, one of [`cosim::debug::failure::KINDS`]; none where it is not known.
    pub kind: Option<String>,
    /// All that is told of it.
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimised: Option<MinimisedText>,
}

/// What is left of the failure, where it can be written as a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MinimisedText {
    pub isa: String,
    pub program: String,
    pub init: String,
    /// Whether `agu run` shows it.
    pub replays: bool,
    /// What it needs besides.
    pub needs: Vec<String>,
}

impl Cosim {
    /// What a regression found.
    pub fn new(regression: &Regression, report: &Report, coverage: CoverageReport) -> Cosim {
        let seconds = report.elapsed.as_secs_f64();
        Cosim {
            compare: regression.contract.compare,
            lanes: regression.table.lanes(),
            operations: report.counts.operations,
            cycles: report.counts.cycles,
            jobs: regression.jobs,
            seed: regression.seed,
            seconds,
            operations_per_second: rate(report.counts.operations, seconds),
            mismatches: u64::from(report.failure.is_some()),
            mismatch: Mismatched::new(report),
            interrupted: report.interrupted,
            coverage,
        }
    }

    /// It ran to its end without a mismatch, and met no bin that a rule of the coverage calls
    /// impossible.
    pub fn is_good(&self) -> bool {
        self.mismatches == 0 && !self.interrupted && !self.contradicts()
    }

    /// It met a bin that a rule of the coverage calls impossible.
    pub fn contradicts(&self) -> bool {
        self.coverage.contradictions().next().is_some()
    }

    /// Lane-operations of a job.
    fn of_job(&self) -> u64 {
        self.operations / self.jobs.max(1)
    }

    /// Whether it ran the traffic that led to what `older` found bad.
    fn ran_what_failed(&self, older: &Cosim) -> bool {
        let (seed, jobs, operations) = match &older.mismatch {
            Some(mismatch) => (mismatch.seed, 1, mismatch.operations),
            None => (older.seed, older.jobs, older.of_job()),
        };
        let first = seed.wrapping_sub(self.seed);
        first <= self.jobs && jobs <= self.jobs - first && self.of_job() >= operations
    }
}

impl Kept for Cosim {
    const COMMAND: &'static str = "cosim";

    /// A pass replaces a shorter pass, and a failure whose traffic it ran.
    /// Of failures the newest of each signal stays. One way of comparing replaces no other:
    /// what is loose would hide what a strict one has found.
    fn supersedes(newer: &Record<Cosim>, older: &Record<Cosim>) -> bool {
        let (newer, older) = (&newer.result, &older.result);
        if newer.compare != older.compare {
            return false;
        }
        match (newer.is_good(), older.is_good()) {
            (true, true) => newer.operations >= older.operations,
            (true, false) => newer.ran_what_failed(older),
            (false, true) => false,
            (false, false) => {
                let signal = |of: &Cosim| of.mismatch.as_ref().map(|it| it.signal.clone());
                signal(newer) == signal(older)
            }
        }
    }
}

impl Mismatched {
    fn new(report: &Report) -> Option<Mismatched> {
        let failure = report.failure.as_ref()?;
        let Mismatch {
            place,
            lane,
            ref signal,
            expected,
            got,
            ..
        } = *failure.mismatch.as_ref()?;
        Some(Mismatched {
            seed: failure.seed,
            operations: failure.operations,
            instruction: place.instruction,
            cycle: place.cycle,
            lane,
            signal: signal.clone(),
            expected,
            got,
            lanes: failure.lanes,
            kind: failure.kind().map(str::to_owned),
            text: report.explanation()?,
            minimised: report.minimised.as_ref().and_then(MinimisedText::new),
        })
    }
}

impl MinimisedText {
    fn new(minimised: &Minimised) -> Option<MinimisedText> {
        let text = minimised.text.as_ref()?;
        Some(MinimisedText {
            isa: text.isa.to_string(),
            program: text.program.clone(),
            init: text.init.clone(),
            replays: minimised.replays,
            needs: minimised.needs(),
        })
    }
}
