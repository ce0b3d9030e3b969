//! `agu prove`: equivalence of hardware and golden model, for all inputs.

use super::names::NameParser;
use super::shared_options::JobOptions;
use super::{Outcome, can_write, output, progress};
use crate::results::record::{ExternalTool, tools_on_path};
use crate::results::{self, Prove, Record};
use clap::Args;
use formal::prove::catalogue::{PROOFS, Proof};
use formal::prove::{self, Hardware, claim, counterexample, symbiyosys};
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Prove that hardware and golden model agree, for all inputs
///
/// Without names, all but lanes32; `make test` runs these at one width. Exit status 1: a proof that fails. It
/// leaves a counterexample: the refuted hardware's waves and, where an instruction alone
/// leads to the case, a program and an init file for `agu run`. The solver is the Bitwuzla of
/// `make solver`, else that of python3; AGU_SOLVER names another one.
#[derive(Args)]
pub struct ProveArguments {
    /// Proofs to run
    #[arg(value_name = "NAME", value_parser = names(), hide_possible_values = true)]
    names: Vec<String>,
    /// Print the proofs, each with its claim
    #[arg(long, conflicts_with_all = ["names", "all", "monitors"])]
    list: bool,
    /// All proofs, the long ones too
    #[arg(long, conflicts_with = "names")]
    all: bool,
    /// Folder of counterexamples, a folder a proof
    #[arg(short, long, value_name = "DIR", default_value = "target/prove")]
    output: PathBuf,
    /// Prove nothing: write the claims that are monitors in SystemVerilog, with the hardware that they
    /// watch, for SymbiYosys, a folder a module
    #[arg(long, value_name = "DIR", requires = "names")]
    monitors: Option<PathBuf>,
    #[command(flatten)]
    jobs: JobOptions,
}

impl ProveArguments {
    /// The command line that proves the same again, of the whole where this is a part.
    pub fn invocation(&self) -> String {
        let mut words = vec!["agu prove"];
        words.extend(self.all.then_some("--all"));
        words.extend(self.names.iter().map(String::as_str));
        words.join(" ") + &self.jobs.spelled()
    }
}

fn names() -> NameParser {
    let names: Vec<&str> = PROOFS.iter().map(|proof| proof.name).collect();
    NameParser::new(names, "agu prove --list")
}

pub fn run(arguments: &ProveArguments) -> anyhow::Result<Outcome> {
    if arguments.list {
        let row = |proof: &Proof| format!("{:<16}{}\n", proof.name, proof.about);
        output::print(&PROOFS.iter().map(row).collect::<String>())?;
        return Ok(Outcome::Good);
    }
    can_write(&[arguments.jobs.part.file()])?;
    let chosen = |proof: &&Proof| {
        let named = arguments.names.iter().any(|name| name == proof.name);
        named || arguments.all || (arguments.names.is_empty() && proof.default)
    };
    let proofs: Vec<Proof> = PROOFS.iter().filter(chosen).copied().collect();
    let start = Instant::now();
    let hardware = Hardware::default();
    if let Some(folder) = &arguments.monitors {
        let modules = symbiyosys::write_tasks(&proofs, &hardware, folder)?;
        anyhow::ensure!(!modules.is_empty(), "no claim of these proofs is a monitor");
        let mut out = output::stdout();
        for module in modules {
            let task = folder.join(&module).join(&module).with_extension("sby");
            writeln!(out, "{}", task.display())?;
        }
        return Ok(true.into());
    }
    let outcomes = with_progress(&proofs, &hardware, arguments)?;
    let mut out = output::stdout();
    for outcome in &outcomes {
        let folder = arguments.output.join(outcome.proof.name);
        if let Some(found) = counterexample::write(outcome, &hardware, &folder)? {
            writeln!(out, "{found}")?;
        }
    }
    writeln!(
        out,
        "{:<16}{:>8}{:>10}  {:<8}about",
        "proof", "queries", "seconds", "verdict"
    )?;
    for outcome in &outcomes {
        writeln!(
            out,
            "{:<16}{:>8}{:>10.1}  {:<8}{}",
            outcome.proof.name,
            outcome.queries,
            outcome.time.as_secs_f64(),
            if outcome.failures.is_empty() {
                "proved"
            } else {
                "FAILED"
            },
            outcome.proof.about
        )?;
    }
    let queries: usize = outcomes.iter().map(|outcome| outcome.queries).sum();
    writeln!(
        out,
        "{:<16}{queries:>8}{:>10.1}",
        "together",
        start.elapsed().as_secs_f64()
    )?;
    let kept = results::HardwareHashes::of_tops(&claim::tops())?;
    let tools = tools_on_path(&[ExternalTool::Yosys, ExternalTool::Solver]);
    let found = found(&outcomes, start.elapsed());
    let part = &arguments.jobs.part;
    let record = Record::new(arguments.invocation(), ("rtl", kept), tools, found);
    part.write(&part.record(record))?;
    let mut outcomes = outcomes.iter();
    Ok(outcomes.all(|outcome| outcome.failures.is_empty()).into())
}

/// The result.
fn found(outcomes: &[prove::Outcome], elapsed: Duration) -> Prove {
    let proofs = outcomes.iter().map(|outcome| results::Proof {
        name: outcome.proof.name.to_owned(),
        about: outcome.proof.about.to_owned(),
        queries: outcome.queries,
        seconds: outcome.time.as_secs_f64(),
        proved: outcome.failures.is_empty(),
    });
    Prove {
        seconds: elapsed.as_secs_f64(),
        proofs: proofs.collect(),
    }
}

/// Runs the proofs, with a bar on a terminal.
fn with_progress(
    proofs: &[Proof],
    hardware: &Hardware,
    arguments: &ProveArguments,
) -> anyhow::Result<Vec<prove::Outcome>> {
    let shard = arguments.jobs.part.shard();
    let queries = prove::claims(proofs, shard).len();
    let jobs = arguments.jobs.count() as usize;
    let done = AtomicUsize::new(0);
    let template = "{wide_bar} {pos} of {len} queries, {elapsed}";
    let bar = progress::bar(Some(queries as u64), template, arguments.jobs.quiet);
    let outcomes = progress::follow(
        &bar,
        || done.load(Ordering::Relaxed) as u64,
        || prove::prove(proofs, hardware, shard, jobs, &done),
    );
    Ok(outcomes?)
}
