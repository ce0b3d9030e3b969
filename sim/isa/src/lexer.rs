//! Lines of text to tokens that know their column.

use std::borrow::Cow;

use crate::error::TextError;

/// Kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// Letters, digits and underscores: names and numbers.
    Word,
    /// One character of any other kind.
    Symbol(char),
    /// `?WAIT6`, `&req_6`, `&req={0,1}`: ignored.
    Annotation,
    /// The end of the line.
    End,
}

/// A piece of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub kind: TokenKind,
    pub text: &'a str,
    /// Column of its first character, from 1.
    pub column: usize,
}

impl Token<'_> {
    pub fn is(&self, symbol: char) -> bool {
        self.kind == TokenKind::Symbol(symbol)
    }

    /// Returns whether the token is `word`, in upper or lower case.
    pub fn names(&self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }

    pub fn is_number(&self) -> bool {
        self.kind == TokenKind::Word && self.text.starts_with(|c: char| c.is_ascii_digit())
    }

    /// The token as messages show it: one line of bounded length.
    pub fn shown(&self) -> String {
        match self.kind {
            TokenKind::End => "the end of the line".to_owned(),
            TokenKind::Symbol(symbol) => format!("`{}`", symbol.escape_debug()),
            TokenKind::Word | TokenKind::Annotation => shorten(self.text),
        }
    }
}

/// Text cut to the length of a message.
pub(crate) fn shorten(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", text[..end].escape_debug()),
        None => text.escape_debug().to_string(),
    }
}

/// Start of the annotation with the register of a descriptor that the text hides.
pub(crate) const HIDDEN_DESCRIPTOR: &str = "&desc=";

/// Strips the comments of a line. `//` and `#` start a comment that ends with the line; `/*` starts
/// one that ends with `*/`, which becomes blanks, so that columns stay as they are.
///
/// # Errors
/// A `/*` without `*/` after it on the line.
pub fn strip_comments(line: &str) -> Result<Cow<'_, str>, TextError> {
    strip_comments_into(line, |_, _| ())
}

/// Strips comments as [`strip_comments`], and gives `take` the code before each `/* */` and its
/// text.
pub(crate) fn strip_comments_into<'a>(
    line: &'a str,
    mut take: impl FnMut(&str, &'a str),
) -> Result<Cow<'a, str>, TextError> {
    let mut code = Cow::Borrowed("");
    let mut rest = line;
    while let Some(start) = comment_start(rest) {
        let (before, comment) = rest.split_at(start);
        code += before;
        let Some(text) = comment.strip_prefix("/*") else {
            return Ok(code);
        };
        let Some((text, after)) = text.split_once("*/") else {
            let message = "a comment without an end, expected `*/` on the same line";
            return Err(TextError::new(code.chars().count() + 1, message));
        };
        take(&code, text);
        let length = "/**/".len() + text.chars().count();
        code.to_mut().extend(std::iter::repeat_n(' ', length));
        rest = after;
    }
    Ok(code + rest)
}

/// Offset of the first comment, in bytes.
fn comment_start(text: &str) -> Option<usize> {
    let mut places = text.match_indices(['#', '/']).map(|(place, _)| place);
    places.find(|&place| {
        let rest = &text[place..];
        ["#", "//", "/*"].iter().any(|mark| rest.starts_with(mark))
    })
}

/// Splits a line without comments into tokens, and returns its end too. White space only separates.
pub(crate) fn tokens(line: &str) -> (Vec<Token<'_>>, Token<'_>) {
    let mut tokens = Vec::new();
    let mut rest = line;
    let mut column = 1;
    while let Some(first) = rest.chars().next() {
        let (kind, length) = match first {
            '?' | '&' => (Some(TokenKind::Annotation), annotation_length(rest)),
            _ if is_word(first) => (Some(TokenKind::Word), word_length(rest)),
            _ if first.is_whitespace() => (None, first.len_utf8()),
            _ => (Some(TokenKind::Symbol(first)), first.len_utf8()),
        };
        let (text, after) = rest.split_at(length);
        if let Some(kind) = kind {
            tokens.push(Token { kind, text, column });
        }
        column += text.chars().count();
        rest = after;
    }
    let end = Token {
        kind: TokenKind::End,
        text: "",
        column,
    };
    (tokens, end)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn word_length(text: &str) -> usize {
    text.find(|c| !is_word(c)).unwrap_or(text.len())
}

/// Length of `?name`, `&name`, `&name=value` or `&name={value, value}`.
fn annotation_length(text: &str) -> usize {
    let name = 1 + word_length(&text[1..]);
    let Some(value) = text[name..].strip_prefix('=') else {
        return name;
    };
    let value_length = if value.starts_with('{') {
        value.find('}').map_or(value.len(), |end| end + 1)
    } else {
        word_length(value)
    };
    name + 1 + value_length
}

/// Returns whether an annotation is known: `?name`, and `&req`, `&wr`, `&rd` with a
/// number (`&req_6`, `&wr0`) or a value (`&req={0,1}`, `&wr=0x1`).
pub(crate) fn is_annotation(text: &str) -> bool {
    if let Some(name) = text.strip_prefix('?') {
        return !name.is_empty() && !name.contains('=');
    }
    let lower = text.to_ascii_lowercase();
    let rest = ["&req", "&wr", "&rd"]
        .iter()
        .find_map(|name| lower.strip_prefix(name));
    rest.is_some_and(|rest| match rest.strip_prefix('=') {
        Some(value) => !value.is_empty() && (!value.starts_with('{') || value.ends_with('}')),
        None => rest
            .bytes()
            .all(|byte| byte == b'_' || byte.is_ascii_digit()),
    })
}

/// Parses decimal, 0x or 0b digits with underscores among them; `None` if malformed. A number too
/// large for any field becomes `i64::MAX`.
pub(crate) fn parse_number(text: &str) -> Option<i64> {
    let (digits, radix) = digits(text);
    let mut value: Option<i64> = None;
    for c in digits.chars().filter(|c| *c != '_') {
        let digit = i64::from(c.to_digit(radix)?);
        value = Some(
            value
                .unwrap_or(0)
                .saturating_mul(radix.into())
                .saturating_add(digit),
        );
    }
    value
}

/// Parses a number as [`parse_number`], but up to eight hex digits are a 32-bit number in two's
/// complement.
pub(crate) fn parse_offset(text: &str) -> Option<i64> {
    let value = parse_number(text)?;
    let (digits, radix) = digits(text);
    let count = digits.bytes().filter(|byte| *byte != b'_').count();
    Some(if radix == 16 && count <= 8 {
        (value as u32 as i32).into()
    } else {
        value
    })
}

/// The digits of a number, and their base.
fn digits(text: &str) -> (&str, u32) {
    match text.get(..2) {
        Some("0x" | "0X") => (&text[2..], 16),
        Some("0b" | "0B") => (&text[2..], 2),
        _ => (text, 10),
    }
}
