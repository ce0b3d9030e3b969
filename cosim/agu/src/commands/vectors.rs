//! `agu vectors`: stimulus and expected results for a bench of one's own.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use cosim::source::{SourceError, is_standard};
use cosim::tandem::program::ProgramFormat;
use cosim::vectors::{
    Columns, Steps, VectorFormat, VectorWriter, VectorsError, of_program, of_traffic, widths,
};
use cosim::whole_file::WholeFile;

use super::instruction_set::{NamedIsa, parts};
use super::number::{number, within};
use super::program::{self, ProgramAndWarp};
use super::shared_options::seed_from_clock;
use super::{Outcome, can_write, interrupt, output};

/// Lane-operations of random traffic without `--ops`.
const DEFAULT_OPERATIONS: u64 = 32_000;

/// Write stimulus and expected results for a bench of your own
///
/// A row is what one handshake takes: a configuration write, a beat of a request with the results
/// that answer it, a memory request. The file begins with what its columns mean; doc/vectors.md has
/// a bench in Verilog that reads it. Without a program it is random traffic. No hardware is run.
#[derive(Args)]
pub struct VectorsArguments {
    /// Lane-operations of random traffic, at least; a warp has 32 [default: 32_000]
    #[arg(long, value_parser = within(1..=u64::MAX))]
    ops: Option<u64>,

    /// Seed of the traffic [default: from the clock]
    #[arg(long, value_parser = number)]
    seed: Option<u64>,

    /// The requests of this program, in place of random traffic; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["ops", "seed"])]
    program: Option<PathBuf>,

    /// Registers, memory and windows before the first instruction (TOML)
    #[arg(long, value_name = "FILE", requires = "program")]
    init: Option<PathBuf>,

    /// The instruction set of the program [default: maxwell]
    #[arg(long, value_name = "ISA", ignore_case = true, value_parser = parts(),
        requires = "program")]
    isa: Option<NamedIsa>,

    /// Lanes of the unit
    #[arg(long, value_name = "LANES", default_value = "32", value_parser = lanes())]
    lanes: usize,

    /// For the LEA unit, which gets LEA and MOV alone
    #[arg(long)]
    lea: bool,

    /// CSV, or hex words for $readmemh
    #[arg(long, value_name = "FORMAT", default_value_t = VectorFormat::Csv, value_parser = formats())]
    format: VectorFormat,

    /// The file; standard output where it is not given
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

fn lanes() -> impl TypedValueParser<Value = usize> {
    let names = widths().into_iter().map(|lanes| lanes.to_string());
    PossibleValuesParser::new(names).try_map(|name| name.parse::<usize>())
}

fn formats() -> impl TypedValueParser<Value = VectorFormat> {
    let names = VectorFormat::ALL.map(|format| format.to_string());
    PossibleValuesParser::new(names).try_map(|name| name.parse::<VectorFormat>())
}

pub fn run(arguments: &VectorsArguments) -> anyhow::Result<Outcome> {
    let file = |path: &Option<PathBuf>| path.clone().filter(|path| !is_standard(path));
    let output = file(&arguments.output);
    can_write(&[
        ("--program", file(&arguments.program).as_deref()),
        ("--init", file(&arguments.init).as_deref()),
        ("--output", output.as_deref()),
    ])?;
    let vectors = Vectors::read(arguments)?;
    let columns = Columns::new(arguments.lanes, arguments.lea)?;
    let format = arguments.format;
    match output {
        None => {
            let writer = VectorWriter::new(output::stdout(), format, &columns);
            vectors.write(writer, |out| out.get_ref().has_reader(), Into::into)?;
        }
        Some(path) => {
            let failed = |reason| SourceError::writing(&path, reason);
            interrupt::handle()?;
            let out = BufWriter::new(WholeFile::create(&path).map_err(failed)?);
            let writer = VectorWriter::new(out, format, &columns);
            let out = vectors.write(writer, |_| true, |reason| failed(reason).into())?;
            let file = out
                .into_inner()
                .map_err(|error| failed(error.into_error()))?;
            file.finish().map_err(failed)?;
        }
    }
    Ok(Outcome::Good)
}

/// Source of vectors.
enum Origin {
    Traffic { seed: u64, operations: u64 },
    Program(Box<ProgramAndWarp>),
}

/// Vectors to be written.
struct Vectors {
    origin: Origin,
    lanes: usize,
    lea: bool,
    /// The command that writes the same again.
    command: String,
}

impl Vectors {
    fn read(arguments: &VectorsArguments) -> anyhow::Result<Vectors> {
        let &VectorsArguments {
            lanes, lea, format, ..
        } = arguments;
        let mut command = format!("agu vectors --format {format} --lanes {lanes}");
        if lea {
            command += " --lea";
        }
        let origin = match &arguments.program {
            None => {
                let seed = arguments.seed.unwrap_or_else(seed_from_clock);
                let operations = arguments.ops.unwrap_or(DEFAULT_OPERATIONS);
                command += &format!(" --seed {seed} --ops {operations}");
                Origin::Traffic { seed, operations }
            }
            Some(path) => {
                let (isa, init) = (arguments.isa.clone().unwrap_or_default(), &arguments.init);
                let given = program::read(path, init.as_deref(), &isa, ProgramFormat::default())?;
                if lea {
                    program::fits_lea(path, &given.program, None)?;
                }
                command += &format!(" --program {} --isa {isa}", path.display());
                if let Some(init) = init {
                    command += &format!(" --init {}", init.display());
                }
                Origin::Program(Box::new(given))
            }
        };
        Ok(Vectors {
            origin,
            lanes,
            lea,
            command,
        })
    }

    /// From the first one on; the same each time.
    fn steps(&self) -> Result<Steps, VectorsError> {
        match &self.origin {
            &Origin::Traffic { seed, operations } => {
                Ok(of_traffic(self.lanes, self.lea, seed, operations))
            }
            Origin::Program(given) => {
                of_program(self.lanes, given.warp.clone(), given.program.clone())
            }
        }
    }

    /// Writes them while there is a reader. They are made twice: the header has their number.
    fn write<W: Write>(
        &self,
        mut writer: VectorWriter<'_, W>,
        has_reader: impl Fn(&W) -> bool,
        failed: impl Fn(io::Error) -> anyhow::Error,
    ) -> anyhow::Result<W> {
        let mut rows = 0;
        for step in self.steps()? {
            rows += step?.transactions.len() as u64;
        }
        writer.header(&self.command, rows).map_err(&failed)?;
        for step in self.steps()? {
            writer.step(&step?).map_err(&failed)?;
            if !has_reader(&writer.out) {
                break;
            }
        }
        writer.out.flush().map_err(&failed)?;
        Ok(writer.out)
    }
}
