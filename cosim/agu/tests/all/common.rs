//! Runs the binary.

use rustix::process::{Pid, Signal, kill_process};
use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read, Write};
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use tempfile::TempDir;

pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// Status and output of the binary.
#[derive(Debug, PartialEq, Eq)]
pub struct Ran {
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl TryFrom<Output> for Ran {
    type Error = Box<dyn Error>;

    fn try_from(output: Output) -> Outcome<Ran> {
        Ok(Ran {
            status: output.status.code(),
            stdout: String::from_utf8(output.stdout)?,
            stderr: String::from_utf8(output.stderr)?,
        })
    }
}

impl Ran {
    /// Checks that it ended with a status, and gives the error output.
    pub fn ended(self, status: i32) -> Outcome<String> {
        match self.status {
            Some(found) if found == status => Ok(self.stderr),
            found => Err(format!("status {found:?}: {}{}", self.stdout, self.stderr).into()),
        }
    }
}

/// A folder of its own for a test, in which commands run.
pub struct TestFolder(TempDir);

impl TestFolder {
    pub fn new() -> Outcome<TestFolder> {
        Ok(TestFolder(tempfile::tempdir()?))
    }

    pub fn folder(&self) -> &Path {
        self.0.path()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> Outcome<()> {
        let path = self.path(name);
        fs::create_dir_all(path.parent().ok_or("a folder")?)?;
        Ok(fs::write(path, text)?)
    }

    pub fn read(&self, name: &str) -> Outcome<String> {
        let text = fs::read_to_string(self.path(name));
        text.map_err(|error| format!("{name}: {error}").into())
    }

    pub fn json(&self, name: &str) -> Outcome<serde_json::Value> {
        Ok(serde_json::from_str(&self.read(name)?)?)
    }

    /// Changes the last place of `from` in a file, and makes sure that there is one.
    pub fn replace(&self, name: &str, from: &str, to: &str) -> Outcome<()> {
        let text = self.read(name)?;
        let (before, after) = text
            .rsplit_once(from)
            .ok_or(format!("no {from} in {name}"))?;
        self.write(name, format!("{before}{to}{after}"))
    }

    /// `agu` with arguments, in the folder.
    pub fn command<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agu"));
        command.args(arguments).current_dir(self.folder());
        command.stdin(Stdio::null());
        command
    }

    /// Runs `agu` with the words of a command line.
    pub fn agu(&self, line: &str) -> Outcome<Ran> {
        let words = shlex::split(line).ok_or("an unquoted line")?;
        self.command(&words).output()?.try_into()
    }
}

/// The process whose command line has `text`.
pub fn process(text: &str) -> Outcome<Option<Pid>> {
    for entry in fs::read_dir("/proc")? {
        let path = entry?.path();
        let number = path
            .file_name()
            .and_then(|name| name.to_str()?.parse().ok());
        let line = fs::read(path.join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        if let Some(number) = number.filter(|_| line.contains(text)) {
            return Ok(Pid::from_raw(number));
        }
    }
    Ok(None)
}

/// A child process that a test does not leave behind, however it ends: dropped, it is killed.
pub struct Running(Child);

impl Running {
    /// Starts `command` with pipes for its output.
    pub fn start(command: &mut Command) -> io::Result<Running> {
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().map(Running)
    }

    /// Its number among the processes.
    pub fn number(&self) -> Pid {
        Pid::from_child(self)
    }

    pub fn signal(&self, signal: Signal) -> Outcome<()> {
        Ok(kill_process(self.number(), signal)?)
    }

    /// Waits until `ready`, which has to be before its end.
    pub fn until<T>(&mut self, mut ready: impl FnMut() -> Outcome<Option<T>>) -> Outcome<T> {
        loop {
            if let Some(found) = ready()? {
                return Ok(found);
            }
            if let Some(status) = self.try_wait()? {
                return Err(format!("ended too early: {status}").into());
            }
            thread::yield_now();
        }
    }

    /// Waits for its end, and gives what it has written to the pipes that were not taken.
    pub fn ran(mut self) -> Outcome<Ran> {
        drop(self.stdin.take());
        let (stdout, stderr) = (self.stdout.take(), self.stderr.take());
        let (stdout, stderr) = thread::scope(|scope| {
            let stderr = scope.spawn(|| read(stderr));
            (read(stdout), stderr.join())
        });
        let stderr = stderr.map_err(|_| io::Error::other("the reader failed"))??;
        Ran::try_from(Output {
            status: self.wait()?,
            stdout: stdout?,
            stderr,
        })
    }
}

impl Deref for Running {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.0
    }
}

impl DerefMut for Running {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.kill();
        let _ = self.wait();
    }
}

/// All that comes out of a pipe.
fn read(pipe: Option<impl Read>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        pipe.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Runs `agu` with `stdin` for its standard input.
pub fn agu_with(arguments: &[&str], stdin: &[u8]) -> Outcome<Ran> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agu"));
    let mut child = Running::start(command.args(arguments).stdin(Stdio::piped()))?;
    let input = child.stdin.take();
    thread::scope(|scope| {
        // It may end before it has read everything.
        scope.spawn(|| input.map(|mut input| input.write_all(stdin)));
        child.ran()
    })
}

/// Runs `agu` with an empty standard input.
pub fn agu(arguments: &[&str]) -> Outcome<Ran> {
    agu_with(arguments, b"")
}

/// The Verilog of a module.
pub fn exported(top: &str) -> Outcome<String> {
    Ok(agu(&["export", "--top", top])?.stdout)
}

/// The Verilog of a unit: the modules below it, and its own.
pub fn parts(top: &str) -> Outcome<(String, String)> {
    let text = exported(top)?;
    let at = text.find(&format!("module {top} (")).ok_or("the top")?;
    Ok((text[..at].to_owned(), text[at..].to_owned()))
}

/// A path for a file of a test; its name has to be the test's own.
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// A file of a test, as an argument.
pub fn file(name: &str, contents: impl AsRef<[u8]>) -> Outcome<String> {
    fs::write(path(name), contents)?;
    text(&path(name))
}

/// A path as an argument.
pub fn text(path: &Path) -> Outcome<String> {
    Ok(path.to_str().ok_or("a path that is not UTF-8")?.to_owned())
}

/// A program of the tests crate: its path, its init file's, and the instruction set that its name
/// ends in, as in `NAME.fermi.agu`.
pub fn program(name: &str) -> Outcome<[String; 3]> {
    let program = shared("programs").join(name);
    let stem = name.trim_end_matches(".agu");
    let named = stem.rsplit_once('.').map(|(_, isa)| isa);
    let isa = named
        .filter(|isa| isa.parse::<isa::Isa>().is_ok())
        .unwrap_or("maxwell");
    let init = program.with_extension("toml");
    Ok([text(&program)?, text(&init)?, isa.to_owned()])
}

/// The names of all programs of the tests crate.
pub fn programs() -> Outcome<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(shared("programs"))? {
        names.push(text(Path::new(&entry?.file_name()))?);
    }
    names.retain(|name| name.ends_with(".agu"));
    assert!(names.len() >= 46, "found {} programs", names.len());
    Ok(names)
}

/// A folder of the tests crate.
pub fn shared(folder: &str) -> PathBuf {
    root().join("tests").join(folder)
}

/// The folder of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The rows of a file of the tests: its lines but for blank ones and comments, with their numbers.
pub fn rows(text: &'static str) -> impl Iterator<Item = (usize, &'static str)> {
    let rows = (1..).zip(text.lines());
    rows.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}
