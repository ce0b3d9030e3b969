//! Verilator: a design becomes a linked library or a shared object.
//!
//! [`Model`] compiles a design to a linked library in build scripts, or to a shared object that is
//! loaded at run time.

mod compiler;
mod coverage;
mod design;
mod error;
pub mod exported;
mod link;
mod message;
mod model;
mod shared;
mod tree;
mod wrapper;

pub use compiler::version as compiler_version;
pub use coverage::merge as merge_coverage;
pub use design::{lint, preprocess, tops, tree};
pub use error::Error;
pub use link::{is_clippy, link};
pub use message::{Message, SourcePlace, errors};
pub use model::Model;
pub use tree::{DeclaredAgain, DesignModule, DesignPort, DesignTree, Direction};
pub use wrapper::Array;

use compiler::Compiler;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, ErrorKind};
use std::mem;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio, exit};
use std::sync::RwLock;

/// Verilator's script, which finds its installation relative to its own path. The program behind
/// it, `verilator_bin`, knows only the folder that it was built for, if any.
const PROGRAM: &str = "verilator";

/// Verilator's version text. Its format is arbitrary, as some builds have no number.
///
/// # Errors
/// Verilator is missing.
pub fn version() -> Result<String, Error> {
    let said = output(verilator().arg("--version"));
    let said = said.map_err(|_| Error::Missing)?;
    Ok(String::from_utf8_lossy(&said.stdout).trim().to_string())
}

/// A hash of the tools that build shared objects: Verilator with its run-time library and the text
/// around it, and the C++ compiler. The library distinguishes versions whose `--version` has no number.
///
/// # Errors
/// A tool is missing.
pub fn tools() -> Result<u64, Error> {
    let mut hasher = DefaultHasher::new();
    version()?.hash(&mut hasher);
    for path in files_of(&root()?.join("include"), &["cpp", "h"]) {
        let text = fs::read(&path).map_err(|error| Error::File(path, error))?;
        text.hash(&mut hasher);
    }
    (model::RUNTIME, Compiler::new()?, compiler_version()).hash(&mut hasher);
    Ok(hasher.finish())
}

/// A command of Verilator's script, without arguments.
pub(crate) fn verilator() -> Command {
    Command::new(PROGRAM)
}

/// Held while a tool is started.
static STARTS: RwLock<()> = RwLock::new(());

/// From now on each attempt to run a tool waits forever, for a program that is about to exit. Tools
/// that run are left.
pub fn start_no_more() {
    mem::forget(STARTS.write());
}

/// Runs a command to its end, unless the program is about to exit. Returns its status and what it prints.
pub(crate) fn output(command: &mut Command) -> io::Result<Output> {
    let starts = STARTS.read();
    command.stdin(Stdio::null());
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    drop(starts);
    child?.wait_with_output()
}

/// Runs a tool on `file`. Returns its output.
///
/// # Errors
/// The tool cannot be run, or fails.
pub(crate) fn run(mut command: Command, file: &Path) -> Result<Output, Error> {
    let tool = command.get_program().to_string_lossy().into_owned();
    let said = match output(&mut command) {
        Ok(output) if output.status.success() => return Ok(output),
        // A signal, as Ctrl-C sends it, says nothing.
        Ok(output) if output.stderr.is_empty() => output.status.to_string(),
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(error) if tool == PROGRAM && error.kind() == ErrorKind::NotFound => {
            return Err(Error::Missing);
        }
        Err(error) => error.to_string(),
    };
    Err(Error::Refused {
        tool,
        file: file.to_path_buf(),
        said,
    })
}

/// The files in `folder` with these extensions, in the order of their names.
pub(crate) fn files_of(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let ends = |path: &PathBuf| {
        let found = path.extension().unwrap_or_default();
        endings.iter().any(|ending| found == *ending)
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(ends).collect();
    files.sort();
    files
}

/// Verilator's root folder.
pub(crate) fn root() -> Result<PathBuf, Error> {
    let asked = output(verilator().args(["--getenv", "VERILATOR_ROOT"]));
    let asked = asked.map_err(|_| Error::Missing)?;
    let root = PathBuf::from(String::from_utf8_lossy(&asked.stdout).trim());
    if !root.join("include/verilated.cpp").is_file() {
        return Err(Error::Incomplete(root));
    }
    Ok(root)
}

/// Ends a build script with a message and no backtrace.
pub(crate) fn fail(error: &Error) -> ! {
    eprintln!("error: {error}");
    exit(1)
}
