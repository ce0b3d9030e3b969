//! Every line of the vector files, word to text and text to word. Of the lines that asfermi
//! refuses, those that are accepted here are listed.

use std::collections::BTreeMap;

use agu_isa::form::Form;
use agu_isa::{Isa, Word, assemble, decode, disassemble, table};

use crate::data::{each, vectors, word};
use crate::words;

/// A vector file: instruction set, columns of the word and of the text, whether texts are as
/// printed.
type VectorFile = (&'static str, Isa, usize, usize, bool);

const FILES: [VectorFile; 4] = [
    ("maxwell_compiled.tsv", Isa::Maxwell, 0, 1, true),
    ("maxwell_synthetic.tsv", Isa::Maxwell, 0, 2, true),
    ("fermi_compiled.tsv", Isa::Fermi, 0, 1, true),
    ("fermi_asfermi.tsv", Isa::Fermi, 1, 0, false),
];

fn rows((name, isa, at, text, _): VectorFile) -> impl Iterator<Item = (Isa, Word, String)> {
    let rows = vectors(name).into_iter();
    rows.map(move |row| (isa, word(&row[at]), row[text].clone()))
}

/// The words of all files.
pub fn words() -> impl Iterator<Item = (Isa, Word)> {
    let rows = FILES.into_iter().flat_map(rows);
    rows.map(|(isa, word, _)| (isa, word))
}

/// The texts of all files, those that asfermi refuses and those of vISA among them.
pub fn texts() -> impl Iterator<Item = String> {
    let rows = FILES.into_iter().flat_map(rows).map(|(.., text)| text);
    let others = ["fermi_rejected.tsv", "visa_addr_add.tsv"]
        .into_iter()
        .flat_map(vectors);
    rows.chain(others.map(|mut row| row.swap_remove(0)))
}

/// The legal word of a form with the longest text, in the first file that has one.
pub fn example(isa: Isa, form: &Form) -> (Word, String) {
    let files = FILES.into_iter().filter(|file| file.1 == isa);
    let mut examples = files.filter_map(|file| {
        let words = rows(file).map(|(_, word, _)| word);
        let of_form = words.filter(|word| {
            let found = table::find(isa, *word).map(|form| form.name);
            found == Ok(form.name) && decode(isa, *word).is_ok()
        });
        let texts = of_form.filter_map(|word| Some((word, disassemble(isa, word).ok()?)));
        texts.min_by_key(|(word, text)| (std::cmp::Reverse(text.len()), *word))
    });
    examples.next().expect("a vector of every form")
}

#[test]
fn words_and_texts_agree() {
    for file in FILES {
        for (isa, word, text) in rows(file) {
            let (_, assembled) = assemble(isa, &text)
                .unwrap_or_else(|error| panic!("{text}: {error}"))
                .expect("an instruction");
            assert_eq!(
                assembled, word,
                "{text} is {word:016x}, not {assembled:016x}"
            );
            let printed = words::check(isa, word).expect("text");
            assert!(
                !file.4 || printed == text,
                "{word:016x}: {printed}, not {text}"
            );
        }
    }
}

#[test]
fn exactly_the_listed_lines_that_asfermi_refuses_are_taken() {
    let mut taken = BTreeMap::new();
    for row in vectors("fermi_rejected.tsv") {
        if let Ok(assembled) = assemble(Isa::Fermi, &row[0]) {
            let (_, word) = assembled.expect("an instruction");
            taken.insert(row[0].clone(), words::check(Isa::Fermi, word));
        }
    }
    each("exceptions.tsv", |[_, line, text]| {
        assert_eq!(taken.remove(line), Some(Some(text.to_owned())));
    });
    assert!(taken.is_empty(), "not listed: {taken:?}");
}

/// Messages have the range of asfermi's, at a column behind the mnemonic.
#[test]
fn ranges_are_named() {
    let refused = vectors("fermi_rejected.tsv");
    let mut lines: BTreeMap<_, Vec<_>> = BTreeMap::new();
    each("ranges.tsv", |[complaint, end]| {
        let of_range = lines.entry(complaint.to_owned()).or_insert_with(|| {
            let lines = refused.iter().filter(|row| row[1] == complaint);
            lines.map(|row| &row[0]).collect()
        });
        let count = of_range.len();
        of_range.retain(|line| !names_range(line, end));
        assert!(of_range.len() < count, "no line left of {complaint}");
    });
    let unnamed: Vec<_> = lines.into_values().flatten().collect();
    assert!(unnamed.is_empty(), "{unnamed:?}");
}

/// Returns whether the message of a line ends with `end`. Its column must be that of an operand.
fn names_range(line: &str, end: &str) -> bool {
    let error = assemble(Isa::Fermi, line).expect_err(line);
    let guard = line.split(' ').take_while(|word| word.starts_with('@'));
    let words = line.split(' ').take(guard.count() + 1);
    let mnemonic: usize = words.map(|word| word.len() + 1).sum();
    assert!(error.column > mnemonic, "{line}: column {}", error.column);
    error.message.ends_with(end)
}
