//! A second proof of the handshake, with other tools. A queue beside the warp unit holds the
//! accepted requests, and every result is its head. yosys-smtbmc with Z3 proves this by
//! k-induction.
//!
//! `monitor.sv` states the claim in SystemVerilog. It is inserted into the flattened unit. There
//! it reads the ports and, for the inductive invariant, the registers of the stages. Yosys removes
//! everything that the claim does not depend on, mainly the lanes. The rest is small enough for
//! Z3, which yosys-smtbmc can drive; it cannot drive a Python module.

use super::lane::CARRIED;
use super::netlist::{TranslationError, translate};
use super::solver::{Model, SolverError, Verdict};
use isa::instruction::WARP_LANES;
use sim::pipeline::{LATENCY, STAGES};
use std::fmt::Write;
use std::fs;
use std::io;
use std::process::Command;
use tempfile::TempDir;

const MONITOR: &str = include_str!("monitor.sv");

/// Length in cycles of all runs that the base case covers. It is enough for a late result, so that
/// wrong hardware fails in a run that starts with a reset.
const BASE: usize = 2 * LATENCY;

/// Cycles of the induction step: k.
const STEP: usize = 1;

/// The claim about one unit, in SMT-LIB for yosys-smtbmc.
pub struct Stream {
    folder: TempDir,
}

/// A case in which the claim does not hold.
pub struct Refutation {
    /// Assertions in `monitor.sv` that do not hold at the end of the case.
    pub assertions: Vec<String>,
    /// Text of the wave file.
    pub vcd: Vec<u8>,
}

const DESIGN: &str = "design.smt2";
const TRACE: &str = "trace.vcd";

impl Stream {
    /// The claim about the warp unit of `verilog`, its module `top` with `lanes` lanes.
    ///
    /// # Errors
    /// There is no Yosys, or the Verilog lacks one of the wires.
    pub fn new(verilog: &str, top: &str, lanes: u8) -> Result<Stream, TranslationError> {
        let folder = tempfile::tempdir()?;
        let path = |name: &str| folder.path().join(name);
        fs::write(path("design.v"), verilog)?;
        fs::write(path("monitor.sv"), MONITOR)?;
        translate(
            folder.path(),
            &format!(
                "read_verilog design.v; hierarchy -check -top {top}; proc; flatten; memory; opt_clean; \
                 write_verilog -noattr flat.v"
            ),
        )?;
        let flat = fs::read_to_string(path("flat.v"))?;
        let body = flat.trim_end().strip_suffix("endmodule");
        let body = body.ok_or_else(|| TranslationError::Refused("no module".to_owned()))?;
        fs::write(
            path("watched.v"),
            format!("{body}{}endmodule\n", instance(lanes)),
        )?;
        // Newer versions of Yosys read an assertion as a cell that `write_smt2` ignores, until
        // `async2sync` converts it. Outputs are deleted, and with them all cells that no assertion
        // needs.
        translate(
            folder.path(),
            &format!(
                "read_verilog -formal watched.v monitor.sv; hierarchy -check -top {top}; \
                 proc; flatten; async2sync; check -assert; delete -output o:*; \
                 opt_clean -purge; opt -full; dffunmap; opt_clean -purge; \
                 select -assert-none t:$check; select -assert-min 1 t:$assert; \
                 write_smt2 -wires {DESIGN}"
            ),
        )?;
        Ok(Stream { folder })
    }

    /// Runs Z3.
    ///
    /// # Errors
    /// There is no yosys-smtbmc or no Z3, or they give no verdict.
    pub fn decide(&self) -> Result<Verdict, SolverError> {
        Ok(match self.refute()? {
            None => Verdict::Proved,
            Some(_) => Verdict::Refuted(Model::new()),
        })
    }

    /// Runs Z3 for the base case and for the step. Returns the case in which one does not hold.
    ///
    /// # Errors
    /// As [`decide`](Self::decide).
    pub fn refute(&self) -> Result<Option<Refutation>, SolverError> {
        match self.smtbmc(&["-t", &BASE.to_string()])? {
            None => self.smtbmc(&["-i", "-t", &STEP.to_string()]),
            refutation => Ok(refutation),
        }
    }

    fn smtbmc(&self, method: &[&str]) -> Result<Option<Refutation>, SolverError> {
        let output = Command::new("yosys-smtbmc")
            .args(["-s", "z3", "--unroll", "--noprogress"])
            .args(["--dump-vcd", TRACE])
            .args(method)
            .arg(DESIGN)
            .current_dir(self.folder.path())
            .output()
            .map_err(SolverError::MissingSmtbmc)?;
        let failed = |reason| SolverError::Failed {
            command: format!("yosys-smtbmc {}", method.join(" ")),
            reason,
        };
        let said = String::from_utf8_lossy(&output.stdout);
        let after = |text| {
            said.lines()
                .filter_map(move |line| Some(line.split_once(text)?.1))
        };
        match after("Status: ").next() {
            Some("PASSED") if output.status.success() => Ok(None),
            Some("FAILED") => Ok(Some(Refutation {
                assertions: after("Assert failed in ").map(str::to_owned).collect(),
                vcd: fs::read(self.folder.path().join(TRACE)).map_err(failed)?,
            })),
            _ => {
                let errors = String::from_utf8_lossy(&output.stderr);
                Err(failed(io::Error::other(format!("{said}{errors}"))))
            }
        }
    }
}

/// Instance of the monitor in the flattened unit.
fn instance(lanes: u8) -> String {
    let (results, requests): (Vec<_>, Vec<_>) = CARRIED
        .iter()
        .map(|&(result, request, _)| (result, request))
        .unzip();
    // The held value beside the port comes first, as the highest bits, then the latest stage.
    let stages = |register: &str, held: &str| {
        let names = (1..=STAGES).rev();
        let names = names.map(|stage| format!("\\beat_control.{register}_at_s{stage} "));
        let held = format!("\\{held} ");
        [held]
            .into_iter()
            .chain(names)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let width: u32 = CARRIED.iter().map(|&(_, _, bits)| bits).sum();
    let mut text = format!(
        "stream_monitor #(.BEATS({}), .STAGES({STAGES}), .WIDTH({width})) monitor (\n",
        WARP_LANES / usize::from(lanes)
    );
    for port in [
        "clock",
        "reset",
        "config_valid",
        "request_valid",
        "request_ready",
        "result_valid",
        "result_ready",
        "result_beat",
        "result_last",
        "next_beat",
    ] {
        let _ = writeln!(text, "    .{port}({port}),");
    }
    let _ = write!(
        text,
        "    .request({{{}}}),\n    .result({{{}}}),\n    .valid({{{}}}),\n    .tags({{{}}}),\n    \
         .is_held(\\skid_buffer.is_held ), .last_held(\\result_port.last_held )\n);\n",
        requests.join(", "),
        results.join(", "),
        stages("valid", "skid_buffer.held_valid"),
        stages("tag", "result_port.tag_held"),
    );
    text
}
