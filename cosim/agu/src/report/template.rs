//! The templates of this folder, and what they can do with numbers.

use super::regression::grouped;
use minijinja::{Environment, Error, Output, State, UndefinedBehavior, Value};
use serde::Serialize;
use std::fmt::Write;

/// Most digits behind the decimal point.
const MOST_DIGITS: usize = 9;

/// Style of all pages, the global `base`.
const BASE: &str = include_str!("base.css");

/// Pictures of accesses, which other templates import.
const PICTURE: &str = include_str!("picture.html");

/// The text of the template `name`, which is `source`, with `context`. Inserted text is escaped.
pub fn render(name: &str, source: &str, context: impl Serialize) -> Result<String, Error> {
    let mut environment = Environment::new();
    environment.set_trim_blocks(true);
    environment.set_lstrip_blocks(true);
    environment.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    environment.set_formatter(escaped);
    environment.add_filter("grouped", grouped);
    environment.add_filter("percent", percent);
    environment.add_filter("fixed", fixed);
    environment.add_filter("hex", |number: u64| format!("{number:#x}"));
    environment.add_filter("bit", |mask: u64, bit: u32| {
        mask.checked_shr(bit).unwrap_or(0) & 1
    });
    environment.add_filter("date", date);
    environment.add_filter("plain", plain);
    environment.add_global("base", Value::from_safe_string(BASE.to_owned()));
    environment.add_template("picture.html", PICTURE)?;
    environment.add_template(name, source)?;
    let template = environment.get_template(name)?;
    template.render(Value::from_serialize(context))
}

/// Writes a value as text of HTML and XML. The library's own form escapes `/` too, which would hide
/// paths from a search.
fn escaped(out: &mut Output<'_>, _: &State<'_, '_>, value: &Value) -> Result<(), Error> {
    let text = value.to_string();
    if value.is_safe() {
        return Ok(out.write_str(&text)?);
    }
    for c in text.chars() {
        match c {
            '&' => out.write_str("&amp;")?,
            '<' => out.write_str("&lt;")?,
            '>' => out.write_str("&gt;")?,
            '"' => out.write_str("&quot;")?,
            '\'' => out.write_str("&#39;")?,
            c => out.write_char(c)?,
        }
    }
    Ok(())
}

/// `part` of `whole` in percent with one decimal, which is 100.0 for all of it alone. Of nothing
/// there is no share.
fn percent(part: u64, whole: u64) -> String {
    let Some(tenths) = part.saturating_mul(1000).checked_div(whole) else {
        return "none".to_owned();
    };
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// A number with so many digits behind the decimal point.
fn fixed(number: f64, digits: usize) -> String {
    format!("{number:.*}", digits.min(MOST_DIGITS))
}

/// Text without the characters that XML has none for.
fn plain(text: String) -> String {
    let is_plain = |c: char| !c.is_control() || "\t\n\r".contains(c);
    let is_plain = |c: &char| is_plain(*c) && !matches!(c, '\u{fffe}' | '\u{ffff}');
    text.chars().filter(is_plain).collect()
}

/// Seconds since 1970, UTC, as a date: days of the proleptic Gregorian calendar, in eras of 400
/// years that begin in March.
fn date(seconds: u64) -> String {
    const DAY: u64 = 24 * 3600;
    let (days, rest) = (seconds / DAY + 719_468, seconds % DAY);
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let leap_days = day_of_era / 1460 + day_of_era / 146_096;
    let year_of_era = (day_of_era + day_of_era / 36_524 - leap_days) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = (month + 2) % 12 + 1;
    let year = 400 * era + year_of_era + u64::from(month < 3);
    let (hour, minute) = (rest / 3600, rest % 3600 / 60);
    format!("{year}-{month:02}-{day:02}, {hour:02}:{minute:02} UTC")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (seconds, text) in [
            (0, "1970-01-01, 00:00 UTC"),
            (951_782_399, "2000-02-28, 23:59 UTC"),
            (951_782_400, "2000-02-29, 00:00 UTC"),
            (1_798_761_599, "2026-12-31, 23:59 UTC"),
            (4_107_542_400, "2100-03-01, 00:00 UTC"),
        ] {
            assert_eq!(date(seconds), text);
        }
        assert!(date(u64::MAX).ends_with(" UTC"));
    }

    #[test]
    fn a_share_is_whole_for_all_of_it_alone() {
        for (part, whole, text) in [(9999, 10_000, "99.9 %"), (3, 3, "100.0 %"), (0, 0, "none")] {
            assert_eq!(percent(part, whole), text);
        }
    }

    #[test]
    fn text_is_escaped() {
        let text = render(
            "x.xml",
            "{{ it | plain }}",
            [("it", "a\u{1b}[1m < \"b\" & c")],
        );
        assert!(text.is_err(), "a list has no members");
        let context = serde_json::json!({ "it": "a\u{1b} < \"b\" & c" });
        let text = render("x.xml", "{{ it | plain }}", context).unwrap();
        assert_eq!(text, "a &lt; &quot;b&quot; &amp; c");
    }
}
