//! `agu coverage`: which lines of the exported Verilog ran, and which bits toggled.

use super::cosim::seed_from_clock;
use super::folders::{Folders, record};
use super::number::{number, within};
use super::{Outcome, can_write, output, progress, write_file};
use crate::results::record::{Program, tools_on_path};
use crate::results::{Coverage, Hardware, Points};
use clap::Args;
use formal::code_coverage::{CodeCoverage, Kind, Point, TOP, Total, Waiver, lcov};
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
    #[arg(long, value_parser = within(1..=u64::MAX), default_value = "8_000_000")]
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
pub fn run(arguments: &Arguments, folders: &Folders) -> anyhow::Result<Outcome> {
    folders.check()?;
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
    let found = found(&measured, arguments.ops, seed);
    let mut out = output::stdout();
    for hole in &found.holes {
        writeln!(out, "not reached: {hole}")?;
    }
    for waiver in &found.stale {
        writeln!(out, "waived without need: {waiver}")?;
    }
    writeln!(
        out,
        "{:<10}{:>8}{:>8}{:>8}{:>9}",
        "coverage", "points", "hit", "waived", "left"
    )?;
    for Points {
        kind,
        hit,
        waived,
        points,
    } in &found.kinds
    {
        let left = points - hit - waived;
        writeln!(out, "{kind:<10}{points:>8}{hit:>8}{waived:>8}{left:>9}")?;
    }
    writeln!(out, "seed {seed}")?;
    let good = found.is_good();
    let tools = tools_on_path(&[Program::Verilator]);
    folders.keep(&record("rtl", Hardware::of_tops(&[TOP])?, tools, found));
    Ok(if good { Outcome::Good } else { Outcome::Bad })
}

/// What is kept for the report.
fn found(measured: &CodeCoverage, operations: u64, seed: u64) -> Coverage {
    let kinds = [("line", Kind::Line), ("toggle", Kind::Toggle)];
    let kinds = kinds.map(|(name, kind)| {
        let Total {
            hit,
            waived,
            points,
        } = measured.total(kind);
        Points {
            kind: name.to_owned(),
            hit,
            waived,
            points,
        }
    });
    let hole = |it: &Point| format!("{}, line {}: {}", it.module, it.line, it.name);
    let stale = |it: &Waiver| format!("{}, {} {:?}", it.module, it.name, it.bits);
    Coverage {
        seed,
        operations,
        kinds: kinds.into(),
        holes: measured.holes().map(hole).collect(),
        stale: measured.stale().map(stale).collect(),
    }
}
