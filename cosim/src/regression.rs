//! Many test runs at once, and the explanation of the first failure.

use crate::debug::failure::{self, Failure};
use crate::debug::minimise::{Minimised, NotMinimised};
use crate::dut::unit::{DutTable, Unit};
use crate::testbench::coverage::Coverage;
use crate::testbench::setup::{RunCounts, Setup};
use crate::testbench::test_run::TestRun;
use sim::scoreboard::{Contract, RequestCounts};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Lane-operations between two updates of the progress counter: some milliseconds.
const CHUNK: u64 = 1 << 20;

/// A co-simulation as the command line requests it.
#[derive(Clone, Copy)]
pub struct Regression {
    /// The hardware, and its contract.
    pub table: &'static DutTable,
    pub contract: &'static Contract,
    /// Deliberate fault, if the model has some; 0 is none.
    pub seeded_bug: u16,
    /// Job `j` runs the seed `seed + j`, so that each can be run again alone.
    pub seed: u64,
    /// Minimum of lane-operations of all jobs together.
    pub operations: u64,
    /// Number of test runs at the same time, each in a thread of its own.
    pub jobs: u64,
}

/// Messages between a regression and its caller.
#[derive(Debug, Default)]
pub struct Watch {
    /// Lane-operations so far.
    pub operations: AtomicU64,
    /// Ends the regression early: set by a failing test run, and by an interrupt.
    pub stop: AtomicBool,
    /// Ends the minimising of a failure too.
    pub interrupted: AtomicBool,
}

impl Watch {
    /// Ends the regression. Returns false if that was requested before.
    pub fn interrupt(&self) -> bool {
        self.stop.store(true, Ordering::Relaxed);
        !self.interrupted.swap(true, Ordering::Relaxed)
    }
}

/// Result of a regression.
#[derive(Debug, Default)]
pub struct RegressionReport {
    pub counts: RunCounts,
    /// Coverage of all jobs together.
    pub coverage: Coverage,
    /// Memory requests of a unit whose requests are of another kind, by their space.
    pub requests: Vec<(&'static str, RequestCounts)>,
    pub elapsed: Duration,
    /// The first failure of the lowest-numbered job that failed.
    pub failure: Option<Failure>,
    /// Whether it stopped before all lane-operations had run, without a failure.
    pub interrupted: bool,
    /// The minimised failure, if requested, or the reason why there is none.
    pub minimised: Option<Result<Minimised, NotMinimised>>,
}

impl RegressionReport {
    /// Explanation of the failure for people, one paragraph.
    pub fn explanation(&self) -> Option<String> {
        let failure = self.failure.as_ref()?.to_string();
        let smaller = self.of_minimised();
        Some(failure + &smaller.map_or(String::new(), |text| format!("\n{text}")))
    }

    /// The second part of the explanation: the smaller case, or why there is none.
    pub fn of_minimised(&self) -> Option<String> {
        Some(match self.minimised.as_ref()? {
            Ok(minimised) => minimised.to_string(),
            Err(reason) => format!("not minimised: {reason}"),
        })
    }
}

impl Regression {
    /// The setup of job `job`.
    pub fn setup(&self, job: u64) -> Setup {
        Setup {
            table: self.table,
            contract: self.contract,
            seeded_bug: self.seeded_bug,
            seed: self.seed.wrapping_add(job),
        }
    }

    /// Runs all jobs.
    pub fn run(&self, watch: &Watch) -> RegressionReport {
        let jobs = self.jobs.max(1);
        let each = self.operations.div_ceil(jobs);
        let start = Instant::now();
        let test_runs: Vec<Ended> = std::thread::scope(|scope| {
            let running: Vec<_> = (0..jobs)
                .map(|job| {
                    let setup = self.setup(job);
                    scope.spawn(move || run_one(&setup, each, watch))
                })
                .collect();
            let join = |handle: std::thread::ScopedJoinHandle<'_, Ended>| {
                handle.join().unwrap_or_else(|panic| resume_unwind(panic))
            };
            running.into_iter().map(join).collect()
        });
        let elapsed = start.elapsed();
        let (mut counts, mut coverage) = (RunCounts::default(), Coverage::default());
        for test_run in &test_runs {
            counts.operations += test_run.counts.operations;
            counts.cycles += test_run.counts.cycles;
            coverage.merge(&test_run.coverage);
        }
        let mut requests: Vec<(&'static str, RequestCounts)> = Vec::new();
        for &(name, counts) in test_runs.iter().flat_map(|test_run| &test_run.requests) {
            match requests.iter_mut().find(|(of, _)| *of == name) {
                Some((_, all)) => *all = *all + counts,
                None => requests.push((name, counts)),
            }
        }
        let failure = lowest_failed(&test_runs).map(|(job, test_run)| {
            let (setup, counts) = (self.setup(job), test_run.counts);
            match &test_run.panic {
                Some(panic) => failure::of_panic(&setup, counts, panic),
                None => failure::explain(&setup, each, counts.cycles),
            }
        });
        RegressionReport {
            interrupted: failure.is_none() && counts.operations < self.operations,
            counts,
            coverage,
            requests,
            elapsed,
            failure,
            minimised: None,
        }
    }
}

/// Result of a test run that has ended.
#[derive(Default)]
struct Ended {
    counts: RunCounts,
    coverage: Coverage,
    requests: Vec<(&'static str, RequestCounts)>,
    good: bool,
    /// The text of a panic, which is an error of this program.
    panic: Option<String>,
}

/// The first job that failed, and its number.
fn lowest_failed(test_runs: &[Ended]) -> Option<(u64, &Ended)> {
    let mut numbered = (0..).zip(test_runs);
    numbered.find(|(_, test_run)| !test_run.good)
}

/// Runs one test run to its end, to its first difference, or until `watch` stops it. A difference
/// in another test run stops it too.
fn run_one(setup: &Setup, operations: u64, watch: &Watch) -> Ended {
    let test_run = TestRun::with_unit(setup, Unit::printing(setup.table));
    stopping_others(test_run, watch, |test_run| {
        let mut good = true;
        while good
            && test_run.counts().operations < operations
            && !watch.stop.load(Ordering::Relaxed)
        {
            let before = test_run.counts().operations;
            good = test_run.run_to(operations.min(before + CHUNK));
            let done = test_run.counts().operations - before;
            watch.operations.fetch_add(done, Ordering::Relaxed);
        }
        // A test run that is stopped before its start has not left reset, and is not drained.
        good && (test_run.counts().cycles == 0 || test_run.drain() && test_run.finish())
    })
}

/// Runs `test_run` with `run`, which returns whether it agrees. If it does not, or panics, all test
/// runs of `watch` stop.
fn stopping_others(
    mut test_run: TestRun,
    watch: &Watch,
    run: impl FnOnce(&mut TestRun) -> bool,
) -> Ended {
    let ran = catch_unwind(AssertUnwindSafe(|| run(&mut test_run)));
    let good = *ran.as_ref().unwrap_or(&false);
    if !good {
        watch.stop.store(true, Ordering::Relaxed);
    }
    let text = |panic: Box<dyn Any + Send>| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        text.or_else(|| panic.downcast_ref::<String>().cloned())
    };
    let state = test_run.state();
    Ended {
        counts: test_run.counts(),
        coverage: state.coverage.clone(),
        requests: state.requests,
        good,
        panic: ran.err().map(|panic| text(panic).unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_job_that_fails_is_reported() {
        let ended = |good| Ended {
            good,
            ..Ended::default()
        };
        for (good, expected) in [
            ([true, true, true], None),
            ([true, false, true], Some(1)),
            ([true, false, false], Some(1)),
            ([false, true, false], Some(0)),
        ] {
            let test_runs = good.map(ended);
            let found = lowest_failed(&test_runs).map(|(job, _)| job);
            assert_eq!(found, expected, "{good:?}");
        }
    }

    #[test]
    fn a_job_that_panics_stops_the_others_and_is_explained() {
        let setup = Setup::new(DutTable::fast(), 7);
        let watch = Watch::default();
        let ended = stopping_others(TestRun::new(&setup), &watch, |test_run| {
            assert!(test_run.run_for(10));
            panic!("after {} cycles", test_run.counts().cycles)
        });
        assert!(watch.stop.load(Ordering::Relaxed) && !ended.good);
        let panic = ended.panic.unwrap_or_default();
        let failure = failure::of_panic(&setup, ended.counts, &panic);
        assert_eq!(failure.cycles, 10);
        let headline = "error of agu, no mismatch: after 10 cycles";
        assert_eq!(failure.headline(), headline);
        let report = RegressionReport {
            failure: Some(failure),
            minimised: Some(Err(NotMinimised::NotAgain)),
            ..RegressionReport::default()
        };
        let explained = report.explanation().unwrap_or_default();
        let reason = "\nnot minimised: a second run did not show it again";
        assert!(explained.ends_with(reason), "{explained}");
    }

    #[test]
    fn what_is_stopped_before_it_begins_has_found_nothing() {
        let regression = Regression {
            table: DutTable::fast(),
            contract: Contract::exported(Default::default()),
            seeded_bug: 0,
            seed: 7,
            operations: 1000,
            jobs: 2,
        };
        let watch = Watch::default();
        watch.stop.store(true, Ordering::Relaxed);
        let report = regression.run(&watch);
        assert_eq!(report.counts.operations, 0);
        assert!(report.failure.is_none(), "{:?}", report.failure);
        assert!(report.interrupted);
    }
}
