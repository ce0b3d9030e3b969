//! A regression as an array job, by Slurm's own commands; the array's script for other farms.

use super::folder::{Folder, JUNIT, MERGED};
use anyhow::{Context, bail};
use clap::ValueEnum;
use cosim::whole_file;
use fpga::process;
use std::fmt::Write;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Scheduler {
    Slurm,
    Lsf,
}

impl Scheduler {
    /// The lines in which schedulers differ: name, numbers of the array, place of its output.
    fn directives(self, name: &str, numbers: &str, folder: &str) -> [String; 4] {
        match self {
            Scheduler::Slurm => [
                format!("#SBATCH --job-name={name}"),
                format!("#SBATCH --array={numbers}"),
                format!("#SBATCH --output=\"{folder}/array-%a.out\""),
                "#SBATCH --requeue".to_owned(),
            ],
            Scheduler::Lsf => [
                format!("#BSUB -J \"{name}[{numbers}]\""),
                "#BSUB -n 1".to_owned(),
                format!("#BSUB -o \"{folder}/array-%I.out\""),
                "#BSUB -r".to_owned(),
            ],
        }
    }

    /// The variable with a task's number.
    fn index(self) -> &'static str {
        match self {
            Scheduler::Slurm => "SLURM_ARRAY_TASK_ID",
            Scheduler::Lsf => "LSB_JOBINDEX",
        }
    }
}

/// The script that runs the parts `numbers` of `folder`, a task each.
pub fn array(scheduler: Scheduler, folder: &Folder, numbers: &[usize]) -> String {
    let path = folder.path().display().to_string();
    let directives = scheduler.directives(folder.name(), &ranges(numbers), &path);
    let quoted = shlex::try_quote(&path).unwrap_or_default();
    let [directives, index] = [directives.join("\n"), scheduler.index().to_owned()];
    format!("#!/bin/sh\n{directives}\nexec /bin/sh {quoted}/parts/${index}/run\n")
}

/// Ascending numbers as schedulers write them: `1-3,7`.
fn ranges(numbers: &[usize]) -> String {
    let mut text = String::new();
    let mut rest = numbers;
    while let Some(&first) = rest.first() {
        let pairs = rest.iter().zip(first..);
        let length = pairs.take_while(|(number, next)| *number == next).count();
        let comma = if text.is_empty() { "" } else { "," };
        let _ = match length {
            1 => write!(text, "{comma}{first}"),
            _ => write!(text, "{comma}{first}-{}", first + length - 1),
        };
        rest = &rest[length..];
    }
    text
}

/// The file of a folder with the number of the array that was sent last.
const JOB: &str = "slurm.job";
const SCRIPT: &str = "array.sh";

/// Sends the parts `numbers` as one array, and gives the number of its job. `options` are sbatch's.
///
/// # Errors
/// sbatch is missing or refuses it, or the array of an earlier call has not ended.
pub fn send(folder: &Folder, numbers: &[usize], options: &[String]) -> anyhow::Result<String> {
    refuse_earlier(folder)?;
    let path = folder.path();
    let script = path.join(SCRIPT);
    whole_file::write(&script, array(Scheduler::Slurm, folder, numbers).as_bytes())?;
    let mut sbatch = sbatch(options);
    let ended = sbatch.arg(&script).output();
    let job = number(&ended.context(MISSING)?)?;
    whole_file::write(&path.join(JOB), job.as_bytes())?;
    Ok(job)
}

/// Sends the job that merges the results of the array `job` once all its tasks have ended, however,
/// and waits for it; false where `stop` is set before that. The jobs go on then.
///
/// # Errors
/// sbatch refuses it. Then the array is cancelled.
pub fn merge(
    folder: &Folder,
    job: &str,
    agu: &Path,
    options: &[String],
    stop: &AtomicBool,
) -> anyhow::Result<bool> {
    let path = folder.path();
    let mut sbatch = sbatch(options);
    sbatch.args(["--wait", "--requeue"]);
    sbatch.arg(format!("--dependency=afterany:{job}"));
    sbatch.arg(format!("--job-name={}-merge", folder.name()));
    sbatch.arg(format!("--output={}", path.join("merge.out").display()));
    sbatch.args(["--wrap", &merge_command(folder, agu)]);
    let mut waiting = sbatch.spawn().context(MISSING)?;
    if process::wait(&mut waiting, &|| stop.load(Ordering::Relaxed))?.is_none() {
        return Ok(false);
    }
    // The exit status is the job's; a number shows that there was a job.
    if let Err(error) = number(&waiting.wait_with_output()?) {
        // An array without its merge would run beside the one of the next call.
        let cancelled = Command::new("scancel").arg(job).status();
        return Err(if cancelled.is_ok_and(|status| status.success()) {
            error.context(format!("array {job} is cancelled"))
        } else {
            error.context(format!("array {job} goes on"))
        });
    }
    Ok(true)
}

/// The command that merges the results in `folder`.
fn merge_command(folder: &Folder, agu: &Path) -> String {
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

/// Two arrays of one folder would run the same parts.
///
/// # Errors
/// The array of an earlier call is in the queue.
fn refuse_earlier(folder: &Folder) -> anyhow::Result<()> {
    let Ok(job) = fs::read_to_string(folder.path().join(JOB)) else {
        return Ok(());
    };
    let mut squeue = Command::new("squeue");
    // Slurm forgets jobs that have ended, and fails for those.
    let queue = squeue.args(["--noheader", "--jobs", &job]).output();
    let queue = queue.map_or(Vec::new(), |output| output.stdout);
    if !queue.trim_ascii().is_empty() {
        bail!(
            "job {job} of an earlier call has not ended, expected to wait for it or `scancel {job}`"
        );
    }
    Ok(())
}

const MISSING: &str = "sbatch, expected Slurm's commands on PATH";

/// sbatch in a process group of its own: a signal of the terminal meets this program alone.
fn sbatch(options: &[String]) -> Command {
    let mut command = Command::new("sbatch");
    command.arg("--parsable").args(options);
    command.stdin(Stdio::null()).process_group(0);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The number of the job that sbatch sent.
fn number(ended: &Output) -> anyhow::Result<String> {
    let line = String::from_utf8_lossy(&ended.stdout);
    // On several clusters: `number;cluster`.
    let number = line.trim().split(';').next().unwrap_or_default();
    if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(number.to_owned());
    }
    if ended.status.success() {
        bail!(
            "sbatch printed `{}`, expected the number of a job",
            line.trim()
        )
    } else {
        bail!("sbatch: {}", String::from_utf8_lossy(&ended.stderr).trim())
    }
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn neighbours_are_a_range() {
        assert_eq!(ranges(&[1, 2, 3, 7, 9, 10]), "1-3,7,9-10");
        assert_eq!(ranges(&[5]), "5");
        assert_eq!(ranges(&[]), "");
    }
}
