//! Numbers on the command line: decimal, 0x, 0b, `_` among the digits.

/// The number that `text` spells, for clap.
pub fn number(text: &str) -> Result<u64, String> {
    let lower = text.to_ascii_lowercase();
    let (digits, radix) = match (lower.strip_prefix("0x"), lower.strip_prefix("0b")) {
        (Some(digits), _) => (digits, 16),
        (_, Some(digits)) => (digits, 2),
        _ => (lower.as_str(), 10),
    };
    let digits: String = digits.chars().filter(|digit| *digit != '_').collect();
    // from_str_radix would take a sign.
    if !digits.starts_with(|first: char| first.is_digit(radix)) {
        return Err(format!(
            "`{text}` is no number, expected decimal, 0x or 0b digits"
        ));
    }
    u64::from_str_radix(&digits, radix)
        .map_err(|error| format!("`{text}`: {error}, expected 0 to 2^64 - 1"))
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn spellings() {
        for (text, value) in [
            ("0", 0),
            ("1_000", 1000),
            ("0xFf_0", 0xff0),
            ("0b1_0", 2),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(number(text), Ok(value), "{text}");
        }
        for text in [
            "",
            "_",
            "x",
            "0x",
            "+1",
            "-1",
            "1.5",
            "0b2",
            "18446744073709551616",
        ] {
            assert!(number(text).is_err(), "{text}");
        }
    }
}
