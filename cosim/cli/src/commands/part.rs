//! What long commands have in common: their work in parts, and the result as a file.

use super::folders::Folders;
use super::write_result;
use crate::results::{Hardware, Kept, Record, Tools};
use anyhow::bail;
use clap::Args;
use cosim::shard::Shard;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

#[derive(Args)]
pub struct Part {
    /// Only part I of N. All parts together, wherever each runs, do what the command does without
    /// (doc/regression.md). A part has one job unless --jobs sets more, and is not kept for `agu
    /// report`: `agu merge` makes one result of all of them
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Write the result as JSON, as it is kept for `agu report`
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

impl Part {
    /// Which part it is.
    pub fn shard(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    /// Whether it is one of several, or of one.
    pub fn is_part(&self) -> bool {
        self.shard.is_some()
    }

    /// `asked`, else as many jobs as are usual.
    pub fn jobs(&self, asked: Option<u64>) -> u64 {
        let usual = || match self.shard {
            Some(_) => 1,
            None => cores(),
        };
        asked.unwrap_or_else(usual)
    }

    /// The seed of the part: of `asked`, which all parts have to agree on.
    ///
    /// # Errors
    /// They could not.
    pub fn seed(&self, asked: Option<u64>) -> anyhow::Result<u64> {
        match asked {
            Some(seed) => Ok(self.shard().seed(seed)),
            None if self.is_part() => {
                bail!("--shard without --seed, expected the seed of all parts")
            }
            None => Ok(seed_from_clock()),
        }
    }

    /// The file, as messages call it.
    pub fn file(&self) -> (&'static str, Option<&Path>) {
        ("--json", self.json.as_deref())
    }

    /// What has just been found of the hardware that `--target` calls `target`.
    pub fn record<T: Kept>(
        &self,
        folders: &Folders,
        of: (&str, Hardware),
        tools: Tools,
        result: T,
    ) -> Record<T> {
        Record {
            shard: self.shard,
            ..folders.record(of, tools, result)
        }
    }

    /// Keeps `record`, and writes it to the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn end<T: Kept>(&self, folders: &Folders, record: &Record<T>) -> anyhow::Result<()> {
        self.keep(folders, record);
        self.write(record)
    }

    /// Keeps `record` where it is no part.
    pub fn keep<T: Kept>(&self, folders: &Folders, record: &Record<T>) {
        if !self.is_part() {
            folders.keep(record);
        }
    }

    /// Writes `record` to the file.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write<T: Kept>(&self, record: &Record<T>) -> anyhow::Result<()> {
        if let Some(path) = &self.json {
            let json = serde_json::to_string_pretty(record)? + "\n";
            write_result(path, &json)?;
        }
        Ok(())
    }
}

/// One job a core.
pub fn cores() -> u64 {
    std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64)
}

/// A seed that differs from run to run, short enough to be typed.
pub fn seed_from_clock() -> u64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    u64::from(now.subsec_nanos()) ^ now.as_secs()
}
