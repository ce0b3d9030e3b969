//! A regression: long work as a list of commands, cut into parts that run anywhere.
//!
//! ```text
//!     file.toml ─► Work ─► folder: a script and a result a part
//!                             │ local: a slot a core
//!                             │ slurm: one array, and a job that merges
//!                             └──► merged.json, junit.xml, coverage.info
//! ```
//!
//! | module | holds |
//! |---|---|
//! | [`file`](mod@file) | the list of commands |
//! | [`work`] | a command that can be cut into parts |
//! | [`folder`] | what is on disk |
//! | [`local`] | parts as processes of this machine |
//! | [`slurm`] | parts as an array of Slurm, or the script of one for another farm |

pub mod file;
pub mod folder;
pub mod local;
pub mod slurm;
pub mod work;

pub use folder::Folder;
pub use work::Work;

use std::io;
use std::process::{Child, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Time between two looks at a running process.
const POLL: Duration = Duration::from_millis(20);

/// Waits for the end of `child`; none where `stop` was set before that.
fn wait(child: &mut Child, stop: &AtomicBool) -> io::Result<Option<ExitStatus>> {
    while !stop.load(Ordering::Relaxed) {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        thread::sleep(POLL);
    }
    Ok(None)
}
