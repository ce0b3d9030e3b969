//! What the commands found when they last ran, kept for `agu report`.
//!
//! A command that ran to its end keeps its result as `NAME.json` in a folder beside the
//! program, that is below target/. Nothing else reads them: programs are served by `--json`.

mod results;

pub use results::{
    Bench, Bins, Cosim, Excluded, Lane, Mismatched, Mutation, Proof, Prove, Rate, Stack, Survivor,
    Synth, SynthRow, UnitRates,
};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs};

/// Why a result cannot be kept, or read.
#[derive(Debug, thiserror::Error)]
pub enum FoundError {
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    #[error("{0} is not of this version of agu ({1}); run the command again")]
    Format(PathBuf, serde_json::Error),
}

/// A result of one command.
pub trait Kept: Serialize + DeserializeOwned {
    /// The command.
    const COMMAND: &'static str;
}

/// A result, and when it was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found<T> {
    /// Seconds since 1970, UTC.
    pub time: u64,
    pub result: T,
}

/// The folder of the results.
pub struct Folder(PathBuf);

impl Folder {
    /// The one beside this program.
    ///
    /// # Errors
    /// The program does not know where it lies.
    pub fn of_program() -> io::Result<Folder> {
        Ok(Folder(env::current_exe()?.with_file_name("found")))
    }

    /// Any other.
    pub fn new(path: &Path) -> Folder {
        Folder(path.to_owned())
    }

    fn file<T: Kept>(&self) -> PathBuf {
        self.0.join(T::COMMAND).with_extension("json")
    }

    /// Keeps `result` in the place of the last one.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep<T: Kept>(&self, result: T) -> Result<(), FoundError> {
        let path = self.file::<T>();
        let failed = |error| FoundError::File(path.clone(), error);
        let time = SystemTime::now().duration_since(UNIX_EPOCH);
        let time = time.unwrap_or_default().as_secs();
        let text = serde_json::to_vec_pretty(&Found { time, result });
        let text = text.map_err(|error| FoundError::Format(path.clone(), error))?;
        fs::create_dir_all(&self.0).map_err(failed)?;
        // Two commands may end at the same time, and a reader may come between.
        let mut file = tempfile::NamedTempFile::new_in(&self.0).map_err(failed)?;
        file.write_all(&text).map_err(failed)?;
        let kept = file.persist(&path);
        kept.map_err(|error| failed(error.error))?;
        Ok(())
    }

    /// What the command found when it last ran; none where it has not.
    ///
    /// # Errors
    /// The file cannot be read, or is of another version.
    pub fn last<T: Kept>(&self) -> Result<Option<Found<T>>, FoundError> {
        let path = self.file::<T>();
        match fs::read(&path) {
            Ok(text) => match serde_json::from_slice(&text) {
                Ok(found) => Ok(Some(found)),
                Err(error) => Err(FoundError::Format(path, error)),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(FoundError::File(path, error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_result_is_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let folder = Folder::new(&folder.path().join("found"));
        assert_eq!(folder.last::<Bench>().unwrap(), None);
        for seed in [1, 2] {
            let bench = Bench {
                seed,
                ..Bench::default()
            };
            folder.keep(bench.clone()).unwrap();
            assert_eq!(folder.last::<Bench>().unwrap().unwrap().result, bench);
        }
        assert_eq!(folder.last::<Prove>().unwrap(), None);
    }

    #[test]
    fn what_another_version_wrote_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("bench.json"), "{\"time\": 1}").unwrap();
        let error = Folder::new(folder.path()).last::<Bench>().unwrap_err();
        assert!(matches!(error, FoundError::Format(..)), "{error}");
    }
}
