//! Every LEA of the vector files, word to text and text to word.

use std::fs;
use std::path::Path;

use isa::Isa;

/// Words and texts of a vector file's LEA lines.
fn lea_vectors(name: &str, text_column: usize) -> Vec<(u64, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors");
    let file = fs::read_to_string(folder.join(name)).expect("vector file");
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    let rows = lines.map(|line| line.split('\t').collect::<Vec<_>>());
    rows.map(|row| (row[0].to_owned(), row[text_column].to_owned()))
        .filter(|(_, text)| text.contains("LEA"))
        .map(|(word, text)| (u64::from_str_radix(&word, 16).expect("hex word"), text))
        .collect()
}

fn check(vectors: &[(u64, String)]) {
    for (word, text) in vectors {
        assert_eq!(
            isa::disassemble(Isa::Maxwell, *word).as_ref(),
            Ok(text),
            "{word:016x}"
        );
        let instruction = isa::decode(Isa::Maxwell, *word).expect(text);
        assert_eq!(isa::format(&instruction), *text);
        assert_eq!(isa::encode(Isa::Maxwell, &instruction), Ok(*word), "{text}");
        let assembled = isa::assemble(Isa::Maxwell, text);
        assert_eq!(
            assembled,
            Ok(Some((instruction, *word))),
            "{text} is {word:016x}"
        );
    }
}

#[test]
fn compiled() {
    let vectors = lea_vectors("maxwell_compiled.tsv", 1);
    assert_eq!(vectors.len(), 78);
    check(&vectors);
}

#[test]
fn synthetic() {
    let vectors = lea_vectors("maxwell_synthetic.tsv", 2);
    assert_eq!(vectors.len(), 1142);
    check(&vectors);
}
