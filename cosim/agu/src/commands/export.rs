//! `agu export`: the hardware as Verilog.

use std::collections::{BTreeMap, BTreeSet};
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

use super::names::NameParser;
use super::{Outcome, create_folder, output, write_file};

/// Write the Verilog of the hardware
#[derive(Args)]
pub struct ExportArguments {
    /// The module to export, with all below it; may be given several times. agu_unit, agu_core and
    /// others have the parameter LANES, agu_unit8 is agu_unit of 8 lanes. NAME_registered is NAME
    /// between registers, behind three pins, as `agu synth` measures it
    #[arg(long, value_name = "NAME", default_value = exported::DEFAULT, value_parser = tops())]
    #[arg(hide_possible_values = true)]
    top: Vec<String>,

    /// Print the modules, one a line: its name, and where it has the parameter LANES the numbers that
    /// this may be. The name with such a number is a module too
    #[arg(long, conflicts_with_all = ["top", "output", "simulation", "package", "instance"])]
    list: bool,

    /// The file; standard output where it is not given
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// In the form for simulation: the same modules and ports, proved equal (`agu prove simulation`), with
    /// which Verilator is three times as fast
    #[arg(long, conflicts_with = "package")]
    simulation: bool,

    /// Write the top as a FuseSoC core and a Bender package into this folder: agu.core, with targets to
    /// lint and synthesise it, Bender.yml, and all that they name: the codes of ports by name; of a unit
    /// the assertions of its contract, a bench, and a target to a bitstream too. The folder is new,
    /// empty, or has an earlier package of the top, which is replaced
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    package: Option<PathBuf>,

    /// Print an instance of this module instead, with its wires. Each port is connected to a wire of
    /// its name, but of a unit those that only other instructions than --for have: inputs are tied as
    /// doc/blocks/unit.md says, outputs are left open
    #[arg(long, value_name = "TOP", conflicts_with_all = ["top", "simulation", "package"])]
    #[arg(value_parser = NameParser::new(modules().collect::<Vec<_>>(), LIST), hide_possible_values = true)]
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

    /// Beginning of the names of the wires of --instance, such as lsu_
    #[arg(long, value_name = "PREFIX", requires = "instance", value_parser = prefix)]
    prefix: Option<String>,
}

/// The command line that prints the modules.
pub const LIST: &str = "agu export --list";

/// Names of modules, with the parameter and without.
fn modules() -> impl Iterator<Item = &'static str> {
    exported::modules().chain(lanes::modules())
}

/// The registered tops are known too, without their own place in the list.
fn tops() -> NameParser {
    let registered = modules()
        .map(|name| format!("{name}{SUFFIX}"))
        .map(|name| PossibleValue::new(name).hide(true));
    let names: PossibleValuesParser = modules()
        .map(PossibleValue::new)
        .chain(registered)
        .collect::<Vec<_>>()
        .into();
    NameParser::new(names, LIST)
}

/// The beginning of a name in Verilog.
fn prefix(text: &str) -> Result<String, String> {
    let is_letter = |letter: char| letter.is_ascii_alphabetic() || letter == '_';
    let is_name =
        text.starts_with(is_letter) && text.chars().all(|c| is_letter(c) || c.is_ascii_digit());
    match is_name {
        true => Ok(text.to_owned()),
        false => Err("expected letters, digits and `_`, a letter or `_` first".to_owned()),
    }
}

/// The modules, each with its numbers of lanes.
fn list() -> String {
    let with_parameter: BTreeMap<_, _> = lanes::modules()
        .map(|name| (name, lanes::numbers(name)))
        .collect();
    let is_numbered = |name: &str| {
        let mut all = with_parameter.iter();
        all.any(|(of, numbers)| numbers.iter().any(|number| format!("{of}{number}") == name))
    };
    let names: BTreeSet<&str> = modules().filter(|name| !is_numbered(name)).collect();
    let line = |name| {
        let numbers: &[usize] = with_parameter.get(name).map_or(&[], |all| all);
        let numbers: String = numbers.iter().map(|number| format!(" {number}")).collect();
        format!("{name:<25}{numbers}").trim_end().to_owned() + "\n"
    };
    names.into_iter().map(line).collect()
}

pub fn run(arguments: &ExportArguments) -> anyhow::Result<Outcome> {
    let tops: Vec<&str> = arguments.top.iter().map(String::as_str).collect();
    if let Some(folder) = &arguments.package {
        let [top] = tops[..] else {
            anyhow::bail!("--package of several tops, expected one");
        };
        return write_package(top, folder);
    }
    let verilog = match (tops.as_slice(), &arguments.instance) {
        _ if arguments.list => list(),
        (_, Some(top)) => {
            let prefix = arguments.prefix.as_deref().unwrap_or_default();
            instance::text(top, &arguments.families, prefix)?
        }
        ([top], None) if top.ends_with(SUFFIX) && !arguments.simulation => {
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
