//! Many sessions at once, and what is said of the first that fails.

use crate::debug::failure::{self, Failure};
use crate::debug::minimise::Shrunk;
use crate::dut::unit::ModelTable;
use crate::testbench::coverage::Coverage;
use crate::testbench::test_run::{Counts, Session, Setup};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Lane-operations between two looks at the progress counter: some milliseconds.
const CHUNK: u64 = 1 << 20;

/// A co-simulation as the command line asks for it.
#[derive(Clone, Copy)]
pub struct Campaign {
    /// The hardware.
    pub table: &'static ModelTable,
    /// Deliberate fault, where the model has some; 0 is none.
    pub variant: u16,
    /// Job `j` runs the seed `seed + j`, so that each can be run again alone.
    pub seed: u64,
    /// Lane-operations of all jobs together, at least.
    pub operations: u64,
    /// Sessions that run at the same time, each in a thread of its own.
    pub jobs: u64,
}

/// What a campaign and whoever waits for it tell each other.
#[derive(Debug, Default)]
pub struct Watch {
    /// Lane-operations so far.
    pub operations: AtomicU64,
    /// Set it to end the campaign before its time, with what it has come to.
    pub stop: AtomicBool,
}

/// How it went.
#[derive(Debug)]
pub struct Report {
    pub counts: Counts,
    /// What all jobs met together.
    pub coverage: Coverage,
    pub elapsed: Duration,
    /// The first failure of the lowest-numbered job that failed.
    pub failure: Option<Failure>,
    /// It made small, where somebody asked for it.
    pub shrunk: Option<Shrunk>,
}

impl Report {
    /// The failure for people, a paragraph.
    pub fn explanation(&self) -> Option<String> {
        let failure = self.failure.as_ref()?;
        Some(match &self.shrunk {
            Some(shrunk) => format!("{failure}\n{shrunk}"),
            None => failure.to_string(),
        })
    }
}

impl Campaign {
    /// What job `job` runs.
    pub fn setup(&self, job: u64) -> Setup {
        Setup {
            table: self.table,
            variant: self.variant,
            seed: self.seed.wrapping_add(job),
        }
    }

    /// Runs all jobs.
    pub fn run(&self, watch: &Watch) -> Report {
        let jobs = self.jobs.max(1);
        let each = self.operations.div_ceil(jobs);
        let start = Instant::now();
        let sessions: Vec<Ended> = std::thread::scope(|scope| {
            let running: Vec<_> = (0..jobs)
                .map(|job| {
                    let setup = self.setup(job);
                    scope.spawn(move || run_one(&setup, each, watch))
                })
                .collect();
            // A session that panicked would have checked nothing: count it as failed.
            let join = |handle: std::thread::ScopedJoinHandle<'_, Ended>| {
                handle.join().unwrap_or_default()
            };
            running.into_iter().map(join).collect()
        });
        let elapsed = start.elapsed();
        let (mut counts, mut coverage) = (Counts::default(), Coverage::default());
        for session in &sessions {
            counts.operations += session.counts.operations;
            counts.cycles += session.counts.cycles;
            coverage.merge(&session.coverage);
        }
        let failed = (0_u64..).zip(&sessions).find(|(_, session)| !session.good);
        let failure = failed
            .map(|(job, session)| failure::explain(&self.setup(job), each, session.counts.cycles));
        Report {
            counts,
            coverage,
            elapsed,
            failure,
            shrunk: None,
        }
    }
}

/// A session that is over.
#[derive(Default)]
struct Ended {
    counts: Counts,
    coverage: Coverage,
    good: bool,
}

/// One session to its end, to its first difference, or until it is stopped, as it is where
/// another has one.
fn run_one(setup: &Setup, operations: u64, watch: &Watch) -> Ended {
    let mut session = Session::new(setup);
    let mut good = true;
    while good && session.counts().operations < operations && !watch.stop.load(Ordering::Relaxed) {
        let before = session.counts().operations;
        good = session.run_to(operations.min(before + CHUNK));
        let done = session.counts().operations - before;
        watch.operations.fetch_add(done, Ordering::Relaxed);
    }
    good = good && session.drain();
    if !good {
        watch.stop.store(true, Ordering::Relaxed);
    }
    Ended {
        counts: session.counts(),
        coverage: session.coverage().clone(),
        good,
    }
}
