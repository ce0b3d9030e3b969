//! Which statements may be joined to one loop, and where it goes.

use super::members::Variables;
use super::print::looped;
use super::statement::{Statement, Target};
use super::template::Template;
use super::tokens::{Tokens, shape};
use super::{Counts, FEWEST};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

/// By lane, statements of one shape.
type Run = BTreeMap<usize, Tokens>;

/// What may be one loop each, in the order of the first statements. By tokens: places change as
/// loops take them.
pub fn runs(list: &[Statement], variables: &Variables) -> Vec<Run> {
    let mut shapes: Vec<Vec<Run>> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for statement in list {
        let Some(Target { lane, .. }) = statement.target(variables) else {
            continue;
        };
        let new = shapes.len();
        let place = *places.entry(shape(&statement.tokens)).or_insert(new);
        if place == new {
            shapes.push(Vec::new());
        }
        let Some(runs) = shapes.get_mut(place) else {
            continue;
        };
        if runs.last().is_none_or(|run| run.contains_key(&lane)) {
            runs.push(Run::new());
        }
        if let Some(run) = runs.last_mut() {
            run.insert(lane, statement.tokens.clone());
        }
    }
    let all = shapes.into_iter().flatten();
    all.filter(|run| run.len() >= FEWEST).collect()
}

/// Statements that are one loop, by their place in the block.
pub struct Group {
    template: Template,
    /// By lane, those that the template stands for.
    same: BTreeMap<usize, usize>,
    /// The place of the loop.
    destination: usize,
}

impl Group {
    /// The group of `run`, if it may be joined.
    pub fn of(list: &[Statement], run: &Run, variables: &Variables) -> Option<Group> {
        let samples = run.iter().map(|(lane, tokens)| (*lane, tokens.as_slice()));
        let template = Template::of(&samples.collect())?;
        let mut same = BTreeMap::new();
        for &lane in &template.lanes {
            let is = |s: &Statement| s.text.is_none() && Some(&s.tokens) == run.get(&lane);
            same.insert(lane, list.iter().position(is)?);
        }
        let arrays = list.get(*same.values().next()?)?.target(variables)?.arrays;
        let mut group = Group {
            template,
            same,
            destination: 0,
        };
        group.add_others(list, &arrays, variables);
        group.independent(list).then_some(())?;
        group.destination = destination(list, &group.all())?;
        Some(group)
    }

    /// Adds what writes the other lanes and means the same, written otherwise.
    fn add_others(&mut self, list: &[Statement], arrays: &BTreeSet<String>, types: &Variables) {
        for (i, statement) in list.iter().enumerate() {
            let target = statement.target(types).filter(|t| t.arrays == *arrays);
            let Some(Target { lane, .. }) = target else {
                continue;
            };
            let is_new = !self.template.lanes.contains(&lane);
            if is_new && self.template.is(lane, &statement.tokens, types) {
                self.template.lanes.insert(lane);
                self.same.insert(lane, i);
            }
        }
    }

    fn lanes(&self) -> Range<usize> {
        let lanes = &self.template.lanes;
        let first = lanes.first().copied().unwrap_or_default();
        first..lanes.last().map_or(first, |last| last + 1)
    }

    /// Whether the loop runs in no other lane, and in any order.
    fn independent(&self, list: &[Statement]) -> bool {
        let parts: Vec<&Statement> = self.same.values().filter_map(|&i| list.get(i)).collect();
        let later = |i: usize| parts.iter().skip(i + 1);
        let conflict =
            |(i, part): (usize, &&Statement)| later(i).any(|other| other.conflicts(part));
        self.lanes().len() == parts.len() && !parts.iter().enumerate().any(conflict)
    }

    fn all(&self) -> BTreeSet<usize> {
        self.same.values().copied().collect()
    }

    /// `list` with the loop instead of the statements.
    pub fn join(&self, list: Vec<Statement>, counts: &mut Counts) -> Vec<Statement> {
        let all = self.all();
        let text = looped(self.lanes(), &self.template.body());
        counts.loops += 1;
        counts.joined += all.len();
        let parts = all.iter().filter_map(|&i| list.get(i));
        let mut joined = Some(Statement::joined(text, parts));
        let mut rest = Vec::new();
        for (i, statement) in list.into_iter().enumerate() {
            if i == self.destination {
                rest.extend(joined.take());
            }
            if !all.contains(&i) {
                rest.push(statement);
            }
        }
        rest.extend(joined);
        rest
    }
}

/// Where all statements of `all` may stand together: before the first or behind the last.
fn destination(list: &[Statement], all: &BTreeSet<usize>) -> Option<usize> {
    let (first, last) = (*all.first()?, *all.last()?);
    let others: Vec<(usize, &Statement)> = list
        .iter()
        .enumerate()
        .filter(|(i, _)| (first..last).contains(i) && !all.contains(i))
        .collect();
    let moved = || all.iter().filter_map(|&i| Some((i, list.get(i)?)));
    let passes = |(i, statement): (usize, &Statement), up: bool| {
        let mut passed = others.iter().filter(|(other, _)| (*other < i) == up);
        passed.all(|(_, other)| !statement.conflicts(other))
    };
    if moved().all(|one| passes(one, true)) {
        return Some(first);
    }
    moved().all(|one| passes(one, false)).then_some(last + 1)
}
