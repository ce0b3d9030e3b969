//! `agu adapt`: a first description of a unit with ports of its own.

use super::folders::Folders;
use super::{Outcome, output, write_file};
use clap::Args;
use cosim::dut::adapted;
use cosim::dut::external::External;
use std::io::Write;
use std::path::PathBuf;

/// Print a first description of a unit with ports of its own, for `agu cosim --target FILE.toml`
///
/// Ports are recognised by their names; what is not recognised is a comment in it, to be filled in.
#[derive(Args)]
pub struct Arguments {
    /// The unit's file
    #[arg(value_name = "FILE.v")]
    file: PathBuf,
    /// A further file of it, as often as there are files
    #[arg(long = "source", value_name = "FILE")]
    sources: Vec<PathBuf>,
    /// A folder in which included files are looked up
    #[arg(short = 'I', value_name = "DIR")]
    include_dirs: Vec<PathBuf>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    defines: Vec<String>,
    /// The unit, where there are several modules
    #[arg(long, value_name = "NAME")]
    top: Option<String>,
    /// Write it to FILE
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// Verilog that is refused, or several modules and none named.
pub fn run(arguments: &Arguments, folders: &Folders) -> anyhow::Result<Outcome> {
    let external = External {
        file: arguments.file.clone(),
        sources: arguments.sources.clone(),
        include_dirs: arguments.include_dirs.clone(),
        defines: arguments.defines.clone(),
        top: arguments.top.clone(),
        ..External::default()
    };
    let text = adapted::draft(&external, &folders.cache("simulators")?)?;
    match &arguments.output {
        Some(path) => write_file(path, text)?,
        None => write!(output::stdout(), "{text}")?,
    }
    Ok(Outcome::Good)
}
