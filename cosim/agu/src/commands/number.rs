//! Numbers on the command line: decimal, 0x, 0b, `_` among the digits.

use std::ops::RangeInclusive;

/// The number that `text` spells, for clap.
pub fn number(text: &str) -> Result<u64, String> {
    let plain = text.replace('_', "").to_ascii_lowercase();
    let radix = match plain.get(..2) {
        Some("0x") => 16,
        Some("0b") => 2,
        _ => 10,
    };
    let digits = if radix == 10 { &plain } else { &plain[2..] };
    // A sign is none of the digits, though from_str_radix takes one.
    let number = u64::from_str_radix(digits, radix).ok();
    number
        .filter(|_| !digits.starts_with('+'))
        .ok_or_else(|| format!("`{text}` is not 0 to 2^64 - 1 in decimal, 0x or 0b digits"))
}

/// Parser of numbers in `range`.
pub fn within(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync {
    move |text| {
        let value = number(text)?;
        match (range.contains(&value), range.start(), range.end()) {
            (true, ..) => Ok(value),
            (false, least, &u64::MAX) => Err(format!("out of range, expected at least {least}")),
            (false, least, most) => Err(format!("out of range, expected {least} to {most}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{number, within};

    #[test]
    fn spellings() {
        let good = ["0", "1_000", "0xFf_0", "0b1_0", "18446744073709551615"];
        let values = [0, 1000, 0xff0, 2, u64::MAX];
        assert_eq!(good.map(number), values.map(Ok));
        let bad = "+1 -1 1.5 x 0x 0x+1 0b2 _ 18446744073709551616".split(' ');
        for text in bad.chain([""]) {
            assert!(number(text).is_err(), "{text}");
        }
    }

    #[test]
    fn ranges() {
        let some = within(1..=1000);
        for text in ["1", "0x10", "1_000"] {
            assert_eq!(some(text), number(text));
        }
        for text in ["0", "1001"] {
            let error = "out of range, expected 1 to 1000";
            assert_eq!(some(text), Err(error.to_owned()), "{text}");
        }
        let error = "out of range, expected at least 1";
        assert_eq!(within(1..=u64::MAX)("0"), Err(error.to_owned()));
    }
}
