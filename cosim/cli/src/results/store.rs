//! The folder of the records, a file each: `COMMAND/HASH/TIME-HOST-PROCESS.json`.

use super::file::write_whole;
use super::record::{Kept, Record, SCHEMA};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;

/// Digits of the hardware's hash that name a folder.
const HASH_DIGITS: usize = 16;

/// Why a record cannot be kept, or read.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    #[error("{0}: no result of `agu {1}` of this version: {2}")]
    Format(PathBuf, &'static str, serde_json::Error),
    #[error("{0}: of schema {1}, expected {SCHEMA}")]
    Schema(PathBuf, u32),
    #[error(
        "{0}: of `agu {1}`, expected a result of cosim, prove, mutate, coverage, synth or merge"
    )]
    Command(PathBuf, String),
    #[error("{0}: has no command, expected a result of this version")]
    Nameless(PathBuf),
}

/// Records of one command, and what was no record.
pub struct Read<T> {
    /// The oldest first.
    pub records: Vec<Record<T>>,
    pub errors: Vec<ResultsError>,
}

/// The folder of the records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Store(PathBuf);

impl Store {
    /// The records in `folder`, which need not be there yet.
    pub fn new(folder: PathBuf) -> Store {
        Store(folder)
    }

    /// Where they are.
    pub fn folder(&self) -> &Path {
        &self.0
    }

    /// Keeps `record` in the place of what this process has kept with the same hardware and time,
    /// and forgets older ones of the same hardware that add nothing to it.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn keep<T: Kept>(&self, record: &Record<T>) -> Result<(), ResultsError> {
        let hash = record.hardware.sha256.get(..HASH_DIGITS);
        let folder = self.0.join(T::COMMAND).join(hash.unwrap_or("none"));
        let failed = |error| ResultsError::File(folder.clone(), error);
        let text = serde_json::to_vec_pretty(record);
        let text = text.map_err(|error| failed(error.into()))?;
        fs::create_dir_all(&folder).map_err(failed)?;
        let host = record.host.name.replace('/', "_");
        let name = format!("{}-{host}-{}.json", record.time, process::id());
        let path = folder.join(name);
        write_whole(&path, &text).map_err(failed)?;
        for (other, file) in read_folder::<T>(&folder)?.into_iter().flatten() {
            // Of two that end within a second, one is the newer for both.
            let older = (other.time, &file) < (record.time, &path);
            let same = (&other.target, &other.hardware) == (&record.target, &record.hardware);
            if older && same && T::supersedes(record, &other) {
                // Another command may have removed it already.
                let _ = fs::remove_file(file);
            }
        }
        Ok(())
    }

    /// All records of a command.
    ///
    /// # Errors
    /// A folder cannot be read; a file that cannot is among [`Read::errors`].
    pub fn read<T: Kept>(&self) -> Result<Read<T>, ResultsError> {
        let (mut found, mut errors) = (Vec::new(), Vec::new());
        for folder in entries(&self.0.join(T::COMMAND))? {
            for record in read_folder::<T>(&folder)? {
                match record {
                    Ok(record) => found.push(record),
                    Err(error) => errors.push(error),
                }
            }
        }
        found.sort_by(|one, other| (one.0.time, &one.1).cmp(&(other.0.time, &other.1)));
        let records = found.into_iter().map(|(record, _)| record).collect();
        Ok(Read { records, errors })
    }
}

/// What was read of a file.
type OfFile<T> = Result<(Record<T>, PathBuf), ResultsError>;

/// The records in a folder.
fn read_folder<T: Kept>(folder: &Path) -> Result<Vec<OfFile<T>>, ResultsError> {
    let mut files = entries(folder)?;
    files.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    Ok(files.into_iter().filter_map(read_file).collect())
}

/// The record in a file; none where the file has just been removed.
fn read_file<T: Kept>(path: PathBuf) -> Option<OfFile<T>> {
    let text = match fs::read(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Err(error) => return Some(Err(ResultsError::File(path, error))),
        Ok(text) => text,
    };
    Some(match serde_json::from_slice::<Record<T>>(&text) {
        Err(error) => Err(ResultsError::Format(path, T::COMMAND, error)),
        Ok(record) if record.schema != SCHEMA => Err(ResultsError::Schema(path, record.schema)),
        Ok(record) => Ok((record, path)),
    })
}

/// What is in a folder; nothing where there is none.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, ResultsError> {
    let failed = |error| ResultsError::File(folder.to_owned(), error);
    match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(failed(error)),
        Ok(entries) => {
            let paths = entries.map(|entry| entry.map(|entry| entry.path()));
            paths.collect::<io::Result<_>>().map_err(failed)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{Bench, Cosim, Hardware, Host, Mismatched, Prove};
    use scoreboard::Compare;
    use std::os::unix::fs::PermissionsExt;
    use tempfile::TempDir;

    fn store() -> (TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().join("results"));
        (folder, store)
    }

    /// A run of so many lane-operations of the hardware `hash`, with a mismatch or without.
    fn run(time: u64, hash: &str, operations: u64, signal: Option<&str>) -> Record<Cosim> {
        Record {
            schema: SCHEMA,
            time,
            hardware: Hardware {
                sha256: hash.repeat(64),
                ..Hardware::default()
            },
            result: Cosim {
                operations,
                jobs: 2,
                seed: time,
                mismatches: signal.iter().count() as u64,
                mismatch: signal.map(|signal| Mismatched {
                    seed: time + 1,
                    operations,
                    signal: signal.to_owned(),
                    ..Mismatched::default()
                }),
                ..Cosim::default()
            },
            ..Record::default()
        }
    }

    fn kept(records: &[Record<Cosim>]) -> Vec<Record<Cosim>> {
        let (_folder, store) = store();
        for record in records {
            store.keep(record).unwrap();
        }
        let read = store.read::<Cosim>().unwrap();
        assert!(read.errors.is_empty(), "{:?}", read.errors);
        read.records
    }

    #[test]
    fn what_was_kept_is_read_again() {
        let (_folder, store) = store();
        assert!(store.read::<Bench>().unwrap().records.is_empty());
        let bench = |host: &str, seed| Record {
            schema: SCHEMA,
            time: seed,
            host: Host {
                name: host.to_owned(),
                ..Host::default()
            },
            result: Bench {
                seed,
                ..Bench::default()
            },
            ..Record::default()
        };
        let [first, second, other] = [bench("a", 1), bench("a", 2), bench("b", 3)];
        for record in [&first, &second, &other] {
            store.keep(record).unwrap();
        }
        // Machines are not one as fast as the other.
        assert_eq!(store.read::<Bench>().unwrap().records, [second, other]);
        assert!(store.read::<Prove>().unwrap().records.is_empty());
    }

    #[test]
    fn a_short_run_stands_beside_a_long_one() {
        let [long, short, shortest, longer] = [(1, 20_000), (2, 1000), (3, 1000), (4, 30_000)]
            .map(|(time, operations)| run(time, "a", operations, None));
        let runs = [long.clone(), short, shortest.clone()];
        assert_eq!(kept(&runs), [long, shortest.clone()]);
        let runs = [&runs[..], std::slice::from_ref(&longer)].concat();
        assert_eq!(kept(&runs), [longer]);
    }

    #[test]
    fn a_failure_is_hidden_by_no_pass_but_that_of_its_own_traffic() {
        let failure = run(2, "a", 100, Some("sum_lo"));
        let before = run(1, "a", 20_000, None);
        let runs = [before.clone(), failure.clone()];
        assert_eq!(kept(&runs), runs);
        // It failed in the test run of seed 3, after 100 lane-operations.
        let passed = |seed, operations| {
            let mut pass = run(4, "a", operations, None);
            pass.result.seed = seed;
            [before.clone(), failure.clone(), pass]
        };
        for (seed, operations) in [(1, 1_000_000), (4, 1_000_000), (3, 150)] {
            let runs = passed(seed, operations);
            let records = kept(&runs);
            assert!(records.contains(&failure), "{seed} {operations}");
        }
        for seed in [2, 3] {
            let runs = passed(seed, 200);
            assert_eq!(kept(&runs), [runs[0].clone(), runs[2].clone()], "{seed}");
        }
    }

    #[test]
    fn a_looser_comparison_hides_no_failure_of_a_strict_one() {
        let failure = run(1, "a", 100, Some("sum_lo"));
        let mut pass = run(2, "a", 1_000_000, None);
        pass.result.seed = failure.result.seed;
        assert_eq!(kept(&[failure.clone(), pass.clone()]), [pass.clone()]);
        pass.result.compare = Compare::Transactions;
        assert_eq!(kept(&[failure.clone(), pass.clone()]), [failure, pass]);
    }

    #[test]
    fn other_failures_and_other_hardware_stand_side_by_side() {
        let again = run(4, "a", 300, Some("sum_lo"));
        let others = [run(2, "a", 100, Some("cc")), run(3, "b", 1, Some("sum_lo"))];
        let runs = [
            &[run(1, "a", 200, Some("sum_lo"))],
            &others[..],
            std::slice::from_ref(&again),
        ];
        assert_eq!(kept(&runs.concat()), [&others[..], &[again]].concat());
    }

    #[test]
    fn what_is_known_later_of_the_same_run_takes_its_place() {
        let first = run(1, "a", 64, Some("sum_lo"));
        let mut second = first.clone();
        let mismatch = second.result.mismatch.as_mut().unwrap();
        mismatch.text = "and now it is small".to_owned();
        assert_eq!(kept(&[first, second.clone()]), [second]);
    }

    #[test]
    fn everybody_may_read_a_record() {
        let (_folder, store) = store();
        store.keep(&run(1, "a", 1, None)).unwrap();
        let folder = entries(&store.folder().join("cosim")).unwrap();
        let files = entries(&folder[0]).unwrap();
        let plain = store.folder().join("plain");
        fs::write(&plain, "").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(files.len(), 1, "{files:?}");
        assert_eq!(mode(&files[0]), mode(&plain), "what the umask lets them");
    }

    #[test]
    fn what_another_version_wrote_is_named_and_left_out() {
        let (_folder, store) = store();
        let good = run(1, "a", 1, None);
        let other = Record {
            schema: SCHEMA + 1,
            ..run(2, "a", 1, None)
        };
        store.keep(&other).unwrap();
        store.keep(&good).unwrap();
        let folder = store.folder().join("cosim/aaaaaaaaaaaaaaaa");
        fs::write(folder.join("1.json"), "{\"time\": 1}").unwrap();
        fs::write(folder.join(".tmpXXXXXX"), "{").unwrap();
        let read = store.read::<Cosim>().unwrap();
        assert_eq!(read.records, [good]);
        let mut errors: Vec<_> = read.errors.iter().map(ToString::to_string).collect();
        errors.sort();
        assert_eq!(errors.len(), 2);
        assert!(
            errors[0].contains("1.json: no result of `agu cosim`"),
            "{errors:?}"
        );
        assert!(errors[1].contains("of schema 2, expected 1"), "{errors:?}");
    }
}
