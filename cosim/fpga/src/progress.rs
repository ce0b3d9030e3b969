//! Progress reports of a measurement.

use super::error::SynthError;
use super::measurement::Measurement;

/// Progress of a run.
pub trait Progress: Sync {
    /// Reports the number of steps.
    fn planned(&self, steps: u64);
    /// Reports that a step begins.
    fn started(&self, what: &str);
    /// Reports that steps are done, or will not be needed.
    fn done(&self, steps: u64);
    /// Reports a finished row.
    ///
    /// # Errors
    /// The row cannot be kept.
    fn measured(&self, row: &Measurement) -> Result<(), SynthError>;
}
