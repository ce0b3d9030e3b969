//! The simulators that check the exported Verilog.

use std::path::Path;
use std::process::Command;

/// Runs `tool` in `folder` and returns all its output.
///
/// # Errors
/// The tool does not start, or its output if it fails.
pub fn run(folder: &Path, tool: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(tool)
        .args(arguments)
        .current_dir(folder)
        .output()
        .map_err(|error| format!("{tool} does not start ({error}): run `make setup`"))?;
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    if output.status.success() {
        return Ok(said.into_owned());
    }
    let folder = folder.display();
    Err(format!("{tool} in {folder}: {}\n{said}", output.status))
}
