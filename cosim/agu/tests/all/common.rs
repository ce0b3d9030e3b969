//! Runs the binary.

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::error::Error;
use std::fs;
use std::io::{self, Read, Write};
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use tempfile::TempDir;

pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// What the binary did.
#[derive(Debug, PartialEq, Eq)]
pub struct Ran {
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// A folder of its own for a test, so that none sees another's results.
pub struct Place(TempDir);

impl Place {
    pub fn new() -> Outcome<Place> {
        Ok(Place(tempfile::tempdir()?))
    }

    pub fn folder(&self) -> &Path {
        self.0.path()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    /// `agu` in the folder, with its results there.
    pub fn agu(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agu"));
        command.args(arguments).current_dir(self.folder());
        command.env("AGU_STATE_DIR", self.path("state"));
        command
    }
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
    pub fn number(&self) -> Outcome<Pid> {
        Ok(Pid::from_raw(self.id().try_into()?))
    }

    /// Sends what Ctrl-C on a terminal does.
    pub fn interrupt(&self) -> Outcome<()> {
        Ok(kill(self.number()?, Signal::SIGINT)?)
    }

    /// Waits for its end, and gives what it has written to the pipes that nobody took.
    pub fn output(mut self) -> io::Result<Output> {
        drop(self.stdin.take());
        let (stdout, stderr) = (self.stdout.take(), self.stderr.take());
        let (stdout, stderr) = thread::scope(|scope| {
            let stderr = scope.spawn(|| read(stderr));
            (read(stdout), stderr.join())
        });
        Ok(Output {
            status: self.wait()?,
            stdout: stdout?,
            stderr: stderr.map_err(|_| io::Error::other("the reader failed"))??,
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
    let output = thread::scope(|scope| {
        // It may end before it has read everything.
        scope.spawn(|| input.map(|mut input| input.write_all(stdin)));
        child.output()
    })?;
    Ok(Ran {
        status: output.status.code(),
        stdout: String::from_utf8(output.stdout)?,
        stderr: String::from_utf8(output.stderr)?,
    })
}

/// Runs `agu` with an empty standard input.
pub fn agu(arguments: &[&str]) -> Outcome<Ran> {
    agu_with(arguments, b"")
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

/// The instruction set that a program's name ends in, as in `NAME.fermi.agu`.
pub fn isa_of(program: &str) -> &'static str {
    let endings = ["fermi", "visa"].into_iter();
    let mut named = endings.filter(|isa| program.ends_with(&format!(".{isa}.agu")));
    named.next().unwrap_or("maxwell")
}

/// The folder of programs or of vectors of the tests crate.
pub fn shared(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests")
        .join(folder)
}
