//! Options that long commands share: their work in parts, and the result as a file.

use super::number::within;
use super::write_file;
use crate::results::{Findings, Record};
use anyhow::bail;
use clap::Args;
use cosim::shard::Shard;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Most jobs that make sense on any machine.
pub const MOST_JOBS: u64 = 1024;

/// Options of a command that works on many things at the same time.
#[derive(Args)]
pub struct JobOptions {
    /// Jobs that run at the same time: co-simulations, queries, mutants or tools [default: one a
    /// core]
    #[arg(long, value_parser = within(1..=MOST_JOBS))]
    jobs: Option<u64>,
    #[command(flatten)]
    pub part: PartOptions,
    /// No progress
    #[arg(short, long)]
    pub quiet: bool,
}

impl JobOptions {
    /// Number of jobs.
    pub fn count(&self) -> u64 {
        let usual = || match self.part.shard {
            Some(_) => 1,
            None => cores(),
        };
        self.jobs.unwrap_or_else(usual)
    }

    /// The option in a command line of the whole, if it was given.
    pub fn spelled(&self) -> String {
        option("jobs", self.jobs)
    }
}

#[derive(Args)]
pub struct PartOptions {
    /// Only part I of N. All parts together, wherever each runs, do what the command does without
    /// (doc/regression.md). A part has one job unless --jobs sets more; `agu merge` makes one
    /// result of all of them
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Write the result as JSON (doc/results.md), for `agu merge` and `agu report`
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

impl PartOptions {
    /// Which part it is.
    pub fn shard(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    /// Whether it is one of several, or of one.
    pub fn is_part(&self) -> bool {
        self.shard.is_some()
    }

    /// The seed of the whole: `given`, on which all parts have to agree, else of the clock.
    ///
    /// # Errors
    /// A part without a seed.
    pub fn seed(&self, given: Option<u64>) -> anyhow::Result<u64> {
        match given {
            Some(seed) => Ok(seed),
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

    /// The record of the part, from that of its invocation.
    pub fn record<T>(&self, record: Record<T>) -> Record<T> {
        let shard = self.shard;
        Record { shard, ..record }
    }

    /// Writes `record` to the file, if there is one.
    pub fn write<T: Findings>(&self, record: &Record<T>) -> anyhow::Result<()> {
        write_record(self.json.as_deref(), record)
    }
}

/// Writes `record` to the file `path`, if there is one.
pub fn write_record<T: Findings>(path: Option<&Path>, record: &Record<T>) -> anyhow::Result<()> {
    if let Some(path) = path {
        let json = serde_json::to_string_pretty(record)? + "\n";
        write_file(path, &json)?;
    }
    Ok(())
}

/// An option of a command line, if it has a value.
pub fn option(name: &str, value: Option<impl Display>) -> String {
    value.map_or(String::new(), |value| format!(" --{name} {value}"))
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
