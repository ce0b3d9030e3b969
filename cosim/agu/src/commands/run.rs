//! `agu run`: a program on the golden model and on the hardware, or on the model alone.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::report::pictures::Page;
use crate::report::{self, Instruction, Report, Styles};
use anstream::{AutoStream, ColorChoice};
use anyhow::bail;
use clap::Args;
use cosim::debug::request::family;
use cosim::debug::waves::{WaveRecorder, Waves};
use cosim::dut::external::External;
use cosim::dut::unit::Unit;
use cosim::source::is_standard;
use cosim::tandem::hardware::{Hardware, Verilated};
use cosim::tandem::program::ProgramFormat;
use cosim::tandem::{Executed, Tandem};
use cosim::testbench::bfm::Bfm;
use cosim::testbench::predictor::unit::GoldenUnit;
use isa::instruction::{Operation, WARP_LANES};
use serde_json::json;
use sim::pipeline::LATENCY;
use sim::scoreboard::Mismatch;
use sim::{Meaning, Names, Statement};

use super::folders::Folders;
use super::instruction_set::{NamedIsa, parts};
use super::kernel::StraightCode;
use super::program::{self, ProgramAndWarp};
use super::target::HardwareArguments;
use super::waves::{self, WaveArguments};
use super::{Outcome, can_write, ended, grf_bytes, translate, write_file};

/// Mismatches that are listed one by one; the rest is counted.
const LISTED_MISMATCHES: u64 = 20;

/// Execute a program on golden model and hardware, lane by lane
///
/// A program is text as `agu asm` takes it; a line of exactly 16 hex digits is a word, 32
/// from sm_70 on, and of vISA a line of nothing but hex digits is an instruction's bytes. Text is
/// assembled: the hardware gets words or bytes and decodes them itself, and what it
/// makes of them is compared too. Exit status 1: a mismatch, or a line of the program or
/// of the init file that is refused. Faults of lanes are results, not failures.
#[derive(Args)]
pub struct RunArguments {
    /// The program; `-` is standard input
    #[arg(value_name = "PROGRAM")]
    program: PathBuf,

    /// Registers, memory and windows before the first instruction (TOML)
    #[arg(long, value_name = "FILE")]
    init: Option<PathBuf>,

    /// The instruction set [default: maxwell]
    #[arg(long, value_name = "ISA", ignore_case = true, value_parser = parts())]
    isa: Option<NamedIsa>,

    /// The words come in bundles of Maxwell: every fourth one is a control word, which is no
    /// instruction
    #[arg(long)]
    bundles: bool,

    /// The program is a listing of a disassembler: its instructions that are known are executed,
    /// others are skipped and counted
    #[arg(long)]
    listing: bool,

    /// Bytes of a row of vISA's register file, 32 or 64, instead of the init file's `grf_bytes`,
    /// which are 32 where it has none
    #[arg(long, value_name = "BYTES", value_parser = grf_bytes)]
    grf_bytes: Option<u8>,

    /// The program is a cubin: the address instructions of this kernel are executed up to the first
    /// branch, others are listed and stepped over. The init file has `[before.0x40]` with registers
    /// that these would have written before the instruction at that offset
    #[arg(long, value_name = "NAME", conflicts_with_all = ["isa", "bundles", "listing", "grf_bytes"])]
    kernel: Option<String>,

    /// Print one JSON object and nothing else
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    waves: WaveArguments,

    /// Write a page to FILE: for each load or store its lanes and memory requests, for each LEA its
    /// carries, as pictures of what the hardware did
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Run it on the golden model alone: nothing is compared. What is printed is the same, cycles of
    /// the 32-lane unit among it
    #[arg(long, conflicts_with_all = ["vcd", "wave", "target", "sources", "lists", "include_dirs", "defines", "top"])]
    golden: bool,

    #[command(flatten)]
    hardware: HardwareArguments,

    /// No progress where a simulator has to be made
    #[arg(short, long)]
    quiet: bool,
}

impl RunArguments {
    fn isa(&self) -> NamedIsa {
        self.isa.clone().unwrap_or_default()
    }

    /// Reads the program and the init file.
    fn read(&self) -> anyhow::Result<(ProgramAndWarp, Option<StraightCode>)> {
        let (path, init) = (&self.program, self.init.as_deref());
        if let Some(kernel) = &self.kernel {
            let (program, kernel) = program::read_kernel(path, init, kernel)?;
            return Ok((program, Some(kernel)));
        }
        let program = program::read(path, init, &self.isa(), self.format()?)?;
        Ok((program, None))
    }

    fn format(&self) -> anyhow::Result<ProgramFormat> {
        translate::check_format(self.bundles, self.listing, self.isa().isa)?;
        Ok(ProgramFormat {
            bundles: self.bundles,
            listing: self.listing,
            grf_bytes: self.grf_bytes,
        })
    }
}

pub fn run(arguments: &RunArguments, folders: &Folders) -> anyhow::Result<Outcome> {
    let init_file = arguments.init.as_deref();
    let (read, kernel) = arguments.read()?;
    let ProgramAndWarp {
        program,
        warp,
        names,
    } = read;
    if arguments.hardware.described()?.is_some() {
        bail!("a unit with ports of its own runs random traffic alone, expected `agu cosim`");
    }
    let wave = arguments.waves.file();
    let wave_files = waves::files(wave.as_ref());
    let read = |path: &'_ Path| !is_standard(path);
    let external = arguments.hardware.external()?;
    let mut files = vec![
        (
            "PROGRAM",
            Some(&*arguments.program).filter(|path| read(path)),
        ),
        ("--init", init_file.filter(|path| read(path))),
        ("--html", arguments.html.as_deref()),
    ];
    files.extend(wave_files.iter().map(|(name, path)| (*name, Some(&**path))));
    files.extend(external.iter().flat_map(External::files));
    can_write(&files)?;
    let mut run = ProgramRun {
        arguments,
        names,
        kernel,
        top: None,
        accesses: program.golden.statements.iter().any(is_access),
    };
    if arguments.golden {
        let unit = Bfm::new(GoldenUnit::new(WARP_LANES));
        let (outcome, page) = run.to_end(&mut Tandem::new(warp, program, unit)?, |_| ())?;
        return ended(outcome, page.into_iter().collect());
    }
    let traced = wave.is_some();
    let model = arguments.hardware.model(traced, arguments.quiet, folders)?;
    model.warn();
    run.top = model.top;
    let model = model.table;
    if model.is_lea_only() {
        program::fits_lea(&arguments.program, &program, run.kernel.as_ref())?;
    }
    let wave = wave.map(|(_, file)| Waves::create(&file));
    let mut waves = wave.transpose()?;
    let unit = match &waves {
        Some(waves) => waves.unit(model, true)?,
        None => Unit::printing(model),
    };
    let mut tandem = Tandem::new(warp, program, Verilated::new(unit))?;
    let (outcome, page) = run.to_end(&mut tandem, |executed| {
        if let Some(waves) = &mut waves {
            record(&mut waves.recorder, executed);
        }
    })?;
    let written = waves.map(|waves| waves.finish(tandem.hardware().unit()));
    let failed = written.and_then(Result::err).map(Into::into);
    ended(outcome, failed.into_iter().chain(page).collect())
}

/// A run, whatever the hardware.
struct ProgramRun<'a> {
    arguments: &'a RunArguments,
    names: Names,
    kernel: Option<StraightCode>,
    /// The top module of an external design.
    top: Option<String>,
    /// The program has loads or stores.
    accesses: bool,
}

impl ProgramRun<'_> {
    /// Executes the program and prints its outcome; `record` is shown each instruction. Returns the
    /// outcome, and the error of a page that could not be written.
    fn to_end<H: Hardware>(
        &self,
        tandem: &mut Tandem<H>,
        mut record: impl FnMut(&Executed),
    ) -> anyhow::Result<(Outcome, Option<anyhow::Error>)> {
        let arguments = self.arguments;
        let mut output = super::output::stdout();
        let mut errors = super::output::stderr();
        let styles = match AutoStream::choice(&io::stdout()) {
            ColorChoice::Never => Styles::default(),
            _ => Styles::COLOURED,
        };
        if self.accesses && !arguments.json {
            report::windows(&mut output, tandem.golden().warp.config(), &styles)?;
        }
        let mut instructions = Vec::new();
        let mut page = Page::default();
        while let Some(executed) = self.step(tandem, &mut output)? {
            if arguments.json {
                instructions.push(Instruction::from(&executed));
            } else {
                report::executed(&mut output, &executed, &styles)?;
            }
            let earlier = tandem.mismatches() - executed.mismatches.len() as u64;
            let left = LISTED_MISMATCHES.saturating_sub(earlier) as usize;
            for mismatch in executed.mismatches.iter().take(left) {
                output.flush()?;
                let place = self.place(&executed);
                writeln!(errors, "{place}: error: mismatch: {mismatch}")?;
                errors.flush()?;
            }
            record(&executed);
            if arguments.html.is_some() {
                page.add(&executed);
            }
        }
        if tandem.mismatches() > LISTED_MISMATCHES {
            let more = tandem.mismatches() - LISTED_MISMATCHES;
            writeln!(errors, "and {more} more mismatches")?;
        }
        if arguments.json {
            let (golden, names) = (tandem.golden(), &self.names);
            let (mismatches, cycles) = (tandem.mismatches(), tandem.cycles());
            let mut report = Report::new(golden, names, mismatches, cycles, instructions);
            report.top.clone_from(&self.top);
            serde_json::to_writer(&mut output, &report).map_err(io::Error::from)?;
            writeln!(output)?;
        } else {
            if let Some(kernel) = &self.kernel {
                kernel.print_end(&mut output)?;
            }
            let faults = tandem.golden().faults().len();
            writeln!(output, "{}", self.summary(tandem, faults))?;
        }
        output.flush()?;
        errors.flush()?;
        let page = arguments
            .html
            .as_deref()
            .map(|html| self.write_page(html, &page, tandem));
        Ok((
            (tandem.mismatches() == 0).into(),
            page.and_then(Result::err),
        ))
    }

    /// Executes the next instruction; before it come what was stepped over and the values of the
    /// init file.
    fn step<H: Hardware>(
        &self,
        tandem: &mut Tandem<H>,
        output: &mut impl Write,
    ) -> io::Result<Option<Executed>> {
        let (Some(kernel), Some(instruction)) = (&self.kernel, tandem.next_instruction()) else {
            return Ok(tandem.step());
        };
        if let Some(values) = kernel.before(instruction) {
            tandem.change(|warp| values.write(warp));
        }
        if !self.arguments.json {
            kernel.print_others(instruction, output)?;
        }
        let mut executed = tandem.step();
        if let Some(executed) = &mut executed {
            executed.text.insert_str(0, &kernel.label(instruction));
        }
        Ok(executed)
    }

    /// The place of an instruction in the program.
    fn place(&self, executed: &Executed) -> String {
        let file = self.arguments.program.display();
        let of_kernel = |kernel: &StraightCode| kernel.place(executed.instruction);
        match self.kernel.as_ref().and_then(of_kernel) {
            Some(place) => format!("{file}: {place}"),
            None => format!("{file}:{}:1", executed.statement.line),
        }
    }

    fn write_page<H>(&self, html: &Path, page: &Page, tandem: &Tandem<H>) -> anyhow::Result<()>
    where
        H: Hardware,
    {
        let RunArguments {
            program,
            golden,
            hardware,
            ..
        } = self.arguments;
        let name = program.file_name().unwrap_or(program.as_os_str());
        let head = json!({
            "program": name.to_string_lossy(),
            "hardware": (!golden).then(|| hardware.spelled()),
            "summary": self.summary(tandem, page.faults()),
            "mismatches": tandem.mismatches(),
        });
        Ok(write_file(html, &page.html(head)?)?)
    }

    /// The last line.
    fn summary<H: Hardware>(&self, tandem: &Tandem<H>, faults: usize) -> String {
        let count = |count, noun| report::count(count, noun, "s");
        let golden = tandem.golden();
        let top = self.top.as_ref().map(|top| format!(" of {top}"));
        format!(
            "{}, {}, {}, {}{}",
            count(golden.program().statements.len() as u64, "instruction"),
            count(tandem.cycles(), "cycle"),
            count(faults as u64, "fault"),
            match tandem.mismatches() {
                0 if self.arguments.golden => "golden model alone, nothing compared".to_owned(),
                mismatches => report::count(mismatches, "mismatch", "es"),
            },
            top.unwrap_or_default(),
        )
    }
}

fn is_access(statement: &Statement) -> bool {
    match &statement.meaning {
        Meaning::Instruction(it) => matches!(
            it.operation,
            Operation::Access(_) | Operation::VoltaAccess(_)
        ),
        Meaning::AddrAdd(_) | Meaning::Illegal => false,
    }
}

/// Records an instruction that the unit was asked for.
fn record(recorder: &mut WaveRecorder, executed: &Executed) {
    let Some(expected) = &executed.expected else {
        return;
    };
    let lanes = executed.mismatches.iter().filter_map(|it| it.lane);
    let (cycle, outputs) = (executed.cycle, &expected.outputs);
    let family = family(outputs.result_access != 0, outputs.result_address_add != 0);
    let requested = cycle.saturating_sub(LATENCY as u64 - 1);
    recorder.request(requested, &executed.text, family);
    let lanes = lanes.fold(0, |mask, lane| mask | 1 << lane);
    let differs = (!executed.mismatches.is_empty()).then_some(lanes);
    let actual = executed.response.as_deref().cloned().unwrap_or_default();
    let outputs = [outputs, &actual];
    let number = executed.instruction as u64;
    recorder.result(cycle, number, &executed.text, outputs, differs);
    if let Some(mismatch) = in_waves(&executed.mismatches) {
        recorder.mark(mismatch);
    }
}

/// The first mismatch that waves can show, which are those of the unit; else the first.
fn in_waves(mismatches: &[Mismatch]) -> Option<&Mismatch> {
    let of_unit = |it: &&Mismatch| !it.signal.starts_with("decoder.");
    let found = mismatches.iter().find(of_unit);
    found.or(mismatches.first())
}
