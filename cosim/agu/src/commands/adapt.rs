//! `agu adapt`: a first description of a unit with ports of its own.

use super::folders::Folders;
use super::{Outcome, output, write_file};
use clap::Args;
use cosim::dut::adapted;
use cosim::dut::external::External;
use std::io::Write;
use std::path::{Path, PathBuf};

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
    /// A file with arguments of Verilator: files of the design, +incdir+DIR, +define+NAME. Paths
    /// in it are relative to the working folder
    #[arg(short = 'f', value_name = "LIST")]
    lists: Vec<PathBuf>,
    /// A folder in which included files are looked up
    #[arg(short = 'I', value_name = "DIR")]
    include_dirs: Vec<PathBuf>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    defines: Vec<String>,
    /// Give a parameter of the unit a value
    #[arg(short = 'G', value_name = "NAME=VALUE")]
    parameters: Vec<String>,
    /// The unit, where several modules are instantiated by no other one
    #[arg(long, value_name = "NAME")]
    top: Option<String>,
    /// Write it to FILE
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// Verilog that is refused, or several modules that no other one instantiates and none named.
pub fn run(arguments: &Arguments, folders: &Folders) -> anyhow::Result<Outcome> {
    let external = External {
        file: arguments.file.clone(),
        sources: arguments.sources.clone(),
        lists: arguments.lists.clone(),
        list_folder: None,
        include_dirs: arguments.include_dirs.clone(),
        defines: arguments.defines.clone(),
        parameters: arguments.parameters.clone(),
        top: arguments.top.clone(),
    };
    let folder = arguments.output.as_ref().and_then(|path| path.parent());
    let folder = folder.unwrap_or(Path::new(""));
    let text = adapted::draft(&external, folder, &folders.cache("simulators")?)?;
    match &arguments.output {
        Some(path) => write_file(path, text)?,
        None => write!(output::stdout(), "{text}")?,
    }
    Ok(Outcome::Good)
}
