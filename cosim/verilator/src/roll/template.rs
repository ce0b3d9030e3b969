//! Statements, or terms, of one shape as one text with the lane in it.

use super::FEWEST;
use super::family::Family;
use super::members::Arrays;
use super::tokens::{Tokens, closing, is_name, number};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// Statements, or terms, of one shape.
pub(super) struct Template {
    pub(super) tokens: Tokens,
    pub(super) families: Vec<Option<Family>>,
    pub(super) lanes: BTreeSet<usize>,
}

impl Template {
    /// What `samples`, of one shape, have in common; none where that is too little.
    pub(super) fn of(samples: &BTreeMap<usize, &[String]>) -> Option<Template> {
        let first = *samples.values().next()?;
        let mut lanes: BTreeSet<usize> = samples.keys().copied().collect();
        let mut families = vec![None; first.len()];
        for (i, token) in first.iter().enumerate() {
            if number(token).is_some() && samples.len() >= FEWEST {
                let values = samples
                    .iter()
                    .filter_map(|(l, t)| Some((*l, number(&t[i])?.0)));
                let (family, misfits) = Family::of(&values.collect::<Vec<_>>());
                families[i] = Some(family);
                let signed = !token.contains('U') && !matches!(family, Family::Constant(_));
                lanes.retain(|_| !signed);
                lanes.retain(|lane| !misfits.contains(lane));
            }
        }
        let template = Template {
            tokens: first.to_vec(),
            families,
            lanes,
        };
        // Elements side by side only: others would have to be gathered one by one.
        let near = template
            .indices()
            .all(|(_, f)| matches!(f, Family::Affine(1, _)));
        (near && template.lanes.len() >= FEWEST).then_some(template)
    }

    /// Some tokens of it.
    pub(super) fn part(&self, range: RangeInclusive<usize>) -> Option<Template> {
        Some(Template {
            tokens: self.tokens.get(range.clone())?.to_vec(),
            families: self.families.get(range)?.to_vec(),
            lanes: self.lanes.clone(),
        })
    }

    /// The arrays with an index that depends on the lane.
    pub(super) fn indices(&self) -> impl Iterator<Item = (&str, Family)> {
        let varying = |f: &Family| !matches!(f, Family::Constant(_));
        (2..self.tokens.len())
            .filter(|&i| self.tokens[i - 1] == "[")
            .filter_map(move |i| {
                Some((
                    self.tokens[i - 2].as_str(),
                    self.families[i].filter(varying)?,
                ))
            })
    }

    /// Whether the body may run at `lane`, as far as what it reads is concerned.
    pub(super) fn harmless(&self, lane: usize, arrays: &Arrays) -> bool {
        self.indices().all(|(name, family)| {
            let size = arrays.get(name).map_or(0, |a| a.1 as u64);
            family.at(lane).is_some_and(|index| index < size)
        })
    }

    /// Whether `tokens` says the same as the body at `lane`.
    pub(super) fn is(&self, lane: usize, tokens: &[String]) -> bool {
        let at = |(token, family): (&String, &Option<Family>)| match (family, number(token)) {
            (Some(family), Some((_, suffix))) => Some(format!("{}{suffix}", family.at(lane)?)),
            _ => Some(token.clone()),
        };
        let own: Option<Tokens> = self.tokens.iter().zip(&self.families).map(at).collect();
        own.is_some_and(|own| canonical(&own) == canonical(tokens))
    }

    /// The body of the loop. A shift stays in range in all lanes: some are not used.
    pub(super) fn body(&self) -> String {
        let linear = |a: i64, b: i64| match (a, b) {
            (1, 0) => "lane".to_string(),
            (1, _) => format!("lane + {b}"),
            _ => format!("{a} * lane + {b}"),
        };
        let top = |f: Family| self.lanes.iter().filter_map(|&lane| f.at(lane)).max();
        let token = |i: usize| -> String {
            let token = &self.tokens[i];
            let Some((family, (_, suffix))) = self.families[i].zip(number(token)) else {
                return token.clone();
            };
            let (kind, bits) = if suffix.contains('L') {
                ("QData", 63)
            } else {
                ("IData", 31)
            };
            let before = self
                .tokens
                .get(i.wrapping_sub(1))
                .map_or("", String::as_str);
            match family {
                Family::Constant(_) => token.clone(),
                Family::Affine(a, b) if before == "[" => linear(a, b),
                Family::Affine(a, b) if before == "<<" || before == ">>" => {
                    let bits = if top(family) < Some(32) { 31 } else { 63 };
                    format!("(({}) & {bits})", linear(a, b))
                }
                Family::Affine(a, b) => format!("({kind})({})", linear(a, b)),
                Family::Power(a, b) => format!("(({kind})1U << (({}) & {bits}))", linear(a, b)),
                Family::Below(b) => format!("((({kind})1U << (({}) & {bits})) - 1U)", linear(1, b)),
            }
        };
        (0..self.tokens.len())
            .map(token)
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// One way to write what Verilator writes in several: numbers in decimal, no shift by 0, no
/// parentheses around parentheses or a name.
pub(super) fn canonical(tokens: &[String]) -> Tokens {
    let word = |token: &String| match number(token) {
        Some((value, suffix)) => format!("{value}{suffix}"),
        None => token.clone(),
    };
    // In parentheses, where a shift ends.
    let mut all: Tokens = vec!["(".to_owned()];
    all.extend(tokens.iter().map(word));
    all.push(")".to_owned());
    let mut i = 0;
    while i < all.len() {
        // What is around it may have become simpler.
        i = if simpler(&mut all, i) { 0 } else { i + 1 };
    }
    all
}

/// Leaves out what the parenthesis at `open` needs not; false where there is nothing.
fn simpler(all: &mut Tokens, open: usize) -> bool {
    let text = |at: usize| all.get(at).map_or("", String::as_str);
    let closes = |at: usize| closing(all, at).filter(|_| text(at) == "(");
    let Some(end) = closes(open) else {
        return false;
    };
    if end > open + 2 && ["<<", ">>"].contains(&text(end - 2)) && text(end - 1) == "0U" {
        all.drain(end - 2..end);
        return true;
    }
    let doubled = closes(open + 1) == Some(end - 1);
    let name = match text(open + 1) {
        "vlSelf" => open + 3,
        _ => open + 1,
    };
    let behind = open.checked_sub(1).map_or("=", text);
    // Behind a cast or a name they mean something.
    let named = end == name + 1 && is_name(text(name)) && behind != ")" && !is_name(behind);
    if doubled || named {
        all.remove(end);
        all.remove(open);
    }
    doubled || named
}
