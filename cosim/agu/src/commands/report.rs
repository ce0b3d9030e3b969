//! `agu report`: a page of results.

use super::{Outcome, create_folder, merge, output, write_file};
use crate::report::page;
use crate::results::{Merged, Summary};
use clap::{Args, ValueHint};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// An HTML page of what the other commands found
///
/// Shows results as one: those of `--json`, of `agu merge`, and folders of `agu regress`. Verdicts
/// and failures come first, then coverage, proofs, mutants, area and clock, and speed. The page is
/// one file that needs no network. Prints where it is. Results of different hardware are refused.
#[derive(Args)]
pub struct ReportArguments {
    /// Results, or folders of `agu regress` [default: all in the working folder, *.json and
    /// *.regress]
    #[arg(value_name = "RESULT")]
    results: Vec<PathBuf>,
    /// Folder that gets index.html
    #[arg(short, long, value_name = "DIR", default_value = "report", value_hint = ValueHint::DirPath)]
    output: PathBuf,
}

pub fn run(arguments: &ReportArguments) -> anyhow::Result<Outcome> {
    let results: Vec<Merged> = match arguments.results.as_slice() {
        [] => here()?,
        named => {
            let results = named.iter().map(|path| merge::read(path));
            results.collect::<anyhow::Result<_>>()?
        }
    };
    let merged = Merged::merge(results)?;
    let folder = &arguments.output;
    let path = folder.join("index.html");
    let html = page::html(&merged, &Summary::new(&merged))?;
    create_folder(folder)?;
    write_file(&path, html)?;
    writeln!(output::stdout(), "{}", path.display())?;
    Ok(Outcome::Good)
}

/// The results in the working folder. Other JSON is named and left out.
fn here() -> io::Result<Vec<Merged>> {
    let entries = fs::read_dir(".")?.map(|entry| Ok(entry?.file_name().into()));
    let mut paths = entries.collect::<io::Result<Vec<PathBuf>>>()?;
    let ending = |path: &Path| {
        path.extension()
            .and_then(|it| it.to_str())
            .map(str::to_owned)
    };
    paths.retain(|path| matches!(ending(path).as_deref(), Some("json" | "regress")));
    paths.sort();
    let mut results = Vec::new();
    for path in paths {
        match merge::read(&path) {
            Ok(merged) => results.push(merged),
            Err(error) => writeln!(output::stderr(), "left out: {error:#}")?,
        }
    }
    Ok(results)
}
