//! A regression on disk. Whatever ends in the middle, it can go on from there.
//!
//! | file | holds |
//! |---|---|
//! | `plan.json` | the parts |
//! | `parts/N/run` | a script that runs part N, here or anywhere that sees the folder |
//! | `parts/N/result.json` | what it found, once it has come to its end |
//! | `parts/N/log` | what it said |
//! | `merged.json`, `junit.xml`, `coverage.info` | all of them together |

use super::Plan;
use crate::results::file::write_whole;
use crate::results::merged::Merged;
use anyhow::{Context, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// What parts are run by.
pub struct Program<'a> {
    /// This program.
    pub agu: PathBuf,
    /// Where it runs.
    pub here: PathBuf,
    /// Where simulators are kept, if an option or the environment sets it.
    pub cache: Option<&'a Path>,
}

/// The folder of a regression.
pub struct Folder {
    path: PathBuf,
    plan: Plan,
}

/// The names of its files.
pub const MERGED: &str = "merged.json";
pub const JUNIT: &str = "junit.xml";
pub const LCOV: &str = "coverage.info";
const PLAN: &str = "plan.json";
const RESULT: &str = "result.json";
const LOG: &str = "log";
const COUNTED: &str = "coverage.dat";

impl Folder {
    /// The folder `path` for `plan`: new, or one of the same plan.
    ///
    /// # Errors
    /// It is of another plan, or cannot be written.
    pub fn create(path: &Path, plan: Plan, program: &Program<'_>) -> anyhow::Result<Folder> {
        let failed = || path.display().to_string();
        fs::create_dir_all(path).with_context(failed)?;
        let path = &path.canonicalize().with_context(failed)?;
        let file = path.join(PLAN);
        if file.exists() && Folder::open(path)?.plan != plan {
            bail!(
                "{}: of another plan, expected --output with another folder",
                file.display()
            );
        }
        let folder = Folder {
            path: path.clone(),
            plan,
        };
        for (number, command) in folder.parts() {
            let part = folder.part(number);
            let script = folder.script(number, command, program)?;
            fs::create_dir_all(&part).with_context(failed)?;
            write_whole(&part.join("run"), script.as_bytes()).with_context(failed)?;
        }
        // Last: where there is a plan, there are its scripts.
        let plan = serde_json::to_string_pretty(&folder.plan)? + "\n";
        write_whole(&file, plan.as_bytes()).with_context(failed)?;
        Ok(folder)
    }

    /// The regression that is in the folder `path`.
    ///
    /// # Errors
    /// There is none.
    pub fn open(path: &Path) -> anyhow::Result<Folder> {
        let file = path.join(PLAN);
        let failed = || format!("{}: expected the folder of a regression", file.display());
        let text = fs::read_to_string(&file).with_context(failed)?;
        Ok(Folder {
            path: path.to_owned(),
            plan: serde_json::from_str(&text).with_context(failed)?,
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name of the regression.
    pub fn name(&self) -> &str {
        &self.plan.name
    }

    /// The command of each part, by its number from 1.
    pub fn parts(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.plan.parts.iter().map(String::as_str))
    }

    /// The folder of a part.
    pub fn part(&self, number: usize) -> PathBuf {
        self.path.join("parts").join(number.to_string())
    }

    /// The log of a part, and its last line.
    pub fn log(&self, number: usize) -> (PathBuf, String) {
        let path = self.part(number).join(LOG);
        let text = fs::read(&path).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let last = text.trim_end().lines().next_back();
        (path, last.unwrap_or("it is empty").to_owned())
    }

    /// Whether a part has come to its end.
    pub fn has_result(&self, number: usize) -> bool {
        self.part(number).join(RESULT).is_file()
    }

    /// The parts that have no result.
    pub fn missing(&self) -> Vec<usize> {
        let parts = self.parts().map(|(number, _)| number);
        parts.filter(|&number| !self.has_result(number)).collect()
    }

    /// What runs a part. The shell becomes the program, so that a signal meets it.
    fn script(
        &self,
        number: usize,
        command: &str,
        program: &Program<'_>,
    ) -> anyhow::Result<String> {
        let quoted = |path: &Path| -> anyhow::Result<String> {
            let text = path.to_str();
            let text = text.with_context(|| format!("{}: expected UTF-8", path.display()))?;
            Ok(shlex::try_quote(text)?.into_owned())
        };
        let part = self.part(number);
        let folder = quoted(&part)?;
        let arguments = command.strip_prefix("agu ").unwrap_or(command);
        let of_its_own = match arguments.split(' ').next() {
            Some("cosim") => format!(" --failures {folder}"),
            Some("prove") => format!(" --output {folder}"),
            Some("coverage") => format!(" --data {}", quoted(&part.join(COUNTED))?),
            _ => String::new(),
        };
        let cache = match program.cache {
            Some(cache) => format!(" --cache-dir {}", quoted(cache)?),
            None => String::new(),
        };
        let (here, agu) = (quoted(&program.here)?, quoted(&program.agu)?);
        let (result, log) = (quoted(&part.join(RESULT))?, quoted(&part.join(LOG))?);
        Ok(format!(
            "#!/bin/sh\n# {command}\ncd {here} || exit\nexec {agu} {arguments} --quiet{cache}{of_its_own} \\\n    \
             --json {result} >{log} 2>&1\n"
        ))
    }

    /// What the parts have found together.
    ///
    /// # Errors
    /// A result cannot be read, or they are of different hardware.
    pub fn merged(&self) -> anyhow::Result<Merged> {
        let plan = Merged {
            names: [self.plan.name.clone()].into(),
            planned: self.plan.parts.iter().cloned().collect(),
            ..Merged::default()
        };
        let done = self.parts().filter(|&(number, _)| self.has_result(number));
        let results = done.map(|(number, _)| Merged::read(&self.part(number).join(RESULT)));
        let results = results.collect::<Result<Vec<_>, _>>()?;
        Ok(Merged::merge(results.into_iter().chain([plan]))?)
    }

    /// What Verilator counted in the parts that have a result.
    pub fn counted(&self) -> Vec<PathBuf> {
        let done = self.parts().filter(|&(number, _)| self.has_result(number));
        let files = done.map(|(number, _)| self.part(number).join(COUNTED));
        files.filter(|file| file.is_file()).collect()
    }
}
