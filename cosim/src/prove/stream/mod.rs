//! The handshake once more, by other tools: a queue beside the warp unit holds what was
//! accepted, and what leaves is its head. yosys-smtbmc with Z3 proves it by k-induction.
//!
//! `monitor.sv` states the claim in SystemVerilog. It is put into the flattened unit, where
//! it sees the ports and, for the invariant that carries the induction, the registers of the
//! stages. Yosys drops what the claim does not depend on, the lanes before all.

use super::lane;
use super::netlist::{TranslationError, yosys};
use super::solver::{Model, SolverError, Verdict};
use isa::instruction::WARP_LANES;
use sim::pipeline::LATENCY;
use std::fmt::Write;
use std::fs;
use std::io;
use std::process::Command;
use tempfile::TempDir;

const MONITOR: &str = include_str!("monitor.sv");

/// What a request has and its result gives back: name of the request's port, of the
/// result's, bits. Their order is that of the unit's tag, the beat before them.
const CARRIED: [(&str, &str, u32); 7] = [
    ("address_add", "result_address_add", 1),
    ("access", "result_access", 1),
    ("access_size", "result_size", 3),
    ("store", "result_store", 1),
    ("element", "result_element", 5),
    ("predicate", "result_predicate", 3),
    ("destination", "result_destination", 16),
];

/// Cycles from the start, of all runs of which the base case speaks. They are enough for a
/// request to come out late, so that wrong hardware fails in a run that starts with a reset.
const BASE: usize = 2 * LATENCY;

/// States of the induction step: each follows from the one before it.
const STEP: usize = 1;

/// The claim about one unit, in SMT-LIB for yosys-smtbmc.
pub struct Stream {
    folder: TempDir,
}

const DESIGN: &str = "design.smt2";
const TRACE: &str = "trace.vcd";

impl Stream {
    /// The claim about the warp unit of `verilog`, which has `lanes` lanes.
    ///
    /// # Errors
    /// No Yosys, or Verilog without one of the wires.
    pub fn new(verilog: &str, lanes: u8) -> Result<Stream, TranslationError> {
        let folder = tempfile::tempdir()?;
        let path = |name: &str| folder.path().join(name);
        fs::write(path("design.v"), verilog)?;
        fs::write(path("monitor.sv"), MONITOR)?;
        let top = lane::MODULE;
        yosys(
            folder.path(),
            &format!(
                "read_verilog design.v; hierarchy -check -top {top}; proc; flatten; opt_clean; \
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
        // Outputs go, and with them all that nothing is asserted of.
        yosys(
            folder.path(),
            &format!(
                "read_verilog -formal watched.v monitor.sv; hierarchy -check -top {top}; \
                 proc; flatten; delete -output o:*; opt -full; dffunmap; opt_clean -purge; \
                 check -assert; write_smt2 -wires {DESIGN}"
            ),
        )?;
        Ok(Stream { folder })
    }

    /// Asks Z3, for the base case and for the step.
    ///
    /// # Errors
    /// No yosys-smtbmc, no Z3, or no verdict of them.
    pub fn decide(&self) -> Result<Verdict, SolverError> {
        let base = self.smtbmc(&["-t", &BASE.to_string()])?;
        let proved = base && self.smtbmc(&["-i", "-t", &STEP.to_string()])?;
        Ok(match proved {
            true => Verdict::Proved,
            false => Verdict::Refuted(Model::new()),
        })
    }

    /// The wave file of what [`decide`](Self::decide) refuted.
    ///
    /// # Errors
    /// There is none.
    pub fn trace(&self) -> io::Result<Vec<u8>> {
        fs::read(self.folder.path().join(TRACE))
    }

    /// Whether the assertions hold.
    fn smtbmc(&self, method: &[&str]) -> Result<bool, SolverError> {
        let output = Command::new("yosys-smtbmc")
            .args(["-s", "z3", "--unroll", "--presat", "--noprogress"])
            .args(["--dump-vcd", TRACE])
            .args(method)
            .arg(DESIGN)
            .current_dir(self.folder.path())
            .output()
            .map_err(SolverError::MissingSmtbmc)?;
        let said = String::from_utf8_lossy(&output.stdout);
        let status = said.lines().find_map(|line| line.split_once("Status: "));
        match status {
            Some((_, "PASSED")) if output.status.success() => Ok(true),
            Some((_, "FAILED")) => Ok(false),
            _ => Err(SolverError::Failed {
                command: format!("yosys-smtbmc {}", method.join(" ")),
                reason: io::Error::other(format!(
                    "{said}{}",
                    String::from_utf8_lossy(&output.stderr)
                )),
            }),
        }
    }
}

/// The monitor in the flattened unit.
fn instance(lanes: u8) -> String {
    let carried = |port: fn(&(&'static str, &'static str, u32)) -> &'static str| {
        CARRIED.iter().map(port).collect::<Vec<_>>().join(", ")
    };
    // The latest stage stands first, as the highest bits.
    let stages = |register: &str| {
        let names = (1..=LATENCY).rev();
        let names = names.map(|stage| format!("\\beat_control.{register}_at_s{stage} "));
        names.collect::<Vec<_>>().join(", ")
    };
    let width: u32 = CARRIED.iter().map(|&(_, _, bits)| bits).sum();
    let mut text = format!(
        "stream_monitor #(.BEATS({}), .STAGES({LATENCY}), .WIDTH({width})) monitor (\n",
        WARP_LANES / usize::from(lanes)
    );
    for port in [
        "clock",
        "reset",
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
        "    .request({{{}}}),\n    .result({{{}}}),\n    .valid({{{}}}),\n    .tags({{{}}})\n);\n",
        carried(|carried| carried.0),
        carried(|carried| carried.1),
        stages("valid"),
        stages("tag"),
    );
    text
}
