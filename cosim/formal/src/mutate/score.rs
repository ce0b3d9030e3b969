//! Verdicts on the mutants, and the score.

use super::part::DesignPart;
use super::{Mutant, MutateError};
use std::fmt;

/// Verdict on one mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// An output differed after this many cycles of traffic.
    Killed { cycles: u64 },
    /// This claim of a proof does not hold for it.
    Refuted(String),
    /// It changes no output.
    Equivalent,
    /// No check noticed it.
    Survived,
}

/// A mutant and its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    pub mutant: Mutant,
    pub fate: Fate,
    /// The line of the exported Verilog with the mutation.
    pub line: String,
}

/// Verdicts on all mutants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub judged: Vec<Judged>,
}

/// A line of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScoreRow {
    pub mutants: usize,
    pub killed: usize,
    pub refuted: usize,
    pub equivalent: usize,
    pub survived: usize,
}

impl ScoreRow {
    fn of<'a>(judged: impl Iterator<Item = &'a Judged>) -> ScoreRow {
        judged.fold(ScoreRow::default(), |mut row, judged| {
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

    /// Share of killed and refuted mutants among those that are not equivalent, in percent.
    pub fn percent(&self) -> f64 {
        let all = self.mutants - self.equivalent;
        if all == 0 {
            return 100.0;
        }
        (self.killed + self.refuted) as f64 * 100.0 / all as f64
    }
}

impl Score {
    /// Applies the verdicts of `judge` to the survivors; a mutant without a verdict stays one.
    ///
    /// # Errors
    /// As `judge`.
    pub fn judge_survivors(
        &mut self,
        judge: impl FnOnce(&[&Mutant]) -> Result<Vec<Option<Fate>>, MutateError>,
    ) -> Result<(), MutateError> {
        let survivors: Vec<&Mutant> = self.survivors().map(|judged| &judged.mutant).collect();
        if survivors.is_empty() {
            return Ok(());
        }
        let fates = judge(&survivors)?;
        let left = self.judged.iter_mut();
        let left = left.filter(|judged| judged.fate == Fate::Survived);
        for (judged, fate) in left.zip(fates) {
            judged.fate = fate.unwrap_or(Fate::Survived);
        }
        Ok(())
    }

    /// The row of one part.
    pub fn part(&self, part: DesignPart) -> ScoreRow {
        ScoreRow::of(
            self.judged
                .iter()
                .filter(|judged| judged.mutant.part == part),
        )
    }

    /// The row of all parts together.
    pub fn together(&self) -> ScoreRow {
        ScoreRow::of(self.judged.iter())
    }

    /// The mutants that no check noticed.
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
        let parts = DesignPart::ALL.map(|part| (part.name(), self.part(part)));
        for (name, row) in parts.into_iter().chain([("together", self.together())]) {
            let ScoreRow {
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

#[cfg(test)]
mod tests {
    use super::{Fate, Judged, Score};
    use crate::mutate::Mutant;
    use crate::mutate::mutation::Mutation;
    use crate::mutate::part::DesignPart;

    fn judged(part: DesignPart, fate: Fate) -> Judged {
        let mutation = Mutation {
            mode: "inv".to_owned(),
            module: "agu_fault8".to_owned(),
            cell: "$and$a.v:7$1".to_owned(),
            port: "A".to_owned(),
            bit: "2".to_owned(),
            other_bit: None,
            line: 7,
        };
        Judged {
            mutant: Mutant {
                number: 1,
                part,
                mutation,
            },
            fate,
            line: "assign a = b & c;".to_owned(),
        }
    }

    #[test]
    fn equivalent_mutants_are_set_aside_and_survivors_count() {
        let score = Score {
            judged: vec![
                judged(DesignPart::Lane, Fate::Killed { cycles: 3 }),
                judged(DesignPart::Lane, Fate::Equivalent),
                judged(DesignPart::WarpUnit, Fate::Refuted("Stall(8)".to_owned())),
                judged(DesignPart::WarpUnit, Fate::Survived),
            ],
        };
        assert_eq!(score.part(DesignPart::Lane).percent(), 100.0);
        assert_eq!(score.part(DesignPart::WarpUnit).percent(), 50.0);
        let text = score.to_string();
        let rows: Vec<Vec<&str>> = text
            .lines()
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert_eq!(rows[1], ["lane", "2", "1", "0", "1", "0", "100.0%"]);
        assert_eq!(rows[3], ["warp", "unit", "2", "0", "1", "0", "1", "50.0%"]);
        assert_eq!(rows[5], ["together", "4", "1", "1", "1", "1", "66.7%"]);
        let survivors: Vec<String> = score.survivors().map(Judged::to_string).collect();
        assert_eq!(
            survivors,
            ["agu_fault8: inv of bit 2 of port A of and\n    line 7: assign a = b & c;"]
        );
    }
}
