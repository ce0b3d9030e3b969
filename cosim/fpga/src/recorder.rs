//! Rows that go into the baseline as they end: a run of hours that is interrupted keeps them.

use super::error::SynthError;
use super::measurement::Measurement;
use crate::baseline::Baseline;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The baseline of a project, and how many rows it was given.
pub struct Recorder {
    root: PathBuf,
    recorded: Mutex<usize>,
}

impl Recorder {
    /// The baseline of the project in the folder `root`.
    pub fn new(root: &Path) -> Recorder {
        Recorder {
            root: root.to_path_buf(),
            recorded: Mutex::new(0),
        }
    }

    /// Takes `row` over into the file, whole or not at all. Other rows of it stay, also those
    /// that others have recorded since the start.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub fn record(&self, row: &Measurement) -> Result<(), SynthError> {
        let mut recorded = self.lock();
        let mut baseline = Baseline::read(&self.root)?;
        baseline.record(row);
        baseline.write(&self.root)?;
        *recorded += 1;
        Ok(())
    }

    /// How many rows it was given.
    pub fn recorded(&self) -> usize {
        *self.lock()
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
