//! Kernels of RustHDL without their repetitions: registers need no list, ports of the same name are
//! connected in one statement, and equations name signals alone.
//!
//! ```text
//!     wire! { limits size_s3 <- self { clock advance } configuration { size=shared_size } }
//! ```
//!
//! stands for
//!
//! ```text
//!     self.limits.clock.next = self.clock.val();
//!     self.size_s3.clock.next = self.clock.val();
//!     ... advance ...
//!     self.limits.size.next = self.configuration.shared_size.val();
//!     self.size_s3.size.next = self.configuration.shared_size.val();
//! ```
//!
//! A sink and a source is a part, `self`, or registers: `d` takes, `q` gives. Each may have an
//! index: `lane[i]` is a part in a list, `self[i]` a port in one. A port is followed by its source
//! where that has another name. Statements are separated by `;`. The other forms, and the last
//! statement that each stands for:
//!
//! ```text
//!     d _s2 <- q _s1 { valid tag }         self.tag_s2.d.next = self.tag_s1.q.val();
//!     part <- self { low=word[7:0] }       self.part.low.next = self.word.val().get_bits::<8>(0);
//!     part <- self { own=all[8*i +: 8] }   self.part.own.next = self.all.val().get_bits::<8>(8 * i);
//!     lane[i] <- masks { live[i] }         self.lane[i].live.next = self.masks.live.val().get_bit(i);
//!     part <- bit_cast::<9, 8>(self) { a } self.part.a.next = bit_cast::<9, 8>(self.a.val());
//!     d <- 0 { count } false { valid }     self.valid.d.next = false;
//!     self <- self.ones { rd cc }          self.cc.next = self.ones.val();
//!     self <- 4 when { bit=last }          if self.last.val() { self.bit.next = 4.into(); }, else 0
//!     part.a = word[3] & count.q.any()     self.part.a.next = self.word.val().get_bit(3) & ..;
//!     if legal & part.b { .. } else { .. } if self.legal.val() & self.part.b.val() { .. } else { .. }
//! ```
//!
//! An equation and a condition know neither loops' variables nor arrays: a name is a signal of the
//! block, and brackets behind it select bits.

mod expression;
mod wires;

use proc_macro::{Delimiter, Group, Span, TokenStream, TokenTree};
use std::iter::Peekable;
use wires::Located;

type Tokens = Peekable<proc_macro::token_stream::IntoIter>;

/// `hdl_gen` of RustHDL for a kernel with `wire!`. All its registers, which are those with `d` or `q`
/// in it, are clocked by `clock`.
#[proc_macro_attribute]
pub fn kernel(_: TokenStream, kernel: TokenStream) -> TokenStream {
    let kernel = match expanded(kernel) {
        Ok(kernel) => kernel.into_iter().map(clocked),
        Err((at, message)) => return error(at, message),
    };
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
fn expanded(tokens: TokenStream) -> Result<TokenStream, Located> {
    let mut tokens = tokens.into_iter().peekable();
    let mut out = TokenStream::new();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(name) if name.to_string() == "wire" && takes(&mut tokens, '!') => {
                let Some(TokenTree::Group(wires)) = tokens.next() else {
                    return Err((name.span(), "wire! without braces"));
                };
                out.extend(wires::statements(wires.stream())?);
            }
            TokenTree::Group(group) => {
                let inner = expanded(group.stream())?;
                out.extend([TokenTree::Group(Group::new(group.delimiter(), inner))]);
            }
            token => out.extend([token]),
        }
    }
    Ok(out)
}

/// Whether the next token is this sign, which is taken then.
fn takes(tokens: &mut Tokens, sign: char) -> bool {
    tokens.next_if(|token| is_sign(token, sign)).is_some()
}

fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// Whether the token is an index in brackets.
fn is_index(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket)
}

fn text(tokens: impl IntoIterator<Item = TokenTree>) -> String {
    TokenStream::from_iter(tokens).to_string()
}

/// An error of the compiler at this place.
fn error(at: Span, message: &str) -> TokenStream {
    wires::located(&format!("compile_error!({message:?});"), at).unwrap_or_default()
}
