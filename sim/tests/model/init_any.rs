//! Init files that nobody would write: an answer, or an error with a place.

use crate::common::FULL_INIT;
use agu_model::parse_init;
use proptest::prelude::*;

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
    fn any_text_gives_a_result(text in any::<String>()) {
        has_a_place(&text)?;
    }

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
        let mut characters: Vec<char> = FULL_INIT.chars().collect();
        for (place, removed, inserted) in edits {
            let start = place.index(characters.len() + 1);
            let end = (start + removed).min(characters.len());
            characters.splice(start..end, inserted.chars());
        }
        has_a_place(&characters.into_iter().collect::<String>())?;
    }
}
