//! The tables of forms by ISA, and the search for a form by word or by mnemonic.

use std::sync::LazyLock;

use crate::error::DecodeError;
use crate::form::Form;
use crate::visa::instruction::MNEMONIC;
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

/// What is found quickly in a table of forms. Masks come from probing setters, so
/// this is made once and not for every word.
struct Index {
    /// The forms that words with the same upper byte can be of.
    by_byte: Vec<Vec<Pattern>>,
    /// What mnemonics begin with, up to the first dot.
    bases: Vec<&'static str>,
    /// By the base, all forms that are so spelled.
    spelled: Vec<Vec<Spelled>>,
}

/// A form, and one of its mnemonics.
pub(crate) type Spelled = (&'static Form, &'static str);

/// Words are sorted by their upper bits.
const SORTED_BITS: u32 = 8;

impl Index {
    fn new(isa: Isa) -> Index {
        let (mut bases, mut spelled) = (Vec::new(), Vec::<Vec<Spelled>>::new());
        for form in forms(isa) {
            for spelling in form.spellings() {
                let base = spelling.split('.').next().unwrap_or(spelling);
                match bases.iter().position(|known| *known == base) {
                    Some(place) => spelled[place].push((form, spelling)),
                    None => {
                        bases.push(base);
                        spelled.push(vec![(form, spelling)]);
                    }
                }
            }
        }
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
            bases,
            spelled,
        }
    }
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
    let index = &INDICES[isa as usize];
    let patterns = &index.by_byte[(word >> (u64::BITS - SORTED_BITS)) as usize];
    patterns
        .iter()
        .find(|pattern| word & pattern.fixed == pattern.value)
        .map(|pattern| pattern.form)
        .ok_or(DecodeError::NoForm {
            isa,
            word,
            mnemonics: &index.bases,
        })
}

/// The forms whose mnemonic begins with a word, in any case.
pub(crate) fn spelled(isa: Isa, base: &str) -> &'static [Spelled] {
    let Index { bases, spelled, .. } = &INDICES[isa as usize];
    let place = bases
        .iter()
        .position(|known| known.eq_ignore_ascii_case(base));
    place.map_or(&[], |place| &spelled[place])
}

/// Mnemonics of the address unit that another set has too, as instructions of other units.
const UNSUPPORTED: [(Isa, &str); 2] = [(Isa::Maxwell, "MOV"), (Isa::Maxwell, "MOV32I")];

/// Whether the instruction set has a mnemonic that is not in its table.
pub(crate) fn is_unsupported(isa: Isa, base: &str) -> bool {
    let mut known = UNSUPPORTED.iter();
    known.any(|(of, mnemonic)| *of == isa && mnemonic.eq_ignore_ascii_case(base))
}

/// The instruction sets in which a mnemonic begins with `word`.
pub(crate) fn isas_with(word: &str) -> Vec<Isa> {
    let has = |isa: &Isa| match isa {
        Isa::Maxwell | Isa::Fermi => !spelled(*isa, word).is_empty(),
        Isa::Visa => word.eq_ignore_ascii_case(MNEMONIC),
    };
    Isa::ALL.into_iter().filter(has).collect()
}
