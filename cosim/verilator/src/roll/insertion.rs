//! Bits that are put into a variable one statement after the other, as one statement.
//!
//! ```text
//!     t = (m1 & t) | a;  t = (m2 & t) | b;    becomes    t = (m1 & m2 & t) | a | b;
//! ```
//!
//! `a` has no bits but those that `m1` leaves out, or the statement would change others than its own:
//! so they are there still after the second one, whose bits are others.

use super::statement::Statement;
use super::tokens::{Tokens, at, closing, number, part, place};
use std::collections::HashMap;

/// `target = ((mask & target) | values)`.
struct Insertion {
    target: Tokens,
    mask: u64,
    suffix: String,
    values: Vec<Tokens>,
}

impl Insertion {
    fn of(statement: &Statement) -> Option<Insertion> {
        let tokens = &statement.tokens;
        let start = if at(tokens, 0) == "vlSelf" { 2 } else { 0 };
        let (_, equals) = place(tokens, start);
        let target = part(tokens, 0..equals);
        let plain = !statement.opaque && statement.text.is_none() && at(tokens, equals) == "=";
        let (mask, suffix) = number(at(tokens, equals + 3)).filter(|_| plain)?;
        // ( ( mask & target ) | value ) ;
        let kept = equals + 5..equals + 5 + target.len();
        let behind = kept.end;
        let end = closing(tokens, equals + 1)?;
        let shape = [
            (equals + 1, "("),
            (equals + 2, "("),
            (equals + 4, "&"),
            (behind, ")"),
            (behind + 1, "|"),
            (end + 1, ";"),
        ];
        let fits = shape.iter().all(|&(i, token)| at(tokens, i) == token);
        let value = part(tokens, behind + 2..end);
        let reads_itself = value.contains(target.get(start)?);
        (fits && part(tokens, kept) == target && !reads_itself).then(|| Insertion {
            target: target.to_vec(),
            mask,
            suffix: suffix.to_owned(),
            values: vec![value.to_vec()],
        })
    }

    /// Both, if they put other bits into the same variable.
    fn and(&self, later: &Insertion) -> Option<Insertion> {
        let all = self.mask | later.mask;
        let apart = self.target == later.target && all.count_ones() == all.trailing_ones();
        (apart && all > self.mask && all > later.mask).then(|| Insertion {
            target: self.target.clone(),
            mask: self.mask & later.mask,
            suffix: later.suffix.clone(),
            values: [&*self.values, &*later.values].concat(),
        })
    }

    fn statement(&self) -> Statement {
        let mut text = self.target.join(" ") + " = (";
        if self.mask != 0 {
            let (mask, target) = (self.mask, self.target.join(" "));
            text += &format!(" ( {mask:#x}{} & {target} ) |", self.suffix);
        }
        let values: Vec<String> = self.values.iter().map(|value| value.join(" ")).collect();
        text += &format!(" ( {} ) ) ;", values.join(" ) | ( "));
        Statement::new(&super::tokens::tokens(&text))
    }
}

/// `list` with insertions joined where nothing between them minds.
pub fn joined(list: Vec<Statement>) -> Vec<Statement> {
    let mut new: Vec<Option<Statement>> = Vec::new();
    let mut last: HashMap<Tokens, (usize, Insertion)> = HashMap::new();
    for statement in list {
        let Some(mut insertion) = Insertion::of(&statement) else {
            new.push(Some(statement));
            continue;
        };
        let mut printed = statement;
        if let Some((before, earlier)) = last.remove(&insertion.target)
            && let Some(both) = earlier.and(&insertion)
            && let Some(Some(moved)) = new.get(before)
            && !new
                .iter()
                .skip(before + 1)
                .flatten()
                .any(|it| it.conflicts(moved))
        {
            if let Some(place) = new.get_mut(before) {
                *place = None;
            }
            printed = both.statement();
            insertion = both;
        }
        last.insert(insertion.target.clone(), (new.len(), insertion));
        new.push(Some(printed));
    }
    new.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::joined;
    use crate::roll::statement::Statement;
    use crate::roll::tokens::{statements, tokens};

    fn of(text: &str) -> Vec<String> {
        let tokens = tokens(text);
        let list = statements(&tokens)
            .into_iter()
            .map(Statement::new)
            .collect();
        let joined = joined(list).into_iter();
        joined.map(|statement| statement.tokens.join("")).collect()
    }

    #[test]
    fn bits_are_put_in_at_once() {
        let text = "vlSelf->t = ((0xfeU & vlSelf->t) | a); x = y; \
                    vlSelf->t = ((0xfdU & vlSelf->t) | (b << 1U));";
        assert_eq!(
            of(text),
            ["x=y;", "vlSelf->t=((0xfcU&vlSelf->t)|(a)|((b<<1U)));"]
        );
        // Nothing is left of what was there.
        let text = "t[0U] = ((0xffff0000U & t[0U]) | a); t[0U] = ((0xffffU & t[0U]) | b);";
        assert_eq!(of(text), ["t[0U]=((a)|(b));"]);
    }

    #[test]
    fn what_something_between_minds_stays() {
        for text in [
            "t = ((0xfeU & t) | a); x = t; t = ((0xfdU & t) | b);",
            "t = ((0xfeU & t) | a); a = x; t = ((0xfdU & t) | b);",
            "t = ((0xfeU & t) | a); f(x); t = ((0xfdU & t) | b);",
            "t = ((0xfeU & t) | a); t = ((0xfeU & t) | b);",
            "t = ((0xfeU & t) | a); t = ((0xfdU & t) | (t << 1U));",
        ] {
            assert_eq!(of(text).concat(), text.replace(' ', ""));
        }
    }
}
