//! Lines that another assembler refuses: refused here too, unless the encodings
//! allow them.

use crate::common;
use crate::common::exceptions::EXCEPTIONS;
use agu_isa::{Isa, TextError, assemble, disassemble};

/// Lines and that assembler's messages.
fn rejected() -> Vec<(String, String)> {
    let rows = common::rows("fermi_rejected.tsv");
    rows.into_iter()
        .map(|row| (row[0].clone(), row[1].clone()))
        .collect()
}

#[test]
fn exactly_the_listed_lines_are_accepted() {
    let mut accepted = Vec::new();
    for (line, _) in rejected() {
        if let Ok(assembled) = assemble(Isa::Fermi, &line) {
            let (_, word) = assembled.expect("an instruction");
            let text = disassemble(Isa::Fermi, word).expect("text");
            accepted.push((line, text));
        }
    }
    let lines = EXCEPTIONS.iter().flat_map(|exception| exception.lines);
    let mut listed: Vec<_> = lines
        .map(|(line, text)| ((*line).to_owned(), (*text).to_owned()))
        .collect();
    for exception in EXCEPTIONS {
        assert!(!exception.lines.is_empty(), "{}", exception.title);
    }
    accepted.sort();
    listed.sort();
    assert_eq!(accepted, listed);
}

/// For each complaint about a range, its number of lines and what the messages here
/// end with, one or the other.
#[rustfmt::skip]
const RANGES: &[(&str, usize, &[&str])] = &[
    ("Register number too large.", 61, &["R0 to R62 or RZ"]),
    ("The register number is too large to be used with .64/128.", 56, &[
        "the data register pair of .64 runs past R62, expected R0 to R61 or RZ",
        "the data register quad of .128 runs past R62, expected R0 to R59 or RZ",
    ]),
    ("Constant memory address should be a multiple of 4. Multiples of 2 are allowed for the same of experimentation.", 37, &[
        "the address register pair of .E runs past R62, expected R0 to R61 or RZ",
        // Both are wrong in some lines.
        "the data register quad of .128 runs past R62, expected R0 to R59 or RZ",
        "the data register pair of .64 runs past R62, expected R0 to R61 or RZ",
    ]),
    ("This immediate offset of this memory operand is limited to 24 bits.", 51, &[
        "is out of range, expected -0x800000 to 0x7fffff",
    ]),
    ("Constant memory bank number too large.", 5, &[
        "is out of range, expected 0 to 31",
        "is out of range, expected 0 to 15",
    ]),
    ("Memory address for constant memory too large.", 7, &["is out of range, expected 0 to 0xffff"]),
    ("The immediate value is limited to 20-bit.", 2, &["is out of range, expected 0 to 0xfffff"]),
];

#[test]
fn ranges_are_named() {
    for (complaint, count, messages) in RANGES {
        let lines = rejected();
        let lines: Vec<_> = lines.iter().filter(|(_, why)| why == complaint).collect();
        assert_eq!(lines.len(), *count, "{complaint}");
        for (line, _) in lines {
            let TextError {
                column, message, ..
            } = assemble(Isa::Fermi, line).expect_err(line);
            let named = messages.iter().any(|expected| message.ends_with(expected));
            assert!(named, "{line}: {message}");
            // The column is that of the operand, behind the mnemonic.
            let mnemonic = if line.starts_with('@') { 1 } else { 0 };
            let words: Vec<_> = line.split(' ').take(1 + mnemonic).collect();
            let column_of_operands = words.join(" ").len() + 2;
            assert!(column >= column_of_operands, "{line}: column {column}");
        }
    }
}

/// The operand by its name, and its column.
#[test]
fn operands_are_named() {
    #[rustfmt::skip]
    let lines = [
        ("LD R64, [R0]", 4, "data register R64 is out of range, expected R0 to R62 or RZ"),
        ("LD R0, [R100]", 9, "address register R100 is out of range, expected R0 to R62 or RZ"),
        ("LDLK P8, R0, [R1]", 6, "lock predicate P8 is out of range, expected P0 to P6 or PT"),
        ("ST [R1 + 0x123456789], R0", 10, "offset 0x123456789 is out of range, expected -0x80000000 to 0xffffffff"),
        ("STL [0xff800000], R0", 6, "offset 0xff800000 is out of range, expected -0x7fffff to 0xffffff"),
        ("MOV R64, R0", 5, "register R64 is out of range, expected R0 to R62 or RZ"),
        ("MOV R0, R1, 0x10", 13, "lane mask 0x10 is out of range, expected 0 to 15"),
        ("MOV32I R0, 0x100000000", 12, "immediate 0x100000000 is out of range, expected -0x80000000 to 0xffffffff"),
    ];
    for (line, column, message) in lines {
        let error = TextError::new(column, message);
        assert_eq!(assemble(Isa::Fermi, line), Err(error), "{line}");
    }
}
