//! Long chains of ORs of one term for each lane, as a loop ahead of the statement.

use super::block::Scope;
use super::members::Variables;
use super::print::{bits, looped, only};
use super::statement::Statement;
use super::template::Template;
use super::tokens::{Tokens, at, closing, part, place, shape, steady, terms, tokens};
use super::{FEWEST, MOST};
use std::collections::BTreeMap;

/// The tokens of a chain that is worth a loop: more than `FEWEST` terms have.
const LONG: usize = 60;

impl Scope<'_> {
    /// The statement, with loops ahead for what it ORs.
    pub fn gather(&mut self, statement: Statement) -> String {
        let mut tokens = statement.tokens;
        let mut ahead = String::new();
        let value = statement.value.filter(|_| !statement.opaque);
        while let Some((text, rest)) = value.and_then(|start| self.gathered(&tokens, start)) {
            ahead += &text;
            tokens = rest;
        }
        let text = tokens.join(" ");
        if ahead.is_empty() {
            return text;
        }
        format!("{{ {ahead}{text} }}")
    }

    /// The loop for the longest chain behind `start`, and the statement that uses its sum.
    fn gathered(&mut self, all: &[String], start: usize) -> Option<(String, Tokens)> {
        let (open, close, terms) = longest(all, start)?;
        let template = common(&terms, self.variables)?;
        let name = self.name();
        let kind = format!("{name}_type");
        let text = summed(&template, &name, &kind, self.variables)?;
        let rest: Vec<String> = terms
            .iter()
            .filter(|term| lane(term).is_none_or(|lane| !template.is(lane, term, self.variables)))
            .map(|term| format!(" | ({kind})({})", term.join(" ")))
            .collect();
        let sum = tokens(&format!("({name}{})", rest.concat()));
        let tokens = [part(all, 0..open), &sum, part(all, close + 1..all.len())].concat();
        let types = types(&terms);
        let declared = format!("using {kind} = decltype({types}); {kind} {name} = 0;");
        Some((declared + &text, tokens))
    }
}

/// Where the chain of most terms is behind `start`; of equally long ones the outermost. Its
/// terms will be calculated even behind a condition that does not hold: so they have to be defined
/// there, too.
fn longest(all: &[String], start: usize) -> Option<(usize, usize, Vec<&[String]>)> {
    let chain = |open: usize| {
        let close = closing(all, open).filter(|close| close - open > LONG)?;
        let chain = part(all, open..close + 1);
        steady(chain).then(|| (open, close, terms(chain)))
    };
    let opens = (start..all.len()).filter(|&i| at(all, i) == "(");
    let chains = opens.filter_map(chain);
    chains.rev().max_by_key(|(_, _, terms)| terms.len())
}

/// The lane of the first element that a term reads.
fn lane(term: &[String]) -> Option<usize> {
    let arrays = (0..term.len()).filter(|&i| at(term, i).contains("__ALL__"));
    let element = arrays.filter_map(|i| place(term, i).0).next()?;
    usize::try_from(element).ok().filter(|&lane| lane < MOST)
}

/// What most terms have in common, one for each lane.
fn common(terms: &[&[String]], variables: &Variables) -> Option<Template> {
    let mut shapes: BTreeMap<String, BTreeMap<usize, &[String]>> = BTreeMap::new();
    for &term in terms {
        if let Some(lane) = lane(term) {
            let samples = shapes.entry(shape(term)).or_default();
            // Two terms of one lane and shape: not one term for each lane.
            samples.insert(lane, term).is_none().then_some(())?;
        }
    }
    let most = shapes.into_values().max_by_key(|samples| samples.len())?;
    let mut template = Template::of(&most).filter(|_| most.len() >= FEWEST)?;
    for &term in terms {
        // Twice the same is ORed once: that changes nothing.
        if let Some(lane) = lane(term).filter(|&lane| template.is(lane, term, variables)) {
            template.lanes.insert(lane);
        }
    }
    Some(template)
}

/// The type of the sum. Terms of one shape have one type. What is narrower than `int` Verilator
/// casts before it calculates, so that no term is negative and the order of casts does not
/// matter.
fn types(terms: &[&[String]]) -> String {
    let one = |term: &&[String]| (shape(term), format!("({})", term.join(" ")));
    let types: BTreeMap<String, String> = terms.iter().map(one).collect();
    types.into_values().collect::<Vec<_>>().join(" | ")
}

/// The loop that adds up the template in its lanes.
fn summed(template: &Template, name: &str, kind: &str, variables: &Variables) -> Option<String> {
    let lanes = &template.lanes;
    let (low, high) = (*lanes.first()?, *lanes.last()?);
    let body = template.body();
    let most = lanes.len() < MOST && lanes.len() * 4 >= MOST * 3;
    if most && template.harmless(0..MOST, variables) {
        let term = only(kind, &body, bits(lanes.iter().copied()));
        return Some(looped(0..MOST, &format!("{name} |= {term};")));
    }
    let dense = high - low + 1 == lanes.len();
    dense.then(|| looped(low..high + 1, &format!("{name} |= ({kind})({body});")))
}
