//! What statements, or terms, of one shape have in common: the body of the loop.

use super::FEWEST;
use super::canonical::canonical;
use super::family::Family;
use super::members::Variables;
use super::tokens::{Tokens, at, number, steady};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The body of a loop: tokens, of which the numbers depend on the lane.
#[derive(Clone)]
pub struct Template {
    tokens: Tokens,
    families: Vec<Option<Family>>,
    /// The lanes in which it stands for the statement that was there.
    pub lanes: BTreeSet<usize>,
}

impl Template {
    /// What most of `samples` have in common, which are equal but for numbers.
    pub fn of(samples: &BTreeMap<usize, &[String]>) -> Option<Template> {
        let first = *samples.values().next()?;
        let mut lanes: BTreeSet<usize> = samples.keys().copied().collect();
        let mut families = vec![None; first.len()];
        for (i, (token, place)) in first.iter().zip(&mut families).enumerate() {
            if number(token).is_none() {
                continue;
            }
            let of_lane =
                |(lane, sample): (&usize, &&[String])| Some((*lane, number(at(sample, i))?.0));
            let points: Option<Vec<_>> = samples.iter().map(of_lane).collect();
            let (family, misfits) = Family::of(&points?)?;
            // What is made of the lane is unsigned.
            if !token.contains('U') && !matches!(family, Family::Constant(_)) {
                return None;
            }
            *place = Some(family);
            lanes.retain(|lane| !misfits.contains(lane));
        }
        // Constants are printed as they stand: not those of a lane that does not fit.
        let tokens = samples.get(lanes.first()?)?.to_vec();
        let template = Template {
            tokens,
            families,
            lanes,
        };
        // Elements side by side only: others would have to be gathered one by one.
        let near = |(_, family): (&str, Family)| matches!(family, Family::Affine(1, _));
        let near = template.indices().all(near);
        (near && template.lanes.len() >= FEWEST).then_some(template)
    }

    /// The arrays with an index that depends on the lane.
    fn indices(&self) -> impl Iterator<Item = (&str, Family)> {
        let varying = |family: &Family| !matches!(family, Family::Constant(_));
        let index = move |(i, family): (usize, &Option<Family>)| {
            let array = at(&self.tokens, i.checked_sub(2)?);
            let family = family.filter(varying)?;
            (at(&self.tokens, i - 1) == "[").then_some((array, family))
        };
        self.families.iter().enumerate().filter_map(index)
    }

    /// Whether the body is defined in all `lanes`, even where its value does not count.
    pub fn harmless(&self, mut lanes: Range<usize>, variables: &Variables) -> bool {
        let inside = |lane: usize| {
            self.indices().all(|(name, family)| {
                let elements = variables.elements(name) as u64;
                family.at(lane).is_some_and(|index| index < elements)
            })
        };
        steady(&self.tokens) && lanes.all(inside)
    }

    /// Whether `tokens` means the same as the body at `lane`.
    pub fn is(&self, lane: usize, tokens: &[String], variables: &Variables) -> bool {
        let at_lane = |(token, family): (&String, &Option<Family>)| match (family, number(token)) {
            (Some(family), Some((_, suffix))) => Some(format!("{}{suffix}", family.at(lane)?)),
            _ => Some(token.clone()),
        };
        let own: Option<Tokens> = self
            .tokens
            .iter()
            .zip(&self.families)
            .map(at_lane)
            .collect();
        own.is_some_and(|own| canonical(&own, variables) == canonical(tokens, variables))
    }

    /// The body in C++, a function of `lane`.
    pub fn body(&self) -> String {
        let mut text = Vec::new();
        let mut before = "";
        for (token, family) in self.tokens.iter().zip(&self.families) {
            text.push(match family {
                Some(family) => family.text(token, before, &self.lanes),
                None => token.clone(),
            });
            before = token;
        }
        text.join(" ")
    }
}
