//! The C++ compiler of a Verilated model.

use crate::Error;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Compilers in order of preference. Clang turns the 32 lanes of a Verilated unit
/// into vector instructions; GCC 12 runs the same model at less than half its speed.
const CLANG: [&str; 4] = ["clang++-19", "clang++-18", "clang++-17", "clang++"];

/// The first Clang on PATH.
pub fn clang() -> Option<&'static str> {
    CLANG.into_iter().find(|name| works(name))
}

/// `CXX` where it is set, else a Clang, else the default.
pub fn any() -> Option<OsString> {
    let default = || works("c++").then_some("c++");
    env::var_os("CXX").or_else(|| clang().or_else(default).map(OsString::from))
}

/// The line with which the compiler tells its version; empty where there is none.
pub fn version() -> String {
    let said = Command::new(any().unwrap_or_default())
        .arg("--version")
        .output();
    let said = said.map(|said| said.stdout).unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    said.lines().next().unwrap_or_default().to_owned()
}

fn works(name: &str) -> bool {
    Command::new(name).arg("--version").output().is_ok()
}

/// Lets `compile` make an object in the folder `out` of each of `files`, as many at a time
/// as there are cores.
pub fn objects(
    files: &[PathBuf],
    out: &Path,
    compile: impl Fn(&Path, &Path) -> Result<(), Error> + Sync,
) -> Result<Vec<PathBuf>, Error> {
    let object = |place: usize| out.join(format!("{place}.o"));
    let next = AtomicUsize::new(0);
    let worker = || -> Result<(), Error> {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = files.get(place) else {
                return Ok(());
            };
            if let Err(error) = compile(file, &object(place)) {
                next.store(files.len(), Ordering::Relaxed);
                return Err(error);
            }
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(|worker| {
            let ended = worker.join();
            ended.unwrap_or(Err(Error::NoCompiler))
        })
    })?;
    Ok((0..files.len()).map(object).collect())
}
