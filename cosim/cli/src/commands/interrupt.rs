//! What Ctrl-C does, and a signal that asks the program to end.

use anyhow::Context;
use cosim::dut::external;
use cosim::regression::Watch;
use std::process::exit;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock};

/// The exit status of what a signal has ended: 128 and the signal's number.
const INTERRUPTED: i32 = 130;

/// What ends with its table, or with what there is.
static REGRESSION: OnceLock<Arc<Watch>> = OnceLock::new();

/// From now on the program ends without leaving anything half built.
///
/// # Errors
/// Signals cannot be handled.
pub fn handle() -> anyhow::Result<()> {
    static HANDLES: Mutex<bool> = Mutex::new(false);
    let mut handles = HANDLES.lock().unwrap_or_else(|error| error.into_inner());
    if !*handles {
        ctrlc::set_handler(|| {
            // Who asks twice does not want to wait for the table.
            let waits = |watch: &Arc<Watch>| !watch.stop.swap(true, Ordering::Relaxed);
            if !REGRESSION.get().is_some_and(waits) {
                external::abandon();
                exit(INTERRUPTED);
            }
        })
        .context("signals cannot be handled")?;
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
