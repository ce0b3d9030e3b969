//! One way to write what Verilator writes in several, to recognise the first and the last lane.

use super::members::Variables;
use super::tokens::{Tokens, at, closing, is_name, number, part, place, strip};

/// A rule makes what the parentheses at two places hold simpler, if it can.
type Rule = fn(&mut Tokens, usize, usize, &Variables) -> bool;

const RULES: [Rule; 5] = [
    no_shift_by_0,
    single_parentheses,
    no_parentheses_of_a_name,
    no_mask_of_one_bit,
    top_bit_by_shift,
];

/// `tokens` with numbers in decimal, simplified by all rules. It is compared only, never printed.
pub fn canonical(tokens: &[String], variables: &Variables) -> Tokens {
    let word = |token: &String| match number(token) {
        Some((value, suffix)) => format!("{value}{suffix}"),
        None => token.clone(),
    };
    let mut all = vec!["(".to_string()];
    all.extend(tokens.iter().map(word));
    all.push(")".to_string());
    let mut i = 0;
    while i < all.len() {
        let close = closing(&all, i).filter(|_| at(&all, i) == "(");
        let changed =
            close.is_some_and(|close| RULES.iter().any(|rule| rule(&mut all, i, close, variables)));
        // What is around it may have become simpler.
        i = if changed { 0 } else { i + 1 };
    }
    all
}

/// `(x >> 0)` is `(x)`.
fn no_shift_by_0(all: &mut Tokens, open: usize, close: usize, _: &Variables) -> bool {
    let applies = close > open + 3
        && ["<<", ">>"].contains(&at(all, close - 2))
        && at(all, close - 1) == "0U";
    if applies {
        all.drain(close - 2..close);
    }
    applies
}

/// `((x))` is `(x)`.
fn single_parentheses(all: &mut Tokens, open: usize, close: usize, _: &Variables) -> bool {
    let applies = at(all, open + 1) == "(" && closing(all, open + 1) == close.checked_sub(1);
    if applies {
        all.remove(close);
        all.remove(open);
    }
    applies
}

/// `(name)` is `name` unless a call's or a cast's.
fn no_parentheses_of_a_name(all: &mut Tokens, open: usize, close: usize, _: &Variables) -> bool {
    let member = at(all, open + 1) == "vlSelf";
    let name = if member { open + 3 } else { open + 1 };
    let behind = open.checked_sub(1).map_or(")", |before| at(all, before));
    let applies = close == name + 1 && is_name(at(all, name)) && behind != ")" && !is_name(behind);
    if applies {
        all.remove(close);
        all.remove(open);
    }
    applies
}

/// `(1 & (x >> 31))` is `((x >> 31))` where `x` has 32 bits.
fn no_mask_of_one_bit(all: &mut Tokens, open: usize, close: usize, types: &Variables) -> bool {
    let applies = close > open + 6
        && at(all, open + 1) == "1U"
        && at(all, open + 2) == "&"
        && closing(all, open + 3) == Some(close - 1)
        && at(all, close - 3) == ">>"
        && at(all, close - 2) == "31U"
        && has_32_bits(part(all, open + 4..close - 3), types);
    if applies {
        all.drain(open + 1..open + 3);
    }
    applies
}

/// `(0x80000000 & x) ?` is `(x >> 31) ?` where `x` has 32 bits.
fn top_bit_by_shift(all: &mut Tokens, open: usize, close: usize, types: &Variables) -> bool {
    let applies = at(all, open + 1) == "2147483648U"
        && at(all, open + 2) == "&"
        && at(all, close + 1) == "?"
        && has_32_bits(part(all, open + 3..close), types);
    if applies {
        all.splice(close..close, [">>".to_string(), "31U".to_string()]);
        all.drain(open + 1..open + 3);
    }
    applies
}

/// Whether `tokens` is one variable, or element of an array, of an unsigned type of 32 bits.
fn has_32_bits(tokens: &[String], types: &Variables) -> bool {
    let tokens = strip(tokens);
    let start = if at(tokens, 0) == "vlSelf" { 2 } else { 0 };
    let name = at(tokens, start);
    let (element, end) = place(tokens, start);
    let whole = element.is_some() == (types.elements(name) > 0);
    whole && end == tokens.len() && types.kind(name) == "IData"
}

#[cfg(test)]
mod tests {
    use super::canonical;
    use crate::roll::members::as_arrays;
    use crate::roll::tokens::tokens;

    fn same(a: &str, b: &str) -> bool {
        let (_, types) = as_arrays("IData m;\nQData q;\nVlWide<4> w;\n", &[]);
        canonical(&tokens(a), &types) == canonical(&tokens(b), &types)
    }

    #[test]
    fn what_means_the_same_is_the_same() {
        assert!(same("(1U & (m >> 0U))", "(1U & m)"));
        assert!(same("(1U & (m >> 0x1fU))", "(m >> 0x1fU)"));
        assert!(same(
            "(1U & (vlSelf->w[2U] >> 0x1fU))",
            "(vlSelf->w[2U] >> 0x1fU)"
        ));
        assert!(same(
            "((0x80000000U & m) ? 1U : 0U)",
            "((m >> 0x1fU) ? 1U : 0U)"
        ));
    }

    #[test]
    fn bit_31_is_the_top_one_of_32_bits_only() {
        assert!(!same("(1U & (m >> 3U))", "(m >> 3U)"));
        assert!(!same("(1U & (q >> 0x1fU))", "(q >> 0x1fU)"));
        assert!(!same("(1U & (unknown >> 0x1fU))", "(unknown >> 0x1fU)"));
        assert!(!same(
            "((0x80000000U & q) ? 1U : 0U)",
            "((q >> 0x1fU) ? 1U : 0U)"
        ));
    }
}
