//! Parts as processes of this machine, so many at a time.

use super::{Folder, TRIES};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use std::collections::VecDeque;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often a running part is looked at.
const POLL: Duration = Duration::from_millis(20);

/// How long a part has to end when it is asked to.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs the parts `numbers` of `folder` in `slots` slots until all have a result, have been tried
/// often enough, or `stop` is set. `began` and `ended` are told of each try.
///
/// # Errors
/// A process cannot be started.
pub fn run(
    folder: &Folder,
    numbers: &[usize],
    slots: usize,
    stop: &AtomicBool,
    began: impl Fn(usize) + Sync,
    ended: impl Fn(usize, bool) + Sync,
) -> io::Result<()> {
    let waiting: VecDeque<(usize, u32)> = numbers.iter().map(|&number| (number, 1)).collect();
    let waiting = Mutex::new(waiting);
    let queue = || waiting.lock().unwrap_or_else(PoisonError::into_inner);
    let slot = || -> io::Result<()> {
        while !stop.load(Ordering::Relaxed) {
            let next = queue().pop_front();
            let Some((number, attempt)) = next else { break };
            began(number);
            try_once(folder, number, stop)?;
            let has_result = folder.has_result(number);
            if !has_result && attempt < TRIES {
                queue().push_back((number, attempt + 1));
            } else {
                ended(number, has_result);
            }
        }
        Ok(())
    };
    thread::scope(|scope| {
        let slots: Vec<_> = (0..slots).map(|_| scope.spawn(slot)).collect();
        let join = |slot: thread::ScopedJoinHandle<'_, io::Result<()>>| {
            slot.join()
                .unwrap_or_else(|_| Err(io::Error::other("a slot failed")))
        };
        slots.into_iter().try_for_each(join)
    })
}

/// Runs a part to its end, or until `stop` is set. In a process group of its own: what a terminal
/// sends meets this program alone, and all that the part has started ends with it.
fn try_once(folder: &Folder, number: usize, stop: &AtomicBool) -> io::Result<()> {
    let mut command = Command::new("/bin/sh");
    command
        .arg(folder.part(number).join("run"))
        .stdin(Stdio::null());
    let mut part = command.process_group(0).spawn()?;
    while part.try_wait()?.is_none() {
        if stop.load(Ordering::Relaxed) {
            return end(&mut part);
        }
        thread::sleep(POLL);
    }
    Ok(())
}

/// Asks a part to end, and ends it where it does not.
fn end(part: &mut Child) -> io::Result<()> {
    let group = i32::try_from(part.id()).map_err(io::Error::other)?;
    let asked = Instant::now();
    // It may have ended just now.
    let _ = killpg(Pid::from_raw(group), Signal::SIGTERM);
    while part.try_wait()?.is_none() {
        if asked.elapsed() > PATIENCE {
            let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        }
        thread::sleep(POLL);
    }
    Ok(())
}
