//! `agu report`: a page of what the other commands found.

use super::{Outcome, create_folder, output, write_file};
use anyhow::Context;
use clap::Args;
use cosim::found::{Folder, Kept};
use cosim::report::page::Page;
use std::io::Write;
use std::path::PathBuf;

/// An HTML page of what the other commands found
///
/// Shows the last results of `agu cosim`, `prove`, `mutate`, `bench` and `synth`, which
/// each keeps beside this program; names the commands that have not been run. The page is
/// one file that needs no network. Prints where it is.
#[derive(Args)]
pub struct Arguments {
    /// Folder that gets index.html
    #[arg(short, long, value_name = "DIR", default_value = "report")]
    output: PathBuf,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let page = Page::read(&found()?)?.html();
    let folder = &arguments.output;
    let path = folder.join("index.html");
    create_folder(folder)?;
    write_file(&path, page)?;
    writeln!(output::stdout(), "{}", path.display())?;
    Ok(Outcome::Good)
}

fn found() -> anyhow::Result<Folder> {
    Folder::of_program().context("where this program lies")
}

/// Keeps what a command found for the page. Where that cannot be, the command is none the
/// worse for it.
pub fn keep<T: Kept>(result: T) {
    let kept = found().and_then(|folder| Ok(folder.keep(result)?));
    if let Err(error) = kept {
        let _ = writeln!(output::stderr(), "not kept for `agu report`: {error:#}");
    }
}
