//! Words to instructions and back, by the table of forms.

use crate::error::{Codes, DecodeError, EncodeError};
use crate::fields::Values;
use crate::form::{Form, Legality, Modifier, Rule};
use crate::instruction::Instruction;
use crate::values::{Misfit, build, is_of, take_apart};
use crate::{Isa, Word, table, volta};

/// Decodes a word to its instruction.
///
/// # Errors
/// A word that no form matches, and one that is illegal by a rule of its form. Examples are an LEA
/// that writes both CC and a predicate, and a register pair that starts at an odd register.
/// Some illegal words have text all the same; see [`disassemble`](crate::disassemble).
pub fn decode(isa: Isa, word: Word) -> Result<Instruction, DecodeError> {
    let (form, values) = load(isa, word)?;
    check(form, &values)?;
    Ok(build(form, &values))
}

/// Encodes an instruction to its word. `decode` gives the same instruction back.
///
/// # Errors
/// Values out of their field's range, operands without a form of the mnemonic, and illegal
/// combinations. Rc on LEA.LO and an immediate on LEA.HI have no form.
pub fn encode(isa: Isa, instruction: &Instruction) -> Result<Word, EncodeError> {
    let (form, values) = choose(isa, instruction)?;
    let word = store(form, &values)?;
    if let Some(modifier) = reserved(form, &values) {
        return Err(EncodeError::Reserved {
            form: form.mnemonic,
            field: modifier.field.name(),
            code: values.get(modifier.field),
            codes: Codes(modifier.spellings),
        });
    }
    match broken_rule(form, &values, |_| true) {
        Some(rule) => Err(EncodeError::Illegal {
            form: form.mnemonic,
            rule: rule.name,
            message: rule.message,
        }),
        None => Ok(word),
    }
}

/// Finds a word's form, and reads the values of its fields. A word that has text and is illegal to
/// execute is no error.
pub(crate) fn load(isa: Isa, word: Word) -> Result<(&'static Form, Values), DecodeError> {
    let form = table::find(isa, word)?;
    Ok((form, load_fields(form, word)?))
}

fn load_fields(form: &Form, word: Word) -> Result<Values, DecodeError> {
    let mut values = Values::default();
    for field in form.fields {
        values.set(field.id, field.load(word));
    }
    if let Some(modifier) = reserved(form, &values) {
        return Err(DecodeError::Reserved {
            form: form.mnemonic,
            field: modifier.field.name(),
            code: values.get(modifier.field),
            codes: Codes(modifier.spellings),
        });
    }
    match broken_rule(form, &values, |legality| legality == Legality::Refused) {
        Some(rule) => Err(illegal(form, rule)),
        None => {
            volta::normalise(form, &mut values);
            Ok(values)
        }
    }
}

/// Refuses values that have text and are not executed: of unknown effect, or illegal.
pub(crate) fn check(form: &Form, values: &Values) -> Result<(), DecodeError> {
    if let Some(rule) = broken_rule(form, values, |legality| legality == Legality::TextAlone) {
        return Err(DecodeError::TextAlone {
            form: form.mnemonic,
            rule: rule.name,
            message: rule.message,
        });
    }
    match broken_rule(form, values, |legality| legality == Legality::NotExecuted) {
        Some(rule) => Err(illegal(form, rule)),
        None => Ok(()),
    }
}

fn illegal(form: &Form, rule: &Rule) -> DecodeError {
    DecodeError::Illegal {
        form: form.mnemonic,
        rule: rule.name,
        message: rule.message,
    }
}

/// Modifier whose field holds a code without a suffix.
fn reserved(form: &Form, values: &Values) -> Option<&'static Modifier> {
    let mut modifiers = form.modifiers.iter();
    modifiers.find(|one| one.spelling(values.get(one.field)).is_none())
}

/// Stores values in a word of a form, legal or not.
pub(crate) fn store(form: &Form, values: &Values) -> Result<Word, EncodeError> {
    let mut word = form.opcode_bits();
    for field in form.fields {
        let value = values.get(field.id);
        word = field
            .store(word, value)
            .ok_or_else(|| EncodeError::OutOfRange {
                field: field.id.name(),
                value,
                range: field.range(),
            })?;
    }
    Ok(word)
}

/// The first rule of a form, among those of some legality, that forbids the values.
pub(crate) fn broken_rule(
    form: &Form,
    values: &Values,
    counts: impl Fn(Legality) -> bool,
) -> Option<&'static Rule> {
    form.rules
        .iter()
        .find(|rule| counts(rule.legality) && rule.forbids(values))
}

/// Chooses the form that has a field for every value of an instruction.
pub(crate) fn choose(
    isa: Isa,
    instruction: &Instruction,
) -> Result<(&'static Form, Values), EncodeError> {
    let (form, values, misfits) = table::forms(isa)
        .filter(|form| is_of(form, instruction))
        .map(|form| {
            let (values, misfits) = take_apart(form, instruction);
            (form, values, misfits)
        })
        .min_by_key(|(_, _, misfits)| misfits.len())
        .ok_or(EncodeError::Unsupported(isa))?;
    match misfits.first().copied().map(Misfit::name) {
        Some(field) => Err(EncodeError::NoField {
            mnemonic: form.mnemonic,
            field,
        }),
        None => Ok((form, values)),
    }
}
