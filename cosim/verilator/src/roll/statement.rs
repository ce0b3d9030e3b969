//! What a statement reads and writes, and so which statements may change places.

use super::tokens::{KINDS, Tokens, at, closing, is_name, number, part, place, statements};
use super::{FEWEST, members::Variables};
use std::collections::{BTreeSet, HashMap};

/// What is named: elements of arrays by a constant index, or (`None`) the whole.
type Places = HashMap<String, BTreeSet<Option<u64>>>;

fn overlap(a: &Places, b: &Places) -> bool {
    let (few, many) = if a.len() < b.len() { (a, b) } else { (b, a) };
    few.iter().any(|(name, here)| {
        many.get(name).is_some_and(|there| {
            here.contains(&None) || there.contains(&None) || !here.is_disjoint(there)
        })
    })
}

/// A statement, or the loop that has taken the place of several.
#[derive(Clone, Default)]
pub struct Statement {
    pub tokens: Tokens,
    reads: Places,
    writes: Places,
    /// Neither an assignment nor an `if` of assignments: nothing passes it.
    pub opaque: bool,
    /// Of an assignment: where its value begins.
    pub value: Option<usize>,
    /// The loop.
    pub text: Option<String>,
}

/// What a statement writes: elements of one lane only.
pub struct Target {
    pub arrays: BTreeSet<String>,
    pub lane: usize,
}

impl Statement {
    pub fn new(tokens: &[String]) -> Statement {
        let mut new = Statement {
            tokens: tokens.to_vec(),
            ..Statement::default()
        };
        new.value = new.effects(tokens);
        new
    }

    /// The loop `text`, which does all that `parts` do.
    pub fn joined<'s>(text: String, parts: impl Iterator<Item = &'s Statement>) -> Statement {
        let mut joined = Statement {
            text: Some(text),
            ..Statement::default()
        };
        for part in parts {
            for (name, places) in &part.reads {
                joined.reads.entry(name.clone()).or_default().extend(places);
            }
            for (name, places) in &part.writes {
                joined
                    .writes
                    .entry(name.clone())
                    .or_default()
                    .extend(places);
            }
        }
        joined
    }

    /// Whether it matters which of the two runs first.
    pub fn conflicts(&self, other: &Statement) -> bool {
        self.opaque
            || other.opaque
            || overlap(&self.writes, &other.writes)
            || overlap(&self.writes, &other.reads)
            || overlap(&self.reads, &other.writes)
    }

    /// The lane of the arrays that an assignment or `if` writes, if it is the same of all.
    pub fn target(&self, variables: &Variables) -> Option<Target> {
        let mut lanes: BTreeSet<_> = self.writes.values().flatten().collect();
        let lane = (*lanes.pop_first()?)?;
        let known = |name: &String| variables.elements(name) >= FEWEST;
        let plain = !self.opaque && self.text.is_none() && lanes.is_empty();
        (plain && self.writes.keys().all(known)).then_some(Target {
            arrays: self.writes.keys().cloned().collect(),
            lane: usize::try_from(lane).ok()?,
        })
    }

    /// Enters the effects of an `if` or an assignment, and gives where its value begins.
    fn effects(&mut self, tokens: &[String]) -> Option<usize> {
        let (understood, value) = if at(tokens, 0) == "if" {
            (self.branches(tokens).is_some(), None)
        } else {
            let value = self.assignment(tokens);
            (value.is_some(), value)
        };
        self.opaque |= !understood;
        value
    }

    fn branches(&mut self, tokens: &[String]) -> Option<()> {
        let end = closing(tokens, 1)?;
        self.read(part(tokens, 2..end));
        let mut rest = part(tokens, end + 1..tokens.len());
        while let Some(first) = rest.first() {
            let open = usize::from(first == "else");
            let end = closing(rest, open).filter(|_| at(rest, open) == "{")?;
            for inner in statements(part(rest, open + 1..end)) {
                self.effects(inner);
            }
            rest = part(rest, end + 1..rest.len());
        }
        Some(())
    }

    fn assignment(&mut self, tokens: &[String]) -> Option<usize> {
        let member = at(tokens, 0) == "vlSelf" && at(tokens, 1) == "->";
        let start = if member { 2 } else { 0 };
        let name = at(tokens, start);
        let (place, equals) = place(tokens, start);
        let last = tokens.len().checked_sub(1)?;
        if !is_name(name) || at(tokens, equals) != "=" || at(tokens, last) != ";" {
            return None;
        }
        self.writes
            .entry(name.to_string())
            .or_default()
            .insert(place);
        self.read(part(tokens, equals + 1..last));
        Some(equals + 1)
    }

    fn read(&mut self, tokens: &[String]) {
        let mut i = 0;
        while i < tokens.len() {
            self.opaque |= !understood(tokens, i);
            let name = at(tokens, i);
            if is_name(name) {
                let (place, end) = place(tokens, i);
                self.reads
                    .entry(name.to_string())
                    .or_default()
                    .insert(place);
                i = end;
            } else {
                i += 1;
            }
        }
    }
}

/// Whether the token at `i` of an expression is one that reads and calculates, no more. A division
/// is not: it must not run where it did not.
fn understood(tokens: &[String], i: usize) -> bool {
    let before = |n: usize| i.checked_sub(n).map_or("", |i| at(tokens, i));
    let (token, next, after) = (at(tokens, i), at(tokens, i + 1), at(tokens, i + 2));
    let operand = |token: &str| is_name(token) || number(token).is_some();
    match token {
        "vlSelf" => next == "->",
        "->" => before(1) == "vlSelf",
        // Else an address is taken, or followed.
        "&" | "*" => operand(before(1)) || [")", "]"].contains(&before(1)),
        "(" | ")" | "[" | "]" | "+" | "-" | "|" | "^" | "~" | "!" | "<<" | ">>" | "<" | ">"
        | "<=" | ">=" | "==" | "!=" | "&&" | "||" | "?" | ":" => true,
        // A cast.
        kind if KINDS.contains(&kind) => before(1) == "(" && next == ")",
        // A call, a member of something else, a cast to something else.
        name if is_name(name) => {
            let cast = next == ")" && (after == "(" || after == "vlSelf" || operand(after));
            !["(", ".", "::", "->"].contains(&next) && !cast
        }
        other => number(other).is_some(),
    }
}
