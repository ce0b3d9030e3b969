//! `agu export`: the hardware as Verilog.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use cosim::source::{SourceError, is_standard};
use cosim::whole_file;
use fpga::wrapper::{SUFFIX, wrapped};
use verilated::exported::{self, ModuleForm, lanes};

use crate::instance::{self, InstructionFamily};
use crate::package;

use super::{Outcome, create_folder, output, write_file};

/// Write the Verilog of the hardware
#[derive(Args)]
pub struct ExportArguments {
    /// The module to export, with all below it; may be given several times. NAME_registered is
    /// NAME between registers, behind three pins, as `agu synth` measures it
    #[arg(long, value_name = "NAME", default_value = exported::DEFAULT, value_parser = names())]
    top: Vec<String>,

    /// The file; standard output where it is not given
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// In the form for simulation: the same modules and ports, proved equal (`agu prove simulation`), with
    /// which Verilator is three times as fast
    #[arg(long, conflicts_with = "package")]
    simulation: bool,

    /// Write the top as a FuseSoC core and a Bender package into this folder: agu.core, with targets to
    /// lint and synthesise it, Bender.yml, and all that they name; of a unit a bench and a target to a
    /// bitstream too. The folder is new, empty, or has an earlier package of the top, which is replaced
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    package: Option<PathBuf>,

    /// Print an instance of this module instead, with its wires. Each port is connected to a wire of
    /// its name, but of a unit those that only other instructions than --for have: inputs are tied as
    /// doc/blocks/unit.md says, outputs are left open
    #[arg(long, value_name = "TOP", conflicts_with_all = ["top", "simulation", "package"])]
    #[arg(value_parser = PossibleValuesParser::new(exported::modules().chain(lanes::modules())))]
    #[arg(hide_possible_values = true)]
    instance: Option<String>,

    /// Instructions of --instance
    #[arg(
        long = "for",
        value_name = "FAMILY",
        value_delimiter = ',',
        requires = "instance"
    )]
    #[arg(default_value = "lea,access")]
    families: Vec<InstructionFamily>,
}

/// The registered tops are known too, without their own place in the list.
fn names() -> PossibleValuesParser {
    let plain = exported::modules().map(PossibleValue::new);
    let registered = exported::modules()
        .map(|name| format!("{name}{SUFFIX}"))
        .map(|name| PossibleValue::new(name).hide(true));
    PossibleValuesParser::new(plain.chain(registered))
}

pub fn run(arguments: &ExportArguments) -> anyhow::Result<Outcome> {
    let tops: Vec<&str> = arguments.top.iter().map(String::as_str).collect();
    if let Some(folder) = &arguments.package {
        let [top] = tops[..] else {
            anyhow::bail!("--package of several tops, expected one");
        };
        return write_package(top, folder);
    }
    let verilog = match tops[..] {
        _ if let Some(top) = &arguments.instance => instance::text(top, &arguments.families)?,
        [top] if top.ends_with(SUFFIX) && !arguments.simulation => {
            wrapped(top.trim_end_matches(SUFFIX))?
        }
        _ if arguments.simulation => exported::text(&tops, ModuleForm::Simulation)?,
        _ => exported::verilog(&tops)?,
    };
    match &arguments.output {
        Some(path) if !is_standard(path) => write_file(path, verilog)?,
        _ => output::print(&verilog)?,
    }
    Ok(Outcome::Good)
}

fn write_package(top: &str, folder: &Path) -> anyhow::Result<Outcome> {
    if top.ends_with(SUFFIX) {
        anyhow::bail!("--package of {top}, expected a module of rtl/verilog");
    }
    let files = package::files(top)?;
    create_folder(folder)?;
    is_free(folder, top, &files)?;
    let files = files
        .into_iter()
        .map(|(name, text)| (folder.join(name), text));
    let written = whole_file::write_all(files);
    written.map_err(|(path, reason)| SourceError::writing(&path, reason))?;
    Ok(Outcome::Good)
}

/// Whether `folder` is empty, or has an earlier package of `top`: what is written replaces that.
///
/// # Errors
/// It has a file that is no part of such a package, or cannot be read.
fn is_free(folder: &Path, top: &str, files: &[(String, String)]) -> anyhow::Result<()> {
    let reading = |reason| SourceError::reading(folder, reason);
    let entries = fs::read_dir(folder).map_err(reading)?;
    let names: BTreeSet<OsString> = entries
        .map(|entry| Ok(entry?.file_name()))
        .collect::<io::Result<_>>()
        .map_err(reading)?;
    let is_other = |name: &&OsString| !files.iter().any(|(file, _)| **file == ***name);
    if let Some(name) = names.iter().find(is_other) {
        anyhow::bail!(
            "{}: found {}, expected an empty folder or an earlier package of {top}",
            folder.display(),
            name.display()
        );
    }
    Ok(())
}
