//! `agu regress`: long work in parts, on this machine or on a farm.

use super::coverage::write_lcov;
use super::folders::Folders;
use super::merge::Files;
use super::number::within;
use super::{Interrupted, Outcome, cosim, interrupt, output, part, progress};
use crate::regress::folder::{JUNIT, LCOV, MERGED, Program};
use crate::regress::script::{self, Scheduler};
use crate::regress::{Folder, Plan, TRIES, local, slurm};
use crate::results::hardware::{Hardware, present};
use crate::results::merged::Merged;
use ::cosim::regression::Watch;
use anyhow::{Context, bail};
use clap::{Args, ValueHint};
use formal::code_coverage::CodeCoverage;
use std::collections::BTreeMap;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Long work in parts: on all cores, or on a farm
///
/// FILE lists what runs (doc/regression.md). It is cut into parts of a few minutes, each a command
/// of agu. What they find is kept in a folder: running again does only what is missing there. A
/// part that ends without a result, killed or lost, is tried three times. At the end merged.json,
/// junit.xml and, where there was `agu coverage`, coverage.info are in the folder. Exit status 1: a
/// failure, or a part without a result.
#[derive(Args)]
pub struct Arguments {
    /// The regression, in TOML
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Its folder [default: NAME.regress, of the regression's name]
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    output: Option<PathBuf>,
    /// Parts that run at the same time [default: one a core]
    #[arg(long, value_parser = within(1..=cosim::MOST_JOBS), conflicts_with = "slurm")]
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

/// Between two looks at Slurm's queue.
const INTERVAL: Duration = Duration::from_secs(5);

/// Between two looks at what Ctrl-C has set.
const POLL: Duration = Duration::from_millis(100);

/// How often squeue may fail in a row: a controller that is busy answers later.
const FAILURES: u32 = 10;

pub fn run(arguments: &Arguments, folders: &Folders) -> anyhow::Result<Outcome> {
    let plan = Plan::read(&arguments.file)?;
    let path = match &arguments.output {
        Some(path) => path.clone(),
        None => format!("{}.regress", plan.name).into(),
    };
    let program = Program {
        agu: std::env::current_exe().context("this program's file")?,
        here: std::env::current_dir().context("the working folder")?,
        cache: folders.cache_dir(),
    };
    let folder = Folder::create(&path, plan, &program)?;
    let missing = folder.missing();
    if let Some(scheduler) = arguments.print {
        write!(
            output::stdout(),
            "{}",
            script::array(scheduler, &folder, &missing)
        )?;
        return Ok(Outcome::Good);
    }
    let watch = Arc::new(Watch::default());
    interrupt::stops(&watch)?;
    match arguments.slurm {
        true => on_slurm(arguments, &folder, &program, &watch.stop)?,
        false => here(arguments, &folder, &missing, &watch.stop)?,
    }
    finish(&folder, folders)
}

/// Merges what there is.
fn finish(folder: &Folder, folders: &Folders) -> anyhow::Result<Outcome> {
    let path = folder.path();
    let files = Files::of_folder(path.join(MERGED), path.join(JUNIT));
    let merged = folder.merged()?;
    of_present_hardware(&merged, folders)?;
    let outcome = files.write(&merged)?;
    let counted = folder.counted();
    if !counted.is_empty() {
        let lcov = path.join(LCOV);
        let data = lcov.with_extension("dat");
        write_lcov(Some(&lcov), &CodeCoverage::read(&counted, Some(&data))?)?;
    }
    writeln!(output::stdout(), "{:<16}{}", "folder", path.display())?;
    Ok(outcome)
}

/// A result that is there from before must not pass for one of hardware that has changed since.
///
/// # Errors
/// One is of other hardware than its command would run now, or that cannot be made.
fn of_present_hardware(merged: &Merged, folders: &Folders) -> anyhow::Result<()> {
    let mut known: BTreeMap<&str, Hardware> = BTreeMap::new();
    for (name, invocation, _, found) in merged.hardware() {
        if !known.contains_key(invocation) {
            let now = match found.exported.is_empty() {
                true => crate::hardware_of(invocation, folders)?,
                false => Hardware {
                    exported: present(found.tops()),
                    ..found.clone()
                },
            };
            known.insert(invocation, now);
        }
        if known.get(invocation) != Some(found) {
            bail!("`{name}` is of an earlier hardware, expected --output with another folder");
        }
    }
    Ok(())
}

/// Runs the parts `missing` on this machine.
fn here(
    arguments: &Arguments,
    folder: &Folder,
    missing: &[usize],
    stop: &AtomicBool,
) -> anyhow::Result<()> {
    let slots = arguments.slots.unwrap_or_else(part::cores) as usize;
    let all = folder.parts().count();
    let template = "{wide_bar} {pos} of {len} parts, {elapsed}, {msg}";
    let bar = progress::bar(Some(all as u64), template, arguments.quiet);
    bar.set_position((all - missing.len()) as u64);
    bar.enable_steady_tick(Duration::from_millis(500));
    let began = |number| bar.set_message(format!("part {number}"));
    let ended = |number, has_result: bool| {
        bar.inc(u64::from(has_result));
        if !has_result {
            bar.suspend(|| {
                let (log, last) = folder.log(number);
                // Standard error may be closed.
                let _ = writeln!(
                    output::stderr(),
                    "part {number}: no result, {}: {last}",
                    log.display()
                );
            });
        }
    };
    let ran = local::run(folder, missing, slots, stop, began, ended);
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

/// Sends what is missing to Slurm, and waits; again what was killed or lost.
fn on_slurm(
    arguments: &Arguments,
    folder: &Folder,
    program: &Program<'_>,
    stop: &AtomicBool,
) -> anyhow::Result<()> {
    let mut options: Vec<String> = Vec::new();
    let partition = arguments.partition.iter();
    options.extend(partition.map(|name| format!("--partition={name}")));
    options.extend(arguments.sbatch.iter().cloned());
    // What an earlier call has sent, and nobody has waited for.
    let mut before = slurm::running(folder)?;
    for _ in 0..TRIES {
        let missing = folder.missing();
        if missing.is_empty() && before.is_none() {
            return Ok(());
        }
        let jobs = match before.take() {
            Some(jobs) => jobs,
            None => slurm::send(folder, &missing, &program.agu, &options)?,
        };
        let mut err = output::stderr();
        writeln!(err, "Slurm job {}, merged by {}", jobs.array, jobs.merge)?;
        err.flush()?;
        drop(err);
        wait(arguments, folder, &jobs, stop)?;
        let states = slurm::states(&jobs);
        if !folder.missing().is_empty() && !states.is_empty() {
            writeln!(output::stderr(), "{}", states.trim_end())?;
        }
    }
    Ok(())
}

/// Until the jobs have ended; Ctrl-C asks what is to become of them.
fn wait(
    arguments: &Arguments,
    folder: &Folder,
    jobs: &slurm::Jobs,
    stop: &AtomicBool,
) -> anyhow::Result<()> {
    let all = folder.parts().count();
    let template = "{wide_bar} {pos} of {len} parts, {elapsed}, {msg}";
    let bar = progress::bar(Some(all as u64), template, arguments.quiet);
    let mut failures = 0;
    loop {
        match slurm::left(jobs) {
            Ok(left) if left == slurm::Left::default() => break,
            Ok(left) => {
                failures = 0;
                bar.set_message(format!("{} run, {} wait", left.running, left.waiting));
            }
            Err(error) if failures == FAILURES => return Err(error),
            Err(_) => failures += 1,
        }
        bar.set_position((all - folder.missing().len()) as u64);
        let looked = Instant::now();
        while looked.elapsed() < INTERVAL {
            if stop.load(Ordering::Relaxed) {
                bar.finish_and_clear();
                return interrupted(jobs);
            }
            std::thread::sleep(POLL);
        }
    }
    bar.finish_and_clear();
    Ok(())
}

/// Asks whether the jobs are to be cancelled, where somebody is there to answer.
fn interrupted(jobs: &slurm::Jobs) -> anyhow::Result<()> {
    let slurm::Jobs { array, merge } = jobs;
    let mut answer = String::new();
    if io::stdin().is_terminal() {
        let mut err = output::stderr();
        write!(err, "cancel jobs {array} and {merge}? [y/N] ")?;
        err.flush()?;
        drop(err);
        io::stdin().lock().read_line(&mut answer)?;
    }
    if answer.trim().eq_ignore_ascii_case("y") {
        slurm::cancel(&[array, merge])?;
        return Err(Interrupted(format!(", jobs {array} and {merge} are cancelled")).into());
    }
    let left = format!(", jobs {array} and {merge} go on: the same command waits for them again");
    Err(Interrupted(left).into())
}
