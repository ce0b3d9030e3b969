//! What became of the mutants.

use super::Mutant;
use super::part::Part;
use std::fmt;

/// What became of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// An output differed after so many cycles of traffic.
    Killed { cycles: u64 },
    /// This claim of a proof does not hold for it.
    Refuted(String),
    /// It changes nothing.
    Equivalent,
    /// Nothing noticed it.
    Survived,
}

/// A mutant and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    pub mutant: Mutant,
    pub fate: Fate,
    /// Its line of the exported Verilog.
    pub line: String,
}

/// What became of all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub judged: Vec<Judged>,
}

/// A line of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    pub mutants: usize,
    pub killed: usize,
    pub refuted: usize,
    pub equivalent: usize,
    pub survived: usize,
}

impl Row {
    fn of<'a>(judged: impl Iterator<Item = &'a Judged>) -> Row {
        judged.fold(Row::default(), |mut row, judged| {
            row.mutants += 1;
            match judged.fate {
                Fate::Killed { .. } => row.killed += 1,
                Fate::Refuted(_) => row.refuted += 1,
                Fate::Equivalent => row.equivalent += 1,
                Fate::Survived => row.survived += 1,
            }
            row
        })
    }

    /// Killed, by traffic or by a proof, of all that are not equivalent, in percent.
    pub fn percent(&self) -> f64 {
        let all = self.mutants - self.equivalent;
        if all == 0 {
            return 100.0;
        }
        (self.killed + self.refuted) as f64 * 100.0 / all as f64
    }
}

impl Score {
    /// The row of one part.
    pub fn part(&self, part: Part) -> Row {
        Row::of(
            self.judged
                .iter()
                .filter(|judged| judged.mutant.part == part),
        )
    }

    /// All parts together.
    pub fn together(&self) -> Row {
        Row::of(self.judged.iter())
    }

    /// Those that nothing noticed.
    pub fn survivors(&self) -> impl Iterator<Item = &Judged> {
        let judged = self.judged.iter();
        judged.filter(|judged| judged.fate == Fate::Survived)
    }
}

impl fmt::Display for Judged {
    /// The mutant with its line.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mutation = &self.mutant.mutation;
        write!(out, "{mutation}\n    line {}: {}", mutation.line, self.line)
    }
}

impl fmt::Display for Score {
    /// The table, without the survivors.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            out,
            "{:<12}{:>8}{:>8}{:>10}{:>12}{:>10}{:>9}",
            "part", "mutants", "killed", "by proof", "equivalent", "survived", "score"
        )?;
        let parts = Part::ALL.map(|part| (part.name(), self.part(part)));
        for (name, row) in parts.into_iter().chain([("together", self.together())]) {
            let Row {
                mutants,
                killed,
                refuted,
                equivalent,
                survived,
            } = row;
            writeln!(
                out,
                "{name:<12}{mutants:>8}{killed:>8}{refuted:>10}{equivalent:>12}{survived:>10}\
                 {:>8.1}%",
                row.percent()
            )?;
        }
        Ok(())
    }
}
