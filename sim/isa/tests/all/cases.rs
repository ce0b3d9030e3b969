//! Accepted spellings; refused lines, words and bytes; instructions without a word.

use agu_isa::control::Encoded;
use agu_isa::visa::{ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32};
use agu_isa::{
    DecodeError, Isa, Statement, assemble, decode, disassemble, encode, format, program_line,
};

use crate::change::change;
use crate::data::{bytes, each, hex, snapshot, word};
use crate::{visa, words};

fn isa(name: &str) -> Isa {
    name.parse().expect("an instruction set")
}

#[test]
fn spellings() {
    each("spellings.tsv", |[isa, given, digits, printed, rule]| {
        let isa = self::isa(isa);
        let printed = if printed == "=" { given } else { printed };
        for text in [given, printed] {
            match isa {
                Isa::Visa => visa::check_spelling(text, digits, printed),
                isa => check_spelling(isa, text, digits, printed, rule),
            }
        }
    });
}

/// Checks a text's word, its printed text, and the rule that keeps it from executing, if any.
fn check_spelling(isa: Isa, text: &str, digits: &str, printed: &str, rule: &str) {
    let assembled = assemble(isa, text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    let Some((instruction, assembled)) = assembled else {
        assert_eq!(
            (printed, program_line(isa, text)),
            ("", Ok(None)),
            "{text:?}"
        );
        return;
    };
    assert_eq!(format!("{assembled:016x}"), digits, "{text:?}");
    assert_eq!(
        words::check(isa, assembled).as_deref(),
        Some(printed),
        "{text:?}"
    );
    let statement = match decode(isa, assembled) {
        Ok(decoded) => {
            assert_eq!((decoded, ""), (instruction, rule));
            Statement::Instruction(assembled, decoded)
        }
        Err(error) => {
            let same = matches!(error, DecodeError::Illegal { rule: found, .. } if found == rule);
            assert!(same, "{error:?}, not {rule}");
            Statement::Illegal(assembled, error)
        }
    };
    assert_eq!(program_line(isa, text), Ok(Some(statement)), "{text:?}");
}

/// Rows have column, message, and other instruction sets that have the mnemonic.
#[test]
fn refused_lines() {
    snapshot("refused.tsv", |[isas, line]| {
        let mut found = isas.split(',').map(|name| {
            let error = match isa(name) {
                Isa::Visa => visa::program_line(line).expect_err(line),
                isa => program_line(isa, line).expect_err(line),
            };
            let others: Vec<_> = error.known_to.iter().map(Isa::to_string).collect();
            let mut cells = vec![error.column.to_string(), error.message];
            cells.extend((!others.is_empty()).then(|| others.join(",")));
            cells
        });
        let first = found.next().expect("an instruction set");
        found.for_each(|other| assert_eq!(other, first));
        first
    });
}

/// Words and bytes that are no instruction.
#[test]
fn refused_words_and_bytes() {
    snapshot("no_text.tsv", |[isa, digits]| match self::isa(isa) {
        Isa::Visa => {
            let error = agu_isa::visa::decode(&bytes(digits), ADDRESS_ELEMENTS).expect_err(digits);
            visa::check_illegal_line(digits, error);
            vec![error.to_string()]
        }
        isa => {
            let word = word(digits);
            assert_eq!(words::check(isa, word), None);
            vec![disassemble(isa, word).expect_err(digits).to_string()]
        }
    });
}

/// Instructions without a word in an instruction set, and their printed text.
#[test]
fn instructions_without_a_word() {
    snapshot("no_word.tsv", |[of, text, parts, isa]| {
        let (mut instruction, _) = assemble(self::isa(of), text).expect(text).expect(text);
        for part in parts.split_whitespace() {
            let (name, value) = part.split_once('=').expect("part=value");
            change(&mut instruction, name, value.parse().expect("a number"));
        }
        let isa = self::isa(isa);
        let error = encode(isa, &instruction).expect_err(text);
        vec![error.to_string(), format(isa, &instruction)]
    });
}

/// Words, or bytes for a part with that many address elements, at the ports of the decoder.
#[test]
fn encoded_instructions() {
    each("encoded.tsv", |[of, digits, word, tail, code, shown]| {
        let encoded = match of.parse::<u8>() {
            Ok(elements) => Encoded::bytes(&bytes(digits), elements == ADDRESS_ELEMENTS_SIMD32),
            Err(_) => Encoded::Word(isa(of), self::word(digits)),
        };
        assert_eq!(encoded.native_simd32(), of == "32");
        assert_eq!(format!("{:032x}", encoded.word()), word);
        assert_eq!(hex(&encoded.tail()), tail);
        assert_eq!(encoded.isa_code().to_string(), code);
        assert_eq!(encoded.to_string(), shown);
        // Text is that of legal instructions and of words that do not execute.
        let decoded = encoded.decoded();
        assert_eq!(
            (decoded.encoded, decoded.record),
            (encoded, encoded.record())
        );
        assert!(decoded.record.illegal || shown.contains('('), "{shown}");
    });
}

#[test]
fn instruction_sets_have_names() {
    for (index, isa) in Isa::ALL.into_iter().enumerate() {
        assert_eq!(isa.index(), index);
        assert_eq!(isa.to_string().parse(), Ok(isa));
        assert_eq!(isa.to_string().to_uppercase().parse(), Ok(isa));
    }
    let error = "kepler".parse::<Isa>().expect_err("an unknown name");
    let expected = "unknown ISA \"kepler\", expected maxwell, fermi, visa or a part such as sm_80";
    assert_eq!(error.to_string(), expected);
}

/// vISA has a module of its own; the functions for the other two refuse it.
#[test]
fn visa_has_no_words() {
    let refusal = |line| assemble(Isa::Visa, line).expect_err(line).to_string();
    let expected =
        "column 3: visa text cannot be assembled, expected text of another instruction set";
    assert_eq!(refusal("  LEA R0, R1, R2"), expected);
    assert_eq!(assemble(Isa::Visa, " // nothing"), Ok(None));
    let error = program_line(Isa::Visa, "\t0123456789abcdef").expect_err("a word");
    assert_eq!(error.column, 2);
    let unsupported = DecodeError::Unsupported(Isa::Visa);
    assert_eq!(decode(Isa::Visa, 0), Err(unsupported));
    assert_eq!(disassemble(Isa::Visa, 0), Err(unsupported));
}

#[test]
fn long_lines_are_read() {
    let error = assemble(Isa::Maxwell, &"é".repeat(1_000_000)).expect_err("a refusal");
    let expected = format!("unknown mnemonic {}..., expected LEA", "é".repeat(40));
    assert!(error.message.starts_with(&expected), "{}", error.message);
    let wide = format!("LEA{}R0, R1, R2", " ".repeat(1_000_000));
    let (instruction, _) = assemble(Isa::Maxwell, &wide)
        .expect("a line")
        .expect("an LEA");
    assert_eq!(instruction.to_string(), "LEA R0, R1, R2");
    each("repeated.tsv", |[piece]| {
        let tail = piece.repeat(100_000);
        for head in ["", "LEA", "LEA ", "LEA R0", "LEA R0, R1, R2, "] {
            // It ends, and soon.
            drop(assemble(Isa::Maxwell, &format!("{head}{tail}")));
        }
    });
}
