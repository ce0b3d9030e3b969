//! `agu cosim`: constrained-random co-simulation, cycle by cycle, lane by lane.

use super::folders::Folders;
use super::number::{number, within};
use super::shared_options::{JobOptions, option};
use super::target::{HardwareArguments, RTL};
use super::waves::{self, WaveArguments};
use super::{
    Interrupted, Outcome, can_write, ended, folders, interrupt, output, progress, write_file,
};
use crate::report::regression as text;
use crate::results::{Cosim, HardwareHashes, Record};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueHint};
use cosim::debug::files;
use cosim::debug::minimise;
use cosim::debug::trace;
use cosim::debug::waves::{WaveFile, Waves};
use cosim::dut::external::External;
use cosim::dut::unit::DutTable;
use cosim::regression::{Regression, RegressionReport, Watch};
use cosim::source::SourceError;
use cosim::testbench::setup::Setup;
use cosim::testbench::tied;
use sim::scoreboard::{COMPARES, Compare};
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Constrained-random co-simulation: every output in every cycle
///
/// Ends with a table: what ran, and how many of the coverage bins were hit; so does a run
/// that Ctrl-C or SIGTERM ends, with exit status 130. A mismatch is minimised to the instruction, the lanes and the operands that
/// it takes; the small program and its waves go to files beside that of --vcd, else to the
/// folder agu-failure-SEED, or agu-failure-SEED-2 and so on where that is there already. Exit
/// status 1: a mismatch, or a combination that the coverage rules call impossible.
#[derive(Args)]
pub struct CosimArguments {
    /// Lane-operations to run, at least [default: 20_000_000, which fill all coverage bins;
    /// of the netlist, which is slower, 1_000_000]
    #[arg(long, value_parser = within(1..=u64::MAX))]
    ops: Option<u64>,
    /// Seed of the traffic; job j runs seed + j [default: from the clock]
    #[arg(long, value_parser = number)]
    seed: Option<u64>,
    /// Comparison of the hardware (doc/your-unit.md): `cycles`, every output in every cycle;
    /// `valid`, in the same cycles, each output only where it counts; `transactions`, each result
    /// and each memory request as it leaves, in whatever cycle [default: cycles; of a unit with
    /// ports of its own, transactions]
    #[arg(long, value_name = "HOW", value_parser = compares())]
    compare: Option<Compare>,
    #[command(flatten)]
    hardware: HardwareArguments,
    #[command(flatten)]
    jobs: JobOptions,
    /// Write the result as JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    #[command(flatten)]
    waves: WaveArguments,
    /// Folder that a failure's folder goes into; it is made before the run [default: the working folder]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    failures: Option<PathBuf>,
}

impl CosimArguments {
    /// The hardware that is run, which is made where it has to be.
    pub fn hardware(&self, folders: &Folders) -> anyhow::Result<HardwareHashes> {
        let model = self.hardware.model(false, self.jobs.quiet, folders)?;
        Ok(self.hardware.hardware(model)?)
    }

    /// Lane-operations to run, of all parts together.
    fn operations(&self) -> u64 {
        let usual = if self.hardware.is_netlist() {
            1_000_000
        } else {
            20_000_000
        };
        self.ops.unwrap_or(usual)
    }

    /// The command line that finds the same again, of the whole where this is a part; its seed is
    /// `seed`.
    pub fn invocation(&self, seed: u64) -> String {
        let mut text = "agu cosim".to_owned();
        let target = self.hardware.spelled();
        if target != RTL {
            text += &format!(" --target {target}");
        }
        text += &format!(" --ops {} --seed {seed}", self.operations());
        text += &if self.jobs.part.is_part() {
            self.jobs.spelled()
        } else {
            format!(" --jobs {}", self.jobs.count())
        };
        text + &option("compare", self.compare)
    }

    /// The seed of the whole.
    pub fn seed(&self) -> anyhow::Result<u64> {
        self.jobs.part.seed(self.seed)
    }
}

/// Reads a way of comparing, and names all to a shell that completes it.
fn compares() -> impl TypedValueParser<Value = Compare> {
    let names = COMPARES.map(|(name, _)| name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Compare>())
}

pub fn run(arguments: &CosimArguments, folders: &Folders) -> anyhow::Result<Outcome> {
    let part = &arguments.jobs.part;
    let wave = arguments.waves.file();
    let wave_files = waves::files(wave.as_ref());
    let external = arguments.hardware.external()?;
    // Before the run: files that cannot be written.
    let mut files: Vec<(&str, Option<&Path>)> =
        vec![part.file(), ("--junit", arguments.junit.as_deref())];
    files.extend(wave_files.iter().map(|(name, path)| (*name, Some(&**path))));
    files.extend(external.iter().flat_map(External::files));
    can_write(&files)?;
    if let Some(failures) = &arguments.failures {
        folders::can_write("--failures", failures)?;
    }
    let wave = wave.map(|(_, file)| file);
    wave.as_ref().map(Waves::create).transpose()?;
    let contract = arguments.hardware.contract(arguments.compare)?;
    let model = arguments
        .hardware
        .model(false, arguments.jobs.quiet, folders)?;
    model.warn();
    let contract = model.contract(contract, arguments.compare)?;
    let seed = arguments.seed()?;
    let regression = Regression {
        table: model.table,
        contract,
        seeded_bug: 0,
        seed: part.shard().seed(seed),
        operations: part.shard().amount(arguments.operations()),
        jobs: arguments.jobs.count(),
    };
    let hardware = arguments.hardware.hardware(model)?;
    let watch = Arc::new(Watch::default());
    let report = with_progress(&regression, &watch, arguments.jobs.quiet);
    let coverage = if !regression.contract.is_exported() {
        let tied = tied::reference(&regression.setup(0));
        report.coverage.report_of_tied(&tied)
    } else if regression.table.is_lea_only() {
        report.coverage.report_of_lea()
    } else {
        report.coverage.report()
    };
    let tools = arguments.hardware.tools(regression.table);
    let found = Cosim::new(&regression, &report, coverage);
    let of = (regression.table.target(), hardware);
    let mut found = part.record(Record::new(arguments.invocation(seed), of, tools, found));
    let mut run = CosimRun {
        arguments,
        regression,
        report,
        errors: Vec::new(),
    };
    let failure = run.report.failure.as_ref();
    // After a panic another run would panic too.
    let panicked = failure.is_some_and(|it| it.panic.is_some());
    // At once: what follows may take minutes.
    let printed = failure.map_or(Ok(()), |failure| writeln!(output::stderr(), "{failure}"));
    let shows = !panicked && (failure.is_some() || wave.is_some());
    let files = shows.then(|| run.minimise_and_show(wave.as_ref(), folders, &watch.interrupted));
    if run.report.minimised.is_some() {
        found.result = Cosim::new(&run.regression, &run.report, found.result.coverage);
    }
    run.write_reports(&found);
    let printed = printed.and(run.print(&found, files.flatten()));
    run.errors.extend(printed.err().map(Into::into));
    if run.report.interrupted {
        let after = text::after(&run.regression, &run.report);
        run.errors.push(Interrupted(after).into());
        return ended(Outcome::Good, run.errors);
    }
    ended(found.result.is_good().into(), run.errors)
}

/// A co-simulation that has run, and errors of its files.
struct CosimRun<'a> {
    arguments: &'a CosimArguments,
    regression: Regression,
    report: RegressionReport,
    errors: Vec<anyhow::Error>,
}

impl CosimRun<'_> {
    /// Writes the files of a failure made small, and the waves that were asked for. Returns the
    /// commands that show them.
    fn minimise_and_show(
        &mut self,
        wave: Option<&WaveFile>,
        folders: &Folders,
        stop: &AtomicBool,
    ) -> Option<String> {
        let (hardware, quiet) = (&self.arguments.hardware, self.arguments.jobs.quiet);
        let traced = match hardware.model(true, quiet, folders) {
            Ok(traced) => traced.table,
            Err(error) => {
                self.errors.push(error);
                return None;
            }
        };
        let files = self.minimise(stop, traced);
        let waves = wave.map(|wave| self.write_waves(traced, wave));
        self.errors.extend(waves.and_then(Result::err));
        files.unwrap_or_else(|error| {
            self.errors.push(error.into());
            None
        })
    }

    /// Prints the smaller failure to standard error, the table to standard output.
    fn print(&self, found: &Record<Cosim>, files: Option<String>) -> io::Result<()> {
        let coverage = &found.result.coverage;
        for text in self.report.of_minimised().into_iter().chain(files) {
            writeln!(output::stderr(), "{text}")?;
        }
        for (group, bin) in coverage.contradictions() {
            writeln!(
                output::stderr(),
                "met, although a coverage rule calls it impossible: {bin} ({group})"
            )?;
        }
        let mut out = output::stdout();
        // A run that a mismatch has ended could not fill them.
        if self.report.failure.is_none() {
            write!(out, "{}", text::missing(coverage))?;
        }
        let table = text::table(&self.regression, &self.report, found);
        writeln!(out, "{table}")?;
        out.flush()
    }

    /// Makes the failure small and writes what is left of it to files: beside the wave file
    /// where one is asked for, else in a folder.
    fn minimise(
        &mut self,
        stop: &AtomicBool,
        traced: &'static DutTable,
    ) -> Result<Option<String>, SourceError> {
        let Some(failure) = &self.report.failure else {
            return Ok(None);
        };
        let setup = Setup {
            seed: failure.seed,
            ..self.regression.setup(0)
        };
        self.report.minimised = Some(minimise::minimise(&setup, failure, stop));
        let Some(Ok(minimised)) = &mut self.report.minimised else {
            return Ok(None);
        };
        minimised.run_unoptimised(&setup, traced);
        let base = match self.arguments.waves.file() {
            Some((_, wave)) => wave.path.with_extension("minimised"),
            None => {
                let folder = self.arguments.failures.clone().unwrap_or_default();
                let name = format!("agu-failure-{}", failure.seed);
                new_folder(&folder.join(name))?.join("minimised")
            }
        };
        files::write(minimised, &setup, traced, &base).map(Some)
    }

    /// Writes the files for programs.
    fn write_reports(&mut self, found: &Record<Cosim>) {
        // An interrupted part has no result: the file is the sign of its end.
        let part = &self.arguments.jobs.part;
        let json = (!(part.is_part() && self.report.interrupted)).then(|| part.write(found));
        let junit = self.arguments.junit.as_ref().map(|path| {
            let junit = text::junit(&self.regression, &self.report, found)?;
            Ok(write_file(path, junit)?)
        });
        let written = [json, junit].into_iter().flatten();
        self.errors.extend(written.filter_map(Result::err));
    }

    /// Writes the waves, and prints the cycles that they show.
    fn write_waves(&self, traced: &'static DutTable, wave: &WaveFile) -> anyhow::Result<()> {
        let waves = Waves::create(wave)?;
        let mut setup = self.regression.setup(0);
        let (mut operations, mut cycles) = (self.regression.operations, self.report.counts.cycles);
        let failure = self.report.failure.as_ref();
        if let Some(failure) = failure {
            setup.seed = failure.seed;
            (operations, cycles) = (failure.operations, failure.cycles);
        }
        let (first, last) = trace::write_waves(&setup, traced, operations, cycles, failure, waves)?;
        writeln!(
            output::stderr(),
            "waves of cycles {first} to {last}: {}",
            wave.gtkwave()
        )?;
        Ok(())
    }
}

/// A new folder: `path`, or with a number behind it, which is printed.
pub fn new_folder(path: &Path) -> Result<PathBuf, SourceError> {
    let path = path.strip_prefix(".").unwrap_or(path);
    let mut folder = path.to_owned();
    let mut number = 1;
    while let Err(reason) = fs::create_dir(&folder) {
        if reason.kind() != ErrorKind::AlreadyExists {
            return Err(SourceError::writing(&folder, reason));
        }
        number += 1;
        let mut numbered = path.as_os_str().to_owned();
        numbered.push(format!("-{number}"));
        folder = numbered.into();
    }
    if number > 1 {
        // Standard error may be closed.
        let _ = writeln!(
            output::stderr(),
            "{} is there already: this failure goes to {}",
            path.display(),
            folder.display()
        );
    }
    Ok(folder)
}

/// Runs the regression, with a bar on a terminal, until a signal at the longest.
fn with_progress(regression: &Regression, watch: &Arc<Watch>, quiet: bool) -> RegressionReport {
    let stopped = Arc::clone(watch);
    interrupt::stops(move || stopped.interrupt());
    let template = "{wide_bar} {pos} of {len} lane-operations, {rate}, {eta} left";
    let bar = progress::bar(Some(regression.operations), template, quiet);
    let position = || watch.operations.load(Ordering::Relaxed);
    progress::follow(&bar, position, || regression.run(watch))
}
