//! Runs the binary. Each test file uses its own part of this.
#![allow(dead_code)]

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// What the binary did.
#[derive(Debug, PartialEq, Eq)]
pub struct Ran {
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// Runs `agu` with `stdin` for its standard input.
pub fn agu_with(arguments: &[&str], stdin: &[u8]) -> Outcome<Ran> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_agu"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let input = child.stdin.take();
    let output = std::thread::scope(|scope| {
        // It may end before it has read everything.
        scope.spawn(|| input.map(|mut input| input.write_all(stdin)));
        child.wait_with_output()
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
        .join("../tests")
        .join(folder)
}
