//! The report: rows as Markdown and as JSON.

use serde::Serialize;
use std::fmt;

/// Result of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Agrees,
    Differs,
    /// Cycles, not judged.
    Measured,
    /// The row could not run.
    Failed,
}

/// Cycles of accesses, and requests of one of them by the model.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measurement {
    pub pattern: String,
    pub cycles: u32,
    pub passes: u32,
    pub lines: u32,
    pub sectors: u32,
    pub passes_by_cycles: f64,
}

/// A row.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    pub experiment: String,
    pub statement: String,
    pub trials: usize,
    pub differences: usize,
    pub verdict: Verdict,
    /// The first differences: words, operands, both values.
    pub examples: Vec<String>,
    pub measurements: Vec<Measurement>,
    pub note: String,
}

/// A report.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub part: String,
    pub device: String,
    pub driver: String,
    pub seed: u64,
    pub rows: Vec<Row>,
}

impl fmt::Display for Report {
    /// Prints Markdown.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { part, device, driver, seed, rows } = self;
        writeln!(out, "# The golden model and {device}, {part}\n\nDriver {driver}, seed {seed}.\n")?;
        writeln!(out, "| experiment | statement | trials | differences | verdict |\n|---|---|---|---|---|")?;
        for Row { experiment, statement, trials, differences, verdict, .. } in rows {
            let verdict = format!("{verdict:?}").to_lowercase();
            writeln!(out, "| `{experiment}` | {statement} | {trials} | {differences} | {verdict} |")?;
        }
        rows.iter().try_for_each(|row| row.details(out))
    }
}

impl Row {
    fn details(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { experiment, examples, measurements, note, .. } = self;
        if examples.is_empty() && measurements.is_empty() && note.is_empty() {
            return Ok(());
        }
        writeln!(out, "\n## `{experiment}`\n\n{note}")?;
        for example in examples {
            writeln!(out, "\n```text\n{example}\n```")?;
        }
        if !measurements.is_empty() {
            writeln!(
                out,
                "\n| lanes | cycles | passes | by cycles | lines | sectors |\n|---|---|---|---|---|---|"
            )?;
        }
        for it in measurements {
            let Measurement { pattern, cycles, passes, lines, sectors, passes_by_cycles } = it;
            writeln!(
                out,
                "| {pattern} | {cycles} | {passes} | {passes_by_cycles:.1} | {lines} | {sectors} |"
            )?;
        }
        Ok(())
    }
}
