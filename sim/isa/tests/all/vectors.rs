//! Every line of the vector files, word to text and text to word.

use crate::common;

use std::collections::BTreeMap;

use agu_isa::{Isa, assemble, decode, disassemble, encode, format, program_line};

/// The words and texts of a vector file.
fn vectors(name: &str, word: usize, text: usize) -> Vec<(u64, String)> {
    let parse = |row: Vec<String>| {
        let word = u64::from_str_radix(&row[word], 16).expect("hex word");
        (word, row[text].clone())
    };
    common::rows(name).into_iter().map(parse).collect()
}

/// A word, its text if the file has it as printed, and both ways between them.
fn check(isa: Isa, word: u64, canonical: &str) {
    assert_eq!(
        disassemble(isa, word).as_deref(),
        Ok(canonical),
        "{word:016x}"
    );
    let (instruction, assembled) = assemble(isa, canonical)
        .unwrap_or_else(|error| panic!("{canonical}: {error}"))
        .expect("an instruction");
    assert_eq!(
        assembled, word,
        "{canonical} is {word:016x}, not {assembled:016x}"
    );
    assert_eq!(format(isa, &instruction), canonical);
    // Executable or not, the parts agree about it.
    match decode(isa, word) {
        Ok(decoded) => {
            assert_eq!(decoded, instruction, "{canonical}");
            assert_eq!(encode(isa, &decoded), Ok(word), "{canonical}");
            let statement = Ok(Some(agu_isa::Statement::Instruction(word, decoded)));
            assert_eq!(program_line(isa, canonical), statement);
        }
        Err(error) => {
            assert!(encode(isa, &instruction).is_err(), "{canonical}");
            let statement = Ok(Some(agu_isa::Statement::Illegal(word, error)));
            assert_eq!(program_line(isa, canonical), statement);
        }
    }
}

/// How many lines a mnemonic has.
fn mnemonics(vectors: &[(u64, String)]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for (_, text) in vectors {
        let words = text.split_whitespace();
        let mnemonic = words.into_iter().find(|word| !word.starts_with('@'));
        let base = mnemonic.and_then(|mnemonic| mnemonic.split('.').next());
        *counts
            .entry(base.expect("a mnemonic").to_owned())
            .or_default() += 1;
    }
    counts
}

#[track_caller]
fn check_counts(vectors: &[(u64, String)], expected: &[(&str, usize)]) {
    let expected = expected
        .iter()
        .map(|(name, count)| ((*name).to_owned(), *count));
    assert_eq!(mnemonics(vectors), expected.collect());
}

#[test]
fn maxwell_compiled() {
    let vectors = vectors("maxwell_compiled.tsv", 0, 1);
    check_counts(
        &vectors,
        &[
            ("LD", 8),
            ("LDC", 13),
            ("LDG", 21),
            ("LDL", 18),
            ("LDS", 15),
            ("LEA", 78),
            ("ST", 6),
            ("STG", 8),
            ("STL", 9),
            ("STS", 17),
        ],
    );
    for (word, text) in &vectors {
        check(Isa::Maxwell, *word, text);
    }
}

#[test]
fn maxwell_synthetic() {
    let vectors = vectors("maxwell_synthetic.tsv", 0, 2);
    check_counts(
        &vectors,
        &[
            ("LD", 233),
            ("LDC", 241),
            ("LDG", 220),
            ("LDL", 222),
            ("LDS", 219),
            ("LEA", 1142),
            ("ST", 210),
            ("STG", 224),
            ("STL", 219),
            ("STS", 241),
        ],
    );
    for (word, text) in &vectors {
        check(Isa::Maxwell, *word, text);
    }
}

#[test]
fn fermi_compiled() {
    let vectors = vectors("fermi_compiled.tsv", 0, 1);
    check_counts(
        &vectors,
        &[
            ("LD", 605),
            ("LDC", 2),
            ("LDL", 10),
            ("LDS", 360),
            ("LDU", 4),
            ("MOV", 178),
            ("MOV32I", 123),
            ("ST", 551),
            ("STL", 8),
            ("STS", 399),
        ],
    );
    for (word, text) in &vectors {
        check(Isa::Fermi, *word, text);
    }
}

/// The texts are spelled in many ways; what they become is canonical.
#[test]
fn fermi_spellings() {
    let vectors = vectors("fermi_asfermi.tsv", 1, 0);
    assert_eq!(vectors.len(), 4464);
    for (word, text) in &vectors {
        let (_, assembled) = assemble(Isa::Fermi, text)
            .unwrap_or_else(|error| panic!("{text}: {error}"))
            .expect("an instruction");
        assert_eq!(
            assembled, *word,
            "{text} is {word:016x}, not {assembled:016x}"
        );
        let canonical = disassemble(Isa::Fermi, *word).expect(text);
        check(Isa::Fermi, *word, &canonical);
    }
}
