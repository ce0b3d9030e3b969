//! Synthesis of the exported Verilog to a netlist of iCE40 cells.

use super::{NetlistError, write};
use crate::dut::yosys;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Yosys's passes after synthesis: nets of one bit, without their former names. Verilator would
/// take a vector in a carry chain for a loop. The names would be most of the text.
pub const PASSES: &str = "clean -purge; splitnets; clean -purge";

/// Yosys's version text.
pub fn version() -> Result<String, NetlistError> {
    let said = Command::new("yosys").arg("-V").output();
    let said = said.map_err(|_| NetlistError::NoYosys)?;
    Ok(String::from_utf8_lossy(&said.stdout).trim().to_string())
}

/// Yosys's models of the iCE40 cells, in the place where Yosys itself finds them: beside its
/// program.
///
/// # Errors
/// Yosys is missing, or not in the place that it was built for.
pub fn cell_models() -> Result<PathBuf, NetlistError> {
    let path = env::var_os("PATH").unwrap_or_default();
    let programs = env::split_paths(&path).map(|folder| folder.join("yosys"));
    let program = programs.into_iter().find(|program| program.is_file());
    let program = program.ok_or(NetlistError::NoYosys)?;
    let program = fs::canonicalize(&program).unwrap_or(program);
    let prefix = program.parent().and_then(Path::parent);
    let cells = prefix
        .unwrap_or(&program)
        .join("share/yosys/ice40/cells_sim.v");
    if cells.is_file() {
        Ok(cells)
    } else {
        Err(NetlistError::NoCells(cells))
    }
}

/// Writes the iCE40 netlist of the module `top` of `verilog` to the file `netlist`.
///
/// # Errors
/// Yosys is missing or fails, or a file cannot be written.
pub fn synthesise(verilog: &str, top: &str, netlist: &Path) -> Result<(), NetlistError> {
    let source = netlist.with_extension("source.v");
    write(&source, fs::write(&source, verilog))?;
    let script = format!(
        "read_verilog {}; synth_ice40 -top {top}; {PASSES}; write_verilog -noattr {}",
        quoted(&source),
        quoted(netlist)
    );
    let ran = yosys::run(Path::new("."), &script).map_err(|_| NetlistError::NoYosys)?;
    let _ = fs::remove_file(&source);
    ran.map_err(|said| NetlistError::Refused { file: source, said })
}

/// A path quoted for a script of Yosys.
fn quoted(path: &Path) -> String {
    format!("\"{}\"", path.display())
}
