//! Verilator: a design becomes a linked library or a shared object.
//!
//! This crate takes the place of crates.io's `verilator` (see `[patch]` in the
//! workspace's Cargo.toml). That one knows Verilator up to version 4; the crate
//! `verilated`, which links Verilator's run-time library into a Rust program,
//! depends on it to find the installation. Here the same two functions answer for
//! Verilator 5, and [`Model`] compiles a design: in build scripts to a library that is
//! linked, in a running program to a shared object that it loads.
//!
//! What makes the linked ones fast are two passes over the C++ that Verilator writes: `layout`
//! sorts the members of the class, `roll` makes loops of statements that were unrolled. Models
//! with waves have the first alone, and tests compare both kinds.

mod compiler;
mod error;
mod layout;
mod model;
mod roll;
mod wrapper;

pub use error::Error;
pub use model::{Model, threads_library};

use std::path::PathBuf;
use std::process::{Command, exit};

/// Verilator's script, which finds its installation from where it is. The program behind it,
/// `verilator_bin`, knows only the folder that it was built for, if any.
pub(crate) const PROGRAM: &str = "verilator";

/// The folder that holds Verilator's `include`. Ends the build script with one
/// clear message where there is no Verilator.
pub fn find_verilator_root() -> Option<PathBuf> {
    // `verilated` calls a method by its old name. The compiler flag reaches it
    // through the environment because this runs in its build script's process.
    let flags = std::env::var("CXXFLAGS").unwrap_or_default();
    // SAFETY: a build script's main thread, before it starts any other.
    unsafe { std::env::set_var("CXXFLAGS", format!("{flags} -DrolloverMB=rolloverSize")) };
    println!("cargo:rerun-if-env-changed=PATH");
    Some(root().unwrap_or_else(|error| fail(&error)))
}

/// The interface that `verilated` is to compile for: the newest it knows, 4.38,
/// whose callbacks Verilator 5 still has.
pub fn verilator_version() -> Option<(u32, u32)> {
    Some((4, 38))
}

/// What Verilator says of its version: any text, as some builds know no number.
///
/// # Errors
/// There is no Verilator.
pub fn version() -> Result<String, Error> {
    let said = Command::new(PROGRAM).arg("--version").output();
    let said = said.map_err(|_| Error::Missing)?;
    Ok(String::from_utf8_lossy(&said.stdout).trim().to_string())
}

/// Verilator's root folder.
pub(crate) fn root() -> Result<PathBuf, Error> {
    let asked = Command::new(PROGRAM)
        .args(["--getenv", "VERILATOR_ROOT"])
        .output();
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
