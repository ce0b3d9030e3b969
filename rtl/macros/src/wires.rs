//! The statements of `wire!`: connections `sinks <- sources`, equations and conditions.

use super::expression::{expression, selected};
use super::{Tokens, is_index, is_sign, takes, text};
use proc_macro::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

/// Sinks or sources: the ports of a part, of the block itself, or its registers. An index may select
/// one of several, and a suffix follows the name of each.
struct PortGroup {
    name: String,
    index: String,
    suffix: String,
}

impl PortGroup {
    /// The end that `tokens` begin with.
    fn parse(tokens: &mut Tokens) -> Option<PortGroup> {
        let Some(TokenTree::Ident(name)) = tokens.next() else {
            return None;
        };
        let index = tokens.next_if(is_index);
        let suffix = tokens.next_if(|token| token.to_string().starts_with('_'));
        Some(PortGroup {
            name: name.to_string(),
            index: text(index),
            suffix: text(suffix),
        })
    }

    /// The expression of a port at this end.
    fn port(&self, port: &Ident) -> String {
        let PortGroup {
            name,
            index,
            suffix,
        } = self;
        match &**name {
            "self" => format!("self.{port}{suffix}{index}"),
            "d" | "q" => format!("self.{port}{suffix}{index}.{name}"),
            part => format!("self.{part}{index}.{port}{suffix}"),
        }
    }
}

/// Values that sinks take.
enum SinkValue {
    /// The port of the same name at this end, inside of a cast.
    Ports(PortGroup, String),
    /// One value for all.
    Value(String),
    /// The value where the port behind `=` is 1, else 0.
    Gated(String),
}

impl SinkValue {
    fn parse(mut head: Vec<TokenTree>) -> Option<SinkValue> {
        let is_gated = head.last().is_some_and(|last| last.to_string() == "when");
        head.truncate(head.len() - usize::from(is_gated));
        let value = match &head[..] {
            [TokenTree::Literal(number)] => format!("{number}.into()"),
            [TokenTree::Ident(bit)] if ["false", "true"].contains(&&*bit.to_string()) => {
                bit.to_string()
            }
            [cast @ .., TokenTree::Group(inner)] if inner.delimiter() == Delimiter::Parenthesis => {
                let from = PortGroup::parse(&mut inner.stream().into_iter().peekable())?;
                return Some(SinkValue::Ports(from, text(cast.iter().cloned())));
            }
            _ => {
                let mut tokens = peekable(&head);
                let from = PortGroup::parse(&mut tokens)?;
                match &tokens.collect::<Vec<_>>()[..] {
                    [] => return Some(SinkValue::Ports(from, String::new())),
                    [TokenTree::Punct(_), TokenTree::Ident(port)] => {
                        format!("{}.val()", from.port(port))
                    }
                    _ => return None,
                }
            }
        };
        Some(if is_gated {
            SinkValue::Gated(value)
        } else {
            SinkValue::Value(value)
        })
    }

    /// The assignment to the expression `sink` of what is called `name`, of which `bits` are selected.
    fn assigned(&self, sink: &str, name: &Ident, bits: &str) -> String {
        match self {
            SinkValue::Ports(from, cast) if cast.is_empty() => {
                format!("{sink}.next = {}.val(){bits};", from.port(name))
            }
            SinkValue::Ports(from, cast) => {
                format!("{sink}.next = {cast}({}.val(){bits});", from.port(name))
            }
            SinkValue::Value(value) => format!("{sink}.next = {value};"),
            SinkValue::Gated(value) => format!(
                "{sink}.next = 0.into(); if self.{name}.val(){bits} {{ {sink}.next = {value}; }}"
            ),
        }
    }
}

/// A message at its place.
pub type Located = (Span, &'static str);

/// The statements that the wires stand for.
pub fn statements(wires: TokenStream) -> Result<TokenStream, Located> {
    let mut tokens = wires.into_iter().peekable();
    let mut statements = TokenStream::new();
    while let Some(first) = tokens.peek() {
        let (at, first) = (first.span(), first.to_string());
        if ["if", "else"].contains(&&*first) {
            let (head, inner) = before_braces(&mut tokens, at)?;
            statements.extend(located(&expression(&head), at)?);
            let inner = self::statements(inner.stream())?;
            statements.extend([TokenTree::Group(Group::new(Delimiter::Brace, inner))]);
            continue;
        }
        let in_statement = std::iter::from_fn(|| tokens.next_if(|token| !is_sign(token, ';')));
        let statement: Vec<_> = in_statement.collect();
        takes(&mut tokens, ';');
        let is_arrow = |token: &TokenTree| is_sign(token, '=') || is_sign(token, '<');
        let text = match statement.iter().position(is_arrow) {
            Some(place) if is_sign(&statement[place], '=') => {
                let sink = text(statement[..place].iter().cloned());
                let value = match &statement[place + 1..] {
                    [TokenTree::Literal(number)] => format!("{number}.into()"),
                    value => expression(value),
                };
                format!("self.{sink}.next = {value};")
            }
            Some(place) => connections(&statement[..place], &statement[place + 1..], at)?,
            None if first == "comment" => text(statement) + ";",
            None => return Err((at, "expected <-, =, if or comment!")),
        };
        statements.extend(located(&text, at)?);
    }
    Ok(statements)
}

/// The tokens of `text` at one place.
pub fn located(text: &str, at: Span) -> Result<TokenStream, Located> {
    fn put(tokens: TokenStream, at: Span) -> TokenStream {
        let put = |token| {
            let mut token = match token {
                TokenTree::Group(group) => {
                    TokenTree::Group(Group::new(group.delimiter(), put(group.stream(), at)))
                }
                token => token,
            };
            token.set_span(at);
            token
        };
        tokens.into_iter().map(put).collect()
    }
    let tokens = text.parse::<TokenStream>();
    Ok(put(tokens.map_err(|_| (at, "no statement"))?, at))
}

fn peekable(tokens: &[TokenTree]) -> Tokens {
    let tokens = TokenStream::from_iter(tokens.iter().cloned());
    tokens.into_iter().peekable()
}

/// The assignments of `sinks <- sources`, of which `sources` begin with the sign `-`.
fn connections(sinks: &[TokenTree], sources: &[TokenTree], at: Span) -> Result<String, Located> {
    let mut tokens = peekable(sinks);
    let mut sinks = Vec::new();
    while tokens.peek().is_some() {
        sinks.push(
            PortGroup::parse(&mut tokens).ok_or((at, "expected a part, self or d before <-"))?,
        );
    }
    let mut tokens = peekable(sources);
    if !takes(&mut tokens, '-') {
        return Err((at, "expected <- behind it"));
    }
    let mut statements = String::new();
    while tokens.peek().is_some() {
        let (head, ports) = before_braces(&mut tokens, at)?;
        let source = SinkValue::parse(head).ok_or((at, "expected a part, self, q or a value"))?;
        connected(&sinks, &source, &ports, &mut statements)?;
    }
    Ok(statements)
}

/// Adds the assignments of `ports` at the sinks.
fn connected(
    sinks: &[PortGroup],
    source: &SinkValue,
    ports: &Group,
    statements: &mut String,
) -> Result<(), Located> {
    let mut ports = ports.stream().into_iter().peekable();
    while let Some(token) = ports.next() {
        let TokenTree::Ident(port) = token else {
            return Err((token.span(), "expected the name of a port"));
        };
        let from = match takes(&mut ports, '=').then(|| ports.next()) {
            Some(Some(TokenTree::Ident(from))) => from,
            Some(_) => return Err((port.span(), "expected a source behind =")),
            None => port.clone(),
        };
        let bits = match ports.next_if(is_index) {
            Some(bits) => selected(&bits)
                .ok_or((bits.span(), "expected [BIT], [HIGH:LOW] or [LOW +: WIDTH]"))?,
            None => String::new(),
        };
        for sink in sinks {
            statements.push_str(&source.assigned(&sink.port(&port), &from, &bits));
        }
    }
    Ok(())
}

/// The tokens up to the next braces, and these.
fn before_braces(tokens: &mut Tokens, at: Span) -> Result<(Vec<TokenTree>, Group), Located> {
    let mut before = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                return Ok((before, group));
            }
            token => before.push(token),
        }
    }
    Err((at, "expected ports in braces behind it"))
}
