//! Connections between ports of the same name, in kernels of RustHDL.
//!
//! ```text
//!     wire! { limits <- self { clock advance } configuration { shared_size } q { bank=bank_s1 } }
//! ```
//!
//! stands for
//!
//! ```text
//!     self.limits.clock.next = self.clock.val();
//!     self.limits.advance.next = self.advance.val();
//!     self.limits.shared_size.next = self.configuration.shared_size.val();
//!     self.limits.bank.next = self.bank_s1.q.val();
//! ```
//!
//! Either side is a part, `self`, or one of these with an index: `lane[i]` is a part in a list,
//! `self[i]` a port in one. `q` are registers. A port is followed by its source where that has
//! another name.

use proc_macro::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use std::iter::Peekable;

type Tokens = Peekable<proc_macro::token_stream::IntoIter>;

/// `hdl_gen` of RustHDL, for a kernel with `wire!`.
#[proc_macro_attribute]
pub fn wired(_: TokenStream, kernel: TokenStream) -> TokenStream {
    let attribute: TokenStream = "#[rust_hdl::prelude::hdl_gen]".parse().unwrap_or_default();
    attribute.into_iter().chain(expanded(kernel)).collect()
}

/// The tokens with the statements of each `wire!`.
fn expanded(tokens: TokenStream) -> TokenStream {
    let mut tokens = tokens.into_iter().peekable();
    let mut out = TokenStream::new();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(name) if name.to_string() == "wire" && takes(&mut tokens, '!') => {
                let Some(TokenTree::Group(wires)) = tokens.next() else {
                    return error(name.span(), "wire! without braces");
                };
                out.extend(statements(&wires).unwrap_or_else(|(at, message)| error(at, message)));
            }
            TokenTree::Group(group) => {
                let inner = expanded(group.stream());
                out.extend([TokenTree::Group(Group::new(group.delimiter(), inner))]);
            }
            token => out.extend([token]),
        }
    }
    out
}

/// A part, or the block itself, of which an index may select one.
struct End {
    name: Ident,
    index: Option<TokenStream>,
}

impl End {
    /// The next end in `tokens`.
    fn parse(tokens: &mut Tokens) -> Option<End> {
        let Some(TokenTree::Ident(name)) = tokens.next() else {
            return None;
        };
        let index = match tokens.peek() {
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => {
                let index = group.stream();
                tokens.next();
                Some(index)
            }
            _ => None,
        };
        Some(End { name, index })
    }

    /// The expression of a port at this end.
    fn port(&self, port: &Ident) -> String {
        let index = self.index.as_ref();
        let index = index.map(|index| format!("[{index}]")).unwrap_or_default();
        match self.name.to_string().as_str() {
            "self" => format!("self.{port}{index}"),
            "q" => format!("self.{port}{index}.q"),
            part => format!("self.{part}{index}.{port}"),
        }
    }
}

/// The assignments that a `wire!` stands for.
fn statements(wires: &Group) -> Result<TokenStream, (Span, &'static str)> {
    let mut tokens = wires.stream().into_iter().peekable();
    let at = wires.span();
    let into = End::parse(&mut tokens).ok_or((at, "expected a part or self"))?;
    if !(takes(&mut tokens, '<') && takes(&mut tokens, '-')) {
        return Err((into.name.span(), "expected <- behind it"));
    }
    let mut text = String::new();
    while tokens.peek().is_some() {
        let from = End::parse(&mut tokens).ok_or((at, "expected a part, self or q"))?;
        let Some(TokenTree::Group(ports)) = tokens.next() else {
            return Err((from.name.span(), "expected ports in braces behind it"));
        };
        let mut ports = ports.stream().into_iter().peekable();
        while let Some(token) = ports.next() {
            let TokenTree::Ident(port) = token else {
                return Err((token.span(), "expected the name of a port"));
            };
            let source = match takes(&mut ports, '=').then(|| ports.next()) {
                Some(Some(TokenTree::Ident(source))) => source,
                Some(_) => return Err((port.span(), "expected a source behind =")),
                None => port.clone(),
            };
            text += &format!("{}.next = {}.val();", into.port(&port), from.port(&source));
        }
    }
    text.parse().map_err(|_| (at, "no statements"))
}

/// Whether the next token is this sign, which is taken then.
fn takes(tokens: &mut Tokens, sign: char) -> bool {
    let is_sign =
        |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign);
    tokens.next_if(is_sign).is_some()
}

/// An error of the compiler at this place.
fn error(at: Span, message: &str) -> TokenStream {
    let text = format!("compile_error!({message:?});");
    let tokens: TokenStream = text.parse().unwrap_or_default();
    let placed = tokens.into_iter().map(|mut token| {
        token.set_span(at);
        token
    });
    placed.collect()
}
