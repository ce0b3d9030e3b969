//! `agu report`: a page of what the other commands found.

use super::folders::Folders;
use super::{Outcome, create_folder, merge, output, write_file};
use crate::report::page::Page;
use clap::{Args, ValueHint};
use std::io::Write;
use std::path::PathBuf;

/// An HTML page of what the other commands found
///
/// Shows the results that `agu cosim`, `prove`, `mutate`, `coverage`, `bench` and `synth` keep in
/// the folder of --state-dir: first those of the shipped unit, then of each other hardware that
/// `agu cosim --target` has run. What was found of an earlier hardware is marked, commands that
/// have not been run are named. The page is one file that needs no network. Prints where it is.
#[derive(Args)]
pub struct Arguments {
    /// In place of what was kept: folders of `agu regress`, or files of `agu merge`. Of several,
    /// say one a night, the page draws what has changed from one to the next
    #[arg(value_name = "RESULT")]
    results: Vec<PathBuf>,
    /// Folder that gets index.html
    #[arg(short, long, value_name = "DIR", default_value = "report", value_hint = ValueHint::DirPath)]
    output: PathBuf,
}

pub fn run(arguments: &Arguments, folders: &Folders) -> anyhow::Result<Outcome> {
    let (page, errors) = match arguments.results.as_slice() {
        [] => Page::read(&folders.store()?)?,
        results => {
            let named = results
                .iter()
                .map(|path| Ok((path.display().to_string(), merge::read(path)?)));
            (
                Page::of(&named.collect::<anyhow::Result<Vec<_>>>()?),
                Vec::new(),
            )
        }
    };
    let mut stderr = output::stderr();
    for error in errors {
        writeln!(stderr, "left out: {error}")?;
    }
    stderr.flush()?;
    let folder = &arguments.output;
    let path = folder.join("index.html");
    create_folder(folder)?;
    write_file(&path, page.html())?;
    writeln!(output::stdout(), "{}", path.display())?;
    Ok(Outcome::Good)
}
