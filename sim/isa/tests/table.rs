//! What must hold of every row of the tables of forms, and of the encoding
//! tables' bits.

use isa::form::{Coding, Form, Operand};
use isa::values::FieldId;
use isa::{DecodeError, Isa, table};

fn all_forms() -> impl Iterator<Item = (Isa, &'static Form)> {
    Isa::ALL
        .into_iter()
        .flat_map(|isa| table::forms(isa).iter().map(move |form| (isa, form)))
}

#[test]
fn names_are_unique() {
    for isa in Isa::ALL {
        let forms = table::forms(isa);
        for (index, form) in forms.iter().enumerate() {
            assert!(
                forms[..index].iter().all(|other| other.name != form.name),
                "{}",
                form.name
            );
        }
    }
}

/// Two forms match one word unless some bit that both fix differs.
#[test]
fn no_word_matches_two_forms() {
    for isa in Isa::ALL {
        let forms = table::forms(isa);
        for (index, form) in forms.iter().enumerate() {
            for other in &forms[..index] {
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

#[test]
fn opcodes_fit() {
    for (_, form) in all_forms() {
        // An opcode bit that the setter drops would make the form match too much.
        let opcode = (form.opcode.get)(form.opcode_bits());
        assert_eq!(opcode, form.opcode.value, "{}", form.name);
        assert_eq!((form.opcode.get)(form.fields_mask()), 0, "{}", form.name);
    }
}

/// The accessors of a field agree on where it stands, bit by bit.
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
            for value in [
                range.min,
                range.max / range.step * range.step,
                0,
                range.step,
            ] {
                let word = field.store(0, value).expect("in range");
                // Offsets have an unsigned spelling above the signed ones.
                let wrap = match field.coding {
                    Coding::Offset { shift } if value >= -range.min => 1 << (field.width() + shift),
                    _ => 0,
                };
                assert_eq!(field.load(word), value - wrap, "{name:?}");
            }
            assert_eq!(field.store(0, range.min - range.step), None, "{name:?}");
            assert_eq!(field.store(0, range.max + 1), None, "{name:?}");
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
        for slot in form.operands {
            match slot.operand {
                Operand::Predicate(field) | Operand::Register(field) | Operand::Number(field) => {
                    shown.push(field);
                }
                Operand::Destination { register, cc } => shown.extend([register, cc]),
                Operand::Negatable { register, negate } => shown.extend([register, negate]),
                Operand::Constant { bank, offset } => shown.extend([bank, offset]),
            }
        }
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

/// Bits that the encoding tables list for no field.
#[test]
fn unlisted_bits() {
    let free = |name| {
        let form = table::forms(Isa::Maxwell)
            .iter()
            .find(|form| form.name == name);
        let form = form.expect("a form of that name");
        !(form.opcode_mask() | form.fields_mask())
    };
    let bits = |high: u32, low: u32| (1_u64 << (high - low + 1)).wrapping_sub(1) << low;
    assert_eq!(free("LEA.reg"), bits(44, 44) | bits(38, 28));
    assert_eq!(free("LEA.cbuf"), bits(44, 44));
    assert_eq!(free("LEA.imm20"), bits(44, 44));
    assert_eq!(free("LEA.HI.reg"), bits(36, 33));
    assert_eq!(free("LEA.HI.cbuf"), 0);
}

#[test]
fn a_set_bit_that_no_field_lists_matches_no_form() {
    for (isa, form) in all_forms() {
        let word = form.opcode_bits();
        let free = !(form.opcode_mask() | form.fields_mask());
        for bit in (0..64).filter(|bit| free >> bit & 1 != 0) {
            let word = word | 1 << bit;
            assert_eq!(
                isa::decode(isa, word),
                Err(DecodeError::NoForm { isa, word })
            );
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
