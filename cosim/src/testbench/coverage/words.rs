//! Instruction words at the decoder: every form, legal and illegal, and words of no form.

use super::cross::{Axis, Bins, Cross, Position};
use super::instruction;
use isa::form::Form;
use isa::{Isa, Word, table};

/// Verdicts on a word, in the order of their positions.
const LEGAL: usize = 0;
const ILLEGAL: usize = 1;
const NO_FORM: usize = 2;
const VERDICTS: usize = 3;

/// The most forms of an ISA.
const FORMS: usize = 64;

/// ISA with verdict, and form.
pub const WORDS: Cross = instruction::BYTES
    .next(
        "{}",
        &[Axis::Of(Isa::DECODED.len() * VERDICTS * FORMS, name)],
    )
    .unless(rule);

/// Samples a word, `legal` or not.
pub fn sample(bins: &mut Bins, isa: Isa, word: Word, legal: bool) {
    let (verdict, form) = match table::find(isa, word) {
        Err(_) => (NO_FORM, Some(0)),
        Ok(found) => (
            if legal { LEGAL } else { ILLEGAL },
            table::forms(isa).position(|form| std::ptr::eq(form, found)),
        ),
    };
    let row = (usize::from(isa.code()) * VERDICTS + verdict) * FORMS;
    bins.hit(WORDS, [row + form.unwrap_or_default()], 1);
}

/// ISA, verdict and number of a form at a position, and the form if there is one.
fn at(position: usize) -> (Isa, usize, usize, Option<&'static Form>) {
    let (row, number) = (position / FORMS, position % FORMS);
    let isa = Isa::DECODED[row / VERDICTS];
    (isa, row % VERDICTS, number, table::forms(isa).nth(number))
}

fn name(position: usize) -> Option<String> {
    match at(position) {
        (isa, NO_FORM, 0, _) => Some(format!("{isa}, a word of no form")),
        (isa, LEGAL, _, Some(form)) if form.is_executed() => {
            Some(format!("{isa} {}, legal", form.name))
        }
        (isa, ILLEGAL, _, Some(form)) => Some(format!("{isa} {}, illegal", form.name)),
        _ => None,
    }
}

fn rule([position, ..]: Position) -> Option<&'static str> {
    let (_, ILLEGAL, _, Some(form)) = at(position) else {
        return None;
    };
    let codes = form.modifiers.iter().any(|modifier| {
        let codes = form.field(modifier.field).map(|field| 1 << field.width());
        codes.is_some_and(|codes: usize| modifier.spellings.len() < codes)
    });
    (form.rules.is_empty() && !codes).then_some("a form without rules has no illegal words")
}
