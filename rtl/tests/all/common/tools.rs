//! Verilator, Icarus and Yosys as processes.

use std::path::Path;
use std::process::Command;

/// Beginnings of warnings and errors: Verilator's `%Warning-WIDTH: FILE`, Icarus's
/// `FILE:LINE: warning: `, Yosys's `Warning: `. What else a tool prints is a report.
const COMPLAINTS: [&str; 7] = [
    "%Warning",
    "%Error",
    " warning: ",
    " error: ",
    " sorry: ",
    "Warning: ",
    "ERROR: ",
];

/// Lines of a tool's output that are warnings or errors.
pub fn complaints(said: &str) -> Vec<&str> {
    let complains = |line: &&str| COMPLAINTS.iter().any(|begin| line.contains(begin));
    said.lines().filter(complains).collect()
}

/// The output of a tool in `folder`, which must succeed.
#[track_caller]
pub fn said(folder: &Path, tool: &str, arguments: &[&str]) -> String {
    let ran = Command::new(tool)
        .args(arguments)
        .current_dir(folder)
        .output();
    let output = match ran {
        Ok(output) => output,
        Err(error) => panic!("{tool} does not start ({error}): run `make setup`"),
    };
    let bytes = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&bytes).into_owned();
    assert!(output.status.success(), "{tool} {arguments:?}:\n{said}");
    said
}

/// Runs a tool in `folder`, which must succeed without a warning.
#[track_caller]
pub fn accepts(folder: &Path, tool: &str, arguments: &[&str]) {
    let said = said(folder, tool, arguments);
    let complaints = complaints(&said);
    assert!(complaints.is_empty(), "{tool} {arguments:?}:\n{said}");
}
