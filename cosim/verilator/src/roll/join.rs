//! Statements of one shape in different lanes as one loop.

use super::family::Family;
use super::statement::Statement;
use super::template::Template;
use super::tokens::{Tokens, closing, shape};
use super::{FEWEST, Roller};
use std::collections::{BTreeMap, BTreeSet, HashMap};

impl Roller<'_> {
    /// Statements of one shape in different lanes, which may be one loop.
    pub(super) fn runs(&self, list: &[Statement]) -> Vec<BTreeMap<usize, Tokens>> {
        let mut shapes: BTreeMap<(usize, String), Vec<BTreeMap<usize, Tokens>>> = BTreeMap::new();
        let mut first: HashMap<String, usize> = HashMap::new();
        for (i, statement) in list.iter().enumerate() {
            let Some((_, lane)) = statement.target(self.arrays) else {
                continue;
            };
            let shape = shape(&statement.tokens);
            let place = *first.entry(shape.clone()).or_insert(i);
            let runs = shapes.entry((place, shape)).or_default();
            if runs.last().is_none_or(|run| run.contains_key(&lane)) {
                runs.push(BTreeMap::new());
            }
            if let Some(run) = runs.last_mut() {
                run.insert(lane, statement.tokens.clone());
            }
        }
        shapes
            .into_values()
            .flatten()
            .filter(|run| run.len() >= FEWEST)
            .collect()
    }

    /// Puts one loop in the place of `run`, if that is right.
    pub(super) fn join(
        &mut self,
        list: &mut Vec<Statement>,
        run: &BTreeMap<usize, Tokens>,
    ) -> Option<()> {
        let mut lanes = self.lanes(list, run)?;
        if !lanes.whole || lanes.independent(list).is_none() {
            lanes.odd.clear();
        }
        let destination = lanes.independent(list)?;
        let text = self.loop_of(&lanes, list)?;
        replace(list, &lanes.all(), destination, text);
        Some(())
    }

    /// The statements that `run` stands for, and those that write the same array otherwise.
    fn lanes(&self, list: &[Statement], run: &BTreeMap<usize, Tokens>) -> Option<Lanes> {
        let samples = run.iter();
        let samples = samples.map(|(lane, tokens)| (*lane, tokens.as_slice()));
        let mut template = Template::of(&samples.collect())?;
        let place = |lane: &usize| {
            let is = |it: &Statement| it.text.is_none() && Some(&it.tokens) == run.get(lane);
            Some((*lane, list.iter().position(is)?))
        };
        let mut alike: BTreeMap<usize, usize> = template.lanes.iter().filter_map(place).collect();
        let model = list.get(*alike.values().next()?)?.clone();
        let (targets, _) = model.target(self.arrays)?;
        let sizes = targets
            .iter()
            .filter_map(|name| Some(self.arrays.get(*name)?.1));
        let size = sizes.min()?;
        let harmless = (0..size).all(|lane| template.harmless(lane, self.arrays));
        let mut odd: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (i, statement) in list.iter().enumerate().filter(|_| harmless) {
            let Some((names, lane)) = statement.target(self.arrays) else {
                continue;
            };
            if names != targets || lane >= size || template.lanes.contains(&lane) {
                continue;
            }
            if template.is(lane, &statement.tokens) {
                template.lanes.insert(lane);
                alike.insert(lane, i);
                odd.remove(&lane);
            } else if statement.value.is_some()
                && !names.iter().any(|name| statement.reads.contains_key(*name))
            {
                odd.entry(lane).or_default().push(i);
            }
        }
        let own = |(name, family): (&str, Family)| {
            !model.writes.contains_key(name) || family == Family::Affine(1, 0)
        };
        let whole = harmless
            && model.value.is_some()
            && size.is_power_of_two()
            && alike.len() * 4 >= size * 3
            && template.indices().all(own);
        // Of several in one lane it is not known which counts.
        let single = odd.into_iter().filter(|(_, places)| places.len() == 1);
        let odd = single.flat_map(|(lane, places)| places.into_iter().map(move |i| (lane, i)));
        Some(Lanes {
            odd: odd.collect(),
            template,
            model,
            alike,
            size,
            whole,
        })
    }

    fn loop_of(&mut self, lanes: &Lanes, list: &[Statement]) -> Option<String> {
        let Lanes {
            template, alike, ..
        } = lanes;
        let range = *alike.keys().next()?..alike.keys().last()? + 1;
        if lanes.whole && alike.len() < lanes.size {
            return self.blended(lanes, list);
        }
        let body = looped(range.clone(), &template.body());
        if lanes.model.value.is_some() {
            return Some(body);
        }
        // An `if`: mostly no lane is written, then nothing has to be stored under a mask.
        let any = self.name();
        let test = template.part(1..=closing(&template.tokens, 1)?)?;
        let test = looped(range, &format!("{any} |= 0 != {};", test.body()));
        Some(format!(
            "{{ CData {any} = 0; {test} if ({any}) {{ {body} }} }}"
        ))
    }

    /// A loop over all lanes of an array that writes the odd ones otherwise, the rest not. A
    /// store of one lane behind it would make the next load of the whole array wait.
    fn blended(&mut self, lanes: &Lanes, list: &[Statement]) -> Option<String> {
        let Lanes { template, size, .. } = lanes;
        let kind = &self.arrays.get(lanes.model.writes.keys().next()?)?.0;
        let body = template.body();
        let (target, value) = body.strip_suffix(" ;")?.split_once(" = ")?;
        let alike = bits(template.lanes.iter().copied());
        let mut sum = only(kind, value, alike);
        let mut left = bits(0..*size) & !alike;
        let mut ahead = String::new();
        for (&lane, &i) in &lanes.odd {
            let name = self.name();
            let value = list.get(i)?.value_text()?;
            ahead += &format!("const {kind} {name} = {value}; ");
            sum += &format!(" | {}", only(kind, &name, 1 << lane));
            left &= !(1 << lane);
        }
        if left != 0 {
            sum += &format!(" | {}", only(kind, target, left));
        }
        let all = looped(0..*size, &format!("{target} = {sum};"));
        Some(format!("{{ {ahead}{all} }}"))
    }
}

/// Statements that may become one loop, by lane, as places in their list.
struct Lanes {
    template: Template,
    /// One of them.
    model: Statement,
    /// Those that the template says.
    alike: BTreeMap<usize, usize>,
    /// Those that write the same array, but otherwise.
    odd: BTreeMap<usize, usize>,
    /// Elements of the arrays that are written.
    size: usize,
    /// The body may run in all lanes.
    whole: bool,
}

impl Lanes {
    fn all(&self) -> BTreeSet<usize> {
        self.alike
            .values()
            .chain(self.odd.values())
            .copied()
            .collect()
    }

    /// Where all of them may stand, in any order, if that makes no difference.
    fn independent(&self, list: &[Statement]) -> Option<usize> {
        let (low, high) = (self.alike.keys().next()?, self.alike.keys().last()?);
        let all = self.all();
        let parts: Vec<&Statement> = all.iter().filter_map(|&i| list.get(i)).collect();
        let conflict = parts.iter().enumerate().any(|(i, part)| {
            let others = parts.iter().skip(i + 1);
            others.clone().any(|other| other.conflicts(part))
        });
        let apart = all.len() == self.alike.len() + self.odd.len();
        let gapless = high - low + 1 == self.alike.len();
        (apart && gapless && !conflict).then_some(())?;
        destination(list, &all)
    }
}

/// Puts `text` at `destination` and takes the statements of `all` away.
fn replace(list: &mut Vec<Statement>, all: &BTreeSet<usize>, destination: usize, text: String) {
    let parts = all.iter().filter_map(|&i| list.get(i));
    let mut joined = Some(Statement::joined(text, parts));
    let mut rest = Vec::with_capacity(list.len());
    for (i, statement) in std::mem::take(list).into_iter().enumerate() {
        if i == destination {
            rest.extend(joined.take());
        }
        if !all.contains(&i) {
            rest.push(statement);
        }
    }
    rest.extend(joined);
    *list = rest;
}

/// Where all statements of `all` may stand together: before the first or behind the last.
fn destination(list: &[Statement], all: &BTreeSet<usize>) -> Option<usize> {
    let (first, last) = (*all.first()?, *all.last()?);
    let passes = |i: usize, mut range: std::ops::Range<usize>| {
        range.all(|other| {
            let both = list.get(i).zip(list.get(other));
            all.contains(&other) || both.is_some_and(|(one, other)| !one.conflicts(other))
        })
    };
    if all.iter().all(|&i| passes(i, first..i)) {
        return Some(first);
    }
    all.iter()
        .all(|&i| passes(i, i + 1..last + 1))
        .then_some(last + 1)
}

pub(super) fn bits(lanes: impl IntoIterator<Item = usize>) -> u64 {
    lanes.into_iter().fold(0, |mask, lane| mask | 1 << lane)
}

/// All of a cast and a mask that keeps `text` in the lanes of `mask` only. Not `?:`, which would
/// become a branch.
pub(super) fn only(kind: &str, text: &str, mask: u64) -> String {
    format!("({kind})({text}) & -({kind})(({mask:#x}U >> lane) & 1U)")
}

/// One vector iteration; not unrolled, or it would be straight-line code before the vectoriser
/// of loops sees it.
pub(super) fn looped(lanes: std::ops::Range<usize>, body: &str) -> String {
    let width = lanes.len().next_power_of_two();
    let tail = if lanes.len() == width {
        ""
    } else {
        " vectorize_predicate(enable)"
    };
    let (low, high) = (lanes.start, lanes.end);
    format!(
        "\n#pragma clang loop vectorize(assume_safety) vectorize_width({width}) \
         interleave_count(1) unroll(disable){tail}\n\
         for (int lane = {low}; lane < {high}; ++lane) {{ {body} }}\n"
    )
}
