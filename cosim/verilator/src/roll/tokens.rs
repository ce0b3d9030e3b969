//! C++ as tokens, as far as Verilator writes it.

use super::KINDS;

pub(super) type Tokens = Vec<String>;

pub(super) fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

pub(super) fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && !KINDS.contains(&token)
        && token != "vlSelf"
}

const OPERATORS: [&str; 22] = [
    "<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "->", "::", "++", "--", "+=",
    "-=", "*=", "/=", "%=", "&=", "|=", "^=",
];

pub(super) fn tokens(text: &str) -> Tokens {
    let mut list = Tokens::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if first == '"' || first == '\'' {
            let mut escaped = false;
            let end = rest[1..].find(|c| {
                let end = c == first && !escaped;
                escaped = c == '\\' && !escaped;
                end
            });
            end.map_or(rest.len(), |end| end + 2)
        } else if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            let operator = OPERATORS.into_iter().find(|o| rest.starts_with(o));
            operator.map_or(first.len_utf8(), str::len)
        };
        let (token, after) = rest.split_at(length);
        if !token.starts_with("//") && !token.starts_with("/*") {
            list.push(token.to_string());
        }
        rest = after.trim_start();
    }
    list
}

/// Splits a block into its statements; an `if` with all its branches is one.
pub(super) fn statements(block: &[String]) -> Vec<&[String]> {
    let (mut list, mut start, mut depth) = (Vec::new(), 0, 0);
    for (i, token) in block.iter().enumerate() {
        match token.as_str() {
            "(" | "{" => depth += 1,
            ")" | "}" => depth -= 1,
            _ => {}
        }
        let closed = token == "}" && block.get(i + 1).is_none_or(|next| next != "else");
        if depth == 0 && (token == ";" || closed) {
            list.push(&block[start..=i]);
            start = i + 1;
        }
    }
    if start < block.len() {
        list.push(&block[start..]);
    }
    list
}

/// Where the parenthesis or brace at `open` closes.
pub(super) fn closing(tokens: &[String], open: usize) -> Option<usize> {
    let mut depth = 0;
    (open..tokens.len()).find(|&i| {
        match tokens[i].as_str() {
            "(" | "{" => depth += 1,
            ")" | "}" => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

pub(super) fn number(token: &str) -> Option<(u64, &str)> {
    let digits = token.trim_end_matches(['U', 'L']);
    let value = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    Some((value.ok()?, &token[digits.len()..]))
}

pub(super) fn shape(tokens: &[String]) -> String {
    let shape = |token: &String| match number(token) {
        Some((_, suffix)) => format!("#{suffix}"),
        None => token.clone(),
    };
    tokens.iter().map(shape).collect::<Vec<_>>().join(" ")
}
