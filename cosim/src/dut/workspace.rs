//! Temporary folders for builds: no unfinished file is left in the cache.

use crate::unfinished::{self, remove};
use std::fs::{self, File};
use std::io;
use std::path::Path;
use tempfile::TempDir;

const PREFIX: &str = "building-";

/// A build folder in the cache, from which finished files are moved to their place. It is removed
/// on drop, or by [`unfinished::abandon`]. The folder of a killed program is removed when the next
/// one is created.
pub struct Workspace {
    folder: TempDir,
    /// Shared lock of all programs that build in the cache.
    _lock: File,
}

impl Workspace {
    /// Creates a folder in the folder `cache`, which is created if missing.
    pub fn new(cache: &Path) -> io::Result<Workspace> {
        fs::create_dir_all(cache)?;
        let lock = File::open(cache)?;
        if lock.try_lock().is_ok() {
            clear(cache)?;
        }
        // Shared in place of the exclusive lock, as flock(2) converts it.
        lock.lock_shared()?;
        let mut open = unfinished::open();
        // The library's own message names the new folder.
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(cache);
        let folder = folder.map_err(|error| io::Error::from(error.kind()))?;
        open.push(folder.path().to_owned());
        Ok(Workspace {
            folder,
            _lock: lock,
        })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        // With the list held, so that the program does not exit halfway.
        let mut open = unfinished::open();
        remove(self.folder.path());
        open.retain(|path| path != self.folder.path());
    }
}

/// Removes the folders of killed programs. No program may be building.
fn clear(cache: &Path) -> io::Result<()> {
    for entry in fs::read_dir(cache)?.flatten() {
        if entry.file_name().to_string_lossy().starts_with(PREFIX) {
            remove(&entry.path());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{PREFIX, Workspace};
    use std::fs;

    #[test]
    fn what_was_left_behind_goes_with_the_next() -> std::io::Result<()> {
        let cache = tempfile::tempdir()?;
        let left = cache.path().join(format!("{PREFIX}left/behind"));
        let kept = cache.path().join("agu_unit1.so");
        fs::create_dir_all(&left)?;
        fs::write(&kept, "")?;
        let first = Workspace::new(cache.path())?;
        assert!(!left.exists() && kept.exists());
        // A folder of a running build is kept.
        let second = Workspace::new(cache.path())?;
        assert!(first.path().exists() && second.path().exists());
        drop((first, second));
        assert_eq!(fs::read_dir(cache.path())?.count(), 1);
        Ok(())
    }
}
