//! Unfinished files and folders of this program, which a signal would leave behind.

use std::fs;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

static OPEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The list of their paths. [`abandon`] waits while it is held.
pub(crate) fn open() -> MutexGuard<'static, Vec<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all of them, for a program that is about to exit. From now on, each attempt to start
/// another waits forever.
pub fn abandon() {
    let mut open = open();
    open.drain(..).for_each(|path| remove(&path));
    mem::forget(open);
}

/// Removes a file, or a folder to which an orphaned compiler may still write. Remaining files are
/// removed the next time.
pub(crate) fn remove(path: &Path) {
    const TRIES: usize = 3;
    let removed = || fs::remove_file(path).or_else(|_| fs::remove_dir_all(path));
    let _ = (0..TRIES).any(|_| removed().is_ok());
}
