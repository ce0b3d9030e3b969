//! Child processes that end when they are told to, and work side by side.

use super::error::SynthError;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitStatus};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often a running child is looked at.
const POLL: Duration = Duration::from_millis(20);

/// Whether what runs shall end before its time.
pub type Stopped<'a> = &'a (dyn Fn() -> bool + Sync);

/// Runs `command` to its end, or until it is to stop; gives no status then.
///
/// In a process group of its own, so that Ctrl-C on a terminal reaches this program alone,
/// which then ends what it has started.
///
/// # Errors
/// A command that does not start.
pub fn run(command: &mut Command, stopped: Stopped) -> io::Result<Option<ExitStatus>> {
    let mut child = command.process_group(0).spawn()?;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if stopped() {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(POLL);
    }
}

/// The results of `work` on each of `jobs`, in their order, on all cores. When `stop` is
/// set, and after the first error, all that runs is told to end.
///
/// # Errors
/// What `work` has failed with.
pub fn in_parallel<T: Sync, R: Send>(
    jobs: &[T],
    stop: &AtomicBool,
    work: impl Fn(&T, Stopped) -> Result<R, SynthError> + Sync,
) -> Result<Vec<R>, SynthError> {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let next = AtomicUsize::new(0);
    let error = Mutex::new(None);
    let failed = AtomicBool::new(false);
    let stopped = || stop.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
    let done = Mutex::new(Vec::with_capacity(jobs.len()));
    let worker = || {
        while !stopped() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(index) else { break };
            match work(job, &stopped) {
                Ok(result) => lock(&done).push((index, result)),
                // Others that are told to end because of it do not hide the reason.
                Err(reason) => {
                    lock(&error).get_or_insert(reason);
                    failed.store(true, Ordering::Relaxed);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..cores.min(jobs.len()) {
            scope.spawn(worker);
        }
    });
    if let Some(error) = lock(&error).take() {
        return Err(error);
    }
    if stop.load(Ordering::Relaxed) {
        return Err(SynthError::Interrupted);
    }
    let mut done = std::mem::take(&mut *lock(&done));
    done.sort_by_key(|(index, _)| *index);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

/// What a thread that has panicked left is no reason to panic too.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
