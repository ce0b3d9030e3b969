//! Which statements may be joined to one loop, and where it goes.

use super::block::Scope;
use super::members::Variables;
use super::print::{bits, looped, only};
use super::statement::{Statement, Target};
use super::template::Template;
use super::tokens::{Tokens, closing, part, shape};
use super::{FEWEST, MOST};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;
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
    /// By lane, assignments of something else to the same array.
    odd: BTreeMap<usize, usize>,
    /// The fewest elements of the arrays that are written.
    size: usize,
    /// The array, if assigned in so many lanes that the loop had better run over all of it.
    whole: Option<String>,
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
        let size = arrays.iter().map(|name| variables.elements(name)).min()?;
        let mut group = Group {
            template,
            same,
            odd: BTreeMap::new(),
            size,
            whole: None,
            destination: 0,
        };
        group.add_others(list, &arrays, variables);
        group.independent(list).then_some(())?;
        group.whole = group.whole(list, &arrays, variables);
        if group.whole.is_none() {
            group.odd.clear();
        }
        group.place(list).then_some(group)
    }

    /// Adds what writes the other lanes: other ways to write the same, and other values.
    fn add_others(&mut self, list: &[Statement], arrays: &BTreeSet<String>, types: &Variables) {
        let mut twice = BTreeSet::new();
        for (i, statement) in list.iter().enumerate() {
            let target = statement.target(types).filter(|t| t.arrays == *arrays);
            let Some(Target { lane, .. }) = target.filter(|t| t.lane < self.size) else {
                continue;
            };
            if self.template.lanes.contains(&lane) {
                continue;
            }
            if self.template.is(lane, &statement.tokens, types) {
                self.template.lanes.insert(lane);
                self.same.insert(lane, i);
                self.odd.remove(&lane);
            } else if statement.value.is_some()
                && arrays.iter().all(|array| statement.reads_only(array, None))
                && self.odd.insert(lane, i).is_some()
            {
                twice.insert(lane);
            }
        }
        // Of several, the value that counts is not known.
        self.odd.retain(|lane, _| !twice.contains(lane));
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

    /// The array to be written as a whole: the body must be harmless in all lanes and read of the
    /// array no element but its own, as all are stored at once.
    fn whole(
        &self,
        list: &[Statement],
        arrays: &BTreeSet<String>,
        variables: &Variables,
    ) -> Option<String> {
        let array = arrays.first()?;
        let own = |(lane, i): (&usize, &usize)| {
            let statement = list.get(*i);
            statement.is_some_and(|s| s.value.is_some() && s.reads_only(array, Some(*lane)))
        };
        (self.same.iter().all(own)
            && self.size.is_power_of_two()
            && self.size <= MOST
            && self.same.len() * 4 >= self.size * 3
            && self.template.harmless(0..self.size, variables))
        .then(|| array.clone())
    }

    fn all(&self) -> BTreeSet<usize> {
        self.same
            .values()
            .chain(self.odd.values())
            .copied()
            .collect()
    }

    /// Finds the loop's place; without the odd lanes if there is none with them.
    fn place(&mut self, list: &[Statement]) -> bool {
        let mut place = destination(list, &self.all());
        if place.is_none() {
            self.odd.clear();
            place = destination(list, &self.all());
        }
        self.destination = place.unwrap_or_default();
        place.is_some()
    }

    /// `list` with the loop instead of the statements.
    pub fn join(&self, list: Vec<Statement>, scope: &mut Scope) -> Vec<Statement> {
        let all = self.all();
        let Some(text) = self.text(&list, scope) else {
            return list;
        };
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

    fn text(&self, list: &[Statement], scope: &mut Scope) -> Option<String> {
        let plain = looped(self.lanes(), &self.template.body());
        match &self.whole {
            Some(array) if self.same.len() < self.size => self.blended(array, list, scope),
            _ => Some(self.guarded(&plain, scope).unwrap_or(plain)),
        }
    }

    /// A loop over all lanes of `array`: the template's value, or that of an odd lane, or what was
    /// there.
    fn blended(&self, array: &str, list: &[Statement], scope: &mut Scope) -> Option<String> {
        let kind = scope.variables.kind(array);
        let body = self.template.body();
        let (target, value) = body.strip_suffix(" ;")?.split_once(" = ")?;
        let lanes = bits(self.template.lanes.iter().copied());
        let mut sum = only(kind, value, lanes);
        let mut left = bits(0..self.size) & !lanes;
        let mut ahead = String::new();
        for (lane, i) in &self.odd {
            let Statement { tokens, value, .. } = list.get(*i)?;
            let value = part(tokens, (*value)?..tokens.len() - 1).join(" ");
            let name = scope.name();
            write!(ahead, "const {kind} {name} = {value}; ").ok()?;
            write!(sum, " | {}", only(kind, &name, 1 << lane)).ok()?;
            left &= !(1 << lane);
        }
        if left != 0 {
            write!(sum, " | {}", only(kind, target, left)).ok()?;
        }
        let body = format!("{target} = {sum};");
        Some(format!("{{ {ahead}{} }}", looped(0..self.size, &body)))
    }

    /// An `if` without `else`: mostly no lane is written, and then nothing has to be stored under a
    /// mask.
    fn guarded(&self, plain: &str, scope: &mut Scope) -> Option<String> {
        let tokens = self.template.tokens();
        let end = tokens
            .first()
            .filter(|first| *first == "if")
            .and(closing(tokens, 1))?;
        let only_branch = closing(tokens, end + 1)? == tokens.len() - 1;
        only_branch.then_some(())?;
        let condition = self.template.part(1..end + 1).body();
        let any = scope.name();
        let test = looped(self.lanes(), &format!("{any} |= 0 != {condition};"));
        Some(format!(
            "{{ CData {any} = 0; {test} if ({any}) {{ {plain} }} }}"
        ))
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
