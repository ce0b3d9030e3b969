//! `agu mutate`: the mutation score.

use super::folders::{self, Folders};
use super::number::{number, within};
use super::shared_options::JobOptions;
use super::{Outcome, can_write, output, progress};
use crate::results::record::{ExternalTool, tools_on_path};
use crate::results::{HardwareHashes, Mutation, Record, Survivor};
use clap::Args;
use formal::mutate::design::TOP;
use formal::mutate::score::Score;
use formal::mutate::{self, Plan, Stage};
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Small faults in the hardware, and which of them the checks find
///
/// Yosys draws the mutants from lane, decoders, warp unit and coalescer. One is killed
/// where the co-simulation or a proof fails for it, equivalent where a proof shows that no
/// output ever differs, and has survived else. Exit status 1: one that survived.
#[derive(Args)]
pub struct MutateArguments {
    /// Mutants, over all parts
    #[arg(long, value_parser = within(1..=MOST_MUTANTS), default_value = "1024")]
    mutants: u64,
    /// Lane-operations of traffic for each
    #[arg(long, value_parser = within(1..=u64::MAX), default_value = "20_000_000")]
    ops: u64,
    /// Seed of the choice of mutants and of the traffic
    #[arg(long, value_parser = number, default_value = "1")]
    seed: u64,
    #[command(flatten)]
    jobs: JobOptions,
}

impl MutateArguments {
    /// The command line that finds the same again, of the whole where this is a part.
    pub fn invocation(&self) -> String {
        let MutateArguments {
            mutants, ops, seed, ..
        } = self;
        let jobs = self.jobs.spelled();
        format!("agu mutate --mutants {mutants} --ops {ops} --seed {seed}{jobs}")
    }
}

/// More than there is a point in; each takes its part of every cycle.
const MOST_MUTANTS: u64 = 16_384;

pub fn run(arguments: &MutateArguments, folders: &Folders) -> anyhow::Result<Outcome> {
    let part = &arguments.jobs.part;
    can_write(&[part.file()])?;
    let MutateArguments {
        mutants, ops, seed, ..
    } = *arguments;
    let plan = Plan {
        mutants: mutants as usize,
        shard: part.shard(),
        operations: ops,
        seed,
        jobs: arguments.jobs.count().min(mutants) as usize,
    };
    let start = Instant::now();
    let score = with_progress(&plan, arguments.jobs.quiet, folders)?;
    let hardware = HardwareHashes::of_tops(&[TOP])?;
    let tools = tools_on_path(&[
        ExternalTool::Verilator,
        ExternalTool::Yosys,
        ExternalTool::Solver,
    ]);
    let found = found(&score, &plan, start.elapsed());
    let record = Record::new(arguments.invocation(), ("rtl", hardware), tools, found);
    part.write(&part.record(record))?;
    let mut out = output::stdout();
    let survived = score.survivors().next().is_some();
    if survived {
        writeln!(out, "survived, with its line of `agu export --top {TOP}`:")?;
    }
    for judged in score.survivors() {
        writeln!(out, "{judged}")?;
    }
    write!(out, "{score}")?;
    writeln!(out, "seconds {:>12.0}", start.elapsed().as_secs_f64())?;
    writeln!(out, "seed {seed:>15}")?;
    Ok((!survived).into())
}

/// The result.
fn found(score: &Score, plan: &Plan, elapsed: Duration) -> Mutation {
    let together = score.together();
    let survivors = score.survivors().map(|judged| Survivor {
        place: judged.mutant.mutation.to_string(),
        source: judged.line.clone(),
    });
    Mutation {
        seed: plan.seed,
        operations: plan.operations,
        seconds: elapsed.as_secs_f64(),
        mutants: together.mutants,
        killed_by_cosim: together.killed,
        killed_by_proof: together.refuted,
        equivalent: together.equivalent,
        survivors: survivors.collect(),
    }
}

/// Runs the plan, with a bar on a terminal.
fn with_progress(plan: &Plan, quiet: bool, folders: &Folders) -> anyhow::Result<Score> {
    let cache = &folders.cache("mutants")?;
    folders::can_write("--cache-dir", cache)?;
    let done = AtomicUsize::new(0);
    let template = "{msg} {wide_bar} {pos} of {len} mutants, {elapsed}";
    let bar = progress::bar(
        Some(plan.shard.amount(plan.mutants as u64)),
        template,
        quiet,
    );
    let begins = |stage| {
        bar.set_message(match stage {
            Stage::List => "Yosys draws mutants",
            Stage::Simulator => "Verilator and C++ compiler: some minutes",
            Stage::Traffic => "traffic",
            Stage::Equivalence => "are they equivalent?",
            Stage::Claims => "proofs",
        });
    };
    let position = || done.load(Ordering::Relaxed) as u64;
    Ok(progress::follow(&bar, position, || {
        mutate::run(plan, cache, begins, &done)
    })?)
}
