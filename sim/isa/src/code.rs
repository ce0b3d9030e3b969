//! Words to instructions and back, by the table of forms.

use crate::error::{DecodeError, EncodeError};
use crate::form::{Form, Rule};
use crate::instruction::Instruction;
use crate::values::{FieldId, Values, take_apart};
use crate::{Isa, table};

/// The instruction that a word stands for.
///
/// # Errors
/// A word that no form matches, and one that its form calls illegal, such as an
/// LEA that writes both CC and a predicate.
pub fn decode(isa: Isa, word: u64) -> Result<Instruction, DecodeError> {
    let (form, values) = load(isa, word)?;
    Ok(build(form, &values))
}

/// The word of an instruction. `decode` gives the same instruction back.
///
/// # Errors
/// Values out of their field's range, operands that the mnemonic has no form for
/// (Rc on LEA.LO, an immediate on LEA.HI), and combinations that are illegal.
pub fn encode(isa: Isa, instruction: &Instruction) -> Result<u64, EncodeError> {
    let (form, values) = choose(isa, instruction)?;
    store(form, &values)
}

/// A word's form and the values of its fields, checked for legality.
pub(crate) fn load(isa: Isa, word: u64) -> Result<(&'static Form, Values), DecodeError> {
    let form = table::find(isa, word)?;
    Ok((form, load_fields(form, word)?))
}

fn load_fields(form: &Form, word: u64) -> Result<Values, DecodeError> {
    let mut values = Values::default();
    for field in form.fields {
        values.set(field.id, field.load(word));
    }
    for modifier in form.modifiers {
        let code = values.get(modifier.field);
        if modifier.spelling(code).is_none() {
            let field = modifier.field.name();
            return Err(DecodeError::Reserved {
                form: form.mnemonic,
                field,
                code,
            });
        }
    }
    match broken_rule(form, &values) {
        Some(Rule {
            name: rule,
            message,
            ..
        }) => Err(DecodeError::Illegal {
            form: form.mnemonic,
            rule,
            message,
        }),
        None => Ok(values),
    }
}

/// The word of a form with the given values. Fields without a value are zero.
pub(crate) fn store(form: &Form, values: &Values) -> Result<u64, EncodeError> {
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
    match broken_rule(form, values) {
        Some(Rule {
            name: rule,
            message,
            ..
        }) => Err(EncodeError::Illegal {
            form: form.mnemonic,
            rule,
            message,
        }),
        None => Ok(word),
    }
}

/// The first rule of a form that forbids the values.
pub(crate) fn broken_rule(form: &Form, values: &Values) -> Option<&'static Rule> {
    form.rules.iter().find(|rule| rule.forbids(values))
}

/// The instruction of a form with the given values.
pub(crate) fn build(form: &Form, values: &Values) -> Instruction {
    Instruction {
        guard: values.guard(),
        operation: (form.build)(values),
    }
}

/// The form that has a field for every value of an instruction.
pub(crate) fn choose(
    isa: Isa,
    instruction: &Instruction,
) -> Result<(&'static Form, Values), EncodeError> {
    let (mnemonic, values) = take_apart(instruction);
    let missing = |form: &&Form| {
        values
            .fields()
            .filter(|id| form.field(*id).is_none())
            .count()
    };
    let form = table::forms(isa)
        .iter()
        .filter(|form| form.mnemonic == mnemonic)
        .min_by_key(missing)
        .ok_or(EncodeError::Unsupported(isa))?;
    let lacks = |id: &FieldId| form.field(*id).is_none();
    match values.fields().find(lacks) {
        Some(field) => Err(EncodeError::NoField {
            mnemonic,
            field: field.name(),
        }),
        None => Ok((form, values)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::Modifier;

    /// A code without a spelling has no text, so its word is no instruction.
    #[test]
    fn reserved_codes_are_illegal() {
        const SMALL_SCALES: Modifier = Modifier {
            field: FieldId::Scale,
            spellings: &[("", 0), ("S1", 1)],
        };
        let lea = &table::forms(Isa::Maxwell)[0];
        let form = Form {
            modifiers: &[SMALL_SCALES],
            ..*lea
        };
        let word = |scale| {
            lea.field(FieldId::Scale)
                .and_then(|field| field.store(0, scale))
        };
        let load = |scale| load_fields(&form, word(scale).expect("a scale"));
        assert!(load(1).is_ok());
        let reserved = DecodeError::Reserved {
            form: "LEA",
            field: "scale",
            code: 2,
        };
        assert_eq!(load(2), Err(reserved));
        assert_eq!(
            reserved.to_string(),
            "illegal LEA word: scale holds the reserved code 2"
        );
    }
}
