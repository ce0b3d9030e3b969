//! `agu export`: the hardware as Verilog.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use cosim::source::{SourceError, is_standard};
use rtl::tops;

use super::{Outcome, output};

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
    let verilog = tops::verilog(top, &[]).with_context(|| format!("{top}: no such top"))?;
    let verilog = verilog.with_context(|| format!("{top}: error: cannot be exported"))?;
    match &arguments.output {
        Some(path) if !is_standard(path) => {
            fs::write(path, verilog).map_err(|reason| SourceError::writing(path, reason))?;
        }
        _ => {
            let mut output = output::stdout();
            output.write_all(verilog.as_bytes())?;
            output.flush()?;
        }
    }
    Ok(Outcome::Good)
}
