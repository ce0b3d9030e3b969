//! `agu run`: a program on the golden model and on the hardware.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use cosim::expected_vcd::ExpectedVcd;
use cosim::lockstep::{Executed, Lockstep, Verilated};
use cosim::model::{ModelTable, Unit};
use cosim::program::{Program, register_file};
use cosim::report::{self, Report};
use cosim::source::{Source, SourceError, is_standard, read_init};
use isa::Isa;
use sim::Init;

use super::{Outcome, output};

/// Mismatches that are told one by one; the rest is counted.
const TOLD_MISMATCHES: u64 = 20;

/// Execute a program on the golden model and on the hardware, and compare every lane
///
/// A program is text as `agu asm` takes it; a line of exactly 16 hex digits is a word,
/// and of vISA a line of nothing but hex digits is an instruction's bytes. Text is
/// assembled: the hardware gets words or bytes and decodes them itself, and what it
/// makes of them is compared too. Exit status 1: a mismatch, or a line of the program or
/// of the init file that is refused. Faults of lanes are results, not failures.
#[derive(Args)]
pub struct Arguments {
    /// The program; `-` is standard input
    #[arg(value_name = "PROGRAM")]
    program: PathBuf,

    /// What the warp holds before the first instruction (TOML)
    #[arg(long, value_name = "FILE")]
    init: Option<PathBuf>,

    /// The instruction set: maxwell, fermi or visa
    #[arg(long, value_name = "ISA", default_value_t = Isa::Maxwell)]
    isa: Isa,

    /// Print one JSON object and nothing else
    #[arg(long)]
    json: bool,

    /// Write the address unit's signals to FILE, and what is expected of it to
    /// FILE with `.expected.vcd` for its ending
    #[arg(long, value_name = "FILE")]
    vcd: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// A file that cannot be read or written, a line that is refused, hardware that
/// cannot be configured.
pub fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let init = init(arguments)?;
    let warp = init.warp()?;
    let mut source = Source::open(&arguments.program)?;
    let program = Program::read(arguments.isa, &mut source, &warp.visa)?;
    let mut names = program.names();
    names.merge(&init.names());
    let unit = match &arguments.vcd {
        Some(path) => Unit::traced(ModelTable::traced(), path)
            .map_err(|reason| SourceError::writing(path, reason))?,
        None => Unit::new(ModelTable::fast()),
    };
    let mut waves = arguments.vcd.as_deref().map(Waves::create).transpose()?;
    let mut lockstep = Lockstep::new(warp, program, Verilated::new(unit))?;
    let mut output = output::stdout();
    let mut errors = output::stderr();
    while let Some(executed) = lockstep.step() {
        if !arguments.json {
            report::executed(&mut output, &executed)?;
        }
        let earlier = lockstep.mismatches() - executed.mismatches.len() as u64;
        let untold = TOLD_MISMATCHES.saturating_sub(earlier) as usize;
        for mismatch in executed.mismatches.iter().take(untold) {
            output.flush()?;
            let (file, line) = (arguments.program.display(), executed.statement.line);
            writeln!(errors, "{file}:{line}:1: error: mismatch: {mismatch}")?;
            errors.flush()?;
        }
        if let Some(waves) = &mut waves {
            waves.record(&executed)?;
        }
    }
    if lockstep.mismatches() > TOLD_MISMATCHES {
        let untold = lockstep.mismatches() - TOLD_MISMATCHES;
        writeln!(errors, "and {untold} more mismatches")?;
    }
    if let Some(waves) = waves {
        waves.finish()?;
    }
    if arguments.json {
        let (mismatches, cycles) = (lockstep.mismatches(), lockstep.cycles());
        let report = Report::new(lockstep.golden(), &names, mismatches, cycles);
        serde_json::to_writer(&mut output, &report).map_err(io::Error::from)?;
        writeln!(output)?;
    } else {
        summary(&mut output, &lockstep)?;
    }
    output.flush()?;
    errors.flush()?;
    Ok(match lockstep.mismatches() {
        0 => Outcome::Good,
        _ => Outcome::Bad,
    })
}

fn init(arguments: &Arguments) -> anyhow::Result<Init> {
    let register_file = register_file(arguments.isa);
    match &arguments.init {
        None => Ok(Init::new(register_file)),
        Some(path) if is_standard(path) && is_standard(&arguments.program) => {
            bail!("error: both the program and the init file are `-`, expected one of them")
        }
        Some(path) => Ok(read_init(path, register_file)?),
    }
}

fn summary(output: &mut impl Write, lockstep: &Lockstep<Verilated>) -> io::Result<()> {
    let count = |count: u64, noun: &str| match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    };
    let golden = lockstep.golden();
    writeln!(
        output,
        "{}, {}, {}, {}",
        count(golden.program().statements.len() as u64, "instruction"),
        count(lockstep.cycles(), "cycle"),
        count(golden.faults().len() as u64, "fault"),
        match lockstep.mismatches() {
            1 => "1 mismatch".to_owned(),
            mismatches => format!("{mismatches} mismatches"),
        },
    )
}

/// The wave file of expected values.
struct Waves {
    path: PathBuf,
    vcd: ExpectedVcd<BufWriter<File>>,
}

impl Waves {
    /// The file beside `hardware`, the hardware's wave file.
    fn create(hardware: &Path) -> anyhow::Result<Waves> {
        let path = hardware.with_extension("expected.vcd");
        let file = File::create(&path).map_err(|reason| SourceError::writing(&path, reason))?;
        let vcd = ExpectedVcd::new(BufWriter::new(file)).with_context(|| failed(&path))?;
        Ok(Waves { path, vcd })
    }

    fn record(&mut self, executed: &Executed) -> anyhow::Result<()> {
        let Some(expected) = &executed.expected else {
            return Ok(());
        };
        let lanes = executed
            .mismatches
            .iter()
            .filter_map(|mismatch| mismatch.lane);
        let lanes = lanes.fold(0, |mask, lane| mask | 1 << lane);
        let mismatched = !executed.mismatches.is_empty();
        let ports = &expected.ports;
        let recorded = self.vcd.record(executed.cycle, ports, mismatched, lanes);
        recorded.with_context(|| failed(&self.path))
    }

    fn finish(self) -> anyhow::Result<()> {
        self.vcd.finish().with_context(|| failed(&self.path))
    }
}

fn failed(path: &Path) -> String {
    format!("{}: error: cannot be written", path.display())
}
