//! What a measurement tells while it goes on.

use super::error::SynthError;
use super::measurement::Measurement;

/// Progress of a run.
pub trait Progress: Sync {
    /// How many steps there are.
    fn planned(&self, steps: u64);
    /// A step begins.
    fn started(&self, what: &str);
    /// Steps are done, or will not be needed.
    fn done(&self, steps: u64);
    /// A row is measured to its end.
    ///
    /// # Errors
    /// It cannot be kept.
    fn measured(&self, row: &Measurement) -> Result<(), SynthError>;
}
