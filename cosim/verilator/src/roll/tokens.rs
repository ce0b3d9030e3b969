//! C++ as tokens, and what of its grammar is needed: numbers, parentheses, statements, terms.

use std::ops::Range;

pub type Tokens = Vec<String>;

/// Verilator's unsigned types of 8, 16, 32 and 64 bits.
pub const KINDS: [&str; 4] = ["CData", "SData", "IData", "QData"];

/// Those of more than one character, the longer ones first.
const OPERATORS: [&str; 22] = [
    "<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "->", "::", "++", "--", "+=",
    "-=", "*=", "/=", "%=", "&=", "|=", "^=",
];

/// Whether `c` can be part of a name or number.
pub fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Whether `token` may name a variable; also a function or another type.
pub fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && !KINDS.contains(&token)
        && token != "vlSelf"
}

/// The tokens of `text` without its comments.
pub fn tokens(text: &str) -> Tokens {
    let mut list = Tokens::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (token, after) = rest.split_at(length(rest, first));
        if !token.starts_with("//") && !token.starts_with("/*") {
            list.push(token.to_string());
        }
        rest = after.trim_start();
    }
    list
}

/// The length of the token or comment at the start of `text`.
fn length(text: &str, first: char) -> usize {
    let or_all = |end: Option<usize>| end.unwrap_or(text.len());
    if text.starts_with("//") {
        or_all(text.find('\n'))
    } else if text.starts_with("/*") {
        or_all(text.find("*/").map(|end| end + 2))
    } else if first == '"' || first == '\'' {
        or_all(quoted(text, first))
    } else if first.is_ascii_digit() {
        or_all(numeral(text))
    } else if is_word(first) {
        or_all(text.find(|c| !is_word(c)))
    } else {
        let operator = OPERATORS.into_iter().find(|o| text.starts_with(o));
        operator.map_or(first.len_utf8(), str::len)
    }
}

/// Where the number at the start of `text` ends, which may be `1.5e-05`.
fn numeral(text: &str) -> Option<usize> {
    let hex = text.starts_with("0x");
    let mut before = ' ';
    text.find(|c| {
        let exponent = !hex && before == 'e' && ['+', '-'].contains(&c);
        before = c;
        !is_word(c) && c != '.' && !exponent
    })
}

/// Where the string or character at the start of `text` ends.
fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|&(_, c)| {
        let end = c == quote && !escaped;
        escaped = c == '\\' && !escaped;
        end
    });
    end.map(|(end, _)| end + 1)
}

/// The token at `i`; empty where there is none.
pub fn at(tokens: &[String], i: usize) -> &str {
    tokens.get(i).map_or("", String::as_str)
}

/// The tokens in `range`; none where it does not fit.
pub fn part(tokens: &[String], range: Range<usize>) -> &[String] {
    tokens.get(range).unwrap_or_default()
}

/// How much deeper in parentheses, brackets or braces what follows `token` is.
fn deeper(token: &str) -> i32 {
    match token {
        "(" | "[" | "{" => 1,
        ")" | "]" | "}" => -1,
        _ => 0,
    }
}

/// Where the parenthesis or brace at `open` closes.
pub fn closing(tokens: &[String], open: usize) -> Option<usize> {
    let mut depth = 0;
    (open..tokens.len()).find(|&i| {
        depth += deeper(at(tokens, i));
        depth == 0
    })
}

/// Splits a block into its statements; an `if` with all its branches is one.
pub fn statements(block: &[String]) -> Vec<&[String]> {
    let (mut list, mut start, mut depth) = (Vec::new(), 0, 0);
    for (i, token) in block.iter().enumerate() {
        depth += deeper(token);
        let closed = token == "}" && at(block, i + 1) != "else";
        if depth == 0 && (token == ";" || closed) {
            list.push(part(block, start..i + 1));
            start = i + 1;
        }
    }
    if start < block.len() {
        list.push(part(block, start..block.len()));
    }
    list
}

/// The value of a number and the suffix that tells its type. None of an octal one, and of one
/// that C++ would take for longer than its suffix.
pub fn number(token: &str) -> Option<(u64, &str)> {
    let digits = token.trim_end_matches(['U', 'L']);
    let suffix = token.strip_prefix(digits)?;
    let value = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok()?,
        None if digits.len() > 1 && digits.starts_with('0') => return None,
        None => digits.parse().ok()?,
    };
    (suffix.contains('L') || u32::try_from(value).is_ok()).then_some((value, suffix))
}

/// `tokens` with a sign for each number, its suffix behind it.
pub fn shape(tokens: &[String]) -> String {
    let shape = |token: &String| match number(token) {
        Some((_, suffix)) => format!("#{suffix}"),
        None => token.clone(),
    };
    tokens.iter().map(shape).collect::<Vec<_>>().join(" ")
}

/// The element of an array that is named at `i`, if its index is constant, and what follows.
pub fn place(tokens: &[String], i: usize) -> (Option<u64>, usize) {
    match number(at(tokens, i + 2)) {
        Some((index, _)) if at(tokens, i + 1) == "[" && at(tokens, i + 3) == "]" => {
            (Some(index), i + 4)
        }
        _ => (None, i + 1),
    }
}

/// Whether all indices are constant, and what is shifted by. Then an expression is defined even
/// where a condition around it does not hold: it can read nothing outside its arrays, and shift by
/// no more than there are bits.
pub fn steady(tokens: &[String]) -> bool {
    let number = |i: usize| number(at(tokens, i)).is_some();
    tokens
        .iter()
        .enumerate()
        .all(|(i, token)| match token.as_str() {
            "[" => number(i + 1) && at(tokens, i + 2) == "]",
            "<<" | ">>" => number(i + 1),
            _ => true,
        })
}

/// `tokens` without the parentheses around all of it.
pub fn strip(mut tokens: &[String]) -> &[String] {
    while tokens.len() > 2 && at(tokens, 0) == "(" && closing(tokens, 0) == Some(tokens.len() - 1) {
        tokens = part(tokens, 1..tokens.len() - 1);
    }
    tokens
}

/// The terms of `a | (b | (c | d))`.
pub fn terms(tokens: &[String]) -> Vec<&[String]> {
    let (mut list, mut rest) = (Vec::new(), strip(tokens));
    while let Some(at) = first_or(rest) {
        list.push(strip(part(rest, 0..at)));
        rest = strip(part(rest, at + 1..rest.len()));
    }
    list.push(rest);
    list
}

/// The first OR outside of parentheses, if no operator there binds less.
fn first_or(tokens: &[String]) -> Option<usize> {
    let (mut depth, mut first) = (0, None);
    for (i, token) in tokens.iter().enumerate() {
        depth += deeper(token);
        match token.as_str() {
            "?" | ":" | "&&" | "||" | "," if depth == 0 => return None,
            "|" if depth == 0 => first = first.or(Some(i)),
            _ => {}
        }
    }
    first
}

#[cfg(test)]
mod tests {
    use super::{number, part, terms, tokens};

    #[test]
    fn a_token_is_what_cpp_takes_for_one() {
        let text = "a->b[0xeU]-=1.5e-05; // c\n f(\"\\\");\", ';') /* d */ <<= 0xe-1";
        let split = [
            "a",
            "->",
            "b",
            "[",
            "0xeU",
            "]",
            "-=",
            "1.5e-05",
            ";",
            "f",
            "(",
            "\"\\\");\"",
            ",",
            "';'",
            ")",
            "<<=",
            "0xe",
            "-",
            "1",
        ];
        assert_eq!(tokens(text), split);
    }

    #[test]
    fn only_numbers_of_a_known_type_are_numbers() {
        assert_eq!(number("0x1fU"), Some((31, "U")));
        assert_eq!(number("0x1ffffffffULL"), Some((0x1_ffff_ffff, "ULL")));
        for token in ["0x1ffffffffU", "017", "1.5", "x", "U", ""] {
            assert_eq!(number(token), None, "{token}");
        }
    }

    #[test]
    fn terms_end_where_an_operator_binds_less() {
        assert_eq!(terms(&tokens("(a | ((b & c) | (d | e)))")).len(), 4);
        let conditional = tokens("(a ? b : c | d)");
        assert_eq!(terms(&conditional), [part(&conditional, 1..8)]);
    }
}
