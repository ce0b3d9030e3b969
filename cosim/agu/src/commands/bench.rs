//! `agu bench`: the throughput table.

use super::number::{number, within};
use super::output;
use super::progress;
use super::shared_options::{cores, write_record};
use super::{Outcome, can_write};
use clap::Args;
use cosim::bench::{Bench, Rates};
use verilated::exported;

use crate::results::record::tools_of;
use crate::results::{self, HardwareHashes, Rate, Record, Stack, UnitRates};
use cosim::dut::unit::DutTable;
use indicatif::ProgressBar;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Barrier;
use std::time::Duration;

/// Throughput of golden model, bare hardware and co-simulation
#[derive(Args)]
pub struct BenchArguments {
    /// Rounds; the table gives medians
    #[arg(long, value_parser = within(1..=1000), default_value = "61")]
    rounds: u64,
    /// Seed of the traffic
    #[arg(long, value_parser = number, default_value = "1")]
    seed: u64,
    /// Fail where the hardware alone runs at less than this share of the rate of the golden pipeline
    /// with traffic and coverage, in one job
    #[arg(long, value_name = "SHARE")]
    floor: Option<f64>,
    /// Write the result as JSON (doc/results.md), for `agu report`
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// No progress
    #[arg(short, long)]
    quiet: bool,
}

/// A figure of a measurement.
type Figure = fn(&Rates) -> f64;

/// The measured stacks, in the order of the table.
const STACKS: [(&str, Figure); 5] = [
    ("golden model alone, LEA", |rates| rates.golden_lea),
    ("golden model alone, loads and stores", |rates| {
        rates.golden_access
    }),
    ("traffic, golden pipeline, coverage", |rates| {
        rates.foresight
    }),
    ("Verilated models, C++ loop, nothing checked", |rates| {
        rates.ceiling
    }),
    ("agu cosim, every output checked", |rates| rates.checked),
];

/// The hardware in them.
const TOPS: [&str; 2] = [exported::DEFAULT, "agu_decoder"];

/// Time of one stack in one round: shared machines change their speed within a second, so
/// stacks take turns many times.
const SLICE: Duration = Duration::from_millis(20);

pub fn run(arguments: &BenchArguments) -> anyhow::Result<Outcome> {
    can_write(&[("--json", arguments.json.as_deref())])?;
    let rounds = arguments.rounds;
    let jobs = cores();
    let template = "{wide_bar} {pos} of {len} rounds, {elapsed}";
    let bar = progress::bar(Some((1 + jobs) * rounds), template, arguments.quiet);
    let one = measure(arguments.seed, rounds, 1, &bar);
    let all = measure(arguments.seed, rounds, jobs, &bar);
    bar.finish_and_clear();
    let good = one.iter().chain(&all).all(|rates| rates.good);
    let rate = |of: Figure| Rate {
        one: median(&one, of),
        all: median(&all, of),
    };
    let stack = |&(name, of): &(&str, Figure)| Stack {
        name: name.to_owned(),
        rate: rate(of),
    };
    let share_of_golden = median(&one, |rates| rates.ceiling / rates.foresight);
    let found = results::Bench {
        seed: arguments.seed,
        rounds,
        jobs,
        units: vec![UnitRates {
            stacks: STACKS.iter().map(stack).collect(),
            share: rate(|rates| rates.checked / rates.ceiling),
        }],
    };
    write_table(&found)?;
    let hardware = HardwareHashes::of_tops(&TOPS)?;
    let tools = tools_of(DutTable::fast());
    let (seed, json) = (arguments.seed, arguments.json.as_deref());
    let invocation = format!("agu bench --rounds {rounds} --seed {seed}");
    write_record(
        json,
        &Record::new(invocation, ("rtl", hardware), tools, found),
    )?;
    if !good {
        writeln!(
            output::stderr(),
            "the hardware and the golden model differ: run agu cosim"
        )?;
    }
    let slow = arguments.floor.is_some_and(|floor| share_of_golden < floor);
    if slow {
        writeln!(
            output::stderr(),
            "the hardware runs at {share_of_golden:.2} of the golden pipeline's rate: is its C++ still \
             compiled to vector code?"
        )?;
    }
    Ok((good && !slow).into())
}

fn write_table(found: &results::Bench) -> anyhow::Result<()> {
    let mut out = output::stdout();
    writeln!(
        out,
        "seed {}, medians of {} rounds, million lane-operations a second",
        found.seed, found.rounds
    )?;
    let jobs = format!("{} jobs", found.jobs);
    writeln!(
        out,
        "{:<44}{:>10}{jobs:>14}{:>8}",
        "stack", "one job", "ratio"
    )?;
    for UnitRates { stacks, share } in &found.units {
        for Stack { name, rate } in stacks {
            let (one, all) = (rate.one / 1e6, rate.all / 1e6);
            writeln!(out, "{name:<44}{one:>10.0}{all:>14.0}{:>8.2}", all / one)?;
        }
        let Rate { one, all } = share;
        let name = "checked / nothing checked";
        writeln!(out, "{name:<44}{one:>10.2}{all:>14.2}")?;
    }
    Ok(())
}

/// `rounds` measurements with `jobs` jobs at a time, the jobs' rates added; each round of a job
/// moves `bar` on.
fn measure(seed: u64, rounds: u64, jobs: u64, bar: &ProgressBar) -> Vec<Rates> {
    let barrier = Barrier::new(jobs as usize);
    let of_jobs: Vec<Vec<Rates>> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..jobs)
            .map(|job| {
                let barrier = &barrier;
                scope.spawn(move || {
                    let mut bench = Bench::new(seed.wrapping_add(job));
                    let mut round = || {
                        let rates = bench.measure(SLICE, || {
                            barrier.wait();
                        });
                        bar.inc(1);
                        rates
                    };
                    (0..rounds).map(|_| round()).collect()
                })
            })
            .collect();
        running
            .into_iter()
            .map(|job| job.join().unwrap_or_default())
            .collect()
    });
    let sum = |round: usize| {
        let start = Rates {
            good: true,
            ..Rates::default()
        };
        of_jobs.iter().fold(start, |sum, rates| {
            let rates = rates.get(round).copied().unwrap_or_default();
            Rates {
                golden_lea: sum.golden_lea + rates.golden_lea,
                golden_access: sum.golden_access + rates.golden_access,
                foresight: sum.foresight + rates.foresight,
                ceiling: sum.ceiling + rates.ceiling,
                checked: sum.checked + rates.checked,
                good: sum.good & rates.good,
            }
        })
    };
    (0..rounds as usize).map(sum).collect()
}

fn median(rates: &[Rates], of: impl Fn(&Rates) -> f64) -> f64 {
    let mut values: Vec<f64> = rates.iter().map(of).collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
