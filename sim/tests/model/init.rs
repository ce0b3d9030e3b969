//! Init files that are refused, and any text at all. `programs.toml` has cases of each section.

use crate::common::data::{path, read, rows};
use agu_model::{Generation, InitError, parse_config, parse_init, parse_init_for};
use proptest::prelude::*;

#[test]
fn a_configuration_among_other_sections() -> Result<(), InitError> {
    let config = parse_config("other = [1]\n[config]\nlocal_size = 8\n[more]\nx = 1")?;
    assert_eq!(config.map(|config| config.local_size), Some(8));
    assert_eq!(parse_config("[registers]\nR1 = 1")?, None);
    let errors = ["[config]\nlocal_size = -1", "config = 1", "a ="].map(parse_config);
    let places = errors.map(|it| it.map_err(|error| (error.line, error.column)));
    assert_eq!(places, [Err((2, 14)), Err((1, 10)), Err((1, 4))]);
    Ok(())
}

/// With `UPDATE=1` in the environment, positions and messages are written to the file anew.
#[test]
fn files_that_are_refused() {
    let mut lines: Vec<String> = read("init_errors.tsv").lines().map(str::to_owned).collect();
    let mut stale = Vec::new();
    for row in rows("init_errors.tsv") {
        let isa: isa::Isa = row.text("isa").parse().expect("an instruction set");
        let text = row.text("file").replace("\\n", "\n");
        let (place, words) = match parse_init_for(&text, Generation::from(isa)) {
            Ok(_) => ("accepted".to_owned(), String::new()),
            Err(error) => (
                format!("{}:{}", error.line, error.column),
                error.to_string(),
            ),
        };
        if (row.text("place"), row.text("error")) != (&*place, &*words) {
            stale.push(format!("{row}: found {place} {words}"));
            lines[row.line() - 1] = [row.text("isa"), row.text("file"), &place, &words].join("\t");
        }
    }
    if std::env::var("UPDATE").is_ok_and(|update| update == "1") {
        std::fs::write(path("init_errors.tsv"), lines.join("\n") + "\n").expect("a file");
    } else {
        assert!(stale.is_empty(), "{}", stale.join("\n"));
    }
}

#[test]
fn deep_nesting_is_an_error_not_an_overflow() {
    let deep = 100_000;
    for text in [
        format!("a = {}", "[".repeat(deep)),
        format!("a = {}{}", "[".repeat(deep), "]".repeat(deep)),
        format!("a = {}", "{a=".repeat(deep)),
        format!("a{} = 1", ".a".repeat(deep)),
        format!("[a{}]", ".a".repeat(deep)),
        format!("registers.R1 = {{ a{} = 1 }}", ".a".repeat(deep)),
    ] {
        assert!(parse_init(&text).is_err());
        has_a_place(&text).expect("a place");
    }
}

fn has_a_place(text: &str) -> Result<(), TestCaseError> {
    if let Err(error) = parse_init(text) {
        let lines = text.split('\n').count();
        prop_assert!((1..=lines).contains(&error.line), "{error:?}");
        let line = text.split('\n').nth(error.line - 1).unwrap_or_default();
        prop_assert!(
            (1..=line.chars().count() + 1).contains(&error.column),
            "{error:?}"
        );
        let text = error.to_string();
        prop_assert!(text.contains(", expected "), "{text}");
        prop_assert!(!text.contains("expected nothing"), "{text}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_of_toml_pieces_gives_a_result(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "[", "]", "{", "}", "=", "\n", ".", ",", "\"", "'", "_", "-", "+", "0x", "0b", "1",
            "18446744073709551616", "registers", "config", "visa", "grf", "memory", "global",
            "constants", "V37", "R3", "base", "data", "bytes", "type", "\"uw\"", "true", "1.0",
            " ", "#", "\r\n", "\u{feff}", "\u{0}", "1979-05-27",
        ]), 0..40),
    ) {
        has_a_place(&pieces.concat())?;
    }

    #[test]
    fn any_change_of_a_good_file_gives_a_result(
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..4_usize, "\\PC{0,4}"), 1..4),
    ) {
        let mut characters: Vec<char> = read("full.toml").chars().collect();
        for (place, removed, inserted) in edits {
            let start = place.index(characters.len() + 1);
            let end = (start + removed).min(characters.len());
            characters.splice(start..end, inserted.chars());
        }
        has_a_place(&characters.into_iter().collect::<String>())?;
    }
}
