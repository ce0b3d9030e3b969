//! Child processes that can be stopped, and work that consists of them.

use super::error::SynthError;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
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

/// Kills all processes below this one, of a program that is about to exit.
pub fn kill_descendants() {
    let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let number = entry.file_name().to_string_lossy().parse::<u32>();
        let stat = fs::read_to_string(entry.path().join("stat")).ok();
        // After the name in parentheses: state, parent.
        let parent = stat.as_ref().and_then(|stat| {
            let (_, rest) = stat.rsplit_once(')')?;
            rest.split_whitespace().nth(1)?.parse::<u32>().ok()
        });
        if let (Ok(number), Some(parent)) = (number, parent) {
            children.entry(parent).or_default().push(number);
        }
    }
    let mut parents = vec![std::process::id()];
    while let Some(parent) = parents.pop() {
        for child in children.remove(&parent).unwrap_or_default() {
            let process = Pid::from_raw(child as i32);
            // It may have ended just now.
            let _ = process.map(|process| kill_process(process, Signal::KILL));
            parents.push(child);
        }
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
