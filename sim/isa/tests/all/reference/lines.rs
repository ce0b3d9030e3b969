//! Tables of lines, texts or bytes, with the outcome of each in the last column.

use agu_isa::visa::{self, ADDRESS_ELEMENTS_SIMD32, Variables};
use agu_isa::{Isa, assemble, disassemble};

use super::code;
use crate::data::{bytes, hex};

/// A table with the last cell of each row given by the cell under `line`, `text` or `bytes`.
pub fn with_outcomes(table: &str, outcome: impl Fn(&str) -> String) -> String {
    let mut lines = table.trim_end().lines();
    let (head, rule) = (lines.next().expect("titles"), lines.next().expect("a rule"));
    let input = cells(head)
        .iter()
        .position(|title| ["line", "text", "bytes"].contains(title))
        .expect("a column of lines, texts or bytes");
    let row = |line: &str| {
        let mut cells = cells(line);
        let outcome = outcome(cells[input].trim_matches('`'));
        cells.pop();
        format!("| {} | {outcome} |\n", cells.join(" | "))
    };
    let rows: String = lines.map(row).collect();
    assert!(!rows.is_empty(), "a table without rows");
    format!("{head}\n{rule}\n{rows}\n")
}

fn cells(row: &str) -> Vec<&str> {
    let row = row
        .strip_prefix("| ")
        .and_then(|row| row.strip_suffix(" |"));
    row.expect("a row of a table").split(" | ").collect()
}

/// Canonical text of a line, or its error. A mnemonic that the instruction set does not have is
/// taken as that of another.
pub fn of_text(isa: Isa, line: &str) -> String {
    let text = match isa {
        Isa::Visa => {
            let part = Variables::of_part(ADDRESS_ELEMENTS_SIMD32, 32);
            let assembled = visa::assemble(line, &part);
            assembled.map(|it| it.expect("an instruction").to_string())
        }
        isa => assemble(isa, line).map(|assembled| {
            let (_, word) = assembled.expect("an instruction");
            disassemble(isa, word).expect("text")
        }),
    };
    match text {
        Ok(text) => code(&text),
        Err(error) if error.known_to.is_empty() => format!("refused, {error}"),
        Err(error) => of_text(error.known_to[0], line),
    }
}

/// Bytes of a text.
pub fn bytes_of(text: &str) -> String {
    let instruction = visa::assemble(text, &Variables::default())
        .expect(text)
        .expect(text);
    code(&hex(&visa::encode(&instruction)))
}

/// Error of bytes that are no instruction.
pub fn of_bytes(digits: &str) -> String {
    let decoded = visa::decode(&bytes(digits), ADDRESS_ELEMENTS_SIMD32);
    decoded.expect_err(digits).to_string()
}
