//! What a statement reads and writes.

use super::FEWEST;
use super::members::Arrays;
use super::tokens::{Tokens, closing, is_name, number, statements};
use std::collections::{BTreeSet, HashMap};

/// What is named: elements of arrays by a constant index, or as a whole.
pub(super) type Places = HashMap<String, BTreeSet<Option<u64>>>;

fn overlap(a: &Places, b: &Places) -> bool {
    let (a, b) = if a.len() < b.len() { (a, b) } else { (b, a) };
    a.iter().any(|(name, here)| {
        b.get(name).is_some_and(|there| {
            here.contains(&None) || there.contains(&None) || !here.is_disjoint(there)
        })
    })
}

/// One statement of a block, with what it names.
#[derive(Clone, Default)]
pub(super) struct Statement {
    pub(super) tokens: Tokens,
    pub(super) reads: Places,
    pub(super) writes: Places,
    /// Neither an assignment nor an `if` of assignments: nothing passes it.
    pub(super) opaque: bool,
    /// Of an assignment: where its value begins.
    pub(super) value: Option<usize>,
    /// What takes its place.
    pub(super) text: Option<String>,
}

impl Statement {
    /// The statement of these tokens, one at least.
    pub(super) fn new(tokens: &[String]) -> Statement {
        let mut new = Statement {
            tokens: tokens.to_vec(),
            ..Statement::default()
        };
        new.value = new.effects(tokens);
        new
    }

    /// What stands for several that are one `text` now.
    pub(super) fn joined<'s>(
        text: String,
        parts: impl Iterator<Item = &'s Statement>,
    ) -> Statement {
        let mut joined = Statement {
            text: Some(text),
            ..Statement::default()
        };
        for part in parts {
            for (into, from) in [
                (&mut joined.reads, &part.reads),
                (&mut joined.writes, &part.writes),
            ] {
                for (name, places) in from {
                    into.entry(name.clone()).or_default().extend(places);
                }
            }
        }
        joined
    }

    /// Of an assignment, the value.
    pub(super) fn value_text(&self) -> Option<String> {
        let end = self.tokens.len().checked_sub(1)?;
        Some(self.tokens.get(self.value?..end)?.join(" "))
    }

    /// Whether the order of both matters.
    pub(super) fn conflicts(&self, other: &Statement) -> bool {
        self.opaque
            || other.opaque
            || overlap(&self.writes, &other.writes)
            || overlap(&self.writes, &other.reads)
            || overlap(&self.reads, &other.writes)
    }

    /// Notes what `tokens` reads and writes; of an assignment, where its value begins.
    fn effects(&mut self, tokens: &[String]) -> Option<usize> {
        let Some(first) = tokens.first() else {
            self.opaque = true;
            return None;
        };
        if first == "if" {
            let Some(end) = closing(tokens, 1) else {
                self.opaque = true;
                return None;
            };
            self.read(&tokens[2..end]);
            let mut rest = &tokens[end + 1..];
            while let Some(first) = rest.first() {
                let open = usize::from(first == "else");
                match closing(rest, open).filter(|_| rest[open] == "{") {
                    Some(end) => {
                        for inner in statements(&rest[open + 1..end]) {
                            self.effects(inner);
                        }
                        rest = &rest[end + 1..];
                    }
                    None => {
                        self.opaque = true;
                        return None;
                    }
                }
            }
            return None;
        }
        let start = if tokens.starts_with(&["vlSelf".into(), "->".into()]) {
            2
        } else {
            0
        };
        let (place, equals) = place(tokens, start);
        let last = tokens.len() - 1;
        if !is_name(&tokens[start])
            || tokens.get(equals).is_none_or(|t| t != "=")
            || tokens[last] != ";"
        {
            self.opaque = true;
            return None;
        }
        self.writes
            .entry(tokens[start].clone())
            .or_default()
            .insert(place);
        self.read(&tokens[equals + 1..last]);
        Some(equals + 1)
    }

    /// Notes what an expression reads.
    fn read(&mut self, tokens: &[String]) {
        let mut i = 0;
        while i < tokens.len() {
            let next = tokens.get(i + 1).map_or("", String::as_str);
            let token = tokens[i].as_str();
            let assigns = token.ends_with('=') && !["==", "!=", "<=", ">="].contains(&token);
            // Calls may do anything; a division must not be run where it was not.
            self.opaque |= assigns || ["++", "--", "/", "%", "{", ";"].contains(&token);
            if is_name(token) {
                self.opaque |= ["(", ".", "::"].contains(&next);
                let (place, end) = place(tokens, i);
                self.reads
                    .entry(tokens[i].clone())
                    .or_default()
                    .insert(place);
                i = if place.is_some() { end } else { i + 1 };
            } else {
                i += 1;
            }
        }
    }

    /// The array and the lane, if it is the only place that is written; for an `if`, several
    /// arrays in one lane.
    pub(super) fn target(&self, arrays: &Arrays) -> Option<(BTreeSet<&String>, usize)> {
        let lanes: BTreeSet<_> = self.writes.values().flatten().collect();
        let lane = **lanes.first().filter(|_| lanes.len() == 1)?;
        let known = |name: &String| arrays.get(name).is_some_and(|a| a.1 >= FEWEST);
        let names: BTreeSet<_> = self.writes.keys().collect();
        (!self.opaque && self.text.is_none() && names.iter().all(|name| known(name)))
            .then_some((names, usize::try_from(lane?).ok()?))
    }
}

/// The place named at `i`, and what follows it.
pub(super) fn place(tokens: &[String], i: usize) -> (Option<u64>, usize) {
    let text = |at: usize| tokens.get(at).map_or("", String::as_str);
    match number(text(i + 2)) {
        Some((index, _)) if text(i + 1) == "[" && text(i + 3) == "]" => (Some(index), i + 4),
        _ => (None, i + 1),
    }
}
