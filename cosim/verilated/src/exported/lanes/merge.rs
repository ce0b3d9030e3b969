//! One text with the parameter `LANES` from those of several numbers of lanes.
//!
//! Lines are compared word by word. Numbers that differ become expressions of `LANES`; an instance
//! of another module at one number of lanes becomes one of two alternatives. The texts of most numbers
//! of lanes decide; that [`single`](super::single) gives all of them is checked at the end.

use super::constant::{bits, literal, modulo, number};
use super::table::{Row, align};
use super::{ARGUMENT, LANES, PARAMETER, renamed, single, words};
use crate::exported::{END, body, header_of, instance};
use std::collections::BTreeMap;

/// Texts that no text with a parameter stands for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: found {found}, expected text of which the numbers are expressions of LANES")]
pub struct NoMerge {
    pub file: String,
    /// A line at two numbers of lanes, or what stands for it.
    pub found: String,
}

/// The constant that is the logarithm of `LANES`.
const LOG2: &str = "LOG2_LANES";

/// A word of a line at each number of lanes.
type Values<'a> = [(usize, &'a str)];

/// Names and texts of files, those of one module at several numbers of lanes merged to one.
///
/// # Errors
/// Texts of a module differ otherwise than by expressions of `LANES`.
pub fn merged(files: Vec<(String, String)>) -> Result<Vec<(String, String)>, NoMerge> {
    let mut families: BTreeMap<String, Vec<(usize, String)>> = BTreeMap::new();
    for (name, text) in files {
        let stem = name.trim_end_matches(".v");
        let family = stem.trim_end_matches(|of: char| of.is_ascii_digit());
        match stem[family.len()..].parse() {
            Ok(lanes) if !family.ends_with('_') => {
                let family = families.entry(format!("{family}.v")).or_default();
                family.push((lanes, text));
            }
            _ => families.entry(name).or_default().push((0, text)),
        }
    }
    let text = |(name, mut texts): (String, Vec<(usize, String)>)| match &*texts {
        [(0, text)] => Ok((name, text.clone())),
        _ => {
            texts.sort_by_key(|(lanes, _)| *lanes);
            let merged = merge(&name, &texts)?;
            Ok((name, merged))
        }
    };
    families.into_iter().map(text).collect()
}

/// The text of file `name`, with the headers of all numbers of lanes.
fn merge(name: &str, texts: &[(usize, String)]) -> Result<String, NoMerge> {
    let mut header: Vec<&str> = Vec::new();
    for line in texts.iter().flat_map(|(_, text)| header_of(text).lines()) {
        if !header.contains(&line) {
            header.push(line);
        }
    }
    let mut bodies: Vec<(usize, Vec<String>)> = Vec::new();
    for (lanes, text) in texts {
        let lines = body(text).lines().map(|line| match Row::new(line) {
            Some(row) => format!("  {} {} {}", row.kind, row.range, row.name),
            None => line.to_owned(),
        });
        bodies.push((*lanes, lines.collect()));
    }
    let most = bodies.iter().map(|(_, lines)| lines.len()).max();
    bodies.retain(|(_, lines)| Some(lines.len()) == most);
    let alternative = Alternative::take(&mut bodies);
    let mut lines = Vec::new();
    let mut helpers = Vec::new();
    for index in 0..most.unwrap_or(0) {
        let of_width = bodies.iter().map(|(lanes, lines)| (*lanes, &*lines[index]));
        lines.push(
            line(&of_width.collect::<Vec<_>>(), &mut helpers).ok_or_else(|| {
                let (first, last) = (&bodies[0].1[index], &bodies[bodies.len() - 1].1[index]);
                let found = format!("`{}` and `{}`", first.trim(), last.trim());
                let file = name.to_owned();
                NoMerge { file, found }
            })?,
        );
    }
    if let Some(alternative) = alternative {
        alternative.put(&mut lines);
    }
    let first = lines
        .iter()
        .position(|line| line.starts_with("  localparam"));
    let first = first.map(|place| lines[..place].iter().rposition(String::is_empty));
    let place = first.flatten().map_or(0, |blank| blank + 1);
    lines.splice(place..place, helpers);
    align(&mut lines);
    let merged = lines.join("\n") + "\n";
    for (lanes, text) in texts {
        let again = single(&merged, *lanes);
        let mut pairs = again.lines().zip(body(text).lines());
        if again != body(text) {
            let found = pairs.find(|(one, other)| one != other).unwrap_or_default();
            return Err(NoMerge {
                file: name.to_owned(),
                found: format!("`{}` for `{}` at {lanes} lanes", found.0, found.1),
            });
        }
    }
    Ok(header.join("\n") + END + &merged)
}

/// An instance that is of another module at one number of lanes.
struct Alternative {
    place: usize,
    lanes: usize,
    lines: Vec<String>,
}

impl Alternative {
    /// Takes out of `bodies` the instance whose module is another than in the others.
    fn take(bodies: &mut [(usize, Vec<String>)]) -> Option<Self> {
        let (_, common) = bodies.last()?.clone();
        let (lanes, lines) = bodies.first_mut()?;
        let place = (0..lines.len()).find(|&place| {
            let module = instance(&lines[place]).filter(|_| lines[place] != common[place]);
            module.is_some_and(|module| !module.ends_with(&lanes.to_string()))
        })?;
        let own = super::instance_name(&lines[place]);
        let other = super::instance_name(&common[place]);
        let length = lines[place..].iter().position(|line| line == "  );")? + 1;
        for line in lines.iter_mut() {
            *line = renamed(line, &own, &other);
        }
        let instance = lines[place..place + length].to_vec();
        Some(Alternative {
            place,
            lanes: *lanes,
            lines: instance,
        })
    }

    /// Puts both instances into `lines`.
    fn put(self, lines: &mut Vec<String>) {
        let Alternative {
            place,
            lanes,
            lines: one,
        } = self;
        let end = place + one.len();
        let inner = |lines: &[String]| lines.iter().map(|line| format!("    {line}")).collect();
        let [one, other]: [Vec<String>; 2] = [inner(&one), inner(&lines[place..end])];
        let head = [
            "  generate".to_owned(),
            format!("    if (LANES == {lanes}) begin : one_lane"),
        ];
        let middle = "    end else begin : more_lanes".to_owned();
        let last = ["    end", "  endgenerate"].map(str::to_owned);
        let both = head
            .into_iter()
            .chain(one)
            .chain([middle])
            .chain(other)
            .chain(last);
        lines.splice(place..end, both.collect::<Vec<_>>());
    }
}

/// A line from those of several numbers of lanes. Constants that it needs are put into `helpers`.
fn line(texts: &Values, helpers: &mut Vec<String>) -> Option<String> {
    let shape = |(lanes, text): &(usize, &str)| -> Vec<String> {
        let words = words(text).map(|word| match word.strip_suffix(&lanes.to_string()) {
            Some(stem) if stem.starts_with("agu_") => format!("{stem}#"),
            _ if word.starts_with(|first: char| first.is_ascii_digit()) => "#".to_owned(),
            _ => word.to_owned(),
        });
        words.collect()
    };
    let shapes: Vec<_> = texts.iter().map(shape).collect();
    let count = |shape: &&Vec<String>| shapes.iter().filter(|other| other == shape).count();
    let common = shapes.iter().max_by_key(count)?;
    let alike = texts
        .iter()
        .zip(&shapes)
        .filter(|(_, shape)| *shape == common);
    let rows: Vec<_> = alike
        .map(|(&(lanes, text), _)| (lanes, words(text).collect::<Vec<_>>()))
        .collect();
    let is_constant = texts[0].1.starts_with("  localparam");
    let mut merged = String::new();
    for (index, word) in common.iter().enumerate() {
        let values: Vec<_> = rows
            .iter()
            .map(|(lanes, words)| (*lanes, words[index]))
            .collect();
        let first = values[0].1;
        if values.iter().all(|(_, value)| *value == first) {
            merged += first;
        } else if let Some(stem) = word.strip_suffix('#').filter(|stem| !stem.is_empty()) {
            let of = if merged.starts_with("module ") {
                PARAMETER
            } else {
                ARGUMENT
            };
            merged += &format!("{stem}{of}");
        } else if let Some(text) = plain(&values) {
            merged += &text;
        } else if is_constant {
            let name = Row::new(texts[0].1)?.net();
            merged += &constant(name, &values, helpers)?;
        } else {
            merged += &zero(&values).or_else(|| scaled(&literals(&values)?))?;
        }
    }
    Some(merged)
}

/// `factor` and `sum` with `factor * LANES + sum` as each of `values`, as far as a number of `width`
/// bits goes.
fn line_through(values: &[(usize, i64)], width: usize) -> Option<(i64, i64)> {
    let [(first, from), (second, to), ..] = *values else {
        return None;
    };
    let lanes = |lanes: usize| i64::try_from(lanes).unwrap_or(0);
    let factor = (to - from) / (lanes(second) - lanes(first));
    let sum = from - factor * lanes(first);
    let fits = |&(at, value): &(usize, i64)| {
        modulo(factor * lanes(at) + sum, width) == modulo(value, width)
    };
    values.iter().all(fits).then_some((factor, sum))
}

/// Numbers without a width, as a multiple of `LANES` and a number.
fn plain(values: &Values) -> Option<String> {
    let numbers = values
        .iter()
        .map(|(lanes, value)| Some((*lanes, value.parse().ok()?)));
    let (factor, sum) = line_through(&numbers.collect::<Option<Vec<_>>>()?, 62)?;
    let product = match factor.abs() {
        1 => LANES.to_owned(),
        factor => format!("{factor}*{LANES}"),
    };
    Some(match (factor > 0, sum) {
        (true, 0) => product,
        (true, _) => format!("{product}{sum:+}"),
        (false, _) => format!("{sum}-{product}"),
    })
}

/// Zeros, as copies of one.
fn zero(values: &Values) -> Option<String> {
    let mut counts = Vec::new();
    for &(lanes, value) in values {
        bits(value).filter(|(_, bits)| bits.is_empty())?;
        counts.push((lanes, value.split_once('\'')?.0));
    }
    Some(format!("{{{}{{1'b0}}}}", plain(&counts)?))
}

/// The width of literals, if they have the same, and their bits.
fn literals(values: &Values) -> Option<(usize, Vec<(usize, String)>)> {
    let (width, _) = bits(values[0].1)?;
    let bits = values.iter().map(|&(lanes, value)| {
        let (own, bits) = bits(value)?;
        (own == width).then_some((lanes, bits))
    });
    Some((width, bits.collect::<Option<_>>()?))
}

/// Literals as a multiple of `LANES`, or its difference to a number.
fn scaled((width, values): &(usize, Vec<(usize, String)>)) -> Option<String> {
    let numbers = values
        .iter()
        .map(|(lanes, bits)| Some((*lanes, number(bits)?.cast_signed())));
    let (factor, sum) = line_through(&numbers.collect::<Option<Vec<_>>>()?, *width)?;
    let constant = |value| literal(*width, &modulo(value, *width));
    let part = format!("{LANES}[{}:0]", width - 1);
    let product = match factor.abs() {
        1 => part,
        factor => format!("{} * {part}", constant(factor)),
    };
    match (factor > 0, modulo(sum, *width).is_empty()) {
        (true, true) => Some(product),
        (false, _) => Some(format!("{} - {product}", constant(sum))),
        _ => None,
    }
}

/// The value of the constant `name`.
fn constant(name: &str, values: &Values, helpers: &mut Vec<String>) -> Option<String> {
    let mut help = |text: String| {
        if !helpers.contains(&text) {
            helpers.push(text);
        }
    };
    let Some((width, of)) = literals(values) else {
        // As wide as there are lanes: the low part of one of 32 bits.
        let (_, most) = values.last()?;
        help(format!("  localparam [31:0] {name}_OF_32 = {most};"));
        return Some(format!("{name}_OF_32[{LANES}-1:0]"));
    };
    let logarithm = |lanes: usize| modulo(i64::from(lanes.ilog2()), 32);
    if of.iter().all(|(lanes, bits)| *bits == logarithm(*lanes)) {
        help(format!("  localparam {LOG2} = $clog2({LANES});"));
        return Some(format!("{LOG2}[{}:0]", width - 1));
    }
    if let Some(text) = scaled(&(width, of.clone())) {
        return Some(text);
    }
    let shifted = |bits: &str, by: usize| bits[..bits.len().saturating_sub(by)].to_owned();
    let (first, least) = &of[0];
    if *first == 1
        && of
            .iter()
            .all(|(lanes, bits)| *bits == shifted(least, lanes.ilog2() as usize))
    {
        help(format!("  localparam {LOG2} = $clog2({LANES});"));
        return Some(format!("{} >> {LOG2}", literal(width, least)));
    }
    let (last, most) = of.last()?;
    let step = width / last;
    if of
        .iter()
        .all(|(lanes, bits)| *bits == shifted(most, step * (last - lanes)))
    {
        return Some(format!(
            "{} >> ({}-{step}*{LANES})",
            literal(width, most),
            step * last
        ));
    }
    let (from, _) = of.iter().find(|(_, bits)| bits == most)?;
    let is_step = |(lanes, bits): &(usize, String)| {
        if lanes < from {
            bits.is_empty()
        } else {
            bits == most
        }
    };
    let zero = literal(width, "");
    let choice = format!("({LANES} >= {from}) ? {} : {zero}", literal(width, most));
    of.iter().all(is_step).then_some(choice)
}
