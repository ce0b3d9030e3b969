//! vISA's `ADDR_ADD`: text, bytes, rules, declared names, control records.

use std::collections::BTreeSet;

use agu_isa::control::ControlRecord;
use agu_isa::visa::rules::RULES;
use agu_isa::visa::{
    self, ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32, AddrAdd, ChannelMask, DecodeError, ExecSize,
    LONGEST, Src0, Statement, Variables, decode, decode_first, disassemble, encode, from_bytes,
    from_text,
};
use agu_isa::{Isa, TextError};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::data::{bytes, cases, each, hex, random, snapshot, vectors};

/// A part with native SIMD32, without declared variables.
fn wide() -> Variables {
    Variables::of_part(ADDRESS_ELEMENTS_SIMD32, 32)
}

/// The instruction of a line, legal or not.
fn instruction(line: &str) -> AddrAdd {
    let read = from_text(line, &wide());
    read.unwrap_or_else(|error| panic!("{line}: {error}"))
        .expect("an instruction")
}

/// A line of a program for a part with native SIMD32.
pub fn program_line(line: &str) -> Result<Option<Statement>, TextError> {
    visa::program_line(line, &wide())
}

/// Checks a text's bytes and its printed text.
pub fn check_spelling(text: &str, digits: &str, printed: &str) {
    let Some(assembled) = visa::assemble(text, &wide()).expect(text) else {
        assert_eq!((printed, program_line(text)), ("", Ok(None)), "{text:?}");
        return;
    };
    assert_eq!(assembled.to_string(), printed, "{text:?}");
    let encoded = encode(&assembled);
    assert_eq!(hex(&encoded), digits, "{text:?}");
    check_round(&assembled);
    let statement = |bytes| Ok(Some(Statement::Instruction(bytes, assembled)));
    for line in [
        text,
        digits,
        &digits.to_uppercase(),
        &format!("\t {digits} // a comment"),
        &format!("{digits}# a comment"),
    ] {
        assert_eq!(program_line(line), statement(encoded.clone()), "{line}");
    }
    // The width of the destination is ignored, and a statement keeps it.
    for width in 0..=u8::MAX {
        let mut bytes = encoded.clone();
        bytes[6] = width;
        assert_eq!(decode(&bytes, ADDRESS_ELEMENTS_SIMD32), Ok(assembled));
        assert_eq!(program_line(&hex(&bytes)), statement(bytes));
    }
}

/// Checks that bytes which are no instruction are no error in a program.
pub fn check_illegal_line(digits: &str, error: DecodeError) {
    let statement = match digits {
        "" => None,
        digits => Some(Statement::Illegal(bytes(digits), error)),
    };
    assert_eq!(
        visa::program_line(digits, &Variables::default()),
        Ok(statement)
    );
}

/// Checks that an instruction goes round through bytes, and through text if it is legal.
fn check_round(instruction: &AddrAdd) {
    let bytes = encode(instruction);
    assert!((18..=LONGEST).contains(&bytes.len()));
    assert_eq!(from_bytes(&bytes), Ok(*instruction));
    let text = instruction.to_string();
    for elements in [ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32] {
        let decoded = decode(&bytes, elements);
        let assembled = visa::assemble(&text, &Variables::of_part(elements, 32));
        let record = ControlRecord::of_bytes(&bytes, elements);
        if visa::check(instruction, elements).is_ok() {
            assert_eq!(decoded, Ok(*instruction));
            assert_eq!(disassemble(&bytes, elements), Ok(text.clone()));
            assert_eq!(assembled, Ok(Some(*instruction)), "{text}");
            assert_eq!(record, ControlRecord::from(instruction));
            assert_eq!(usize::from(record.length), bytes.len());
            check_window(&bytes, elements, *instruction);
        } else {
            assert!(decoded.is_err() && assembled.is_err(), "{text}");
            assert_eq!(record, ControlRecord::illegal());
        }
    }
}

/// Checks that bytes after an instruction are ignored, and that all before its end are needed.
fn check_window(bytes: &[u8], elements: u8, instruction: AddrAdd) {
    let record = ControlRecord::from(&instruction);
    for filler in [0x00, 0x28, 0xff] {
        let mut window = [filler; LONGEST];
        window[..bytes.len()].copy_from_slice(bytes);
        assert_eq!(ControlRecord::of_bytes(&window, elements), record);
        assert_eq!(
            decode_first(&window, elements),
            Ok((instruction, bytes.len()))
        );
    }
    let cut = &bytes[..bytes.len() - 1];
    assert_eq!(
        ControlRecord::of_bytes(cut, elements),
        ControlRecord::illegal()
    );
}

/// Lines of public dumps have rows with their bytes.
#[test]
fn vectors_have_spellings() {
    let spellings = cases("spellings.tsv");
    for row in vectors("visa_addr_add.tsv") {
        let known = spellings.iter().any(|spelling| spelling[1] == row[0]);
        assert!(known, "{} is not in spellings.tsv", row[0]);
    }
}

/// Each rule, for text with its column, and for bytes with its offset.
#[test]
fn rules() {
    let mut broken = BTreeSet::new();
    each(
        "visa_rules.tsv",
        |[elements, line, name, column, offset, message]| {
            let elements = elements.parse().expect("a number of elements");
            let instruction = instruction(line);
            check_round(&instruction);
            let found = visa::check(&instruction, elements).err();
            assert_eq!(found.map_or("", |rule| rule.name), name);
            if name.is_empty() {
                return;
            }
            broken.insert(name.to_owned());
            // A width between 1 and the exec size has no text.
            if column != "-" {
                let error =
                    visa::assemble(line, &Variables::of_part(elements, 32)).expect_err(line);
                assert_eq!(error.to_string(), format!("column {column}: {message}"));
            }
            let bytes = encode(&instruction);
            let error = decode(&bytes, elements).expect_err(line);
            let expected = format!("byte {offset}: illegal ADDR_ADD: {message}");
            assert_eq!(error.to_string(), expected);
            assert_eq!(disassemble(&bytes, elements), Err(error));
        },
    );
    // This rule is about instructions without text.
    broken.insert("src0_width".to_owned());
    let rules: BTreeSet<_> = RULES.iter().map(|rule| rule.name.to_owned()).collect();
    assert_eq!(broken, rules);
}

/// A width between 1 and the exec size has bytes and no text.
#[test]
fn widths_of_address_operands() {
    let message = "byte 7: illegal ADDR_ADD: the width of the address operand is neither 1 nor the \
                   exec size, expected one of them";
    let mut instruction = instruction("addr_add (1) A0(0)<1> A0(0)<1> 0:uw");
    let element = instruction.dst;
    for exec_size in ExecSize::ALL {
        for width in ExecSize::ALL {
            instruction.exec_size = exec_size;
            instruction.src0 = Src0::Address { element, width };
            let decoded = decode(&encode(&instruction), ADDRESS_ELEMENTS_SIMD32);
            if width == ExecSize::One || width == exec_size {
                assert_eq!(decoded, Ok(instruction));
                continue;
            }
            assert_eq!(decoded.expect_err("another width").to_string(), message);
            let text = instruction.to_string();
            let shown = format!("A0(0)<?{}> ", width.channels());
            assert!(text.contains(&shown), "{text}");
        }
    }
}

/// Exec sizes and the distance of the groups that go with them, written by hand.
#[test]
fn exec_sizes_and_masks() {
    let mut instruction = instruction("addr_add (1) A0(0)<1> &V37 0:uw");
    for (exec_size, distance) in ExecSize::ALL.into_iter().zip([1, 1, 1, 2, 4, 8]) {
        for code in 0..=u8::MAX {
            let mask = ChannelMask::from_code(code);
            assert_eq!(mask.map(ChannelMask::code), (code < 16).then_some(code));
            let Some(mask) = mask else { continue };
            (instruction.exec_size, instruction.mask) = (exec_size, mask);
            let is_legal = visa::check(&instruction, ADDRESS_ELEMENTS_SIMD32).is_ok();
            assert_eq!(is_legal, code % 8 % distance == 0, "{instruction}");
            let exec = exec_size as u8 | code << 4;
            assert_eq!(encode(&instruction)[1], exec, "{instruction}");
        }
    }
}

/// Programs line by line, on parts with rows of 32 and of 64 bytes: declaration and instruction of
/// each line.
#[test]
fn declared_names() {
    let mut parts = [32, 64].map(|bytes| Variables::of_part(ADDRESS_ELEMENTS_SIMD32, bytes));
    snapshot("visa_names.tsv", |[row_bytes, line]| {
        let part = parts
            .iter_mut()
            .find(|part| part.grf_bytes.to_string() == row_bytes)
            .expect("32 or 64 bytes");
        let declared = match part.declare(line) {
            Ok(None) => String::new(),
            Ok(Some(it)) => {
                let alias = it
                    .alias
                    .map(|(of, byte)| format!(" at byte {byte} of V{of}"));
                format!(
                    "V{}: {} bytes{}",
                    it.variable,
                    it.bytes,
                    alias.unwrap_or_default()
                )
            }
            Err(error) => error.to_string(),
        };
        let assembled = match visa::assemble(line, part) {
            Ok(assembled) => assembled.map_or_else(String::new, |it| it.to_string()),
            Err(error) => error.to_string(),
        };
        vec![declared, assembled]
    });
}

/// Fields of control records that are not 0.
#[test]
fn control_records() {
    each("records.tsv", |[isa, line, fields]| {
        let record = match isa.parse().expect("an instruction set") {
            Isa::Visa => ControlRecord::from(&instruction(line)),
            isa => {
                let (instruction, word) = agu_isa::assemble(isa, line).expect(line).expect(line);
                let record = ControlRecord::from(&instruction);
                assert_eq!(ControlRecord::of_word(isa, word), record);
                record
            }
        };
        let found = record.fields().filter(|(_, value)| *value != 0);
        let found: Vec<_> = found
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        assert_eq!(found.join(" "), fields);
    });
    for isa in Isa::BEFORE_VOLTA {
        assert_eq!(ControlRecord::of_word(isa, 0), ControlRecord::illegal());
    }
}

/// Texts of vISA from the data, legal or not.
fn texts() -> Vec<String> {
    let rows = cases("spellings.tsv")
        .into_iter()
        .chain(cases("visa_rules.tsv"));
    let texts: Vec<_> = rows
        .map(|mut row| row.swap_remove(1))
        .filter(|text| matches!(from_text(text, &wide()), Ok(Some(_))))
        .collect();
    assert!(texts.len() > 30, "{texts:?}");
    texts
}

/// Bytes of an instruction, some of them changed, cut or not; or any bytes.
fn any_bytes() -> impl Strategy<Value = Vec<u8>> {
    let known = texts()
        .iter()
        .map(|text| encode(&instruction(text)))
        .collect::<Vec<_>>();
    let byte = prop_oneof![0..16_u8, any::<u8>()];
    let damage = prop::collection::vec((any::<Index>(), byte), 0..5);
    let near = (
        select(known),
        damage,
        any::<Index>(),
        prop::bool::weighted(0.1),
    )
        .prop_map(|(mut bytes, damage, end, is_cut)| {
            for (place, byte) in damage {
                let place = place.index(bytes.len());
                bytes[place] = byte;
            }
            bytes.truncate(if is_cut {
                end.index(bytes.len())
            } else {
                bytes.len()
            });
            bytes
        });
    prop_oneof![8 => near, 1 => prop::collection::vec(any::<u8>(), 0..40)]
}

proptest! {
    #![proptest_config(random(8000))]

    #[test]
    fn bytes_are_read_or_refused(mut bytes in any_bytes()) {
        match from_bytes(&bytes) {
            Ok(instruction) => {
                check_round(&instruction);
                let encoded = encode(&instruction);
                // The width of the destination means nothing.
                bytes[6] = encoded[6];
                prop_assert_eq!(encoded, bytes);
            }
            Err(error) => {
                let message = error.to_string();
                prop_assert!(message.starts_with("byte "), "{message}");
                prop_assert!(message.contains(": found ") && message.contains(", expected "));
            }
        }
    }
}

/// Checks that any text is an instruction that goes round, nothing, or refused at one of its
/// columns.
pub fn check_text(text: &str) {
    let mut variables = Variables::default();
    match from_text(text, &variables) {
        Ok(None) => {}
        Ok(Some(instruction)) => check_round(&instruction),
        Err(error) => {
            let code = agu_isa::strip_comments(text).unwrap_or_else(|_| text.into());
            assert!(
                (1..=code.chars().count() + 1).contains(&error.column),
                "{error}"
            );
            assert!(error.message.contains("expected "), "{error}");
            assert!(!error.message.contains(char::is_control), "{error}");
        }
    }
    let lower = from_text(&text.to_ascii_lowercase(), &variables);
    assert_eq!(
        lower.is_ok(),
        from_text(text, &variables).is_ok(),
        "{text:?}"
    );
    // They end, whatever they give.
    drop(visa::program_line(text, &variables));
    drop(variables.declare(text));
}
