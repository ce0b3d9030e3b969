//! Lines of programs: text or bytes.

use agu_isa::visa::{ADDRESS_ELEMENTS_SIMD32, Statement, Variables, encode, program_line};

use super::{PLAIN, assemble, hex};

fn read(line: &str) -> Option<Statement> {
    program_line(line, &Variables::default()).expect(line)
}

#[test]
fn text_and_bytes_are_the_same_instruction() {
    let bytes = encode(&PLAIN);
    let expected = Some(Statement::Instruction(bytes.clone(), PLAIN));
    let digits = hex(&bytes);
    for line in [
        &PLAIN.to_string(),
        &digits,
        &digits.to_uppercase(),
        &format!("\t {digits} // a comment"),
        &format!("{digits}# a comment"),
    ] {
        assert_eq!(read(line), expected, "{line}");
    }
}

#[test]
fn bytes_stay_what_they_are() {
    // The width of the destination means nothing, and is kept.
    let mut bytes = encode(&PLAIN);
    bytes[6] = 0xff;
    assert_eq!(
        read(&hex(&bytes)),
        Some(Statement::Instruction(bytes, PLAIN))
    );
}

#[test]
fn bytes_that_are_none_are_illegal_and_no_error() {
    let too_long = hex(&encode(&PLAIN)) + "00";
    for digits in ["00", "28", "2800010000", &too_long, &"ab".repeat(1000)] {
        match read(digits) {
            Some(Statement::Illegal(bytes, _)) => assert_eq!(hex(&bytes), *digits),
            other => panic!("{digits}: {other:?}"),
        }
    }
    let wide = encode(&assemble("addr_add (M1, 32) A0(0)<1> &V37 0:uw"));
    assert!(matches!(read(&hex(&wide)), Some(Statement::Illegal(..))));
    let of_wide_part = program_line(
        &hex(&wide),
        &Variables::of_part(ADDRESS_ELEMENTS_SIMD32, 32),
    );
    assert!(matches!(of_wide_part, Ok(Some(Statement::Instruction(..)))));
}

#[test]
fn other_lines_are_text() {
    for line in ["", " \t", "// 2800", "#2800"] {
        assert_eq!(read(line), None, "{line}");
    }
    for (line, column) in [
        ("280", 1),
        ("  28 00", 3),
        ("0x28", 1),
        ("2_8", 1),
        ("\u{ff12}8", 1),
        ("addr_add (M1, 32) A0(0)<1> &V37 0:uw", 19),
    ] {
        let error = program_line(line, &Variables::default()).expect_err(line);
        assert_eq!(error.column, column, "{line}: {error}");
    }
}
