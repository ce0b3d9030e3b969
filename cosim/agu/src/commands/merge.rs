//! `agu merge`: results of many parts as one.

use super::{Outcome, can_write, output, write_file};
use crate::regress::Folder;
use crate::report::merged as text;
use crate::results::{Merged, Summary};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Make one result of many
///
/// Takes what `--json` of `agu cosim`, `prove`, `mutate`, `coverage`, `synth` and `bench` has
/// written, whole commands or parts of them (`--shard`), what this command has written itself, and
/// folders of `agu regress`; in any order, and twice is as good as once. Says what was found
/// together, each failure with the command that shows it again, and which parts are missing. Exit
/// status 1: a failure, or a part that is missing. Results of different hardware are refused.
#[derive(Args)]
pub struct MergeArguments {
    /// Results, or folders of `agu regress`
    #[arg(required = true, value_name = "RESULT")]
    results: Vec<PathBuf>,
    #[command(flatten)]
    files: MergedFiles,
}

/// Files of a merged result.
#[derive(Args, Default)]
pub struct MergedFiles {
    /// Write the result as JSON, for `agu report` and for this command [default: to standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write it as JUnit XML, a test case a part
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
}

pub fn run(arguments: &MergeArguments) -> anyhow::Result<Outcome> {
    let files = &arguments.files;
    can_write(&[
        ("--output", files.output.as_deref()),
        ("--junit", files.junit.as_deref()),
    ])?;
    let results = arguments.results.iter().map(|path| read(path));
    let merged = Merged::merge(results.collect::<anyhow::Result<Vec<_>>>()?)?;
    files.write(&merged)
}

/// The results in a file, or in a folder of a regression.
pub fn read(path: &Path) -> anyhow::Result<Merged> {
    if path.is_dir() {
        Folder::open(path)?.merged()
    } else {
        Ok(Merged::read(path)?)
    }
}

impl MergedFiles {
    /// Writes them, and prints what is in them.
    pub fn write(&self, merged: &Merged) -> anyhow::Result<Outcome> {
        let summary = Summary::new(merged);
        let json = summary.json(merged)?;
        if let Some(path) = &self.output {
            write_file(path, &json)?;
        }
        if let Some(path) = &self.junit {
            write_file(path, text::junit(merged, &summary)?)?;
        }
        let table = text::table(&summary);
        if self.output.is_some() {
            write!(output::stdout(), "{table}")?;
        } else {
            write!(output::stderr(), "{table}")?;
            write!(output::stdout(), "{json}")?;
        }
        Ok(summary.good.into())
    }
}
