//! Words for the fuzzer, and what must hold of any.

use agu_isa::form::Form;
use agu_isa::{
    DecodeError, Isa, Statement, assemble, decode, disassemble, disassemble_into, encode, format,
    program_line, table,
};
use proptest::prelude::*;

use crate::common;

const FILES: [(&str, usize); 4] = [
    ("maxwell_compiled.tsv", 0),
    ("maxwell_synthetic.tsv", 0),
    ("fermi_compiled.tsv", 0),
    ("fermi_asfermi.tsv", 1),
];

/// The words of the vector files.
fn known_words() -> Vec<u64> {
    let parse = |digits: &str| u64::from_str_radix(digits, 16).expect("a word");
    let words = FILES.into_iter().flat_map(|(file, column)| {
        let rows = common::rows(file).into_iter();
        rows.map(move |row| parse(&row[column]))
    });
    words.collect()
}

/// A form's word whose fields are random, all zeros or all ones.
fn any_word_of_a_form() -> impl Strategy<Value = u64> {
    let forms = [Isa::Maxwell, Isa::Fermi]
        .into_iter()
        .flat_map(table::forms);
    let form = prop::sample::select(forms.collect::<Vec<_>>());
    (form, any::<u64>(), any::<u64>(), any::<u64>()).prop_map(|(form, random, ones, zeros)| {
        // A bit of the two chooses for a whole field, by its number.
        let field = |word: u64, field: &agu_isa::form::Field| {
            let chosen = |choice: u64| choice >> (field.id as u32) & 1 != 0;
            match (chosen(ones), chosen(zeros)) {
                (true, false) => word | field.mask(),
                (false, true) => word,
                _ => word | random & field.mask(),
            }
        };
        form.fields.iter().fold(form.opcode_bits(), field)
    })
}

/// Bits of any word, of a form's, of a known one; some of them flipped.
pub fn any_word() -> impl Strategy<Value = u64> {
    let word = prop_oneof![
        2 => any::<u64>(),
        6 => any_word_of_a_form(),
        2 => prop::sample::select(known_words()),
        1 => any::<[u8; 8]>().prop_map(u64::from_le_bytes),
        // Few ones, few zeros.
        1 => any::<[u64; 3]>().prop_map(|[a, b, c]| a & b & c),
        1 => any::<[u64; 3]>().prop_map(|[a, b, c]| a | b | c),
    ];
    let flips = prop_oneof![
        2 => Just(Vec::new()),
        1 => prop::collection::vec(0..64_u32, 1..4),
    ];
    (word, flips).prop_map(|(word, flips)| flips.iter().fold(word, |word, bit| word ^ 1 << bit))
}

/// All directions agree about a word.
pub fn check(word: u64) -> Result<(), TestCaseError> {
    for isa in Isa::ALL {
        check_by(isa, word)?;
    }
    Ok(())
}

fn check_by(isa: Isa, word: u64) -> Result<(), TestCaseError> {
    let decoded = decode(isa, word);
    let text = disassemble(isa, word);
    let mut appended = String::from("x");
    let result = disassemble_into(isa, word, &mut appended);
    prop_assert_eq!(result.is_ok(), text.is_ok());
    prop_assert_eq!(&appended[1..], text.as_deref().unwrap_or_default());
    check_form(isa, word)?;

    match &decoded {
        Ok(instruction) => {
            prop_assert_eq!(encode(isa, instruction), Ok(word));
            prop_assert_eq!(text.as_ref(), Ok(&format(isa, instruction)));
            // Others encode it as the same thing, or not at all.
            for other in Isa::ALL {
                if let Ok(word) = encode(other, instruction) {
                    prop_assert_eq!(decode(other, word), Ok(*instruction));
                }
            }
        }
        Err(error) => {
            let message = error.to_string();
            prop_assert!(!message.is_empty() && !message.contains(char::is_control));
        }
    }
    match &text {
        Ok(text) => {
            let (instruction, assembled) = match assemble(isa, text) {
                Ok(Some(assembled)) => assembled,
                other => return Err(TestCaseError::fail(format!("{text}: {other:?}"))),
            };
            prop_assert_eq!(assembled, word, "{}", text);
            prop_assert_eq!(decoded.unwrap_or(instruction), instruction, "{}", text);
            if let Err(error) = decoded {
                prop_assert!(matches!(error, DecodeError::Illegal { .. }), "{}", error);
                prop_assert!(encode(isa, &instruction).is_err(), "{}", text);
            }
        }
        Err(error) => prop_assert_eq!(decoded, Err(*error)),
    }
    let statement = match decoded {
        Ok(instruction) => Some(Statement::Instruction(word, instruction)),
        Err(DecodeError::Unsupported(_)) => None,
        Err(error) => Some(Statement::Illegal(word, error)),
    };
    for line in [format!("{word:016x}"), format!("\t{word:016X} // x\r")] {
        prop_assert_eq!(&program_line(isa, &line).ok(), &statement.map(Some));
    }
    Ok(())
}

/// At most one row matches, and it is the one that is found.
fn check_form(isa: Isa, word: u64) -> Result<(), TestCaseError> {
    let matches = |form: &&Form| word & !form.fields_mask() == form.opcode_bits();
    let names: Vec<_> = table::forms(isa)
        .filter(matches)
        .map(|form| form.name)
        .collect();
    let found = table::find(isa, word).ok().map(|form| form.name);
    prop_assert_eq!(names, found.into_iter().collect::<Vec<_>>());
    Ok(())
}
