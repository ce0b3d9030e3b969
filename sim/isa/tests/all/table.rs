//! Properties of every row of the tables of forms. `doc/isa.md` has their bits one by one.

use agu_isa::fields::FieldId;
use agu_isa::form::{Coding, Form};
use agu_isa::instruction::RZ;
use agu_isa::{DecodeError, Isa, table};

fn all_forms() -> impl Iterator<Item = (Isa, &'static Form)> {
    Isa::ALL
        .into_iter()
        .flat_map(|isa| table::forms(isa).map(move |form| (isa, form)))
}

#[test]
fn names_are_unique() {
    for isa in Isa::ALL {
        for (index, form) in table::forms(isa).enumerate() {
            let mut before = table::forms(isa).take(index);
            assert!(before.all(|other| other.name != form.name), "{}", form.name);
        }
    }
}

/// Two forms match one word unless some bit that both fix differs.
#[test]
fn no_word_matches_two_forms() {
    for isa in Isa::ALL {
        for (index, form) in table::forms(isa).enumerate() {
            for other in table::forms(isa).take(index) {
                let both = !form.fields_mask() & !other.fields_mask();
                let differ = (form.opcode_bits() ^ other.opcode_bits()) & both;
                assert_ne!(differ, 0, "{} and {}", form.name, other.name);
            }
        }
    }
}

#[test]
fn no_bit_belongs_to_two_fields() {
    for (_, form) in all_forms() {
        let mut taken = form.opcode_mask();
        for field in form.fields {
            assert_ne!(field.mask(), 0, "{}: {:?}", form.name, field.id);
            assert_eq!(taken & field.mask(), 0, "{}: {:?}", form.name, field.id);
            taken |= field.mask();
        }
        assert_eq!(
            taken,
            form.opcode_mask() | form.fields_mask(),
            "{}",
            form.name
        );
        assert_eq!(form.opcode_bits() & !form.opcode_mask(), 0, "{}", form.name);
    }
}

/// The accessors of a field agree on its bits, one by one.
#[test]
fn fields_read_what_they_store() {
    for (_, form) in all_forms() {
        for field in form.fields {
            let name = (form.name, field.id);
            assert_eq!((field.get)(!field.mask()), 0, "{name:?}");
            assert_eq!((field.set)(u64::MAX, 0), !field.mask(), "{name:?}");
            for bit in 0..field.width() {
                let word = (field.set)(0, 1 << bit);
                assert_eq!(word.count_ones(), 1, "{name:?}");
                assert_eq!((field.get)(word), 1 << bit, "{name:?}");
            }
            let range = field.range();
            let highest = range.max / range.step * range.step;
            for value in [range.min, highest, 0, range.step] {
                let word = field.store(0, value).expect("in range");
                // Wrapping fields take unsigned numbers above the signed ones.
                let wrap = match field.coding {
                    Coding::Wrapping { shift } if value >= -range.min => {
                        1 << (field.width() + shift)
                    }
                    _ => 0,
                };
                assert_eq!(field.load(word), value - wrap, "{name:?}");
            }
            if field.coding == Coding::Register {
                assert_eq!(field.store(0, RZ.into()), Some(field.mask()), "{name:?}");
                assert_eq!(field.load(field.mask()), RZ.into(), "{name:?}");
            } else {
                assert_eq!(field.store(0, range.max + 1), None, "{name:?}");
            }
            assert_eq!(field.store(0, range.min - range.step), None, "{name:?}");
            assert_eq!(
                field.store(0, range.max + 1 + i64::from(RZ)),
                None,
                "{name:?}"
            );
            assert_eq!(field.store(0, i64::MAX), None, "{name:?}");
            assert_eq!(field.store(0, i64::MIN), None, "{name:?}");
            if range.step > 1 {
                assert_eq!(field.store(0, 1), None, "{name:?}");
            }
        }
    }
}

/// Text shows every field: an operand, a modifier or the guard.
#[test]
fn every_field_has_text() {
    for (_, form) in all_forms() {
        let mut shown = vec![FieldId::Guard, FieldId::GuardInverted];
        shown.extend(form.modifiers.iter().map(|modifier| modifier.field));
        shown.extend(form.operands.iter().flat_map(|slot| slot.operand.fields()));
        let mut listed: Vec<_> = form.fields.iter().map(|field| field.id as usize).collect();
        let mut shown: Vec<_> = shown.iter().map(|field| *field as usize).collect();
        listed.sort_unstable();
        shown.sort_unstable();
        assert_eq!(listed, shown, "{}", form.name);
    }
}

#[test]
fn rules_test_fields_of_their_form() {
    for (_, form) in all_forms() {
        for test in form.rules.iter().flat_map(|rule| rule.tests) {
            assert!(
                form.field(test.field()).is_some(),
                "{}: {test:?}",
                form.name
            );
        }
    }
}

#[test]
fn a_set_bit_that_no_field_lists_matches_no_form() {
    for (isa, form) in all_forms() {
        let word = form.opcode_bits();
        let free = !(form.opcode_mask() | form.fields_mask());
        for bit in (0..64).filter(|bit| free >> bit & 1 != 0) {
            let word = word | 1 << bit;
            let decoded = agu_isa::decode(isa, word);
            let is_none =
                matches!(decoded, Err(DecodeError::NoForm { word: of, .. }) if of == word);
            assert!(is_none, "{decoded:?}");
        }
    }
}

#[test]
fn flipped_opcodes_are_never_the_same_form() {
    for (isa, form) in all_forms() {
        for bit in (0..64).filter(|bit| form.opcode_mask() >> bit & 1 != 0) {
            if let Ok(other) = table::find(isa, form.opcode_bits() ^ 1 << bit) {
                assert_ne!(other.name, form.name);
            }
        }
    }
}

/// Spellings of a form's modifiers differ, and each modifier has a default.
#[test]
fn spellings_are_unique() {
    for (_, form) in all_forms() {
        let mut seen = Vec::new();
        for modifier in form.modifiers {
            assert!(
                modifier.default().is_some(),
                "{}: {:?}",
                form.name,
                modifier.field
            );
            for (text, value) in modifier.spellings {
                let field = form.field(modifier.field).expect("a field");
                assert!(field.store(0, *value).is_some(), "{}: .{text}", form.name);
                assert!(
                    text.is_empty() || !seen.contains(text),
                    "{}: .{text}",
                    form.name
                );
                seen.push(text);
            }
        }
    }
}
