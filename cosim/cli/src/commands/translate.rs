//! One line in, one line out: what `asm` and `disasm` share.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use cosim::source::{Source, message};
use isa::{Isa, TextError};

use super::{Outcome, instruction_sets, output};

/// Where the lines come from, and what a bad one does.
#[derive(Args)]
pub struct Arguments {
    /// The instruction set
    #[arg(long, value_name = "ISA", default_value_t = Isa::Maxwell, ignore_case = true,
        value_parser = instruction_sets())]
    isa: Isa,

    /// The file to translate; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Print `error: MESSAGE` in the place of a bad line and go on; the exit status is still 1
    #[arg(long)]
    keep_going: bool,
}

/// Appends what a line means; a line that means nothing appends nothing.
pub type Convert = fn(Isa, &str, &mut String) -> Result<(), TextError>;

/// Converts every line.
///
/// # Errors
/// A file that cannot be read; the first line that is refused, unless it goes on.
pub fn run(arguments: &Arguments, convert: Convert) -> anyhow::Result<Outcome> {
    let mut source = Source::open(&arguments.file)?;
    let mut output = output::stdout();
    let mut errors = output::stderr();
    let mut outcome = Outcome::Good;
    let mut text = String::new();
    while output.get_ref().has_reader() {
        // Who writes one line and waits for its answer gets it.
        if !source.has_line() {
            output.flush()?;
            errors.flush()?;
        }
        let Some(line) = source.next_line()? else {
            break;
        };
        text.clear();
        if let Err(error) = convert(arguments.isa, &line, &mut text) {
            drop(line);
            text.clear();
            text.push_str("error: ");
            text.push_str(&message(&error));
            let rejected = source.reject(error);
            if !arguments.keep_going {
                output.flush()?;
                return Err(rejected.into());
            }
            outcome = Outcome::Bad;
            writeln!(errors, "{rejected}")?;
        }
        if !text.is_empty() {
            text.push('\n');
            output.write_all(text.as_bytes())?;
        }
    }
    output.flush()?;
    errors.flush()?;
    Ok(outcome)
}
