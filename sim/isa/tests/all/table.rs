//! Properties of every row of the tables of forms. `doc/isa.md` has their bits one by one.

use agu_isa::fields::FieldId;
use agu_isa::form::Form;
use agu_isa::{Isa, table};

fn all_forms() -> impl Iterator<Item = (Isa, &'static Form)> {
    let forms = |isa| table::forms(isa).map(move |form| (isa, form));
    Isa::BEFORE_VOLTA.into_iter().flat_map(forms)
}

/// Two forms match one word unless some bit that both fix differs.
#[test]
fn forms_differ() {
    for isa in Isa::BEFORE_VOLTA {
        for (index, form) in table::forms(isa).enumerate() {
            for other in table::forms(isa).take(index) {
                assert_ne!(form.name, other.name);
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
        assert_eq!(form.opcode_bits() & !taken, 0, "{}", form.name);
        for field in form.fields {
            assert_ne!(field.mask(), 0, "{}: {:?}", form.name, field.id);
            assert_eq!(taken & field.mask(), 0, "{}: {:?}", form.name, field.id);
            taken |= field.mask();
        }
    }
}

/// Text shows every field once: an operand, a modifier or the guard. Rules are about fields.
#[test]
fn every_field_has_text() {
    for (_, form) in all_forms() {
        let mut shown = vec![FieldId::Guard, FieldId::GuardInverted];
        shown.extend(form.modifiers.iter().map(|modifier| modifier.field));
        shown.extend(form.operands.iter().flat_map(|slot| slot.fields()));
        let mut listed: Vec<_> = form.fields.iter().map(|field| field.id).collect();
        listed.sort_unstable();
        shown.sort_unstable();
        assert_eq!(listed, shown, "{}", form.name);
        for test in form.rules.iter().flat_map(|rule| rule.tests) {
            assert!(listed.contains(&test.field()), "{}: {test:?}", form.name);
        }
    }
}

/// Spellings of a form's modifiers differ and are codes of their fields, and each modifier has a
/// default.
#[test]
fn spellings_are_unique() {
    for (_, form) in all_forms() {
        let mut seen = Vec::new();
        for modifier in form.modifiers {
            let name = (form.name, modifier.field);
            assert!(modifier.default().is_some(), "{name:?}");
            let field = form.field(modifier.field).expect("a field");
            for (text, value) in modifier.spellings {
                assert!(field.store(0, *value).is_some(), "{name:?}: .{text}");
                let is_new = text.is_empty() || !seen.contains(text);
                assert!(is_new, "{name:?}: .{text}");
                seen.push(text);
            }
        }
    }
}
