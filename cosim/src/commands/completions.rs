//! `agu completions`: what a shell needs to complete the command line.

use super::{Outcome, output};
use clap::{Args, Command};
use clap_complete::{Shell, generate};
use std::io::Write;

/// Print a script with which a shell completes commands and options
#[derive(Args)]
pub struct Arguments {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

/// Runs the command; `command` is the whole command line.
///
/// # Errors
/// Standard output cannot be written.
pub fn run(arguments: &Arguments, mut command: Command) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    let name = command.get_name().to_owned();
    generate(arguments.shell, &mut command, name, &mut script);
    let mut output = output::stdout();
    output.write_all(&script)?;
    output.flush()?;
    Ok(Outcome::Good)
}
