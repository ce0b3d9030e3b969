//! Parts as processes of this machine, so many at a time.

use super::Folder;
use fpga::process;
use std::io;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// Runs the parts `numbers` of `folder` in `slots` slots until all have run, or `stop` is set.
/// `began` and `ended` are called at the begin and the end of each.
pub fn run(
    folder: &Folder,
    numbers: &[usize],
    slots: usize,
    stop: &AtomicBool,
    began: impl Fn(usize) + Sync,
    ended: impl Fn(usize) + Sync,
) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let slot = || -> io::Result<()> {
        while let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            began(number);
            run_one(folder, number, stop)?;
            ended(number);
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

/// Runs a part to its end, or until `stop` is set. In a process group of its own: a signal of the
/// terminal meets this program alone, and all that the part has started ends with it.
fn run_one(folder: &Folder, number: usize, stop: &AtomicBool) -> io::Result<()> {
    let mut command = Command::new("/bin/sh");
    command
        .arg(folder.part(number).join("run"))
        .stdin(Stdio::null());
    process::run(&mut command, &|| stop.load(Ordering::Relaxed)).map(drop)
}
