//! Targets of code: parts by their number, as cubins and the headings of listings name them: sm_52.

use std::fmt;

use crate::Isa;
use crate::error::TextError;

/// A part, by the number of its name: 52 of sm_52.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target(pub u32);

impl Target {
    /// Parts that have tables, for messages.
    pub const KNOWN: &str = "sm_20, sm_21, sm_50 to sm_62 or sm_70 to sm_121";

    /// The instruction set; `None` for a part without tables.
    pub fn isa(self) -> Option<Isa> {
        self.to_string().parse().ok()
    }

    /// Finds the part that a heading names, and its column: `code for sm_52`, `.target sm_52`,
    /// `.headerflags @"EF_CUDA_SM52"`.
    pub fn in_heading(line: &str) -> Option<(usize, Target)> {
        const FLAG: &str = "EF_CUDA_SM";
        let text = line.trim_start();
        let name = if let Some(flags) = text.strip_prefix(".headerflags") {
            // The virtual part is in parentheses.
            let mut flags = flags
                .match_indices(FLAG)
                .map(|(place, _)| flags.split_at(place));
            let (_, flag) = flags.find(|(before, _)| !before.ends_with('('))?;
            flag
        } else {
            let words = ["code for ", ".target"];
            words
                .iter()
                .find_map(|word| text.strip_prefix(word))?
                .trim_start()
        };
        let number = name
            .strip_prefix(FLAG)
            .or_else(|| name.strip_prefix("sm_"))?;
        let digits = number.split(|c: char| !c.is_ascii_digit()).next()?;
        let before = &line[..line.len() - name.len()];
        Some((before.chars().count() + 1, Target(digits.parse().ok()?)))
    }
}

impl fmt::Display for Target {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "sm_{}", self.0)
    }
}

/// Instruction sets of a listing's lines: that of an option, and from a heading on that of its part.
#[derive(Clone, Debug)]
pub struct Targets {
    isa: Isa,
    part: Option<Target>,
    is_fixed: bool,
}

impl Targets {
    /// A listing that is in `isa` up to its first heading, or with `is_fixed` as a whole.
    pub fn new(isa: Isa, is_fixed: bool) -> Targets {
        Targets {
            isa,
            part: None,
            is_fixed,
        }
    }

    /// Whether instructions have two lines, the second with the upper half of the word.
    pub fn has_halves(&self) -> bool {
        let isa = self.part.map_or(Some(self.isa), Target::isa);
        isa.is_some_and(|isa| isa.part().is_some())
    }

    /// Instruction set of the next line. `None` for a heading, and for code of a part that was
    /// refused.
    ///
    /// # Errors
    /// A heading that names a part without tables, or one of another instruction set than the fixed
    /// one.
    pub fn isa_of(&mut self, line: &str) -> Result<Option<Isa>, TextError> {
        let taken = |part: &Target| part.isa().filter(|isa| !self.is_fixed || *isa == self.isa);
        let Some((column, part)) = Target::in_heading(line) else {
            return Ok(self.part.map_or(Some(self.isa), |part| taken(&part)));
        };
        if self.part.replace(part) == Some(part) || taken(&part).is_some() {
            return Ok(None);
        }
        let known_to: Vec<_> = part.isa().into_iter().collect();
        let expected = match known_to[..] {
            [] => Target::KNOWN.to_owned(),
            _ => format!("code of {}", self.isa),
        };
        Err(TextError {
            known_to,
            ..TextError::new(
                column,
                format!("found code for {part}, expected {expected}"),
            )
        })
    }
}
