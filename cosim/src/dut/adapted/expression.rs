//! Identifiers and bit selects in expressions of Verilog.

use std::ops::Range;

/// Whether an identifier or a number has the character.
fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

/// The identifiers in an expression, in order, each with the constant select after it: `name[7:4]`,
/// `name[3]`. Numbers with a base are no identifiers, and neither are system functions.
pub fn names(expression: &str) -> Vec<(&str, Option<Range<usize>>)> {
    let mut names = Vec::new();
    let mut rest = expression;
    while let Some(first) = rest.chars().next() {
        let starts = |c: char| c.is_ascii_alphabetic() || c == '_';
        let end_of = |text: &str| text.find(|c| !is_word(c)).unwrap_or(text.len());
        let length = match first {
            c if starts(c) || c == '$' => end_of(rest),
            // 8'hff, 'b01 and 12 are one word each.
            c if c.is_ascii_digit() || c == '\'' => {
                let after = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '_');
                match after.strip_prefix('\'') {
                    Some(base) => rest.len() - base.len() + end_of(base),
                    None => rest.len() - after.len(),
                }
            }
            c => c.len_utf8(),
        };
        let (word, after) = rest.split_at(length);
        rest = after;
        if word.starts_with(starts) {
            let (bits, length) = select(rest).unzip();
            rest = &rest[length.unwrap_or(0)..];
            names.push((word, bits));
        }
    }
    names
}

/// Names with an index of one element or bit after them, and that index.
pub fn indices(expression: &str) -> impl Iterator<Item = (&str, &str)> {
    let brackets = expression.match_indices('[');
    let found = brackets.filter_map(|(place, _)| {
        let (before, after) = (expression[..place].trim_end(), &expression[place + 1..]);
        Some((
            before.rsplit(|c| !is_word(c)).next()?,
            after.split_once(']')?.0,
        ))
    });
    found.filter(|(_, index)| !index.contains(':') || index.contains('?'))
}

/// A bracket without a partner in the expression, which would end the declaration around it.
/// Verilator itself reports a bracket that is left open.
pub fn stray(expression: &str) -> Option<char> {
    let mut open = Vec::new();
    for found in expression.chars() {
        match found {
            '(' | '[' | '{' => open.push(found),
            ')' | ']' | '}' => match (open.pop(), found) {
                (Some('('), ')') | (Some('['), ']') | (Some('{'), '}') => {}
                _ => return Some(found),
            },
            _ => {}
        }
    }
    None
}

/// The constant select at the start of a text, and its length.
pub fn select(text: &str) -> Option<(Range<usize>, usize)> {
    let inner = text.strip_prefix('[')?;
    let (inner, _) = inner.split_once(']')?;
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let (high, low) = match inner.split_once(':') {
        Some((high, low)) => (number(high)?, number(low)?),
        None => (number(inner)?, number(inner)?),
    };
    (low <= high && high < usize::MAX).then_some((low..high + 1, inner.len() + 2))
}

/// An expression with `wanted` bits of each lane of `name`, which has `found`: the low ones, or zeros
/// above them.
pub fn fitted(name: &str, lanes: usize, found: usize, wanted: usize) -> String {
    if found == wanted {
        return name.to_owned();
    }
    let (bits, zeros) = (found.min(wanted), wanted.saturating_sub(found));
    let part = |lane: usize| {
        let low = lane * found;
        let select = match bits {
            _ if bits == lanes * found => String::new(),
            1 => format!("[{low}]"),
            _ => format!("[{}:{low}]", low + bits - 1),
        };
        match zeros {
            0 => format!("{name}{select}"),
            _ => format!("{zeros}'d0, {name}{select}"),
        }
    };
    let parts: Vec<String> = (0..lanes).rev().map(part).collect();
    match (&parts[..], zeros) {
        ([only], 0) => only.clone(),
        _ => format!("{{{}}}", parts.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{fitted, indices, names, stray};

    #[test]
    fn each_lane_has_the_bits_of_a_port() {
        for ((lanes, found, wanted), expression) in [
            ((4, 32, 32), "x"),
            ((1, 16, 4), "x[3:0]"),
            ((1, 4, 1), "x[0]"),
            ((1, 1, 3), "{2'd0, x}"),
            ((2, 32, 16), "{x[47:32], x[15:0]}"),
            ((2, 1, 2), "{1'd0, x[1], 1'd0, x[0]}"),
        ] {
            assert_eq!(fitted("x", lanes, found, wanted), expression);
        }
    }

    #[test]
    fn an_index_has_no_range() {
        let found = indices("{a[3], b [i ? 1 : 0], c[4:0], d[2 +: 1]} | (e)[f[1]]");
        let expected = [("a", "3"), ("b", "i ? 1 : 0"), ("", "f[1"), ("f", "1")];
        assert_eq!(Vec::from_iter(found), expected);
    }

    #[test]
    fn a_bracket_closes_one() {
        for (expression, bracket) in [
            ("", None),
            ("{a[3:0], (b)}", None),
            ("a); wire y = (b", Some(')')),
            ("(a]", Some(']')),
            ("a + {2{(b)}", None),
        ] {
            assert_eq!(stray(expression), bracket, "{expression}");
        }
    }

    #[test]
    fn numbers_are_no_names_and_selects_belong_to_names() {
        assert_eq!(names("~reset"), [("reset", None)]);
        assert_eq!(names("8'hff & 'b01 + 12"), []);
        assert_eq!(
            names("{base_hi[31:0], base_lo [i], x[3]}"),
            [
                ("base_hi", Some(0..32)),
                ("base_lo", None),
                ("i", None),
                ("x", Some(3..4))
            ]
        );
        assert_eq!(names("a[1:2]é§"), [("a", None)]);
        assert_eq!(names("$signed(a)"), [("a", None)]);
    }
}
