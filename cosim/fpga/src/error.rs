//! Reasons why a measurement has failed.

use super::device::Device;
use super::wrapper::WrapperError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum SynthError {
    #[error("no constraints/qor.toml here or above, expected the project's folder")]
    NoProject,
    #[error("{tool} is missing or does not start ({reason}): `make synth` sets it up")]
    MissingTool { tool: String, reason: String },
    #[error(transparent)]
    Wrapper(#[from] WrapperError),
    #[error("{}: {reason}", path.display())]
    File { path: PathBuf, reason: io::Error },
    #[error("{tool} failed on {what}; its files are in {}\n{said}", folder.display())]
    Failed {
        tool: String,
        what: String,
        folder: PathBuf,
        /// Its last lines of output.
        said: String,
    },
    #[error("{file} of {what}: {reason}")]
    Unexpected {
        what: String,
        file: &'static str,
        reason: String,
    },
    #[error(
        "{what}: the netlist that is placed has {placed}, expected {expected}: something \
         was optimised away, or added"
    )]
    Changed {
        what: String,
        placed: String,
        expected: String,
    },
    #[error("{}: {reason}", path.display())]
    Baseline { path: PathBuf, reason: String },
    #[error("{top} on {} is not in the baseline: `agu synth --record` puts it there", device.name())]
    NotRecorded { top: String, device: Device },
    #[error("the baseline has the median of {recorded} seeds, not comparable to one of {measured}")]
    OtherSeeds { recorded: u64, measured: u64 },
    /// No threads can be started.
    #[error(transparent)]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error("interrupted")]
    Interrupted,
}

impl SynthError {
    /// The error of the system at the file or folder `path`. That of a library, which names its temporary
    /// file, is left out but for its kind.
    pub fn at(path: &Path) -> impl Fn(io::Error) -> SynthError {
        |reason| SynthError::File {
            path: path.to_path_buf(),
            reason: match reason.get_ref() {
                Some(_) => reason.kind().into(),
                None => reason,
            },
        }
    }
}
