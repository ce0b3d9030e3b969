//! Child processes that end when they are told to, and work that they are parts of.

use super::error::SynthError;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
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

/// Work in parts that ends as a whole: when it is interrupted, and after the first error.
pub struct Work<'a> {
    stop: &'a AtomicBool,
    /// What a part has failed with first.
    error: Mutex<Option<SynthError>>,
}

impl Work<'_> {
    /// Work that ends early when `stop` is set.
    pub fn new(stop: &AtomicBool) -> Work<'_> {
        Work {
            stop,
            error: Mutex::new(None),
        }
    }

    fn error(&self) -> MutexGuard<'_, Option<SynthError>> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.error().is_some()
    }

    /// Does a part, unless all ends already; none where it has no result.
    pub fn part<R>(&self, part: impl FnOnce(Stopped) -> Result<R, SynthError>) -> Option<R> {
        if self.stopped() {
            return None;
        }
        // Parts that are told to end because of an error do not hide it.
        part(&|| self.stopped())
            .map_err(|error| {
                self.error().get_or_insert(error);
            })
            .ok()
    }

    /// What all parts have come to.
    ///
    /// # Errors
    /// The first error of a part; an interruption.
    pub fn end<R>(self, result: Option<R>) -> Result<R, SynthError> {
        if let Some(error) = self.error().take() {
            return Err(error);
        }
        result.ok_or(SynthError::Interrupted)
    }
}
