//! `agu regress`: long work in parts, on this machine or on a farm.

use super::coverage::write_lcov;
use super::folders::Folders;
use super::merge::MergedFiles;
use super::number::within;
use super::{Interrupted, Outcome, interrupt, output, progress, shared_options};
use crate::regress::file::Regression;
use crate::regress::folder::{JUNIT, LCOV, MERGED, ThisProgram};
use crate::regress::slurm::{self, Scheduler};
use crate::regress::{Folder, local};
use anyhow::Context;
use clap::{Args, ValueHint};
use formal::code_coverage::CodeCoverage;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Long work in parts: on all cores, or on a farm
///
/// FILE lists commands of agu, each with its number of parts (doc/regression.md). A script of each
/// part and its result are in a folder: running again does what is missing there or was made with
/// other hardware. A part that ends without a result, killed or lost, is tried three times. At the
/// end merged.json, junit.xml and, where there was `agu coverage`, coverage.info are in the folder.
/// Exit status 1: a failure, or a part without a result.
#[derive(Args)]
pub struct RegressArguments {
    /// The regression, in TOML
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Its folder [default: NAME.regress, of the regression's name]
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    output: Option<PathBuf>,
    /// Parts that run at the same time [default: one a core]
    #[arg(long, value_parser = within(1..=shared_options::MOST_JOBS), conflicts_with = "slurm")]
    slots: Option<u64>,
    /// Send it to Slurm as an array job, with another job that merges, and wait. The folder has to
    /// be one that all machines see
    #[arg(long)]
    slurm: bool,
    /// Slurm's partition
    #[arg(long, value_name = "NAME", requires = "slurm")]
    partition: Option<String>,
    /// Run nothing: make the folder, and print the array script that runs what is missing in it
    #[arg(long, value_name = "SCHEDULER", num_args = 0..=1, default_missing_value = "slurm",
        conflicts_with_all = ["slurm", "slots"])]
    print: Option<Scheduler>,
    /// No progress
    #[arg(short, long)]
    quiet: bool,
    /// More options of sbatch, after `--`
    #[arg(last = true, value_name = "OPTION", requires = "slurm")]
    sbatch: Vec<String>,
}

pub fn run(arguments: &RegressArguments, folders: &Folders) -> anyhow::Result<Outcome> {
    let regression = Regression::read(&arguments.file)?;
    let path = match &arguments.output {
        Some(path) => path.clone(),
        None => format!("{}.regress", regression.name).into(),
    };
    let program = ThisProgram {
        agu: std::env::current_exe().context("this program's file")?,
        here: std::env::current_dir().context("the working folder")?,
        cache: folders.cache_dir(),
    };
    let folder = Folder::create(&path, &regression, &program)?;
    folder.remove_outdated(&regression.work, folders)?;
    let missing = folder.missing();
    if let Some(scheduler) = arguments.print {
        let script = slurm::array(scheduler, &folder, &missing);
        write!(output::stdout(), "{script}")?;
        return Ok(Outcome::Good);
    }
    let stop = interrupt::flag();
    let is_done = missing.is_empty();
    if arguments.slurm && !is_done {
        on_slurm(arguments, &folder, &missing, &program, &stop)?;
    } else if !is_done {
        here(arguments, &folder, &missing, &stop)?;
    }
    finish(&folder)
}

/// Merges the results.
fn finish(folder: &Folder) -> anyhow::Result<Outcome> {
    let path = folder.path();
    let files = MergedFiles {
        output: Some(path.join(MERGED)),
        junit: Some(path.join(JUNIT)),
    };
    let outcome = files.write(&folder.merged()?)?;
    let counted = folder.counted();
    if !counted.is_empty() {
        let lcov = path.join(LCOV);
        let data = lcov.with_extension("dat");
        write_lcov(Some(&lcov), &CodeCoverage::read(&counted, Some(&data))?)?;
    }
    writeln!(output::stdout(), "{:<16}{}", "folder", path.display())?;
    Ok(outcome)
}

/// Runs the parts `missing` on this machine.
fn here(
    arguments: &RegressArguments,
    folder: &Folder,
    missing: &[usize],
    stop: &AtomicBool,
) -> anyhow::Result<()> {
    let slots = arguments.slots.unwrap_or_else(shared_options::cores) as usize;
    let all = folder.parts().count();
    let template = "{wide_bar} {pos} of {len} parts, {elapsed}, {msg}";
    let bar = progress::bar(Some(all as u64), template, arguments.quiet);
    bar.set_position((all - missing.len()) as u64);
    bar.enable_steady_tick(Duration::from_millis(500));
    let began = |number| bar.set_message(format!("part {number}"));
    let ended = |number| {
        if folder.has_result(number) {
            bar.inc(1);
            return;
        }
        bar.suspend(|| {
            let (log, last) = folder.log(number);
            let log = log.display();
            // Standard error may be closed.
            let _ = writeln!(output::stderr(), "part {number}: no result, {log}: {last}");
        });
    };
    let ran = local::run(folder, missing, slots, stop, began, |number| {
        if !stop.load(Ordering::Relaxed) {
            ended(number);
        }
    });
    bar.finish_and_clear();
    ran?;
    match folder.missing().len() {
        left if left > 0 && stop.load(Ordering::Relaxed) => Err(Interrupted(format!(
            ", {left} of {all} parts are left: the same command goes on with them"
        ))
        .into()),
        _ => Ok(()),
    }
}

/// Sends the parts `missing` to Slurm, and waits for the job that merges.
fn on_slurm(
    arguments: &RegressArguments,
    folder: &Folder,
    missing: &[usize],
    program: &ThisProgram<'_>,
    stop: &AtomicBool,
) -> anyhow::Result<()> {
    let mut options: Vec<String> = Vec::new();
    let partition = arguments.partition.iter();
    options.extend(partition.map(|name| format!("--partition={name}")));
    options.extend(arguments.sbatch.iter().cloned());
    let job = slurm::send(folder, missing, &options)?;
    writeln!(output::stderr(), "Slurm job {job}: {} parts", missing.len())?;
    if slurm::merge(folder, &job, &program.agu, &options, stop)? {
        Ok(())
    } else {
        Err(Interrupted(format!(
            ", job {job} goes on: the same command does what it has left, once it has ended"
        ))
        .into())
    }
}
