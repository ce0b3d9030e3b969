//! Recorded accesses on hardware, in batches: each after a reset, with the configuration of its
//! kernel. Outputs are compared as those of random traffic are.

use crate::debug::minimise::FailingStimulus;
use crate::dut::unit::Inputs;
use crate::testbench::setup::Setup;
use sim::WarpConfig;
use sim::scoreboard::Mismatch;
use std::mem::replace;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Accesses after a reset.
const BATCH: usize = 2048;

/// Batches that wait for a job.
const WAITING: usize = 4;

/// Batches on their way to the jobs, with their numbers.
type Queue = Mutex<Receiver<(u64, FailingStimulus)>>;

/// The first batch that fails: its number, and its first difference.
#[derive(Default)]
struct FirstFailure {
    is_found: AtomicBool,
    batch: Mutex<Option<(u64, FailingStimulus, Mismatch)>>,
}

/// Accesses that are given to the jobs.
pub struct Accesses<'a> {
    batch: FailingStimulus,
    number: u64,
    batches: SyncSender<(u64, FailingStimulus)>,
    failure: &'a FirstFailure,
}

impl Accesses<'_> {
    /// Adds an access of a warp with `config`. Returns whether no batch has failed so far.
    pub fn push(&mut self, config: &WarpConfig, access: &Inputs) -> bool {
        if self.batch.warps.len() == BATCH || self.batch.config != *config {
            self.send();
            self.batch.config.clone_from(config);
        }
        self.batch.warps.push(access.clone());
        !self.failure.is_found.load(Ordering::Relaxed)
    }

    fn send(&mut self) {
        if !self.batch.warps.is_empty() {
            // The jobs take batches as long as there are some.
            let batch = FailingStimulus {
                config: self.batch.config.clone(),
                warps: replace(&mut self.batch.warps, Vec::with_capacity(BATCH)),
                timing: Vec::new(),
            };
            let _ = self.batches.send((self.number, batch));
            self.number += 1;
        }
    }
}

/// Runs the accesses that `fill` pushes on `jobs` units of `setup`. Returns the result of `fill`, and
/// the first batch that fails with its first difference.
pub fn run<T>(
    setup: &Setup,
    jobs: u64,
    fill: impl FnOnce(&mut Accesses<'_>) -> T,
) -> (T, Option<(FailingStimulus, Mismatch)>) {
    let (batches, queue) = sync_channel(WAITING);
    let (queue, failure) = (Queue::new(queue), FirstFailure::default());
    let result = thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| job(setup, &queue, &failure));
        }
        let batch = FailingStimulus {
            config: WarpConfig::default(),
            warps: Vec::with_capacity(BATCH),
            timing: Vec::new(),
        };
        let mut accesses = Accesses {
            batch,
            number: 0,
            batches,
            failure: &failure,
        };
        let result = fill(&mut accesses);
        accesses.send();
        result
    });
    let failed = failure
        .batch
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    (result, failed.map(|(_, batch, mismatch)| (batch, mismatch)))
}

fn job(setup: &Setup, queue: &Queue, failure: &FirstFailure) {
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, mut batch)) = next else {
            return;
        };
        if failure.is_found.load(Ordering::Relaxed) {
            continue;
        }
        batch.tie(setup.contract);
        if let Some(mismatch) = batch.mismatch(setup) {
            failure.is_found.store(true, Ordering::Relaxed);
            let mut first = failure.batch.lock().unwrap_or_else(PoisonError::into_inner);
            if first.as_ref().is_none_or(|(earlier, ..)| number < *earlier) {
                *first = Some((number, batch, mismatch));
            }
        }
    }
}
