//! Kernels of RustHDL without their repetitions: registers need no list, and ports of the same name
//! are connected in one statement.
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

/// `hdl_gen` of RustHDL for a kernel with `wire!`. All its registers, which are those with `d` or `q`
/// in it, are clocked by `clock`.
#[proc_macro_attribute]
pub fn kernel(_: TokenStream, kernel: TokenStream) -> TokenStream {
    let kernel: TokenStream = expanded(kernel).into_iter().map(clocked).collect();
    let attribute: TokenStream = "#[rust_hdl::prelude::hdl_gen]".parse().unwrap_or_default();
    attribute.into_iter().chain(kernel).collect()
}

/// The body of a kernel with RustHDL's `dff_setup!`; other tokens as they are.
fn clocked(token: TokenTree) -> TokenTree {
    let TokenTree::Group(body) = &token else {
        return token;
    };
    let mut names = Vec::new();
    registers(body.stream(), &mut names);
    if body.delimiter() != Delimiter::Brace || names.is_empty() {
        return token;
    }
    let setup = format!("dff_setup!(self, clock, {});", names.join(", "));
    let setup: TokenStream = setup.parse().unwrap_or_default();
    let statements = setup.into_iter().chain(body.stream()).collect();
    TokenTree::Group(Group::new(Delimiter::Brace, statements))
}

/// Adds the names of the registers in `tokens`, each once: `self.NAME.d`, `self.NAME.q`.
fn registers(tokens: TokenStream, names: &mut Vec<String>) {
    let mut last: [String; 4] = Default::default();
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            registers(group.stream(), names);
        }
        let token = token.to_string();
        let [start, dot, name, second] = &last;
        let is_register = start == "self" && dot == "." && second == ".";
        if is_register && ["d", "q"].contains(&token.as_str()) && !names.contains(name) {
            names.push(name.clone());
        }
        last.rotate_left(1);
        last[3] = token;
    }
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
