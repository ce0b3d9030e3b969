//! `agu coverage`: which lines of the exported Verilog ran, and which bits toggled.

use super::number::{number, within};
use super::shared_options::PartOptions;
use super::{Outcome, can_write, output, progress, write_file};
use crate::results::record::{ExternalTool, tools_on_path};
use crate::results::{Coverage, HardwareHashes, Points, Record};
use clap::Args;
use cosim::source::SourceError;
use formal::code_coverage::{CodeCoverage, Point, PointKind, TOP, Total, Waiver, lcov};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Line and toggle coverage of the Verilog under random traffic
///
/// The traffic is that of `agu cosim`. Verilator counts in a build of its own, of the unit of 8 lanes and the decoder, which is
/// made anew each time and is slow. What cannot be reached is waived, with its reason. Exit
/// status 1: something else was not reached, or a waiver excuses nothing.
#[derive(Args)]
pub struct CoverageArguments {
    /// Write LCOV, and the Verilog that it is about beside it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Lane-operations to run, at least
    #[arg(long, value_parser = within(1..=u64::MAX), default_value = "8_000_000")]
    ops: u64,
    /// Seed of the traffic [default: from the clock]
    #[arg(long, value_parser = number)]
    seed: Option<u64>,
    /// Write what Verilator counted, for `verilator_coverage` and for --read
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Run nothing, but take what was counted from this file of --data, of several together; the
    /// hardware has to be the present one
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["ops", "seed", "shard", "json"])]
    read: Vec<PathBuf>,
    #[command(flatten)]
    part: PartOptions,
    /// No progress
    #[arg(short, long)]
    quiet: bool,
}

impl CoverageArguments {
    /// The command line that finds the same again, of the whole where this is a part; its seed is
    /// `seed`.
    pub fn invocation(&self, seed: u64) -> String {
        format!("agu coverage --ops {} --seed {seed}", self.ops)
    }

    /// The seed of the whole.
    pub fn seed(&self) -> anyhow::Result<u64> {
        self.part.seed(self.seed)
    }
}

pub fn run(arguments: &CoverageArguments) -> anyhow::Result<Outcome> {
    let output = arguments.output.as_deref();
    let verilog = output.map(|path| path.with_extension("v"));
    let (part, data) = (&arguments.part, arguments.data.as_deref());
    can_write(&[
        ("--output", output),
        ("its Verilog", verilog.as_deref()),
        ("--data", data),
        part.file(),
    ])?;
    if !arguments.read.is_empty() {
        let measured = CodeCoverage::read(&arguments.read, data)?;
        write_lcov(output, &measured)?;
        let found = found(&measured);
        print(&found)?;
        return Ok(found.is_good().into());
    }
    let whole = arguments.seed()?;
    let (seed, operations) = (part.shard().seed(whole), part.shard().amount(arguments.ops));
    let start = Instant::now();
    let bar = progress::bar(None, "{spinner} {msg}, {elapsed}", arguments.quiet);
    bar.enable_steady_tick(progress::INTERVAL);
    bar.set_message("a model that counts is made and run: some minutes");
    let measured = CodeCoverage::measure(operations, seed, data);
    bar.finish_and_clear();
    let measured = measured?;
    write_lcov(output, &measured)?;
    let found = Coverage {
        seed,
        operations,
        seconds: start.elapsed().as_secs_f64(),
        ..found(&measured)
    };
    print(&found)?;
    writeln!(output::stdout(), "seed {seed}")?;
    let tools = tools_on_path(&[ExternalTool::Verilator]);
    let hardware = HardwareHashes::of_tops(&[TOP])?;
    let invocation = arguments.invocation(whole);
    let record = part.record(Record::new(invocation, ("rtl", hardware), tools, found));
    part.write(&record)?;
    Ok(record.result.is_good().into())
}

/// Writes LCOV, and the Verilog that it is about.
pub fn write_lcov(path: Option<&Path>, measured: &CodeCoverage) -> Result<(), SourceError> {
    let Some(path) = path else {
        return Ok(());
    };
    let verilog = path.with_extension("v");
    let text = lcov(&verilog.display().to_string(), &measured.points);
    write_file(path, text)?;
    write_file(&verilog, &measured.verilog)
}

/// Prints what is left, and the table.
fn print(found: &Coverage) -> io::Result<()> {
    let mut out = output::stdout();
    for hole in &found.holes {
        writeln!(out, "not reached: {hole}")?;
    }
    for waiver in &found.stale {
        writeln!(out, "unused waiver: {waiver}")?;
    }
    writeln!(
        out,
        "{:<10}{:>8}{:>8}{:>8}{:>9}",
        "coverage", "points", "hit", "waived", "left"
    )?;
    for kind in &found.kinds {
        let Points {
            kind,
            hit,
            waived,
            points,
            ..
        } = kind;
        let left = points - hit - waived;
        writeln!(out, "{kind:<10}{points:>8}{hit:>8}{waived:>8}{left:>9}")?;
    }
    out.flush()
}

/// The result.
fn found(measured: &CodeCoverage) -> Coverage {
    let place = |it: &Point| format!("{}, line {}: {}", it.module, it.line, it.name);
    let kinds = [("line", PointKind::Line), ("toggle", PointKind::Toggle)].map(|(name, kind)| {
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
            missed: measured.missed(kind).map(place).collect(),
        }
    });
    let stale = |it: &Waiver| format!("{}, {}{}", it.module, it.name, it.bits);
    Coverage {
        kinds: kinds.into(),
        holes: measured.holes().map(place).collect(),
        stale: measured.stale().map(stale).collect(),
        ..Coverage::default()
    }
}
