//! `agu trace`: the accesses of a trace, and what they cost.

use super::cosim::new_folder;
use super::cubin::Cubin;
use super::folders::Folders;
use super::number::within;
use super::shared_options::{JobOptions, option};
use super::target::HardwareArguments;
use super::{
    Interrupted, Outcome, can_write, ended, folders, interrupt, output, progress, write_file,
};
use crate::report::trace as text;
use crate::results::{HardwareHashes, Record, Tools, Traced};
use anyhow::{Context, anyhow, bail};
use clap::{Arg, Args, ValueHint};
use cosim::debug::files;
use cosim::debug::minimise::{FailingStimulus, minimise_recorded};
use cosim::dut::external::External;
use cosim::dut::unit::Inputs;
use cosim::recorded;
use cosim::source::{self, SourceError, is_standard};
use cosim::testbench::setup::Setup;
use isa::disassemble;
use isa::instruction::WARP_LANES;
use isa::ports::of_request;
use sim::WarpConfig;
use sim::scoreboard::{Contract, Mismatch};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;
use trace::{Kernels, Trace, TraceError, TracedKernel};

/// Kernels that a message names.
const NAMED: usize = 5;

/// Bytes of a read.
const BUFFER: usize = 1 << 18;

/// Traces of programs: the memory requests of each load and store
///
/// Reads traces of Accel-Sim, raw and grouped, and of NVBit's mem_trace, known by their first lines.
/// A row of the table is an instruction: the requests of its accesses, and the fewest possible. Rows
/// that waste most come first: bytes of sectors that no lane touches, and 128 for each pass more than
/// needed. Each access runs on the hardware too, and every output is compared. A mismatch ends the run
/// and is minimised to a program. Exit status 1: a mismatch, or a bad line.
#[derive(Args)]
pub struct TraceArguments {
    /// Traces; `-` is standard input, so that `xz -dc FILE | agu trace -` reads a packed one
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The golden model alone
    #[arg(long)]
    golden: bool,
    /// Only the kernel with this name or number
    #[arg(long, value_name = "NAME|ID")]
    kernel: Option<String>,
    /// Rows of a kernel that are printed
    #[arg(long = "top", value_name = "N", default_value = "10", value_parser = within(1..=u64::MAX))]
    rows: u64,
    /// Write a page: the table, and the worst access of each row as a picture
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    hardware: HardwareArguments,
    #[command(flatten)]
    jobs: JobOptions,
    /// Folder that a failure's folder goes into; it is made before the run [default: the working folder]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    failures: Option<PathBuf>,
}

/// Hides the parts of long commands, which a trace does not have, and explains `--source`.
pub fn placed(option: Arg) -> Arg {
    match option.get_id().as_str() {
        "shard" => option.hide(true),
        // `--top` is the number of rows.
        "top" => option.long("top-module"),
        "sources" => option.help(
            "A further file of the external design, as often as there are files; or FILE.cubin, whose \
             instructions are printed beside the rows",
        ),
        _ => option,
    }
}

impl TraceArguments {
    /// The traces.
    fn names(&self, between: &str) -> String {
        let names = self.files.iter().map(|path| path.display().to_string());
        Vec::from_iter(names).join(between)
    }

    /// The command line that finds the same again.
    fn invocation(&self) -> String {
        let mut text = format!("agu trace {}", self.names(" "));
        if self.golden {
            text += " --golden";
        } else {
            text += &format!(" --target {}", self.hardware.spelled());
        }
        text + &option("kernel", self.kernel.as_ref())
    }
}

/// Messages between the reader and its command.
#[derive(Default)]
struct Watch {
    bytes: AtomicU64,
    stop: AtomicBool,
}

pub fn run(mut arguments: TraceArguments, folders: &Folders) -> anyhow::Result<Outcome> {
    let cubin = arguments.hardware.take_cubin();
    let json = arguments.jobs.part.file();
    let mut files: Vec<(&str, Option<&Path>)> = vec![json, ("--html", arguments.html.as_deref())];
    files.extend(
        arguments
            .files
            .iter()
            .filter(|it| !is_standard(it))
            .map(|it| ("FILE", Some(&**it))),
    );
    let external = arguments.hardware.external()?;
    files.extend(external.iter().flat_map(External::files));
    can_write(&files)?;
    if arguments.jobs.part.is_part() {
        bail!("a trace has no parts, expected no --shard");
    }
    if let Some(failures) = &arguments.failures {
        folders::can_write("--failures", failures)?;
    }
    let instructions = cubin
        .map(|path| instructions(&path))
        .transpose()?
        .unwrap_or_default();
    let mut run = TraceRun::new(&arguments);
    let failed = match arguments.golden {
        true => run.golden(),
        false => run.on_hardware(folders)?,
    };
    run.report(&instructions, failed)
}

/// A trace that is read, and its result.
struct TraceRun<'a> {
    arguments: &'a TraceArguments,
    watch: Arc<Watch>,
    kernels: Kernels,
    /// The hardware, its name, and the tools that made it.
    hardware: (String, HardwareHashes, Tools),
    errors: Vec<anyhow::Error>,
    began: Instant,
}

impl TraceRun<'_> {
    fn new(arguments: &TraceArguments) -> TraceRun<'_> {
        let watch = Arc::new(Watch::default());
        let stopped = Arc::clone(&watch);
        interrupt::stops(move || !stopped.stop.swap(true, Ordering::Relaxed));
        TraceRun {
            arguments,
            watch,
            kernels: Kernels::only(arguments.kernel.clone()),
            hardware: Default::default(),
            errors: Vec::new(),
            began: Instant::now(),
        }
    }

    /// Reads all traces, with a bar on a terminal, until `each` returns false or an error for an
    /// access. An error is kept.
    fn read(&mut self, mut each: impl FnMut(&WarpConfig, &Inputs) -> anyhow::Result<bool>) {
        let files = &self.arguments.files;
        let size = |path: &PathBuf| Some(path.metadata().ok().filter(fs::Metadata::is_file)?.len());
        let length = files.iter().map(size).sum::<Option<u64>>();
        let template = "{wide_bar} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left";
        let bar = progress::bar(length, template, self.arguments.jobs.quiet);
        let (watch, kernels) = (&*self.watch, &mut self.kernels);
        let position = || watch.bytes.load(Ordering::Relaxed);
        let read = progress::follow(&bar, position, || {
            files
                .iter()
                .try_for_each(|path| read_file(path, kernels, watch, &mut each))
        });
        self.errors.extend(read.err());
    }

    fn golden(&mut self) -> Option<String> {
        self.read(|_, _| Ok(true));
        None
    }

    /// Runs the accesses on the hardware too. Returns the explanation of a mismatch.
    fn on_hardware(&mut self, folders: &Folders) -> anyhow::Result<Option<String>> {
        let TraceArguments { hardware, jobs, .. } = self.arguments;
        let contract = hardware.contract(None)?;
        let model = hardware.model(false, jobs.quiet, folders)?;
        model.warn();
        let contract = model.contract(contract, None)?;
        let table = model.table;
        if table.is_lea_only() || contract.always("access", 0) {
            bail!("the hardware is an LEA unit, expected one with loads and stores");
        }
        if table.is_core() {
            bail!("the hardware is a core, expected a unit: a trace has no words");
        }
        let setup = Setup {
            table,
            contract,
            seeded_bug: 0,
            seed: 0,
        };
        let tools = hardware.tools(table);
        self.hardware = (table.target().to_owned(), hardware.hardware(model)?, tools);
        let ((), failed) = recorded::run(&setup, jobs.count(), |accesses| {
            self.read(|config, request| {
                fits(contract, config, request)?;
                Ok(accesses.push(config, request))
            });
        });
        Ok(failed.map(|(batch, mismatch)| self.explain(&setup, &batch, &mismatch, folders)))
    }

    /// Minimises a mismatch and writes its files. Returns its explanation.
    fn explain(
        &mut self,
        setup: &Setup,
        batch: &FailingStimulus,
        mismatch: &Mismatch,
        folders: &Folders,
    ) -> String {
        let mut explanation = format!("mismatch: {mismatch}");
        let stop = &self.watch.stop;
        match minimise_recorded(setup, batch, mismatch, stop) {
            Err(reason) => explanation += &format!("\nnot minimised: {reason}"),
            Ok(mut minimised) => {
                let written = (|| {
                    let hardware = &self.arguments.hardware;
                    let traced = hardware
                        .model(true, self.arguments.jobs.quiet, folders)?
                        .table;
                    minimised.run_unoptimised(setup, traced);
                    let folder = self.arguments.failures.clone().unwrap_or_default();
                    let base = new_folder(&folder.join("agu-failure-trace"))?.join("minimised");
                    anyhow::Ok(files::write(&minimised, setup, traced, &base)?)
                })();
                explanation += &format!("\n{minimised}");
                match written {
                    Ok(commands) => explanation += &format!("\n{commands}"),
                    Err(error) => self.errors.push(error),
                }
            }
        }
        explanation
    }

    /// Prints the tables and writes the files.
    fn report(
        mut self,
        instructions: &text::Instructions,
        failed: Option<String>,
    ) -> anyhow::Result<Outcome> {
        let arguments = self.arguments;
        let Kernels { list, skipped, .. } = mem::take(&mut self.kernels);
        let only = arguments.kernel.as_deref();
        let is_chosen = |kernel: &TracedKernel| only.is_none_or(|only| kernel.is_called(only));
        let (mut kernels, others): (Vec<_>, Vec<_>) = list.into_iter().partition(is_chosen);
        kernels.iter_mut().for_each(TracedKernel::sort);
        match only {
            Some(only) if kernels.is_empty() && self.errors.is_empty() => {
                let names = others.iter().take(NAMED).map(|kernel| &*kernel.name);
                let names = Vec::from_iter(names).join(", ");
                let more = if others.len() > NAMED {
                    " and others"
                } else {
                    ""
                };
                bail!(
                    "found the kernels {names}{more}, expected one with the name or number {only}"
                )
            }
            _ => {}
        }
        let mismatches = failed.is_some().into();
        if !kernels.is_empty() || self.errors.is_empty() {
            let mut out = output::stdout();
            for kernel in &kernels {
                if !instructions.is_empty() && !text::has_kernel(instructions, &kernel.name) {
                    let name = &kernel.name;
                    writeln!(output::stderr(), "note: the cubin has no kernel {name}")?;
                }
                write!(out, "{}", text::table(kernel, arguments.rows, instructions))?;
            }
            let compared = (!arguments.golden).then_some(mismatches);
            writeln!(out, "{}", text::summary(&kernels, skipped, compared))?;
            out.flush()?;
        }
        if let Some(explanation) = &failed {
            writeln!(output::stderr(), "{explanation}")?;
        }
        let (target, hashes, tools) = self.hardware;
        if let Some(path) = &arguments.html {
            let hardware = (!arguments.golden).then_some(&*target);
            let page = text::page(&kernels, &arguments.names(", "), hardware, mismatches)?;
            self.errors
                .extend(write_file(path, page).err().map(Into::into));
        }
        let found = Traced {
            seconds: self.began.elapsed().as_secs_f64(),
            mismatches,
            kernels,
        };
        let record = Record::new(arguments.invocation(), (&*target, hashes), tools, found);
        self.errors.extend(arguments.jobs.part.write(&record).err());
        if self.watch.stop.load(Ordering::Relaxed) {
            self.errors.push(Interrupted(String::new()).into());
        }
        ended((mismatches == 0).into(), self.errors)
    }
}

/// Whether a unit has what an access needs.
///
/// # Errors
/// A port or the configuration is tied to other values.
fn fits(contract: &Contract, config: &WarpConfig, request: &Inputs) -> anyhow::Result<()> {
    if contract.is_exported() {
        return Ok(());
    }
    if contract
        .fixed_config()
        .is_some_and(|fixed| fixed != *config)
    {
        bail!("the unit has other windows or sizes than the trace, expected --golden");
    }
    let mut tied = request.clone();
    contract.tie(&mut tied);
    for port in of_request() {
        let values =
            |lane| [&tied, request].map(|it| it.value(port.name, lane).unwrap_or_default());
        let differ = (0..WARP_LANES)
            .map(values)
            .find(|[tied, wanted]| tied != wanted);
        if let Some([tied, wanted]) = differ {
            let name = port.name;
            bail!(
                "the unit has {name} tied to {tied:#x}, the trace wants {wanted:#x}, expected --golden"
            );
        }
    }
    Ok(())
}

/// Reads a trace until `each` returns false or an error for an access.
fn read_file(
    path: &Path,
    kernels: &mut Kernels,
    watch: &Watch,
    mut each: impl FnMut(&WarpConfig, &Inputs) -> anyhow::Result<bool>,
) -> anyhow::Result<()> {
    let input: Box<dyn Read> = if is_standard(path) {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path).map_err(|reason| SourceError::reading(path, reason))?)
    };
    let name = source::name(path);
    let mut trace = Trace::new(
        BufReader::with_capacity(BUFFER, Watched { input, watch }),
        kernels,
    );
    loop {
        let next = trace.next_access();
        if watch.stop.load(Ordering::Relaxed) {
            // The trace may end anywhere then.
            return Ok(());
        }
        let next = next.map_err(|error| match error {
            TraceError::Line {
                line,
                column,
                message,
            } => SourceError::rejected(&name, (line as usize, column), message).into(),
            TraceError::Unknown => anyhow!("{name}: {error}"),
            TraceError::Inaccessible(reason) => SourceError::reading(path, reason).into(),
        })?;
        let Some((access, kernel)) = next else {
            return Ok(());
        };
        if !each(&kernel.config, access.requested())? {
            return Ok(());
        }
    }
}

/// Input that counts its bytes, and that has no more when the command is stopped.
struct Watched<'a> {
    input: Box<dyn Read>,
    watch: &'a Watch,
}

impl Read for Watched<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.watch.stop.load(Ordering::Relaxed) {
            return Ok(0);
        }
        let read = self.input.read(buffer)?;
        self.watch.bytes.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// The text of each instruction of a cubin, by kernel and offset.
fn instructions(path: &Path) -> anyhow::Result<text::Instructions> {
    let bytes = fs::read(path).map_err(|reason| SourceError::reading(path, reason))?;
    let read = || {
        let cubin = Cubin::parse(&bytes)?;
        let mut instructions = BTreeMap::new();
        for kernel in cubin.kernels()? {
            for found in cubin
                .kernel(&kernel)?
                .iter()
                .filter(|found| !found.is_control)
            {
                if let Ok(text) = disassemble(cubin.isa, found.word) {
                    instructions.insert((kernel.clone(), found.offset as u64), text);
                }
            }
        }
        anyhow::Ok(instructions)
    };
    read().with_context(|| path.display().to_string())
}
