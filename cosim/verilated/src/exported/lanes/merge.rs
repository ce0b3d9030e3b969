//! One text with the parameter `LANES` from those of several numbers of lanes.
//!
//! Lines are compared word by word. Numbers that differ become expressions of `LANES`; an instance
//! of another module at one number of lanes becomes one of two alternatives. The texts of most numbers
//! of lanes decide; that `single` gives all of them is checked at the end.

use super::constant::{bits, evaluate, literal, modulo, number};
use super::table::{Row, align};
use super::{ARGUMENT, LANES, PARAMETER, find_word, guard, linear, renamed, single, words};
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
    let differ = |one: &str, other: &str| NoMerge {
        file: name.to_owned(),
        found: format!("`{}` and `{}`", one.trim(), other.trim()),
    };
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
    let (mut lines, mut helpers) = (Vec::new(), Vec::new());
    for index in 0..most.unwrap_or(0) {
        let alike = bodies.iter().map(|(lanes, lines)| (*lanes, &*lines[index]));
        let alike: Vec<_> = alike.collect();
        let merged = line(&alike, &mut helpers);
        lines.push(merged.ok_or_else(|| differ(alike[0].1, alike[alike.len() - 1].1))?);
    }
    if let Some(alternative) = alternative {
        alternative.put(&mut lines);
    }
    if lines.iter().any(|line| find_word(line, LOG2).is_some()) {
        helpers.push(format!("  localparam {LOG2} = $clog2({LANES});"));
    }
    let constant = lines
        .iter()
        .position(|line| line.starts_with("  localparam"));
    let blank = constant.map(|place| lines[..place].iter().rposition(String::is_empty));
    let place = blank.flatten().map_or(0, |blank| blank + 1);
    lines.splice(place..place, helpers);
    align(&mut lines);
    let supported: Vec<_> = texts.iter().map(|(lanes, _)| lanes.to_string()).collect();
    let merged = lines.join("\n") + "\n";
    let merged = merged.replacen("\n);\n", &format!("\n);\n{}", guard(&supported)), 1);
    for (lanes, text) in texts {
        let again = single(&merged, *lanes);
        if again != body(text) {
            let mut pairs = again.lines().zip(body(text).lines());
            let (one, other) = pairs.find(|(one, other)| one != other).unwrap_or_default();
            return Err(differ(one, other));
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
        let both = [head.to_vec(), one, vec![middle], other, last.to_vec()];
        lines.splice(place..end, both.concat());
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
    let alike = texts.iter().zip(&shapes);
    let alike = alike.filter(|(_, shape)| *shape == common);
    let rows = alike.map(|(&(lanes, text), _)| (lanes, words(text).collect()));
    let rows: Vec<(usize, Vec<&str>)> = rows.collect();
    let mut merged = String::new();
    for (index, word) in common.iter().enumerate() {
        let values = rows.iter().map(|(lanes, words)| (*lanes, words[index]));
        let values: Vec<_> = values.collect();
        let first = values[0].1;
        let stem = word.strip_suffix('#').filter(|stem| !stem.is_empty());
        merged += &match stem {
            _ if values.iter().all(|(_, value)| *value == first) => first.to_owned(),
            Some(stem) if merged == "module " => stem.to_owned() + PARAMETER,
            Some(stem) => stem.to_owned() + ARGUMENT,
            None => plain(&values)
                .or_else(|| zero(&values))
                .or_else(|| constant(texts[0].1, &values, helpers))?,
        };
    }
    Some(merged)
}

/// `factor` and `sum` with `factor * LANES + sum` as the first two of `values`.
fn line_through(values: &[(usize, i64)]) -> Option<(i64, i64)> {
    let [(first, from), (second, to), ..] = *values else {
        return None;
    };
    let [first, second] = [first, second].map(|lanes| i64::try_from(lanes).unwrap_or(0));
    let factor = (to - from).checked_div(second - first)?;
    Some((factor, from - factor * first))
}

/// Numbers without a width, as a multiple of `LANES` and a number.
fn plain(values: &Values) -> Option<String> {
    let numbers = values
        .iter()
        .map(|(at, value)| Some((*at, value.parse().ok()?)));
    let (factor, sum) = line_through(&numbers.collect::<Option<Vec<_>>>()?)?;
    let product = match factor.abs() {
        1 => LANES.to_owned(),
        factor => format!("{factor}*{LANES}"),
    };
    let text = match (factor > 0, sum) {
        (true, 0) => product,
        (true, _) => format!("{product}{sum:+}"),
        (false, _) => format!("{sum}-{product}"),
    };
    let is_value = |&(lanes, value): &(usize, &str)| {
        linear(&text, lanes).is_some_and(|number| number.to_string() == value)
    };
    values.iter().all(is_value).then_some(text)
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

/// Literals in `line`, as the first expression that has the values of all.
fn constant(line: &str, values: &Values, helpers: &mut Vec<String>) -> Option<String> {
    let (&(_, least), &(last, most)) = (values.first()?, values.last()?);
    let (width, _) = bits(most)?;
    if bits(least)?.0 != width {
        // As wide as there are lanes: the low part of one of 32 bits.
        let name = Row::new(line)?.net();
        helpers.push(format!("  localparam [31:0] {name}_OF_32 = {most};"));
        return Some(format!("{name}_OF_32[{LANES}-1:0]"));
    }
    let number = |value| number(&bits(value)?.1).map(u64::cast_signed);
    let numbers = values
        .iter()
        .map(|&(lanes, value)| (lanes, number(value).unwrap_or(0)));
    let (factor, sum) = line_through(&numbers.collect::<Vec<_>>())?;
    let sized = |value| literal(width, &modulo(value, width));
    let part = format!("{LANES}[{}:0]", width - 1);
    let product = match factor.abs() {
        1 => part,
        factor => format!("{} * {part}", sized(factor)),
    };
    let (from, _) = values.iter().find(|(_, value)| *value == most)?;
    let step = width / last;
    let expressions = [
        format!("{LOG2}[{}:0]", width - 1),
        product.clone(),
        format!("{} - {product}", sized(sum)),
        format!("{least} >> {LOG2}"),
        format!("{most} >> ({}-{step}*{LANES})", step * last),
        format!("({LANES} >= {from}) ? {most} : {}", sized(0)),
    ];
    let has_values = |text: &String| {
        values.iter().all(|&(lanes, value)| {
            let logarithm = modulo(i64::from(lanes.ilog2()), 32);
            let known = BTreeMap::from([(LOG2.to_owned(), logarithm)]);
            let bits = evaluate(&super::numbers(text, lanes, &BTreeMap::new()), &known);
            bits.is_some_and(|bits| literal(width, &bits) == value)
        })
    };
    expressions.into_iter().find(has_values)
}

#[cfg(test)]
mod tests {
    use super::{NoMerge, merged};

    /// The merged body of modules of one line each, of 2, 4 and 8 lanes.
    fn of_lines(lines: [&str; 3]) -> Result<String, NoMerge> {
        let files = [2, 4, 8].into_iter().zip(lines).map(|(lanes, line)| {
            let text = format!("// header\n\nmodule agu_m{lanes} (\n{line}\nendmodule\n");
            (format!("agu_m{lanes}.v"), text)
        });
        let merged = merged(files.collect())?;
        let text = merged[0].1.split_once(" (\n");
        Ok(text
            .map_or("", |(_, text)| text)
            .replace("\nendmodule\n", ""))
    }

    #[test]
    fn numbers_that_are_no_expression_of_the_lanes_are_refused() {
        let right = of_lines(["a[5:0]", "a[11:0]", "a[23:0]"]);
        assert_eq!(right.as_deref(), Ok("a[3*LANES-1:0]"));
        for lines in [
            ["a[5:0]", "a[11:0]", "a[17:0]"],
            ["a = 4'd1;", "a = 4'd3;", "a = 4'd4;"],
            ["a = b;", "a = b;", "a = c;"],
        ] {
            let refused = NoMerge {
                file: "agu_m.v".to_owned(),
                found: format!("`{}` and `{}`", lines[0], lines[2]),
            };
            assert_eq!(of_lines(lines), Err(refused));
        }
    }
}
