//! A folder with external designs.

use crate::common::{Outcome, Ran, agu, path};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What is cut where a unit is broken: the carry of an LEA.X.
pub const CARRY: &str = ".carry_in(carry_in_s2)";
pub const NO_CARRY: &str = ".carry_in(1'b0)";

/// A folder with a cache of its own, in which commands run.
pub struct Project {
    folder: PathBuf,
}

impl Project {
    /// With a program whose result depends on the carry.
    pub fn new(name: &str) -> Outcome<Project> {
        let folder = path(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("cache"))?;
        let project = Project { folder };
        project.write("carry.agu", "LEA.HI.X R5, R0, R1, RZ, 0x2\n")?;
        project.write("carry.toml", "[cc]\nCF = 0xffffffff\n")?;
        Ok(project)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub fn write(&self, name: &str, text: &str) -> Outcome<()> {
        let path = self.file(name);
        fs::create_dir_all(path.parent().ok_or("a folder")?)?;
        Ok(fs::write(path, text)?)
    }

    /// Changes a file, and makes sure that it does.
    pub fn replace(&self, name: &str, from: &str, to: &str) -> Outcome<()> {
        let text = fs::read_to_string(self.file(name))?;
        assert!(text.contains(from), "{from} in {name}");
        self.write(name, &text.replace(from, to))
    }

    pub fn command<S: AsRef<str>>(&self, arguments: &[S]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agu"));
        command.args(arguments.iter().map(AsRef::as_ref));
        command.current_dir(&self.folder).stdin(Stdio::null());
        command.env("AGU_CACHE_DIR", self.file("cache"));
        command.env("AGU_STATE_DIR", self.file("state"));
        command
    }

    pub fn agu<S: AsRef<str>>(&self, arguments: &[S]) -> Outcome<Ran> {
        let ran = self.command(arguments).output()?;
        Ok(Ran {
            status: ran.status.code(),
            stdout: String::from_utf8(ran.stdout)?,
            stderr: String::from_utf8(ran.stderr)?,
        })
    }

    /// Runs the program on a target.
    pub fn run(&self, target: &str) -> Outcome<Ran> {
        let command = format!("run carry.agu --init carry.toml --target {target}");
        self.agu(&command.split(' ').collect::<Vec<_>>())
    }

    /// What was made in the cache's folder of simulators.
    pub fn made(&self) -> Vec<PathBuf> {
        let mut paths = self.in_cache("");
        let cache = self.file("cache");
        paths.retain(|path| path.parent() != Some(&cache));
        paths
    }

    /// The paths of the cache that hold `text`.
    pub fn in_cache(&self, text: &str) -> Vec<PathBuf> {
        let mut paths = Vec::new();
        let mut folders = vec![self.file("cache")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path.clone());
                }
                paths.push(path);
            }
        }
        paths.retain(|path| path.to_string_lossy().contains(text));
        paths
    }
}

/// The Verilog of a unit: what it is made of, and its own module.
pub fn exported(top: &str) -> Outcome<(String, String)> {
    let text = agu(&["export", "--top", top])?.stdout;
    let (parts, unit) = text
        .split_once(&format!("module {top} ("))
        .ok_or("the top")?;
    Ok((parts.to_owned(), format!("module {top} ({unit}")))
}
