//! The tables of forms by ISA, and the search for a form by word or by mnemonic.

use std::sync::OnceLock;

use crate::error::DecodeError;
use crate::form::Form;
use crate::visa::instruction::MNEMONIC;
use crate::{Isa, Word, fermi, maxwell, volta};

/// The forms of an ISA; vISA has none.
pub fn forms(isa: Isa) -> impl Iterator<Item = &'static Form> + Clone {
    index(isa).forms.iter()
}

/// Rows of the tables that an ISA has, kept for as long as the program runs.
fn rows(isa: Isa) -> &'static [Form] {
    let tables: &[&[Form]] = match isa {
        Isa::Maxwell => &maxwell::FORMS,
        Isa::Fermi => &fermi::FORMS,
        Isa::Visa => &[],
        Isa::Sm(_) => &volta::FORMS,
    };
    let rows = tables.iter().copied().flatten();
    Box::leak(match isa.part() {
        Some(part) => rows.filter_map(|row| row.on_part(part)).collect(),
        None => rows.copied().collect(),
    })
}

/// Returns whether an ISA has a table of forms.
pub fn is_known(isa: Isa) -> bool {
    isa != Isa::Visa
}

/// Pattern of words, and what they are.
#[derive(Clone, Copy)]
struct Pattern {
    /// Opcode bits, and those bits outside every field that are zero.
    fixed: Word,
    /// Value of the fixed bits.
    value: Word,
    meaning: WordMeaning,
}

#[derive(Clone, Copy)]
enum WordMeaning {
    Form(&'static Form),
    /// An instruction of which the table has the name alone.
    Name(&'static str),
}

/// Bits that all words of a form have alike: those of the opcode, and before Volta those outside
/// every field.
pub fn fixed_bits(isa: Isa, form: &Form) -> Word {
    match isa {
        Isa::Sm(_) => form.opcode_mask(),
        Isa::Maxwell | Isa::Fermi | Isa::Visa => !form.fields_mask(),
    }
}

/// The patterns of an ISA's words, those of forms first.
fn patterns(isa: Isa, forms: &'static [Form]) -> impl Iterator<Item = Pattern> {
    let of_forms = forms.iter().map(move |form| Pattern {
        fixed: fixed_bits(isa, form),
        value: form.opcode_bits(),
        meaning: WordMeaning::Form(form),
    });
    let names = isa.part().into_iter().flat_map(volta::names);
    of_forms.chain(names.map(|(opcode, name)| Pattern {
        fixed: opcode.mask(),
        value: opcode.bits,
        meaning: WordMeaning::Name(name),
    }))
}

/// Index for the search in a table of forms, made once and not for every word.
struct Index {
    forms: &'static [Form],
    /// Possible patterns of the words with the same byte.
    by_byte: Vec<Vec<Pattern>>,
    /// Mnemonics up to the first dot, each once.
    bases: Vec<&'static str>,
    /// Forms of each base.
    spelled: Vec<Vec<Spelled>>,
}

/// A form, and one of its mnemonics.
pub(crate) type Spelled = (&'static Form, &'static str);

/// Number of bits of a word that select an entry of the index.
const SORTED_BITS: u32 = 8;

/// The byte of a word that sorts it: the upper one, or the lowest from Volta on.
#[inline]
fn byte(isa: Isa, word: Word) -> usize {
    let byte = match isa {
        Isa::Sm(_) => word,
        Isa::Maxwell | Isa::Fermi | Isa::Visa => word >> (u64::BITS - SORTED_BITS),
    };
    byte as usize & ((1 << SORTED_BITS) - 1)
}

impl Index {
    fn new(isa: Isa) -> Index {
        let forms = rows(isa);
        let (mut bases, mut spelled) = (Vec::new(), Vec::<Vec<Spelled>>::new());
        for form in forms {
            for spelling in form.spellings() {
                let base = spelling.split('.').next().unwrap_or(spelling);
                let known = bases.iter().position(|known| *known == base);
                let known = known.unwrap_or_else(|| {
                    bases.push(base);
                    spelled.push(Vec::new());
                    bases.len() - 1
                });
                spelled[known].push((form, spelling));
            }
        }
        let can_have = |pattern: &Pattern, of_word: usize| {
            (of_word ^ byte(isa, pattern.value)) & byte(isa, pattern.fixed) == 0
        };
        let patterns: Vec<Pattern> = patterns(isa, forms).collect();
        let of_byte = |of_word| {
            let patterns = patterns.iter().copied();
            patterns
                .filter(|pattern| can_have(pattern, of_word))
                .collect()
        };
        Index {
            by_byte: (0..1 << SORTED_BITS).map(of_byte).collect(),
            bases,
            spelled,
            forms,
        }
    }
}

/// The index of an ISA, made when it is needed first.
fn index(isa: Isa) -> &'static Index {
    static INDICES: [OnceLock<Index>; Isa::ALL.len()] = [const { OnceLock::new() }; Isa::ALL.len()];
    INDICES[isa.index()].get_or_init(|| Index::new(isa))
}

/// Finds the form of a word.
///
/// # Errors
/// [`DecodeError::NoForm`], also where a bit is set that no field lists;
/// [`DecodeError::NameAlone`] and [`DecodeError::Unsupported`].
pub fn find(isa: Isa, word: Word) -> Result<&'static Form, DecodeError> {
    if !is_known(isa) {
        return Err(DecodeError::Unsupported(isa));
    }
    let index = index(isa);
    let mnemonics = &index.bases;
    let mut patterns = index.by_byte[byte(isa, word)].iter();
    let found = patterns.find(|pattern| word & pattern.fixed == pattern.value);
    match found.map(|pattern| pattern.meaning) {
        Some(WordMeaning::Form(form)) => Ok(form),
        Some(WordMeaning::Name(name)) => Err(DecodeError::NameAlone {
            isa,
            name,
            mnemonics,
        }),
        None => Err(DecodeError::NoForm {
            isa,
            word,
            mnemonics,
        }),
    }
}

/// Forms whose mnemonic begins with a word, in upper or lower case.
pub(crate) fn spelled(isa: Isa, base: &str) -> &'static [Spelled] {
    let Index { bases, spelled, .. } = index(isa);
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

/// Instruction sets in which a mnemonic begins with `word`: those before Volta, or the first part
/// from Volta on.
pub(crate) fn isas_with(word: &str) -> Vec<Isa> {
    let has = |isa: &Isa| match isa {
        Isa::Maxwell | Isa::Fermi | Isa::Sm(_) => !spelled(*isa, word).is_empty(),
        Isa::Visa => word.eq_ignore_ascii_case(MNEMONIC),
    };
    let (old, new) = Isa::ALL.split_at(Isa::BEFORE_VOLTA.len());
    let found: Vec<Isa> = old.iter().copied().filter(has).collect();
    if found.is_empty() {
        new.iter().copied().find(has).into_iter().collect()
    } else {
        found
    }
}
