//! Expressions in which a name is a signal, and brackets behind it select bits.

use super::{is_index, is_sign};
use proc_macro::{Delimiter, Group, Ident, TokenStream, TokenTree};

/// The expression with the value of each signal in it, and the bits that are selected of it.
pub fn expression(tokens: &[TokenTree]) -> String {
    let is_dot = |token: &TokenTree| is_sign(token, '.');
    let is_call = |rest: &[TokenTree]| {
        rest.first().is_some_and(|next| {
            let is_argument = |group: &Group| group.delimiter() == Delimiter::Parenthesis;
            matches!(next, TokenTree::Group(group) if is_argument(group)) || is_sign(next, ':')
        })
    };
    let is_signal = |name: &Ident| {
        let name = name.to_string();
        let is_constant = name.starts_with(|first: char| first.is_ascii_uppercase());
        !is_constant && !["if", "else", "true", "false"].contains(&&*name)
    };
    match tokens {
        [] => String::new(),
        [TokenTree::Ident(name), rest @ ..] if is_signal(name) && !is_call(rest) => {
            let (mut path, mut rest) = (format!("self.{name}"), rest);
            while let [dot, TokenTree::Ident(name), after @ ..] = rest
                && is_dot(dot)
                && !is_call(after)
            {
                path += &format!(".{name}");
                rest = after;
            }
            let bits = rest
                .first()
                .filter(|next| is_index(next))
                .and_then(selected);
            let rest = &rest[usize::from(bits.is_some())..];
            format!(
                "{path}.val(){} {}",
                bits.unwrap_or_default(),
                expression(rest)
            )
        }
        [TokenTree::Group(group), rest @ ..] => {
            let inner: Vec<_> = group.stream().into_iter().collect();
            let mut outside = Group::new(group.delimiter(), TokenStream::new()).to_string();
            let close = outside.pop().unwrap_or_default();
            format!(
                "{}{}{close}{}",
                outside.trim(),
                expression(&inner),
                expression(rest)
            )
        }
        [TokenTree::Ident(name), rest @ ..] => format!("{name} {}", expression(rest)),
        [other, rest @ ..] => format!("{other}{}", expression(rest)),
    }
}

/// The method that selects `[BIT]`, `[HIGH:LOW]` or `[LOW +: WIDTH]`.
pub fn selected(bits: &TokenTree) -> Option<String> {
    let bits = bits.to_string();
    let bits = bits.strip_prefix('[')?.strip_suffix(']')?;
    if let Some((low, width)) = bits
        .split_once('+')
        .filter(|(_, width)| width.contains(':'))
    {
        let width = width.trim_start_matches([' ', ':']);
        return Some(format!(".get_bits::<{width}>({low})"));
    }
    match bits.split_once(':') {
        None => Some(format!(".get_bit({bits})")),
        Some((high, low)) => {
            let [high, low] = [high, low].map(|bit| bit.trim().parse::<usize>().ok());
            let (high, low) = (high?, low?);
            Some(format!(
                ".get_bits::<{}>({low})",
                (high + 1).checked_sub(low)?
            ))
        }
    }
}
