//! Verilator in build scripts.
//!
//! This crate takes the place of crates.io's `verilator` (see `[patch]` in the
//! workspace's Cargo.toml). That one knows Verilator up to version 4; the crate
//! `verilated`, which links Verilator's run-time library into a Rust program,
//! depends on it to find the installation. Here the same two functions answer for
//! Verilator 5, and [`Model`] compiles a design.

mod layout;
mod model;
mod wrapper;

pub use model::{Model, threads_library};

use std::path::PathBuf;
use std::process::{Command, exit};

/// What a user without Verilator reads, instead of a panic in a build script.
const MISSING: &str = "Verilator was not found on PATH. \
    Run `make setup`, or install Debian's package `verilator` (5.006).";

/// The folder that holds Verilator's `include`. Ends the build script with one
/// clear message where there is no Verilator.
pub fn find_verilator_root() -> Option<PathBuf> {
    // `verilated` calls a method by its old name. The compiler flag reaches it
    // through the environment because this runs in its build script's process.
    let flags = std::env::var("CXXFLAGS").unwrap_or_default();
    // SAFETY: a build script's main thread, before it starts any other.
    unsafe { std::env::set_var("CXXFLAGS", format!("{flags} -DrolloverMB=rolloverSize")) };
    Some(root())
}

/// The interface that `verilated` is to compile for: the newest it knows, 4.38,
/// whose callbacks Verilator 5 still has.
pub fn verilator_version() -> Option<(u32, u32)> {
    Some((4, 38))
}

/// Verilator's root folder, or the end of the build script.
pub(crate) fn root() -> PathBuf {
    println!("cargo:rerun-if-env-changed=PATH");
    let asked = Command::new("verilator_bin")
        .args(["--getenv", "VERILATOR_ROOT"])
        .output();
    let root = match &asked {
        Ok(output) => PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()),
        Err(_) => fail(MISSING),
    };
    if !root.join("include/verilated.cpp").is_file() {
        fail(&format!(
            "Verilator names {} as its root, but there is no include/verilated.cpp in it; \
             expected a complete installation",
            root.display()
        ));
    }
    root
}

/// Ends the build script with a message and no backtrace.
pub(crate) fn fail(message: &str) -> ! {
    eprintln!("error: {message}");
    exit(1)
}
