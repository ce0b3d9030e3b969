//! The commands, a module each: its arguments and what it does with them.
//!
//! A command returns an [`Outcome`], or an error that ended it early; [`exit`]
//! makes an exit status of either.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ::cosim::dut::external::ExternalError;
use ::cosim::source::SourceError;
use ::cosim::whole_file;
use formal::code_coverage::CodeCoverageError;
use isa::visa::GRF_BYTES;

pub mod adapt;
pub mod asm;
pub mod bench;
pub mod completions;
pub mod cosim;
pub mod coverage;
mod cubin;
pub mod disasm;
pub mod examples;
pub mod export;
pub mod folders;
pub mod groups;
mod instruction_set;
mod interrupt;
mod kernel;
pub mod merge;
pub mod mutate;
mod names;
mod number;
mod output;
mod program;
mod progress;
pub mod prove;
pub mod regress;
pub mod report;
pub mod run;
mod shared_options;
pub mod synth;
pub mod target;
pub mod trace;
pub mod translate;
pub mod vectors;
mod waves;

pub use interrupt::handle as handle_signals;

/// Verdict of a command that ran to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All is well.
    Good,
    /// A mismatch or a rejected line was found.
    Bad,
}

impl From<bool> for Outcome {
    fn from(good: bool) -> Outcome {
        if good { Outcome::Good } else { Outcome::Bad }
    }
}

const STATUS_BAD: u8 = 1;
const STATUS_UNUSABLE: u8 = 2;
/// 128 and the number of SIGINT; SIGTERM gives the same.
const STATUS_INTERRUPTED: u8 = 130;

/// The end of a command that a signal has ended, and what is left of its work.
#[derive(Debug, thiserror::Error)]
#[error("interrupted{0}")]
pub struct Interrupted(String);

/// A size of the rows of vISA's register file.
fn grf_bytes(text: &str) -> Result<u8, String> {
    let bytes = text.parse().ok().filter(|bytes| GRF_BYTES.contains(bytes));
    let [low, high] = GRF_BYTES;
    bytes.ok_or_else(|| format!("expected {low} or {high}"))
}

/// Writes a file that the user has named: a reader sees the old one or the new one as a whole.
fn write_file(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), SourceError> {
    whole_file::write(path, contents).map_err(|reason| SourceError::writing(path, reason))
}

/// Checks, before anything slow begins, that `files`, by what the command calls them, can be
/// written: each is another one, in a folder that is there. What is no file, as /dev/null or a
/// pipe, may be named twice.
fn can_write(files: &[(&str, Option<&Path>)]) -> anyhow::Result<()> {
    let named = files.iter().filter_map(|&(name, path)| Some((name, path?)));
    let mut places: Vec<(&str, PathBuf)> = Vec::new();
    for (name, path) in named {
        let failed = |reason| SourceError::writing(path, reason);
        let place = match path.metadata() {
            Ok(found) if found.is_dir() => {
                let reason = io::Error::other("expected a regular file, or none yet");
                return Err(failed(reason).into());
            }
            Ok(found) if !found.is_file() => continue,
            Ok(_) => path.canonicalize().map_err(failed)?,
            Err(_) => {
                let folder = match path.parent() {
                    Some(folder) if !folder.as_os_str().is_empty() => folder,
                    _ => Path::new("."),
                };
                let folder = folder.canonicalize().map_err(failed)?;
                folder.join(path.file_name().unwrap_or_default())
            }
        };
        if let Some((other, _)) = places.iter().find(|(_, other)| *other == place) {
            let file = path.display();
            anyhow::bail!("{other} and {name} are both {file}, expected two files");
        }
        places.push((name, place));
    }
    Ok(())
}

/// Makes a folder that the user has named.
fn create_folder(path: &Path) -> Result<(), SourceError> {
    fs::create_dir_all(path).map_err(|reason| SourceError::writing(path, reason))
}

/// Prints an error.
fn say(error: &anyhow::Error) {
    let external = error.downcast_ref::<ExternalError>();
    let coverage = error.downcast_ref::<CodeCoverageError>();
    // These begin with the place.
    let has_place = error.is::<SourceError>()
        || matches!(external, Some(ExternalError::Refused(_)))
        || matches!(coverage, Some(CodeCoverageError::Data { .. }));
    let start = if has_place { "" } else { "error: " };
    // Standard error may be closed.
    let _ = writeln!(io::stderr(), "{start}{error:#}");
}

/// The end of a command that has printed its verdict and could not write all files: a bad verdict
/// counts more.
fn ended(outcome: Outcome, mut errors: Vec<anyhow::Error>) -> anyhow::Result<Outcome> {
    let last = match outcome {
        Outcome::Good => errors.pop(),
        Outcome::Bad => None,
    };
    errors.iter().for_each(say);
    last.map_or(Ok(outcome), Err)
}

/// The exit status of a command; an error goes to standard error.
pub fn exit(outcome: anyhow::Result<Outcome>) -> ExitCode {
    interrupt::wait_for_end();
    match outcome {
        Ok(Outcome::Good) => ExitCode::SUCCESS,
        Ok(Outcome::Bad) => ExitCode::from(STATUS_BAD),
        Err(error) => {
            say(&error);
            ExitCode::from(match error.downcast_ref() {
                Some(SourceError::Rejected { .. } | SourceError::Several(_)) => STATUS_BAD,
                _ if error.is::<Interrupted>() => STATUS_INTERRUPTED,
                _ => STATUS_UNUSABLE,
            })
        }
    }
}
