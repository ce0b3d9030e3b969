//! Yosys as a process.

use std::io;
use std::path::Path;
use std::process::Command;

/// Runs the commands of `script` in `folder`. The inner error is Yosys's message.
pub fn run(folder: &Path, script: &str) -> io::Result<Result<(), String>> {
    let output = Command::new("yosys")
        .args(["-q", "-p", script])
        .current_dir(folder)
        .output()?;
    Ok(if output.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    })
}
