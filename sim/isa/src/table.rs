//! The tables of forms by ISA, and the search for a form by word or by mnemonic.

use std::sync::LazyLock;

use crate::error::DecodeError;
use crate::form::Form;
use crate::visa::instruction::MNEMONIC;
use crate::{Isa, fermi, maxwell};

/// The forms of an ISA; vISA has none.
pub fn forms(isa: Isa) -> impl Iterator<Item = &'static Form> + Clone {
    let tables: &[&[Form]] = match isa {
        Isa::Maxwell => &maxwell::FORMS,
        Isa::Fermi => &fermi::FORMS,
        Isa::Visa => &[],
    };
    tables.iter().copied().flatten()
}

/// Returns whether an ISA has a table of forms.
pub fn is_known(isa: Isa) -> bool {
    forms(isa).next().is_some()
}

/// Pattern of a form's words.
struct Pattern {
    /// Opcode bits, and the bits outside every field.
    fixed: u64,
    /// Value of the fixed bits.
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

/// Index for the search in a table of forms, made once and not for every word.
struct Index {
    /// Possible forms of the words with the same upper byte.
    by_byte: Vec<Vec<Pattern>>,
    /// Mnemonics up to the first dot, each once.
    bases: Vec<&'static str>,
    /// Forms of each base.
    spelled: Vec<Vec<Spelled>>,
}

/// A form, and one of its mnemonics.
pub(crate) type Spelled = (&'static Form, &'static str);

/// Number of upper bits of a word that select an entry of the index.
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

/// Finds the form of a word.
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

/// Forms whose mnemonic begins with a word, in upper or lower case.
pub(crate) fn spelled(isa: Isa, base: &str) -> &'static [Spelled] {
    let Index { bases, spelled, .. } = &INDICES[isa as usize];
    let place = bases
        .iter()
        .position(|known| known.eq_ignore_ascii_case(base));
    place.map_or(&[], |place| &spelled[place])
}

/// Mnemonics that an instruction set has for another unit, while another set has them for this one.
const UNSUPPORTED: [(Isa, &str); 3] = [
    (Isa::Maxwell, "MOV"),
    (Isa::Maxwell, "MOV32I"),
    (Isa::Visa, "MOV"),
];

/// Returns whether the instruction set has a mnemonic that is not in its table.
pub(crate) fn is_unsupported(isa: Isa, base: &str) -> bool {
    let mut known = UNSUPPORTED.iter();
    known.any(|(of, mnemonic)| *of == isa && mnemonic.eq_ignore_ascii_case(base))
}

/// Instruction sets in which a mnemonic begins with `word`.
pub(crate) fn isas_with(word: &str) -> Vec<Isa> {
    let has = |isa: &Isa| match isa {
        Isa::Maxwell | Isa::Fermi => !spelled(*isa, word).is_empty(),
        Isa::Visa => word.eq_ignore_ascii_case(MNEMONIC),
    };
    Isa::ALL.into_iter().filter(has).collect()
}
