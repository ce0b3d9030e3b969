//! Masks: long chains of ORs with one term for each lane.

use super::join::{bits, looped, only};
use super::statement::{Statement, place};
use super::template::Template;
use super::tokens::{Tokens, closing, shape, tokens};
use super::{MOST, Roller};
use std::collections::BTreeMap;

impl Roller<'_> {
    /// Long chains of ORs of one term for each lane, as a loop ahead of the statement.
    pub(super) fn gather(&mut self, mut statement: Statement) -> String {
        let mut ahead = String::new();
        while let Some((text, tokens)) = self.gathered(&statement) {
            ahead += &text;
            statement = Statement::new(&tokens);
        }
        let text = statement.tokens.join(" ");
        if ahead.is_empty() {
            text
        } else {
            format!("{{ {ahead}{text} }}")
        }
    }

    /// The loop for the longest chain of a statement, and the statement without the chain.
    fn gathered(&mut self, statement: &Statement) -> Option<(String, Tokens)> {
        let tokens = &statement.tokens;
        let start = statement
            .value
            .filter(|_| !statement.opaque && tokens.len() > 100)?;
        let chains = (start..tokens.len())
            .filter(|&i| tokens[i] == "(")
            .filter_map(|i| {
                let end = closing(tokens, i).filter(|end| end - i > 60)?;
                Some((i, end, chain(&tokens[i..=end])))
            });
        // Of equally long ones the outermost.
        let (open, close, terms) =
            chains.max_by_key(|(i, _, terms)| (terms.len(), usize::MAX - i))?;
        let lane = |term: &[String]| {
            let array = |i: &usize| term[*i].contains("__ALL__");
            let at = (0..term.len())
                .filter(array)
                .find_map(|i| place(term, i).0)?;
            usize::try_from(at).ok().filter(|&lane| lane < MOST)
        };
        let mut shapes: BTreeMap<String, BTreeMap<usize, &[String]>> = BTreeMap::new();
        for &term in &terms {
            if let Some(lane) = lane(term) {
                // Two terms of one lane and shape: not one term for each lane.
                shapes
                    .entry(shape(term))
                    .or_default()
                    .insert(lane, term)
                    .is_none()
                    .then_some(())?;
            }
        }
        let samples = shapes.values().max_by_key(|samples| samples.len())?;
        let mut template = Template::of(samples)?;
        let name = self.name();
        let kind = &format!("{name}_type");
        // Terms of one shape have one type.
        let types: BTreeMap<String, String> = terms
            .iter()
            .map(|term| (shape(term), format!("({})", term.join(" "))))
            .collect();
        let types = types.into_values().collect::<Vec<_>>().join(" | ");
        let mut rest = Vec::new();
        for &term in &terms {
            match lane(term) {
                Some(lane)
                    if samples.get(&lane) == Some(&term) && template.lanes.contains(&lane) => {}
                Some(lane) if !template.lanes.contains(&lane) && template.is(lane, term) => {
                    template.lanes.insert(lane);
                }
                _ => rest.push(format!("({kind})({})", term.join(" "))),
            }
        }
        let (low, high) = (*template.lanes.first()?, *template.lanes.last()?);
        let whole = (0..MOST).all(|lane| template.harmless(lane, self.arrays));
        let text = if whole && template.lanes.len() < MOST && template.lanes.len() * 4 >= MOST * 3 {
            let term = only(kind, &template.body(), bits(template.lanes.iter().copied()));
            looped(0..MOST, &format!("{name} |= {term};"))
        } else if high - low + 1 == template.lanes.len() {
            looped(
                low..high + 1,
                &format!("{name} |= ({kind})({});", template.body()),
            )
        } else {
            return None;
        };
        rest.insert(0, name.clone());
        let sum = format!("({})", rest.join(" | "));
        let tokens = [&tokens[..open], &self::tokens(&sum), &tokens[close + 1..]].concat();
        Some((
            format!("using {kind} = decltype({types}); {kind} {name} = 0;{text}"),
            tokens,
        ))
    }
}

fn strip(mut tokens: &[String]) -> &[String] {
    while tokens.len() > 2 && tokens[0] == "(" && closing(tokens, 0) == Some(tokens.len() - 1) {
        tokens = &tokens[1..tokens.len() - 1];
    }
    tokens
}

/// The two sides of the first `operator` that is in no parentheses.
fn sides<'t>(tokens: &'t [String], operator: &str) -> Option<(&'t [String], &'t [String])> {
    let tokens = strip(tokens);
    let mut depth = 0;
    let at = tokens.iter().position(|token| {
        depth += i32::from(token == "(") - i32::from(token == ")");
        depth == 0 && token == operator
    })?;
    Some((&tokens[..at], &tokens[at + 1..]))
}

/// The terms of `a | (b | (c | d))`.
fn chain(tokens: &[String]) -> Vec<&[String]> {
    let (mut terms, mut rest) = (Vec::new(), tokens);
    while let Some((term, after)) = sides(rest, "|") {
        terms.push(strip(term));
        rest = after;
    }
    terms.push(strip(rest));
    terms
}
