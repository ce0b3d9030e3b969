//! `agu coverage`: which lines of the exported Verilog ran, and which bits toggled.

use super::cosim::seed_from_clock;
use super::number::number;
use super::{Outcome, can_write, output, progress, write_file};
use anyhow::bail;
use clap::Args;
use cosim::code_coverage::{CodeCoverage, Kind, Total, lcov};
use std::io::Write;
use std::path::PathBuf;

/// Line and toggle coverage of the exported Verilog under the traffic of `agu cosim`
///
/// Verilator counts in a build of its own, of the unit of 8 lanes and the decoder, which is
/// made anew each time and is slow. What cannot be reached is waived, with its reason. Exit
/// status 1: something else was not reached, or a waiver excuses nothing.
#[derive(Args)]
pub struct Arguments {
    /// Write LCOV, and the Verilog that it is about beside it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Lane-operations to run, at least
    #[arg(long, value_parser = number, default_value = "8_000_000")]
    ops: u64,
    /// Seed of the traffic [default: from the clock]
    #[arg(long, value_parser = number)]
    seed: Option<u64>,
    /// No progress
    #[arg(short, long)]
    quiet: bool,
}

/// Runs the command.
///
/// # Errors
/// A tool that is missing, a file that cannot be written, hardware that is wrong.
pub fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    if arguments.ops == 0 {
        bail!("--ops 0 would count nothing, expected at least 1");
    }
    let output = arguments.output.as_deref();
    let verilog = output.map(|path| path.with_extension("v"));
    can_write(&[("--output", output), ("its Verilog", verilog.as_deref())])?;
    let seed = arguments.seed.unwrap_or_else(seed_from_clock);
    let bar = progress::bar(None, "{spinner} {msg}, {elapsed}", arguments.quiet);
    bar.enable_steady_tick(progress::INTERVAL);
    bar.set_message("a model that counts is made and run: some minutes");
    let measured = CodeCoverage::measure(arguments.ops, seed);
    bar.finish_and_clear();
    let measured = measured?;
    if let Some(path) = &arguments.output {
        let verilog = path.with_extension("v");
        let text = lcov(&verilog.display().to_string(), &measured.points);
        for (path, text) in [(path, &text), (&verilog, &measured.verilog)] {
            write_file(path, text)?;
        }
    }
    let mut out = output::stdout();
    for hole in measured.holes() {
        writeln!(
            out,
            "not reached: {}, line {}: {}",
            hole.module, hole.line, hole.name
        )?;
    }
    for waiver in measured.stale() {
        writeln!(
            out,
            "waived without need: {}, {} {:?}",
            waiver.module, waiver.name, waiver.bits
        )?;
    }
    writeln!(
        out,
        "{:<10}{:>8}{:>8}{:>8}{:>9}",
        "coverage", "points", "hit", "waived", "left"
    )?;
    for (name, kind) in [("line", Kind::Line), ("toggle", Kind::Toggle)] {
        let Total {
            hit,
            waived,
            points,
        } = measured.total(kind);
        let left = points - hit - waived;
        writeln!(out, "{name:<10}{points:>8}{hit:>8}{waived:>8}{left:>9}")?;
    }
    writeln!(out, "seed {seed}")?;
    let good = measured.holes().next().is_none() && measured.stale().next().is_none();
    Ok(if good { Outcome::Good } else { Outcome::Bad })
}
