//! Ctrl-C, and signals that ask the program to end.

use super::STATUS_INTERRUPTED;
use anyhow::Context;
use cosim::unfinished;
use fpga::process;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::exit;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

/// Asks the running command to end with what there is. Returns false if that was requested before.
type Stop = Box<dyn Fn() -> bool + Send + Sync>;

static STOP: OnceLock<Stop> = OnceLock::new();

/// Whether a signal ends the program.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// Does not return where a signal ends the program: that a process of the command was killed is no error of its
/// own.
pub fn wait_for_end() {
    while IS_ENDING.load(Ordering::Relaxed) {
        thread::park();
    }
}

/// From now on a signal ends the program with one exit status, and leaves neither processes nor
/// half-built simulators.
pub fn handle() -> anyhow::Result<()> {
    let mut numbers = vec![SIGINT, SIGTERM];
    // `nohup` lets a program go on after its terminal.
    if !is_ignored(SIGHUP) {
        numbers.push(SIGHUP);
    }
    let mut signals = Signals::new(numbers).context("signals cannot be handled")?;
    thread::spawn(move || {
        for _ in signals.forever() {
            // The second signal does not wait for the command.
            if !STOP.get().is_some_and(|stop| stop()) {
                IS_ENDING.store(true, Ordering::Relaxed);
                verilated::start_no_more();
                process::kill_descendants();
                unfinished::abandon();
                // Other threads may still run models.
                exit(STATUS_INTERRUPTED.into());
            }
        }
    });
    Ok(())
}

/// Whether the caller lets this program ignore a signal.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.unwrap_or(0) >> (signal - 1) & 1 != 0
}

/// A flag that the first signal sets from now on, once in a program.
pub fn flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    stops(move || !set.swap(true, Ordering::Relaxed));
    flag
}

/// From now on the first signal calls `stop` only, once in a program.
pub fn stops(stop: impl Fn() -> bool + Send + Sync + 'static) {
    let _ = STOP.set(Box::new(stop));
}
