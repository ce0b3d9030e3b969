//! The program of a command, and what the warp holds before it.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, bail};
use cosim::source::{Source, SourceError, is_standard, read_init};
use cosim::tandem::program::{ProgramFormat, Reader, TandemProgram};
use isa::instruction::Operation;
use sim::Generation;
use sim::{Init, Meaning, Names, Statement, Warp};

use super::cubin;
use super::instruction_set::NamedIsa;
use super::kernel::StraightCode;

/// A program and the warp that executes it.
pub struct ProgramAndWarp {
    pub program: TandemProgram,
    pub warp: Warp,
    /// Names in the program and the init file.
    pub names: Names,
}

/// Reads the program at `path` and the init file, where there is one. Remarks about the program
/// go to standard error.
pub fn read(
    path: &Path,
    init: Option<&Path>,
    named: &NamedIsa,
    format: ProgramFormat,
) -> anyhow::Result<ProgramAndWarp> {
    let init = read_init_of(path, init, named.generation())?;
    if let Some(offset) = init.before.keys().next() {
        bail!("found `before.{offset:#x}` in the init file, expected it with --kernel alone");
    }
    let mut warp = init.warp()?;
    let mut source = Source::open(path)?;
    if source.starts_with(cubin::MAGIC)? {
        bail!("{}: {}", source.name(), cubin::NO_PROGRAM);
    }
    let mut reader = Reader::new(named.isa, format);
    let program = reader.read(&mut source, &mut warp.visa)?;
    for remark in reader.remarks() {
        // A closed standard error loses them.
        let _ = writeln!(io::stderr(), "{}: {remark}", source.name());
    }
    let mut names = program.names();
    names.merge(&init.names());
    Ok(ProgramAndWarp {
        program,
        warp,
        names,
    })
}

/// Reads a kernel of the cubin at `path` and the init file, where there is one.
pub fn read_kernel(
    path: &Path,
    init: Option<&Path>,
    kernel: &str,
) -> anyhow::Result<(ProgramAndWarp, StraightCode)> {
    let mut source = Source::open(path)?;
    let read = StraightCode::read(&source.rest()?, kernel);
    let (mut kernel, program, target) = read.with_context(|| source.name().to_owned())?;
    let generation = Generation::of_name(program.isa, &target.to_string());
    let init = read_init_of(path, init, generation)?;
    let warp = init.warp()?;
    let mut names = program.names();
    names.merge(&init.names());
    kernel.take(init.before)?;
    let program = ProgramAndWarp {
        program,
        warp,
        names,
    };
    Ok((program, kernel))
}

fn read_init_of(
    program: &Path,
    init: Option<&Path>,
    generation: Generation,
) -> anyhow::Result<Init> {
    match init {
        None => Ok(Init::new(generation)),
        Some(path) if is_standard(path) && is_standard(program) => {
            bail!("both the program and the init file are `-`, expected one of them")
        }
        Some(path) => Ok(read_init(path, generation)?),
    }
}

/// Whether an LEA unit can execute all of the program at `path`, which may be of a kernel.
///
/// # Errors
/// The first instruction that it cannot.
pub fn fits_lea(
    path: &Path,
    program: &TandemProgram,
    kernel: Option<&StraightCode>,
) -> anyhow::Result<()> {
    let statements = &program.golden.statements;
    let Some(first) = statements.iter().position(|it| !is_sum(it)) else {
        return Ok(());
    };
    let file = path.display().to_string();
    let message = "the hardware is an LEA unit, expected LEA or MOV".to_owned();
    if let Some(place) = kernel.and_then(|kernel| kernel.place(first)) {
        bail!("{file}: {place}: {message}");
    }
    let line = statements[first].line;
    Err(SourceError::Rejected {
        file,
        line,
        column: 1,
        message,
    }
    .into())
}

/// Whether an LEA unit can execute the instruction; it gets no request of an illegal one.
fn is_sum(statement: &Statement) -> bool {
    match &statement.meaning {
        Meaning::Instruction(it) => matches!(
            it.operation,
            Operation::Lea(_) | Operation::Move(_) | Operation::VoltaLea(_)
        ),
        Meaning::AddrAdd(_) => false,
        Meaning::Illegal => true,
    }
}
