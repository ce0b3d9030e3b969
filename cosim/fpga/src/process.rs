//! Child processes that can be stopped, and work that consists of them.

use super::error::SynthError;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Interval between two checks of a running child.
const POLL: Duration = Duration::from_millis(20);

/// Whether running work should stop early.
pub type Stopped<'a> = &'a (dyn Fn() -> bool + Sync);

/// Runs `command` to its end, or until it is stopped; in that case there is no status.
///
/// The child has a process group of its own. Ctrl-C on a terminal then reaches only this program,
/// which stops its children.
///
/// # Errors
/// The command does not start.
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

/// Work in parts that stops as a whole: after an interruption, and after the first error.
pub struct Work<'a> {
    stop: &'a AtomicBool,
    /// The first error of a part.
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

    /// Runs a part, unless the work is stopping. Returns none if the part has no result.
    pub fn part<R>(&self, part: impl FnOnce(Stopped) -> Result<R, SynthError>) -> Option<R> {
        if self.stopped() {
            return None;
        }
        // Parts that stop because of an error do not hide it.
        part(&|| self.stopped())
            .map_err(|error| {
                self.error().get_or_insert(error);
            })
            .ok()
    }

    /// The result of all parts.
    ///
    /// # Errors
    /// The first error of a part, or an interruption.
    pub fn end<R>(self, result: Option<R>) -> Result<R, SynthError> {
        if let Some(error) = self.error().take() {
            return Err(error);
        }
        result.ok_or(SynthError::Interrupted)
    }
}
