//! Ctrl-C, and signals that ask the program to end.

use super::STATUS_INTERRUPTED;
use anyhow::Context;
use cosim::dut::external;
use cosim::regression::Watch;
use cosim::whole_file;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::process::exit;
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;

/// Signals that ask the program to end.
pub const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// Ends with its table, or with what there is.
static REGRESSION: OnceLock<Arc<Watch>> = OnceLock::new();

/// From now on the program ends without leaving anything half built.
///
/// # Errors
/// Signals cannot be handled.
pub fn handle() -> anyhow::Result<()> {
    static HANDLES: Mutex<bool> = Mutex::new(false);
    let mut handles = HANDLES.lock().unwrap_or_else(|error| error.into_inner());
    if !*handles {
        let mut signals = Signals::new(SIGNALS).context("signals cannot be handled")?;
        thread::spawn(move || {
            for _ in signals.forever() {
                // The second signal does not wait for the table.
                if !REGRESSION.get().is_some_and(|watch| watch.interrupt()) {
                    external::abandon();
                    whole_file::abandon();
                    exit(STATUS_INTERRUPTED.into());
                }
            }
        });
        *handles = true;
    }
    Ok(())
}

/// From now on the first signal stops the regression of `watch`, of which there is one.
///
/// # Errors
/// Signals cannot be handled.
pub fn stops(watch: &Arc<Watch>) -> anyhow::Result<()> {
    let _ = REGRESSION.set(Arc::clone(watch));
    handle()
}
