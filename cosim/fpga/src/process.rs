//! Child processes that can be stopped, and work that consists of them.

use super::error::SynthError;
use rustix::process::{Pid, Signal, getpid, kill_process, kill_process_group, set_child_subreaper};
use std::collections::HashMap;
use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Interval between two checks of a running child.
pub(crate) const POLL: Duration = Duration::from_millis(20);

/// Time that a child has to end when it is asked to.
const PATIENCE: Duration = Duration::from_secs(10);

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
    wait(&mut command.process_group(0).spawn()?, stopped)
}

/// Waits for the end of `child`, or until it is stopped; in that case there is no status, and its
/// process group ends with it.
///
/// # Errors
/// It is no child.
pub fn wait(child: &mut Child, stopped: Stopped) -> io::Result<Option<ExitStatus>> {
    while !stopped() {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        std::thread::sleep(POLL);
    }
    let group = Pid::from_child(child);
    let asked = Instant::now();
    // It may have ended just now.
    let _ = kill_process_group(group, Signal::TERM);
    while child.try_wait()?.is_none() && asked.elapsed() < PATIENCE {
        std::thread::sleep(POLL);
    }
    // Whatever is left of the group.
    let _ = kill_process_group(group, Signal::KILL);
    child.wait()?;
    Ok(None)
}

/// Kills all processes below this one, of a program that is about to exit, and waits until none of them runs.
pub fn kill_descendants() {
    // What a killed process has just started is below this one then, not out of reach.
    let _ = set_child_subreaper(Some(getpid()));
    let asked = Instant::now();
    loop {
        let running = descendants();
        if running.is_empty() || asked.elapsed() > PATIENCE {
            return;
        }
        for process in running {
            // It may have ended just now.
            let _ = kill_process(process, Signal::KILL);
        }
        std::thread::yield_now();
    }
}

/// The processes below this one that run; those that have ended and that their parent has not asked about do
/// not.
fn descendants() -> Vec<Pid> {
    let mut children: HashMap<Pid, Vec<Pid>> = HashMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let process = |number: &str| Pid::from_raw(number.parse().ok()?);
        let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        // After the name in parentheses: state, parent.
        let mut fields = stat
            .rsplit(')')
            .next()
            .into_iter()
            .flat_map(str::split_whitespace);
        let (state, parent) = (fields.next(), fields.next().and_then(process));
        let number = process(&entry.file_name().to_string_lossy());
        if let (Some(number), Some(parent)) = (number, parent)
            && state != Some("Z")
        {
            children.entry(parent).or_default().push(number);
        }
    }
    let mut below = children.remove(&getpid()).unwrap_or_default();
    let mut next = 0;
    while let Some(process) = below.get(next) {
        let more = children.remove(process).unwrap_or_default();
        below.extend(more);
        next += 1;
    }
    below
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
