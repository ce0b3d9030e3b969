//! Instruction words at the decoder: every form, legal and illegal, and words of no form.

use super::group::Group;
use isa::{Isa, table};

/// One bit for each form of an ISA.
type Bits = u64;

#[derive(Clone, Copy, Debug, Default)]
pub struct WordBins {
    /// One bit for each form that was legal, or illegal, by ISA.
    legal: [Bits; Isa::ALL.len()],
    illegal: [Bits; Isa::ALL.len()],
    /// One bit for each ISA: a word of no form.
    none: u8,
}

impl WordBins {
    /// Samples a word, `legal` or not.
    pub fn sample(&mut self, isa: Isa, word: u64, legal: bool) {
        let place = isa as usize;
        let Ok(found) = table::find(isa, word) else {
            self.none |= 1 << place;
            return;
        };
        let form = table::forms(isa).position(|form| std::ptr::eq(form, found));
        let bit = 1 << form.unwrap_or_default();
        if legal {
            self.legal[place] |= bit;
        } else {
            self.illegal[place] |= bit;
        }
    }

    /// Adds the bins of another run.
    pub fn merge(&mut self, other: &WordBins) {
        for place in 0..Isa::ALL.len() {
            self.legal[place] |= other.legal[place];
            self.illegal[place] |= other.illegal[place];
        }
        self.none |= other.none;
    }

    /// Form x verdict.
    pub fn group(&self) -> Group {
        let mut group = Group::new("words decoded: form x verdict");
        for (place, isa) in Isa::ALL.into_iter().enumerate() {
            let names = |verdict: &'static str| {
                table::forms(isa).map(move |form| format!("{isa} {}, {verdict}", form.name))
            };
            group.bits(self.legal[place], names("legal"));
            for (number, form) in table::forms(isa).enumerate() {
                let codes = form.modifiers.iter().any(|modifier| {
                    let codes = form.field(modifier.field).map(|field| 1 << field.width());
                    codes.is_some_and(|codes: usize| modifier.spellings.len() < codes)
                });
                let rule = (form.rules.is_empty() && !codes)
                    .then_some("a form without rules has no illegal words");
                let hit = self.illegal[place] >> number & 1 != 0;
                group.combination(rule, hit, || format!("{isa} {}, illegal", form.name));
            }
            let hit = self.none >> place & 1 != 0;
            group.bin(hit, || format!("{isa}, a word of no form"));
        }
        group
    }
}
