//! Tests across several crates: programs, vectors, wrong hardware that has to be caught, and the
//! documentation against the tree.

mod decoder;
mod documentation;
mod lanes;
mod minimise;
mod netlist;
mod programs;
mod recorded;
mod replay;
mod seeded_bugs;
mod throughput;
mod vectors;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{fs, io};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// The root of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A folder in which a test writes.
fn folder(name: &str) -> io::Result<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Such a folder without anything in it.
fn fresh_folder(name: &str) -> io::Result<PathBuf> {
    fs::remove_dir_all(folder(name)?)?;
    folder(name)
}
