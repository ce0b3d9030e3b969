//! The tables of forms by ISA, and the search for a form by word or by mnemonic.

use std::sync::LazyLock;

use crate::error::DecodeError;
use crate::form::Form;
use crate::{Isa, fermi, maxwell};

/// The forms of an ISA; none where none are known here.
pub fn forms(isa: Isa) -> impl Iterator<Item = &'static Form> + Clone {
    let rooms: &[&[Form]] = match isa {
        Isa::Maxwell => &maxwell::FORMS,
        Isa::Fermi => &fermi::FORMS,
        Isa::Visa => &[],
    };
    rooms.iter().copied().flatten()
}

/// Whether words and texts of an ISA are known here.
pub fn is_known(isa: Isa) -> bool {
    forms(isa).next().is_some()
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

/// The mnemonics of an ISA that begin alike.
pub(crate) struct Mnemonic {
    /// Up to the first dot.
    pub base: &'static str,
    /// All forms that are so spelled.
    pub forms: Vec<(&'static Form, &'static str)>,
}

/// What is found quickly in a table of forms. Masks come from probing setters, so
/// this is made once and not for every word.
struct Index {
    /// The forms that words with the same upper byte can be of.
    by_byte: Vec<Vec<Pattern>>,
    mnemonics: Vec<Mnemonic>,
}

/// Words are sorted by their upper bits.
const SORTED_BITS: u32 = 8;

impl Index {
    fn new(isa: Isa) -> Index {
        let upper = |word: u64| word >> (u64::BITS - SORTED_BITS);
        let can_start = |pattern: &Pattern, byte: u64| {
            (byte ^ upper(pattern.value)) & upper(pattern.fixed) == 0
        };
        let patterns = |byte| {
            let patterns = forms(isa).map(Pattern::new);
            patterns
                .filter(|pattern| can_start(pattern, byte))
                .collect()
        };
        Index {
            by_byte: (0..1 << SORTED_BITS).map(patterns).collect(),
            mnemonics: mnemonics(isa),
        }
    }
}

fn mnemonics(isa: Isa) -> Vec<Mnemonic> {
    let mut mnemonics: Vec<Mnemonic> = Vec::new();
    for form in forms(isa) {
        for spelling in form.spellings() {
            let base = spelling.split('.').next().unwrap_or(spelling);
            let known = mnemonics.iter().position(|mnemonic| mnemonic.base == base);
            let place = known.unwrap_or_else(|| {
                mnemonics.push(Mnemonic {
                    base,
                    forms: Vec::new(),
                });
                mnemonics.len() - 1
            });
            mnemonics[place].forms.push((form, spelling));
        }
    }
    mnemonics
}

static INDICES: LazyLock<[Index; Isa::ALL.len()]> = LazyLock::new(|| Isa::ALL.map(Index::new));

/// The form that a word is of.
///
/// # Errors
/// [`DecodeError::NoForm`], also where a bit is set that no field lists, and
/// [`DecodeError::Unsupported`].
pub fn find(isa: Isa, word: u64) -> Result<&'static Form, DecodeError> {
    if !is_known(isa) {
        return Err(DecodeError::Unsupported(isa));
    }
    let patterns = &INDICES[isa as usize].by_byte[(word >> (u64::BITS - SORTED_BITS)) as usize];
    patterns
        .iter()
        .find(|pattern| word & pattern.fixed == pattern.value)
        .map(|pattern| pattern.form)
        .ok_or(DecodeError::NoForm { isa, word })
}

/// The words that mnemonics begin with.
pub(crate) fn bases(isa: Isa) -> Vec<&'static str> {
    let mnemonics = INDICES[isa as usize].mnemonics.iter();
    mnemonics.map(|mnemonic| mnemonic.base).collect()
}

/// The spelled forms whose mnemonic begins with a word, in any case.
pub(crate) fn spelled(isa: Isa, base: &str) -> &'static [(&'static Form, &'static str)] {
    let mut mnemonics = INDICES[isa as usize].mnemonics.iter();
    mnemonics
        .find(|mnemonic| mnemonic.base.eq_ignore_ascii_case(base))
        .map_or(&[], |mnemonic| &mnemonic.forms)
}
