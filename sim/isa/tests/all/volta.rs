//! Words and text of the parts from Volta on: those of `volta.tsv`, and random ones.

use agu_isa::fields::FieldId;
use agu_isa::form::Form;
use agu_isa::{
    DecodeError, Isa, Part, Word, assemble, decode, disassemble, disassemble_with_control, encode,
    format, table,
};
use proptest::prelude::*;
use proptest::sample::select;

use crate::data::{random, vectors, word};
use crate::words::filled;

/// Rows have part, the word's halves, origin, status and text.
#[test]
fn words_are_read_as_the_vendor_reads_them() {
    let wrong = vectors("volta.tsv").into_iter().filter_map(|row| {
        let isa: Isa = row[0].parse().expect("a part");
        let word = word(&format!("{}{}", row[1], row[2]));
        let text = row.get(5).map_or("", String::as_str);
        let found = disassemble(isa, word);
        let is_right = match (&*row[4], &found) {
            ("text", Ok(found)) => found == text,
            ("reserved" | "refused", Err(error)) => matches!(
                error,
                DecodeError::Illegal { .. } | DecodeError::Reserved { .. }
            ),
            ("name", Err(DecodeError::NameAlone { name, .. })) => {
                let mut words = text.split([' ', '.']);
                words.find(|word| !word.starts_with('@')) == Some(name)
            }
            ("other", Err(error)) => matches!(error, DecodeError::NoForm { .. }),
            _ => false,
        };
        let again = check(isa, word);
        let is_kept = row[3] != "compiled" || again.is_none_or(|again| again == word);
        let found = found.unwrap_or_else(|error| error.to_string());
        let word = isa.hex(word);
        (!is_right || !is_kept).then(|| format!("{isa} {word} {}: {found}, not {text}", row[4]))
    });
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Checks that all directions agree about a word. Returns the word of its text with the control
/// fields; `None` for a word without text.
fn check(isa: Isa, word: Word) -> Option<Word> {
    let decoded = decode(isa, word);
    let mut controlled = String::new();
    let text = match disassemble(isa, word) {
        Ok(text) => text,
        Err(error) => {
            assert_eq!(decoded, Err(error));
            let refused = disassemble_with_control(isa, word, &mut controlled);
            assert_eq!((refused, &*controlled), (Err(error), ""));
            return None;
        }
    };
    disassemble_with_control(isa, word, &mut controlled).expect("text");
    // There is no barrier 6: its number has text, and no line means it.
    if [":R6:", ":W6:"]
        .iter()
        .any(|barrier| controlled.contains(barrier))
    {
        assert!(assemble(isa, &controlled).is_err(), "{controlled}");
        return None;
    }
    let read = |text: &str| {
        let read = assemble(isa, text).unwrap_or_else(|error| panic!("{isa} {text}: {error}"));
        read.expect("an instruction")
    };
    // nvdisasm hides the register of a local address's descriptor, and shows RZ beside it.
    let is_ambiguous = text.contains("[RZ+") && controlled.contains("&desc");
    let (_, plain) = read(&text);
    let plain = disassemble(isa, plain).expect("text");
    assert!(plain == text || is_ambiguous, "{isa} {text}: {plain}");
    let (instruction, again) = read(&controlled);
    let mut same = String::new();
    disassemble_with_control(isa, again, &mut same).expect("text");
    assert_eq!(same, controlled, "{isa}");
    match decoded {
        Ok(decoded) => {
            assert_eq!(decoded, instruction, "{isa} {text}");
            let encoded = encode(isa, &decoded).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(decode(isa, encoded), Ok(decoded), "{isa} {text}");
            assert_eq!(Ok(format(isa, &decoded)), disassemble(isa, encoded));
        }
        Err(DecodeError::Illegal { .. } | DecodeError::TextAlone { .. }) => {
            assert_eq!(decode(isa, again), decoded, "{text}");
        }
        Err(error) => panic!("{text}: {error}"),
    }
    Some(again)
}

fn any_part() -> impl Strategy<Value = Isa> {
    select(&Part::ALL[..]).prop_map(Isa::Sm)
}

/// Words of a form, with fields that are random, all zeros or all ones, and control fields that
/// most words have.
fn any_word_of_a_form() -> impl Strategy<Value = (Isa, Word)> {
    let form = any_part().prop_flat_map(|isa| {
        let forms: Vec<&'static Form> = table::forms(isa).collect();
        (Just(isa), select(forms))
    });
    let bits = any::<(Word, Word, u64, u64)>();
    (form, bits, 0..4_u8).prop_map(|((isa, form), (random, others, ones, zeros), control)| {
        let outside = others & !form.opcode_mask() & !form.fields_mask();
        let word = filled(form, random, ones, zeros) | outside;
        let usual = [
            (FieldId::Issue, 0x12),
            (FieldId::WriteBarrier, 7),
            (FieldId::ReadBarrier, 7),
            (FieldId::Reuse, 0),
        ];
        let fields = usual.iter().filter(|_| control != 0);
        let word = fields.fold(word, |word, (id, value)| {
            let field = form.field(*id).expect("a field of every form");
            (field.set)(word, *value)
        });
        (isa, word)
    })
}

proptest! {
    #![proptest_config(random(20_000))]

    #[test]
    fn words_of_forms_go_round((isa, word) in any_word_of_a_form()) {
        check(isa, word);
        for other in Part::ALL.map(Isa::Sm) {
            check(other, word);
        }
    }

    /// No word of another instruction is read, and nothing panics.
    #[test]
    fn any_word_is_read_or_refused(isa in any_part(), word: Word) {
        let known = table::forms(isa).any(|form| word & form.opcode_mask() == form.opcode_bits());
        prop_assert_eq!(known, table::find(isa, word).is_ok());
        prop_assert!(known || disassemble(isa, word).is_err());
        check(isa, word);
    }
}
