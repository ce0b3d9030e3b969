//! Errors between Verilog and a library.

use std::io;
use std::path::PathBuf;

/// A step that failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Verilator is missing; the message names the ways to install it.
    #[error(
        "Verilator was not found on PATH. Run `make setup`, or install Debian's package \
         `verilator`, 5.006 or newer."
    )]
    Missing,
    #[error(
        "Verilator names `{0}` as its root, but there is no include/verilated.cpp in it; \
         expected a complete installation"
    )]
    Incomplete(PathBuf),
    #[error("no C++ compiler: install Debian's package `clang-19` or `g++`, or set CXX")]
    NoCompiler,
    #[error("the C++ compiler `{0}`, which CXX names, cannot be run")]
    Compiler(String),
    #[error("no module {0} to simulate")]
    NoModule(String),
    #[error("{tool} refuses {file}:\n{said}")]
    Refused {
        tool: String,
        file: PathBuf,
        said: String,
    },
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
}
