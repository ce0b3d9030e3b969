//! The result of `agu cosim`.

use super::record::Findings;
use crate::report::regression::rate;
use cosim::debug::minimise::Minimised;
use cosim::regression::{Regression, RegressionReport};
use cosim::testbench::coverage::CoverageReport;
use serde::Serialize;
use sim::scoreboard::{Compare, Mismatch};

/// A co-simulation.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Cosim {
    /// The way of comparing.
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mismatch: Option<Mismatched>,
    /// A signal ended it before all lane-operations had run.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    pub coverage: CoverageReport,
}

/// The first difference.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Mismatched {
    /// Seed of the job that met it, and the lane-operations after which that seed alone shows it.
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
    /// The text that the command prints about it.
    pub text: String,
    /// The command line that shows it alone.
    pub again: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimised: Option<MinimisedText>,
}

/// The minimised failure as a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MinimisedText {
    pub isa: String,
    pub program: String,
    pub init: String,
    /// Whether `agu run` shows it.
    pub replays: bool,
    /// Conditions besides, in words.
    pub needs: Vec<String>,
}

impl Cosim {
    /// The result of `regression`.
    pub fn new(
        regression: &Regression,
        report: &RegressionReport,
        coverage: CoverageReport,
    ) -> Cosim {
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

    /// Whether it ran to its end without a mismatch, and met no bin that a rule of the coverage
    /// calls impossible.
    pub fn is_good(&self) -> bool {
        let mut contradictions = self.coverage.contradictions();
        self.mismatches == 0 && !self.interrupted && contradictions.next().is_none()
    }
}

impl Findings for Cosim {
    const COMMAND: &'static str = "cosim";
}

impl Mismatched {
    fn new(report: &RegressionReport) -> Option<Mismatched> {
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
            again: failure.again(),
            minimised: (report.minimised.iter().flatten().next()).and_then(MinimisedText::new),
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
