//! `agu export`: the hardware as Verilog.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use cosim::source::is_standard;
use rtl::tops;

use super::{Outcome, create_folder, output, write_file};

/// Write the Verilog of the hardware
#[derive(Args)]
pub struct Arguments {
    /// The module to export, with all that it needs; NAME_registered is NAME between
    /// registers, behind three pins, as `agu synth` measures it
    #[arg(long, value_name = "NAME", default_value = tops::DEFAULT, value_parser = names())]
    top: String,

    /// Where to; standard output where it is not given
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write a unit as a FuseSoC core into this folder: agu.core, with targets to
    /// simulate, lint and synthesise it, and all that it names
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    package: Option<PathBuf>,
}

/// The registered tops are known too, without their own place in the list.
fn names() -> PossibleValuesParser {
    let value = |name: String| {
        let listed = tops::NAMES.contains(&name.as_str());
        PossibleValue::new(name).hide(!listed)
    };
    PossibleValuesParser::new(tops::names().map(value))
}

/// Runs the command.
///
/// # Errors
/// A file that cannot be written.
pub fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let top = &arguments.top;
    if let Some(folder) = &arguments.package {
        return package(top, folder);
    }
    let verilog = tops::verilog(top, &[]).with_context(|| format!("{top}: no such top"))?;
    let verilog = verilog.with_context(|| format!("{top}: cannot be exported"))?;
    match &arguments.output {
        Some(path) if !is_standard(path) => {
            write_file(path, verilog)?;
        }
        _ => {
            let mut output = output::stdout();
            output.write_all(verilog.as_bytes())?;
            output.flush()?;
        }
    }
    Ok(Outcome::Good)
}

fn package(top: &str, folder: &Path) -> anyhow::Result<Outcome> {
    let files = rtl::package::files(top)
        .with_context(|| format!("--package of {top}, expected a unit, say agu_unit8"))?;
    let files = files.with_context(|| format!("{top}: cannot be exported"))?;
    create_folder(folder)?;
    for (name, text) in files {
        write_file(&folder.join(name), text)?;
    }
    Ok(Outcome::Good)
}
