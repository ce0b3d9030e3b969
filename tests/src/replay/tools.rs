//! Icarus and Verilator on the bench.

use crate::tools::run;
use std::path::{Path, PathBuf};

/// Runs the bench in Icarus; gives the folder of its traces.
pub fn icarus(folder: &Path) -> Result<PathBuf, String> {
    let traces = rows_in(folder, "icarus")?;
    let program = [
        "-g2005",
        "-o",
        "replay.vvp",
        "-s",
        "main",
        "clock.v",
        "replay.v",
    ];
    run(folder, "iverilog", &program)?;
    run(&traces, "vvp", &["-n", "../replay.vvp"])?;
    Ok(traces)
}

/// Runs the bench in Verilator; gives the folder of its traces.
pub fn verilator(folder: &Path) -> Result<PathBuf, String> {
    let traces = rows_in(folder, "verilator")?;
    // Compiled without optimisation: it runs for less time than that takes.
    let build = [
        "--cc",
        "--exe",
        "--build",
        "-j",
        "0",
        "-Wno-fatal",
        "-Wno-WIDTH",
        "--Mdir",
        "model",
        "--top-module",
        "replay",
        "-MAKEFLAGS",
        "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0",
        "replay.v",
        "main.cpp",
    ];
    run(folder, "verilator", &build)?;
    let program = folder.join("model").join("Vreplay");
    run(&traces, &program.to_string_lossy(), &[])?;
    Ok(traces)
}

/// A folder for one tool's traces, with the rows.
fn rows_in(folder: &Path, tool: &str) -> Result<PathBuf, String> {
    let copy = || -> std::io::Result<PathBuf> {
        let traces = folder.join(tool);
        std::fs::create_dir_all(&traces)?;
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|ending| ending == "rows") {
                std::fs::copy(&path, traces.join(path.file_name().unwrap_or_default()))?;
            }
        }
        Ok(traces)
    };
    copy().map_err(|error| format!("{}: {error}", folder.display()))
}
