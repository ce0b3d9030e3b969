//! A regression on disk. After an end in the middle the same command goes on from there.
//!
//! | file | holds |
//! |---|---|
//! | `plan.json` | the commands of the parts |
//! | `parts/N/run` | a script that runs part N, here or anywhere that sees the folder |
//! | `parts/N/result.json` | its result, once it has come to its end |
//! | `parts/N/log` | its output |
//! | `merged.json`, `junit.xml`, `coverage.info` | all of them together |

use super::file::Regression;
use super::work::Work;
use crate::commands::folders::Folders;
use crate::results::Merged;
use crate::results::hardware::{HardwareHashes, present};
use anyhow::{Context, bail};
use cosim::whole_file;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// The program that runs the parts.
pub struct ThisProgram<'a> {
    /// File of this program.
    pub agu: PathBuf,
    /// Its working folder.
    pub here: PathBuf,
    /// The folder of simulators, if an option or the environment sets it.
    pub cache: Option<&'a Path>,
}

/// The folder of a regression.
pub struct Folder {
    path: PathBuf,
    plan: Plan,
}

/// The parts of a regression.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Plan {
    name: String,
    /// The command of each.
    parts: Vec<String>,
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
    /// The folder `path` of `regression`: new, or one with the same parts.
    ///
    /// # Errors
    /// It has other parts, or cannot be written.
    pub fn create(
        path: &Path,
        regression: &Regression,
        program: &ThisProgram<'_>,
    ) -> anyhow::Result<Folder> {
        let plan = Plan {
            name: regression.name.clone(),
            parts: regression.work.iter().flat_map(Work::part_names).collect(),
        };
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
            whole_file::write(&part.join("run"), script.as_bytes()).with_context(failed)?;
        }
        // Last: a folder with a plan has all scripts.
        let plan = serde_json::to_string_pretty(&folder.plan)? + "\n";
        whole_file::write(&file, plan.as_bytes()).with_context(failed)?;
        Ok(folder)
    }

    /// The regression in the folder `path`.
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

    /// The parts without a result.
    pub fn missing(&self) -> Vec<usize> {
        let parts = self.parts().map(|(number, _)| number);
        parts.filter(|&number| !self.has_result(number)).collect()
    }

    /// Removes results of other hardware than `work`, the commands of the parts, would run now, and
    /// files that are no results of this version.
    pub fn remove_outdated(&self, work: &[Work], folders: &Folders) -> anyhow::Result<()> {
        let mut numbers = 1..;
        for work in work {
            let numbers = numbers.by_ref().take(work.parts as usize);
            let paths = numbers
                .filter(|&number| self.has_result(number))
                .map(|number| self.part(number).join(RESULT));
            let results: Vec<_> = paths.map(|path| (hardware(&path), path)).collect();
            let mut found = results.iter().filter_map(|(found, _)| found.as_ref());
            // Once a command: the simulator of an external design is made for it.
            let own = if found.any(|it| it.exported.is_empty()) {
                work.hardware(folders)?
            } else {
                None
            };
            let is_present = |found: &HardwareHashes| {
                if found.exported.is_empty() {
                    own.as_ref() == Some(found)
                } else {
                    found.is_of(&present(found.tops()))
                }
            };
            for (found, path) in results {
                if !found.is_some_and(|found| is_present(&found)) {
                    fs::remove_file(&path).with_context(|| path.display().to_string())?;
                }
            }
        }
        Ok(())
    }

    /// The script of a part. It tries again what ends without a result, killed or lost, and does
    /// nothing where there is one.
    fn script(
        &self,
        number: usize,
        command: &str,
        program: &ThisProgram<'_>,
    ) -> anyhow::Result<String> {
        let quoted = |path: &Path| -> anyhow::Result<String> {
            let text = path.to_str();
            let text = text.with_context(|| format!("{}: expected UTF-8", path.display()))?;
            Ok(shlex::try_quote(text)?.into_owned())
        };
        let part = self.part(number);
        let folder = quoted(&part)?;
        let arguments = command.strip_prefix("agu ").unwrap_or(command);
        let files = match arguments.split(' ').next() {
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
            "#!/bin/sh\n\
             # {command}\n\
             trap 'exit 130' INT TERM\n\
             cd {here} || exit\n\
             for attempt in 1 2 3; do\n\
             \x20   [ -e {result} ] && exit\n\
             \x20   {agu} {arguments} --quiet{cache}{files} --json {result} >{log} 2>&1\n\
             done\n\
             [ -e {result} ]\n"
        ))
    }

    /// The results of all parts that have one.
    pub fn merged(&self) -> anyhow::Result<Merged> {
        let mut plan = Merged::default();
        plan.names.insert(self.plan.name.clone());
        plan.planned.extend(self.plan.parts.iter().cloned());
        let done = self.parts().filter(|&(number, _)| self.has_result(number));
        let results = done
            .map(|(number, _)| Merged::read(&self.part(number).join(RESULT)))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Merged::merge(results.into_iter().chain([plan]))?)
    }

    /// Verilator's counts of the parts that have a result.
    pub fn counted(&self) -> Vec<PathBuf> {
        let done = self.parts().filter(|&(number, _)| self.has_result(number));
        let files = done.map(|(number, _)| self.part(number).join(COUNTED));
        files.filter(|file| file.is_file()).collect()
    }
}

/// The hardware of the result in a file, if it is one.
fn hardware(result: &Path) -> Option<HardwareHashes> {
    let merged = Merged::read(result).ok()?;
    Some(merged.parts().next()?.head.hardware.clone())
}
