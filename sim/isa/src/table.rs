//! The tables of forms by ISA, and the search for the form of a word.

use std::sync::LazyLock;

use crate::error::DecodeError;
use crate::form::Form;
use crate::{Isa, maxwell};

/// The forms of an ISA; empty where none are known here.
pub fn forms(isa: Isa) -> &'static [Form] {
    match isa {
        Isa::Maxwell => &maxwell::FORMS,
        Isa::Fermi | Isa::Visa => &[],
    }
}

/// What a word must look like to be of a form.
struct Pattern {
    /// Opcode bits, and the bits outside every field.
    fixed: u64,
    /// What the fixed bits hold.
    value: u64,
    form: &'static Form,
}

impl Pattern {
    fn new(form: &'static Form) -> Pattern {
        Pattern {
            fixed: !form.fields_mask(),
            value: form.opcode_bits(),
            form,
        }
    }
}

/// Masks come from probing setters: once, not for every word.
static PATTERNS: LazyLock<[Vec<Pattern>; Isa::ALL.len()]> =
    LazyLock::new(|| Isa::ALL.map(|isa| forms(isa).iter().map(Pattern::new).collect()));

/// The form that a word is of.
///
/// # Errors
/// [`DecodeError::NoForm`], also where a bit is set that no field lists, and
/// [`DecodeError::Unsupported`].
pub fn find(isa: Isa, word: u64) -> Result<&'static Form, DecodeError> {
    let patterns = &PATTERNS[isa as usize];
    if patterns.is_empty() {
        return Err(DecodeError::Unsupported(isa));
    }
    patterns
        .iter()
        .find(|pattern| word & pattern.fixed == pattern.value)
        .map(|pattern| pattern.form)
        .ok_or(DecodeError::NoForm { isa, word })
}
