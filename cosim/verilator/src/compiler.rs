//! The C++ compiler of a Verilated model.

use std::env;
use std::ffi::OsString;
use std::process::Command;

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
