//! `agu cosim`: constrained-random co-simulation, cycle by cycle, lane by lane.

use super::Outcome;
use super::number::number;
use super::report::keep;
use super::{output, progress};
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use cosim::campaign::{Campaign, Report};
use cosim::failure;
use cosim::found::Cosim;
use cosim::model::ModelTable;
use cosim::netlist::{self, Step};
use cosim::report::campaign as text;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Constrained-random co-simulation: every output of every lane in every cycle
///
/// Ends with a table: what ran, and how many of the coverage bins were hit. Exit status
/// 1: a mismatch, or a combination that the coverage rules call impossible.
#[derive(Args)]
pub struct Arguments {
    /// Lane-operations to run, at least [default: 20_000_000, which fill all coverage bins;
    /// of the netlist, which is slower, 1_000_000]
    #[arg(long, value_parser = number)]
    ops: Option<u64>,
    /// Seed of the traffic; job j runs seed + j [default: from the clock]
    #[arg(long, value_parser = number)]
    seed: Option<u64>,
    /// Co-simulations that run at the same time [default: one a core]
    #[arg(long, value_parser = number)]
    jobs: Option<u64>,
    /// The hardware that is run
    #[arg(long, value_enum, default_value = "rtl")]
    target: Target,
    /// Write the result as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the result as JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Write waves: around the mismatch where there is one, else of the first cycles;
    /// the expected values go to a file of the same name with `.expected.vcd`
    #[arg(long, value_name = "FILE")]
    vcd: Option<PathBuf>,
    /// No progress
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Target {
    /// The exported Verilog
    Rtl,
    /// The iCE40 netlist that Yosys makes of the 8-lane unit, with Yosys's models of the
    /// cells; made when it is first asked for, which takes some minutes
    Netlist,
}

/// Most jobs that make sense on any machine.
const MOST_JOBS: u64 = 1024;

pub fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let jobs = arguments.jobs.unwrap_or_else(cores);
    if !(1..=MOST_JOBS).contains(&jobs) {
        bail!("--jobs {jobs} is out of range, expected 1 to {MOST_JOBS}");
    }
    let operations = arguments.ops.unwrap_or(match arguments.target {
        Target::Rtl => 20_000_000,
        Target::Netlist => 1_000_000,
    });
    if operations == 0 {
        bail!("--ops 0 would check nothing, expected at least 1");
    }
    let campaign = Campaign {
        table: arguments.model(false)?,
        variant: 0,
        seed: arguments.seed.unwrap_or_else(seed_from_clock),
        operations,
        jobs,
    };
    let report = with_progress(&campaign, arguments.quiet);
    let coverage = report.coverage.report();
    keep(Cosim::new(&campaign, &report, &coverage));
    if let Some(path) = &arguments.json {
        let json = serde_json::to_string_pretty(&text::json(&campaign, &report, &coverage))?;
        fs::write(path, json + "\n").with_context(|| path.display().to_string())?;
    }
    if let Some(path) = &arguments.junit {
        fs::write(path, text::junit(&campaign, &report, &coverage)?)
            .with_context(|| path.display().to_string())?;
    }
    if let Some(path) = &arguments.vcd {
        waves(&campaign, &report, arguments.model(true)?, path)?;
    }
    if let Some(failure) = &report.failure {
        writeln!(output::stderr(), "{failure}")?;
    }
    for (group, bin) in coverage.contradictions() {
        writeln!(
            output::stderr(),
            "met, although a coverage rule calls it impossible: {bin} ({group})"
        )?;
    }
    writeln!(
        output::stdout(),
        "{}{}",
        text::missing(&coverage),
        text::table(&campaign, &report, &coverage)
    )?;
    let good = report.failure.is_none() && coverage.contradictions().next().is_none();
    Ok(if good { Outcome::Good } else { Outcome::Bad })
}

impl Arguments {
    /// The hardware, with waves or without; a netlist is made where there is none yet.
    fn model(&self, traced: bool) -> anyhow::Result<&'static ModelTable> {
        match (self.target, traced) {
            (Target::Rtl, false) => Ok(ModelTable::fast()),
            (Target::Rtl, true) => Ok(ModelTable::traced()),
            (Target::Netlist, _) => self.netlist(traced),
        }
    }

    /// The netlist is kept beside the program, that is below target/.
    fn netlist(&self, traced: bool) -> anyhow::Result<&'static ModelTable> {
        let program = std::env::current_exe().context("where this program lies")?;
        let spinner = progress::bar(None, "{spinner} {msg}, {elapsed}", self.quiet);
        spinner.enable_steady_tick(progress::INTERVAL);
        let table = netlist::load(&program.with_file_name("netlist"), traced, |step| {
            spinner.set_message(match step {
                Step::Synthesis => "Yosys synthesises the 8-lane unit: some minutes, once",
                Step::Simulator => {
                    "Verilator and C++ compiler make its simulator: some minutes, once"
                }
            });
        });
        spinner.finish_and_clear();
        Ok(table?)
    }
}

fn waves(
    campaign: &Campaign,
    report: &Report,
    traced: &'static ModelTable,
    path: &std::path::Path,
) -> anyhow::Result<()> {
    let mut setup = campaign.setup(0);
    let (mut operations, mut cycles) = (campaign.operations, report.counts.cycles);
    if let Some(failure) = &report.failure {
        setup.seed = failure.seed;
        (operations, cycles) = (failure.operations, failure.cycles);
    }
    let expected = path.with_extension("expected.vcd");
    let failed = report.failure.is_some();
    let waves = failure::write_waves(&setup, traced, operations, cycles, failed, path, &expected);
    let (first, last) = waves.with_context(|| path.display().to_string())?;
    writeln!(
        output::stderr(),
        "waves of cycles {first} to {last}: {}, expected values: {}",
        path.display(),
        expected.display()
    )?;
    Ok(())
}

/// Runs the campaign, with a bar on a terminal.
fn with_progress(campaign: &Campaign, quiet: bool) -> Report {
    let done = AtomicU64::new(0);
    let template = "{wide_bar} {human_pos} of {human_len} lane-operations, {per_sec}, {eta} left";
    let bar = progress::bar(Some(campaign.operations), template, quiet);
    let position = || done.load(Ordering::Relaxed);
    progress::follow(&bar, position, || campaign.run(&done))
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
