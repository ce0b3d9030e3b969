//! Data files: cases of these tests in `tests/data`, vectors of the project in `tests/vectors`.
//!
//! Tabs separate cells. Blank lines and lines that start with `#` are comments. In a case `\e` is
//! nothing, for an empty cell, and `\xNN` is a byte. `\t`, `\r`, `\n`, `\\` are as in Rust.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::{array, env, fs};

use agu_isa::Word;
use proptest::prelude::ProptestConfig;

/// A row: its number in the file, from 1, and its cells.
type DataRow = (usize, Vec<String>);

/// Configuration for random cases of a test: `PROPTEST_CASES` of them, else `cases`.
pub fn random(cases: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig {
        cases: env::var("PROPTEST_CASES").map_or(cases, |_| default.cases),
        // A case that fails becomes a row.
        failure_persistence: None,
        ..default
    }
}

/// Folder of the crate's own cases.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// The rows of a vector file, cells as they are.
pub fn vectors(name: &str) -> Vec<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors");
    let rows = rows(&read(&folder.join(name)));
    rows.into_iter().map(|(_, cells)| cells).collect()
}

/// The rows of a file of cases.
pub fn cases(name: &str) -> Vec<Vec<String>> {
    let rows = rows(&read(&folder().join(name))).into_iter();
    let unescaped = |cells: Vec<String>| cells.iter().map(|cell| unescape(cell)).collect();
    rows.map(|(_, cells)| unescaped(cells)).collect()
}

/// Checks each row of a file of cases. Cells that a row leaves out at its end are empty.
pub fn each<const N: usize>(name: &str, mut check: impl FnMut([&str; N])) {
    let path = folder().join(name);
    let mut failed = Vec::new();
    for (line, cells) in rows(&read(&path)) {
        assert!(
            cells.len() <= N,
            "{}:{line}: {N} cells at most",
            path.display()
        );
        let cells: Vec<_> = cells.iter().map(|cell| unescape(cell)).collect();
        let cells = array::from_fn(|cell| cells.get(cell).map_or("", String::as_str));
        if catch_unwind(AssertUnwindSafe(|| check(cells))).is_err() {
            failed.push(format!("{}:{line}", path.display()));
        }
    }
    assert!(failed.is_empty(), "rows that fail:\n{}", failed.join("\n"));
}

/// Compares the cells after the first `N` of each row with the outcome of those. With `UPDATE=1` in
/// the environment it writes the outcomes to the file instead.
pub fn snapshot<const N: usize>(name: &str, mut outcome: impl FnMut([&str; N]) -> Vec<String>) {
    let path = folder().join(name);
    let text = read(&path);
    let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
    let mut stale = Vec::new();
    for (line, cells) in rows(&text) {
        assert!(
            cells.len() >= N,
            "{}:{line}: {N} cells at least",
            path.display()
        );
        let inputs: Vec<_> = cells[..N].iter().map(|cell| unescape(cell)).collect();
        let inputs = array::from_fn(|cell| inputs[cell].as_str());
        let mut row = cells[..N].to_vec();
        match catch_unwind(AssertUnwindSafe(|| outcome(inputs))) {
            Ok(found) => row.extend(found.iter().map(|cell| escape(cell))),
            Err(_) => panic!("{}:{line} fails", path.display()),
        }
        if row != cells {
            let (row, cells) = (row.join("\t"), cells.join("\t"));
            stale.push(format!(
                "{}:{line}: found\n  {row}\nexpected\n  {cells}",
                path.display()
            ));
            lines[line - 1] = row;
        }
    }
    if env::var("UPDATE").is_ok_and(|update| update == "1") {
        fs::write(&path, lines.join("\n") + "\n").expect("the file is written");
    } else {
        assert!(stale.is_empty(), "{}", stale.join("\n"));
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn rows(text: &str) -> Vec<DataRow> {
    let lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let rows: Vec<_> = lines
        .map(|(number, line)| (number, line.split('\t').map(str::to_owned).collect()))
        .collect();
    assert!(!rows.is_empty(), "a file without rows");
    rows
}

/// Replaces the escapes of a cell. Bytes that are no UTF-8 become replacement characters.
fn unescape(cell: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = cell.as_bytes();
    while let [byte, after @ ..] = rest {
        rest = after;
        let [letter, after @ ..] = after else {
            bytes.push(*byte);
            break;
        };
        if *byte != b'\\' {
            bytes.push(*byte);
            continue;
        }
        rest = after;
        match letter {
            b'e' => {}
            b't' => bytes.push(b'\t'),
            b'r' => bytes.push(b'\r'),
            b'n' => bytes.push(b'\n'),
            b'\\' => bytes.push(b'\\'),
            b'x' => {
                let digits = after
                    .get(..2)
                    .and_then(|digits| str::from_utf8(digits).ok());
                let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
                bytes.push(byte.unwrap_or_else(|| panic!("{cell}: \\x without two hex digits")));
                rest = &after[2..];
            }
            other => panic!("{cell}: \\{} is no escape", char::from(*other)),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Escapes a text for a cell.
fn escape(text: &str) -> String {
    if text.is_empty() {
        return "\\e".to_owned();
    }
    let mut cell = String::new();
    for (at, c) in text.char_indices() {
        match c {
            '\\' => cell += "\\\\",
            ' ' if at == 0 || at + 1 == text.len() => cell += "\\x20",
            ' '..='~' => cell.push(c),
            c if c.is_alphanumeric() => cell.push(c),
            c => {
                let mut utf8 = [0; 4];
                let bytes = c.encode_utf8(&mut utf8).bytes();
                cell.extend(bytes.map(|byte| format!("\\x{byte:02x}")));
            }
        }
    }
    cell
}

/// Every byte in hex, two digits each.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of hex digits.
pub fn bytes(digits: &str) -> Vec<u8> {
    let pair = |at| u8::from_str_radix(&digits[at..at + 2], 16).expect("two hex digits");
    (0..digits.len()).step_by(2).map(pair).collect()
}

/// The word of 16 hex digits.
pub fn word(digits: &str) -> Word {
    Word::from_str_radix(digits, 16).unwrap_or_else(|error| panic!("{digits}: {error}"))
}
