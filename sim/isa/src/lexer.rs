//! Lines of text to tokens that know their column.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Letters, digits and underscores: names and numbers.
    Word,
    /// One character of any other kind.
    Symbol(char),
    /// `?WAIT6`, `&req_6`, `&req={0,1}`: means nothing to the instruction.
    Annotation,
    /// The end of the line; always the last token, and only there.
    End,
}

/// A piece of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub kind: Kind,
    pub text: &'a str,
    /// In characters, from 1.
    pub column: usize,
}

impl Token<'_> {
    pub fn is(&self, symbol: char) -> bool {
        self.kind == Kind::Symbol(symbol)
    }

    pub fn is_number(&self) -> bool {
        self.kind == Kind::Word && self.text.starts_with(|c: char| c.is_ascii_digit())
    }

    /// The token as messages show it: one line of bounded length.
    pub fn shown(&self) -> String {
        match self.kind {
            Kind::End => "the end of the line".to_owned(),
            Kind::Symbol(symbol) => format!("`{}`", symbol.escape_debug()),
            Kind::Word | Kind::Annotation => shorten(self.text),
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

/// A line without its `//` or `#` comment.
pub(crate) fn strip_comment(line: &str) -> &str {
    let end = line.find('#').unwrap_or(line.len());
    let end = line[..end].find("//").unwrap_or(end);
    &line[..end]
}

/// The tokens of a line without comment. White space only separates.
pub(crate) fn tokens(line: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = line;
    let mut column = 1;
    while let Some(first) = rest.chars().next() {
        let (kind, length) = match first {
            '?' | '&' => (Some(Kind::Annotation), annotation_length(rest)),
            _ if is_word(first) => (Some(Kind::Word), word_length(rest)),
            _ if first.is_whitespace() => (None, first.len_utf8()),
            _ => (Some(Kind::Symbol(first)), first.len_utf8()),
        };
        let (text, after) = rest.split_at(length);
        if let Some(kind) = kind {
            tokens.push(Token { kind, text, column });
        }
        column += text.chars().count();
        rest = after;
    }
    tokens.push(Token {
        kind: Kind::End,
        text: "",
        column,
    });
    tokens
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn word_length(text: &str) -> usize {
    text.find(|c| !is_word(c)).unwrap_or(text.len())
}

/// `?name`, `&name`, `&name=value`, `&name={value, value}`.
fn annotation_length(text: &str) -> usize {
    let name = 1 + word_length(&text[1..]);
    let Some(value) = text[name..].strip_prefix('=') else {
        return name;
    };
    let value_length = match value.starts_with('{') {
        true => value.find('}').map_or(value.len(), |end| end + 1),
        false => word_length(value),
    };
    name + 1 + value_length
}
