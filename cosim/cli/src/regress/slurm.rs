//! A regression as an array job, by Slurm's own commands.

use super::Folder;
use super::folder::{JUNIT, MERGED};
use super::script::{Scheduler, array};
use crate::results::file::write_whole;
use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use std::process::Command;

/// What was sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Jobs {
    /// Of the parts.
    pub array: String,
    /// Merges what they found.
    pub merge: String,
}

/// Tasks of the jobs that have not ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Left {
    pub running: usize,
    pub waiting: usize,
}

/// The file of a folder with the numbers of the jobs that were sent.
const JOBS: &str = "slurm.json";
const SCRIPT: &str = "array.sh";

/// The error of `squeue` for jobs that Slurm has forgotten.
const FORGOTTEN: &str = "Invalid job id";

/// Sends the parts `numbers` as one array, and the job that merges once all have ended, however.
/// `options` are sbatch's, for both.
///
/// # Errors
/// sbatch is missing, or refuses it.
pub fn send(
    folder: &Folder,
    numbers: &[usize],
    agu: &Path,
    options: &[String],
) -> anyhow::Result<Jobs> {
    let path = folder.path();
    let script = path.join(SCRIPT);
    write_whole(&script, array(Scheduler::Slurm, folder, numbers).as_bytes())?;
    let mut parts = sbatch(options);
    parts.arg(&script);
    let array = sent(parts)?;
    let jobs = send_merge(folder, &array, agu, options);
    if let Err(error) = &jobs {
        // An array that nobody merges or waits for would run beside the one of the next call.
        cancel(&[&array]).with_context(|| format!("{error:#}; array {array} goes on"))?;
    }
    jobs.with_context(|| format!("array {array} is cancelled"))
}

/// Sends the job that merges what `array` finds, and keeps the numbers of both.
fn send_merge(
    folder: &Folder,
    array: &str,
    agu: &Path,
    options: &[String],
) -> anyhow::Result<Jobs> {
    let path = folder.path();
    let mut merges = sbatch(options);
    merges.arg(format!("--dependency=afterany:{array}"));
    merges.arg(format!("--job-name={}-merge", folder.name()));
    merges.arg(format!("--output={}", path.join("merge.out").display()));
    merges.args(["--wrap", &merge_command(folder, agu)]);
    let jobs = Jobs {
        merge: sent(merges)?,
        array: array.to_owned(),
    };
    write_whole(&path.join(JOBS), serde_json::to_string(&jobs)?.as_bytes())?;
    Ok(jobs)
}

/// The command that merges what is in `folder`.
pub fn merge_command(folder: &Folder, agu: &Path) -> String {
    let path = folder.path();
    let (merged, junit) = (path.join(MERGED), path.join(JUNIT));
    let words = [
        agu,
        Path::new("merge"),
        path,
        Path::new("-o"),
        &merged,
        Path::new("--junit"),
        &junit,
    ];
    let words = words.map(|word| word.display().to_string());
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default()
}

/// What was sent from `folder` before, and has not ended.
pub fn running(folder: &Folder) -> anyhow::Result<Option<Jobs>> {
    let Ok(text) = fs::read(folder.path().join(JOBS)) else {
        return Ok(None);
    };
    let jobs: Jobs = serde_json::from_slice(&text).context(JOBS)?;
    Ok((left(&jobs)? != Left::default()).then_some(jobs))
}

fn sbatch(options: &[String]) -> Command {
    let mut command = Command::new("sbatch");
    command.arg("--parsable").args(options);
    command
}

/// The number of the job that `command` sends.
fn sent(command: Command) -> anyhow::Result<String> {
    let said = said(command)?;
    // On several clusters: `number;cluster`.
    let number = said.trim().split(';').next().unwrap_or_default();
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        bail!(
            "sbatch printed `{}`, expected the number of a job",
            said.trim()
        );
    }
    Ok(number.to_owned())
}

fn said(mut command: Command) -> anyhow::Result<String> {
    let tool = command.get_program().to_string_lossy().into_owned();
    let output = command.output();
    let output = output.with_context(|| format!("{tool}, expected Slurm's commands on PATH"))?;
    if !output.status.success() {
        bail!("{tool}: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// How many tasks of `jobs` have not ended.
///
/// # Errors
/// squeue is missing or fails.
pub fn left(jobs: &Jobs) -> anyhow::Result<Left> {
    let mut squeue = Command::new("squeue");
    let ids = format!("{},{}", jobs.array, jobs.merge);
    squeue.args(["--noheader", "--array", "--format=%T", "--jobs", &ids]);
    match said(squeue) {
        Ok(states) => Ok(count(&states)),
        Err(error) if error.to_string().contains(FORGOTTEN) => Ok(Left::default()),
        Err(error) => Err(error),
    }
}

fn count(states: &str) -> Left {
    states.lines().fold(Left::default(), |mut left, state| {
        match state.trim() {
            "PENDING" | "REQUEUED" | "REQUEUE_HOLD" | "SUSPENDED" => left.waiting += 1,
            _ => left.running += 1,
        }
        left
    })
}

/// How the tasks of `jobs` ended that have no result, from the accounting, where there is any.
pub fn states(jobs: &Jobs) -> String {
    let mut sacct = Command::new("sacct");
    sacct.args([
        "--noheader",
        "--allocations",
        "--format=JobID%20,State%20,ExitCode",
    ]);
    sacct.args(["--jobs", &jobs.array]);
    said(sacct).unwrap_or_default()
}

/// Cancels what has not ended of `jobs`.
///
/// # Errors
/// scancel is missing or fails.
pub fn cancel(jobs: &[&str]) -> anyhow::Result<()> {
    let mut scancel = Command::new("scancel");
    scancel.args(jobs);
    said(scancel).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_are_counted() {
        let left = count("RUNNING\nPENDING\nPENDING\nCOMPLETING\n");
        assert_eq!((left.running, left.waiting), (2, 2));
        assert_eq!(count(""), Left::default());
    }
}
