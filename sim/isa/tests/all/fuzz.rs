//! Damaged lines of the data, and any text: nothing panics, and an accepted text is the same
//! instruction in every direction. Words and bytes are in `words` and `visa`.
//!
//! `PROPTEST_CASES=1000000 cargo test -p agu-isa --test all fuzz` draws more of them. A text that
//! fails becomes a row of `tests/data/corpus.txt`.

use std::borrow::Cow;

use agu_isa::bundle::{Bundles, Schedule};
use agu_isa::{
    Isa, Line, Statement, TextError, assemble, decode, disassemble, format, listing, program_line,
    strip_comments, table,
};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::data::{cases, random};
use crate::{vectors, visa};

/// Lines of all data files.
fn lines() -> Vec<String> {
    let column = |(file, column): (&str, usize)| {
        let rows = cases(file).into_iter();
        rows.map(move |mut row| row.swap_remove(column))
            .collect::<Vec<_>>()
    };
    let files = [
        ("corpus.txt", 0),
        ("decorations.tsv", 0),
        ("lines.tsv", 1),
        ("refused.tsv", 1),
        ("spellings.tsv", 1),
        ("visa_names.tsv", 1),
    ];
    files.into_iter().flat_map(column).collect()
}

/// Bytes of text, which need not be UTF-8.
fn any_text() -> impl Strategy<Value = Vec<u8>> {
    let lines: Vec<_> = lines().into_iter().chain(vectors::texts()).collect();
    let mnemonics = Isa::BEFORE_VOLTA
        .into_iter()
        .flat_map(table::forms)
        .flat_map(|form| form.spellings());
    let mut pieces: Vec<String> = mnemonics.map(str::to_owned).collect();
    for line in &lines {
        let tokens = line.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
        pieces.extend(tokens.map(str::to_owned));
    }
    pieces.sort();
    pieces.dedup();
    let line = || select(lines.clone()).prop_map(String::into_bytes);
    let piece = || select(pieces.clone()).prop_map(String::into_bytes);
    let other = prop_oneof![
        2 => Just(Vec::new()),
        4 => piece(),
        1 => (piece(), piece()).prop_map(|(one, other)| [one, other].concat()),
        1 => prop::collection::vec(any::<u8>(), 1..4),
        // The end of another line.
        1 => (line(), any::<Index>()).prop_map(|(mut line, from)| {
            line.split_off(from.index(line.len() + 1))
        }),
    ];
    let damage = (
        any::<Index>(),
        prop_oneof![3 => 0..6_usize, 1 => Just(usize::MAX)],
        other,
    );
    // One most of the time: further ones hide what the first one does.
    let damages = prop_oneof![
        2 => prop::collection::vec(damage.clone(), 1),
        1 => prop::collection::vec(damage, 0..5),
    ];
    let damaged = (line(), damages).prop_map(|(mut line, damages)| {
        for (at, length, other) in damages {
            let at = at.index(line.len() + 1);
            let end = at.saturating_add(length).min(line.len());
            line.splice(at..end, other);
        }
        line
    });
    let text = prop_oneof![
        6 => damaged,
        2 => prop::collection::vec(piece(), 0..14).prop_map(|pieces| pieces.concat()),
        1 => prop::collection::vec(any::<u8>(), 0..60),
        1 => any::<String>().prop_map(String::into_bytes),
    ];
    let ends = select(&["\n", "\r\n", "\r", "\n\r", "\n\n", "\0", "\t\n", "\u{2028}"][..]);
    let text = text.boxed();
    let file = (prop::collection::vec(text.clone(), 0..5), ends);
    prop_oneof![4 => text, 1 => file.prop_map(|(lines, end)| lines.join(end.as_bytes()))]
}

proptest! {
    #![proptest_config(random(10_000))]

    #[test]
    fn any_text_is_read_or_refused(text in any_text()) {
        check(&String::from_utf8_lossy(&text));
    }
}

#[test]
fn all_lines_are_read_or_refused() {
    for line in lines() {
        check(&line);
    }
    // Many at once, and the last of them without an end.
    let corpus = cases("corpus.txt").concat();
    check(&corpus.join("\n"));
    check(&corpus.join("\r\n"));
}

/// Checks a text line by line, as a reader of files passes it on, and all at once.
fn check(text: &str) {
    check_comment(text);
    let mut bundles = Bundles::default();
    for line in text.lines().chain([text]) {
        for isa in Isa::BEFORE_VOLTA {
            check_line(isa, line);
            check_program_line(isa, line);
            if let Err(error) = listing::entry(isa, line) {
                check_error(line, &error);
            }
        }
        visa::check_text(line);
        assert!(line.parse::<Isa>().is_err() || line.len() < 8);
        if let Some((length, _)) = Schedule::prefix(line) {
            assert!(line.is_char_boundary(length), "{line}");
        }
        if let Some(word) = agu_isa::line::word(Isa::Maxwell, line) {
            assert_eq!(bundles.take(word), Ok(None));
        }
    }
}

fn check_comment(line: &str) {
    let code = match strip_comments(line) {
        Ok(code) => code,
        Err(error) => {
            let comment: String = line.chars().skip(error.column - 1).collect();
            assert!(comment.starts_with("/*") && !comment[2..].contains("*/"));
            return check_error(line, &error);
        }
    };
    // Blanks stand for comments, and nothing else differs.
    let mut both = code.chars().zip(line.chars());
    assert!(both.all(|(code, line)| code == line || code == ' '));
    let comment: String = line.chars().skip(code.chars().count()).collect();
    assert!(comment.is_empty() || comment.starts_with('#') || comment.starts_with("//"));
    assert!(!["#", "//", "/*"].iter().any(|mark| code.contains(mark)));
    assert_eq!(strip_comments(&code), Ok(code.clone()));
    assert!(line.contains("/*") || matches!(code, Cow::Borrowed(_)));
}

fn check_line(isa: Isa, line: &str) {
    let assembled = assemble(isa, line);
    let code = match Line::parse(isa, line) {
        Ok(line) => line.code,
        Err(error) => return assert_eq!(assembled, Err(error)),
    };
    assert_eq!(matches!(assembled, Ok(None)), code.trim().is_empty());
    match &assembled {
        Ok(None) => return,
        Ok(Some((instruction, word))) => {
            let text = format(isa, instruction);
            check_printed(&text);
            assert_eq!(disassemble(isa, *word), Ok(text.clone()));
            assert_eq!(assemble(isa, &text), assembled, "{text}");
            if !code.contains(';') {
                assert_eq!(assemble(isa, &format!("{code};")), assembled);
            }
        }
        Err(error) => check_error(&code, error),
    }
    // Parts that are ignored change nothing.
    let expected = assembled.map_err(|error| error.column);
    let same = |line: String, shift| {
        let found = assemble(isa, &line).map_err(|error| error.column.wrapping_sub(shift));
        assert_eq!(found, expected, "{line:?}");
    };
    same(code.to_string(), 0);
    same(format!("{code}# {line}"), 0);
    same(format!("/*é //*/{code}"), 8);
    same(format!("\t {line}"), 2);
    same(code.to_ascii_lowercase(), 0);
    same(code.to_ascii_uppercase(), 0);
    // Annotations are alone at the end, and may be anything there.
    if expected.is_ok() && !code.contains('&') {
        same(format!("{code} ?x\r"), 0);
    }
}

/// Checks that printed text is upper case but for the digits and `c`, with single blanks alone.
fn check_printed(text: &str) {
    let is_plain = |c: char| c.is_ascii_graphic() && c != ';' || c == ' ';
    assert!(text.chars().all(is_plain), "{text}");
    assert!(!text.contains("  ") && text.trim() == text, "{text}");
    let mut lower = text.chars().filter(char::is_ascii_lowercase);
    assert!(lower.all(|c| c.is_ascii_hexdigit() || c == 'x'), "{text}");
}

/// Checks that an error is one short line with an expectation. Its column is that of a token or of
/// the end.
fn check_error(code: &str, error: &TextError) {
    let message = &error.message;
    assert!(!message.contains(char::is_control), "{message}");
    assert!(
        message.contains("expected ") && message.len() < 1000,
        "{message}"
    );
    let index = error.column.checked_sub(1).expect("columns count from 1");
    assert!(index <= code.chars().count(), "{error}, of {code:?}");
    let starts_token = code.chars().nth(index).is_none_or(|c| !c.is_whitespace());
    assert!(starts_token, "{error}, of {code:?}");
}

/// Checks a program's line against the assembler or the decoder.
fn check_program_line(isa: Isa, line: &str) {
    let statement = program_line(isa, line);
    let code = match Line::parse(isa, line) {
        Ok(line) => line.code,
        Err(error) => return assert_eq!(statement, Err(error)),
    };
    let digits = code.trim();
    let word = match (agu_isa::line::word(isa, digits), assemble(isa, line)) {
        (Some(word), _) | (None, Ok(Some((_, word)))) => word,
        (None, Ok(None)) => return assert_eq!(statement, Ok(None)),
        (None, Err(error)) => {
            let error_of_line = statement.expect_err("a refusal");
            if error_of_line.message.starts_with("digits that are no word") {
                let all = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
                let first = digits.bytes().next().unwrap_or_default();
                assert!(first.is_ascii_digit() || all && digits.len() > 8, "{line}");
                return check_error(&code, &error_of_line);
            }
            return assert_eq!(error_of_line, error);
        }
    };
    match decode(isa, word) {
        Ok(decoded) => assert_eq!(statement, Ok(Some(Statement::Instruction(word, decoded)))),
        Err(_) if isa == Isa::Visa => check_error(&code, &statement.expect_err("no words")),
        Err(error) => assert_eq!(statement, Ok(Some(Statement::Illegal(word, error)))),
    }
}
