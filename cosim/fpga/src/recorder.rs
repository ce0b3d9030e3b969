//! Recorder of rows as soon as they end, so that an interrupted run of hours keeps them.

use super::error::SynthError;
use super::measurement::Measurement;
use crate::baseline::Baseline;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The baseline of a project, and the number of rows recorded in it.
pub struct Recorder {
    root: PathBuf,
    recorded: Mutex<usize>,
}

impl Recorder {
    /// A recorder for the project in the folder `root`.
    pub fn new(root: &Path) -> Recorder {
        Recorder {
            root: root.to_path_buf(),
            recorded: Mutex::new(0),
        }
    }

    /// Writes `row` to the file, entirely or not at all. Other rows are kept, including those that
    /// other programs have recorded since the start.
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

    /// Number of recorded rows.
    pub fn recorded(&self) -> usize {
        *self.lock()
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
