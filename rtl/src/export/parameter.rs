//! One module with the parameter `LANES` from those of several numbers of lanes. Of 4 and of 8 lanes
//!
//! ```text
//!     module agu_fault4 (                     module agu_fault8 (
//!       input  wire [3:0] execute,              input  wire [7:0] execute,
//!     assign mask = 4'd0;                     assign mask = 8'd0;
//! ```
//!
//! become
//!
//! ```text
//!     module agu_fault #(parameter LANES = 8) (
//!       input  wire [LANES-1:0] execute,
//!     assign mask = {LANES{1'b0}};
//! ```
//!
//! Lines are compared word by word. An instance of another module at the least number of lanes becomes
//! one of two alternatives. The texts of most numbers of lanes decide; `tests/tests/all/lanes.rs`
//! elaborates each number in Yosys and compares it with the module of that number.

use super::declarations::aligned;
use super::error::ExportError;
use super::library::VerilogModule;
use super::names::sized;
use std::collections::BTreeMap;

/// The parameter, in the head of a module and at an instance.
const LANES: &str = "LANES";
const PARAMETER: &str = " #(parameter LANES = 8)";
const ARGUMENT: &str = " #(.LANES(LANES))";

/// The constant that is the logarithm of `LANES`.
const LOG2: &str = "LOG2_LANES";

/// A module of one number of lanes, or with the parameter instead of those of several.
pub struct Family<'a> {
    pub name: &'a str,
    pub text: String,
}

/// The modules, those that differ in their number of lanes as one.
///
/// # Errors
/// Texts of a module differ otherwise than by expressions of `LANES`.
pub fn families<'a>(
    modules: impl IntoIterator<Item = &'a VerilogModule>,
) -> Result<Vec<Family<'a>>, ExportError> {
    let mut families: BTreeMap<&str, Vec<(i64, &VerilogModule)>> = BTreeMap::new();
    for module in modules {
        let (name, lanes) = split(&module.name);
        families.entry(name).or_default().push((lanes, module));
    }
    let family = |(name, mut members): (&'a str, Vec<(i64, &'a VerilogModule)>)| {
        members.sort_by_key(|(lanes, _)| *lanes);
        let texts = members
            .iter()
            .map(|(lanes, module)| (*lanes, &*module.rows));
        Ok(Family {
            name,
            text: match &*members {
                [(0, module)] => module.text.clone(),
                _ => merged(name, &texts.collect::<Vec<_>>())?,
            },
        })
    };
    families.into_iter().map(family).collect()
}

/// A module's name without its lanes, and its lanes; 0 without. The number in `agu_memory_2` is none.
fn split(name: &str) -> (&str, i64) {
    let family = name.trim_end_matches(|of: char| of.is_ascii_digit());
    match name[family.len()..].parse() {
        Ok(lanes) if !family.ends_with('_') => (family, lanes),
        _ => (name, 0),
    }
}

/// The text of module `name` with the parameter, from those of several numbers of lanes.
///
/// # Errors
/// The texts differ otherwise than by expressions of `LANES`.
pub fn merged(name: &str, texts: &[(i64, &str)]) -> Result<String, ExportError> {
    let lines = |&(lanes, text): &(i64, &str)| (lanes, text.lines().map(String::from).collect());
    let mut bodies: Vec<(i64, Vec<String>)> = texts.iter().map(lines).collect();
    let most = bodies.iter().map(|(_, lines)| lines.len()).max();
    bodies.retain(|(_, lines)| Some(lines.len()) == most);
    let alternative = Alternative::take(&mut bodies);
    let (mut lines, mut helpers) = (Vec::new(), Vec::new());
    for index in 0..most.unwrap_or(0) {
        let lines_here = bodies.iter().map(|(lanes, lines)| (*lanes, &*lines[index]));
        let alike = Vec::from_iter(lines_here);
        let differ = || ExportError::Unsupported {
            module: name.to_owned(),
            construct: format!("`{}` and `{}`", alike[0].1, alike[alike.len() - 1].1),
            expected: "text of which the numbers are expressions of LANES",
        };
        lines.push(line(&alike, &mut helpers).ok_or_else(differ)?);
    }
    if let Some(alternative) = alternative {
        alternative.put(&mut lines);
    }
    if lines
        .iter()
        .any(|line| words(line).any(|word| word == LOG2))
    {
        helpers.push(format!("  localparam\t\t{LOG2} = $clog2({LANES});"));
    }
    let constant = lines
        .iter()
        .position(|line| line.starts_with("  localparam"));
    let blank = constant.and_then(|place| lines[..place].iter().rposition(String::is_empty));
    let place = blank.map_or(0, |blank| blank + 1);
    lines.splice(place..place, helpers);
    let text = aligned(&(lines.join("\n") + "\n"));
    Ok(text.replacen("\n);\n", &format!("\n);\n{}", guard(texts)), 1))
}

/// The part that ends elaboration at another number of lanes. Verilog-2005 has no message for that, so it
/// is the name of a module that does not exist.
fn guard(texts: &[(i64, &str)]) -> String {
    let lanes: Vec<_> = texts.iter().map(|(lanes, _)| lanes.to_string()).collect();
    let condition = lanes.join(" && LANES != ");
    let (last, others) = lanes
        .split_last()
        .map_or(("", &[][..]), |(last, of)| (last, of));
    let name = format!("LANES_must_be_{}_or_{last}", others.join("_"));
    format!(
        "\n  generate\n    if (LANES != {condition}) begin : refused\n      {name} lanes ();\n    end\n  \
         endgenerate\n"
    )
}

/// An instance that is of another module at the least number of lanes.
struct Alternative {
    place: usize,
    lanes: i64,
    lines: Vec<String>,
}

impl Alternative {
    /// Takes out of `bodies` the instance whose module is another than in the others.
    fn take(bodies: &mut [(i64, Vec<String>)]) -> Option<Self> {
        let (_, common) = bodies.last()?.clone();
        let (lanes, lines) = bodies.first_mut()?;
        let place = (0..lines.len()).find(|&place| {
            let differs = lines[place] != common[place];
            let module = instance(&lines[place]).filter(|_| differs);
            module.is_some_and(|(module, _)| split(module).1 != *lanes)
        })?;
        let length = lines[place..].iter().position(|line| line == "  );")? + 1;
        let [(_, own), (_, other)] = [instance(&lines[place])?, instance(&common[place])?];
        let [own, other] = [own, other].map(|name| format!("{name}_"));
        // Its nets have the name of the others' instance.
        let renamed = |line: &String| {
            words(line)
                .map(|word| match word.strip_prefix(&own) {
                    Some(port) => other.clone() + port,
                    None => word.to_owned(),
                })
                .collect()
        };
        *lines = lines.iter().map(renamed).collect();
        let taken = &mut lines[place..place + length];
        Some(Alternative {
            place,
            lanes: *lanes,
            lines: taken.iter_mut().map(std::mem::take).collect(),
        })
    }

    /// Puts both instances into `lines`.
    fn put(self, lines: &mut Vec<String>) {
        let range = self.place..self.place + self.lines.len();
        let inner = |line: &String| format!("    {line}");
        let mut both = vec![
            "  generate".to_owned(),
            format!("    if (LANES == {}) begin : one_lane", self.lanes),
        ];
        both.extend(self.lines.iter().map(inner));
        both.push("    end else begin : more_lanes".to_owned());
        both.extend(lines[range.clone()].iter().map(inner));
        both.extend(["    end", "  endgenerate"].map(str::to_owned));
        lines.splice(range, both);
    }
}

/// Module and name of the instance that starts in this line.
fn instance(line: &str) -> Option<(&str, &str)> {
    let parts = line.trim().strip_suffix(" (")?.split_once(' ');
    parts.filter(|(module, _)| module.starts_with("agu_"))
}

/// Words and what is between them, character by character.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_of_word = |of: char| of.is_ascii_alphanumeric() || of == '_' || of == '\'';
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = rest.find(|next| !is_of_word(next)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end.max(first.len_utf8()));
        rest = after;
        Some(word)
    })
}

/// A word of a line at each number of lanes.
type Values<'a> = [(i64, &'a str)];

/// A line from those of several numbers of lanes. Constants that it needs are put into `helpers`.
fn line(texts: &Values, helpers: &mut Vec<String>) -> Option<String> {
    let shape = |(lanes, text): &(i64, &str)| -> Vec<String> {
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
    // The others are simpler: they name nothing else.
    let is_name = |word: &&String| word.starts_with(|of: char| of.is_ascii_alphabetic());
    let mut names = shapes.iter().flatten().filter(is_name);
    if !names.all(|name| common.contains(name)) {
        return None;
    }
    let alike = texts
        .iter()
        .zip(&shapes)
        .filter(|(_, shape)| *shape == common);
    let rows: Vec<(i64, Vec<&str>)> = alike
        .map(|(&(lanes, text), _)| (lanes, words(text).collect()))
        .collect();
    let mut merged = String::new();
    for (index, word) in common.iter().enumerate() {
        let values = Vec::from_iter(rows.iter().map(|(lanes, words)| (*lanes, words[index])));
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
fn line_through(values: &[(i64, i64)]) -> Option<(i64, i64)> {
    let [(first, from), (second, to), ..] = *values else {
        return None;
    };
    let factor = (to - from).checked_div(second - first)?;
    Some((factor, from - factor * first))
}

/// Numbers without a width, as a multiple of `LANES` and a number.
fn plain(values: &Values) -> Option<String> {
    let number = |(lanes, value): &(i64, &str)| Some((*lanes, value.parse().ok()?));
    let numbers: Vec<(i64, i64)> = values.iter().map(number).collect::<Option<_>>()?;
    let (factor, sum) = line_through(&numbers)?;
    let is_value = |(lanes, value): &(i64, i64)| factor * lanes + sum == *value;
    let product = match factor.abs() {
        1 => LANES.to_owned(),
        factor => format!("{factor}*{LANES}"),
    };
    numbers
        .iter()
        .all(is_value)
        .then(|| match (factor > 0, sum) {
            (true, 0) => product,
            (true, _) => format!("{product}{sum:+}"),
            (false, _) => format!("{sum}-{product}"),
        })
}

/// Zeros, as copies of one.
fn zero<'a>(values: &Values<'a>) -> Option<String> {
    let width = |&(lanes, value): &(i64, &'a str)| {
        bits(value).filter(|(_, bits)| bits.is_empty())?;
        Some((lanes, value.split_once('\'')?.0))
    };
    let widths: Vec<_> = values.iter().map(width).collect::<Option<_>>()?;
    Some(format!("{{{}{{1'b0}}}}", plain(&widths)?))
}

/// Width and bits of a literal such as `5'h1f`: the bits from the highest 1 on.
fn bits(literal: &str) -> Option<(usize, String)> {
    let (width, digits) = literal.split_once('\'')?;
    let (base, digits) = digits.split_at_checked(1)?;
    let bits = match base {
        "h" => digits
            .chars()
            .map(|digit| Some(format!("{:04b}", digit.to_digit(16)?)))
            .collect::<Option<String>>()?,
        "d" => format!("{:b}", digits.parse::<u64>().ok()?),
        _ => digits.to_owned(),
    };
    Some((width.parse().ok()?, bits.trim_start_matches('0').to_owned()))
}

/// Literals in `line`, as the first expression that has the values of all.
fn constant(line: &str, values: &Values, helpers: &mut Vec<String>) -> Option<String> {
    let (&(_, least), &(last, most)) = (values.first()?, values.last()?);
    let [(narrowest, least_bits), (width, most_bits)] = [bits(least)?, bits(most)?];
    if narrowest != width {
        // As wide as there are lanes: the low part of one of 32 bits.
        let name = line.rsplit('\t').next()?.split(' ').next()?;
        helpers.push(format!("  localparam\t[31:0]\t{name}_OF_32 = {most};"));
        return Some(format!("{name}_OF_32[{LANES}-1:0]"));
    }
    let bits_of = |&(lanes, value): &(i64, &str)| Some((lanes, bits(value)?.1));
    let known: Vec<(i64, String)> = values.iter().map(bits_of).collect::<Option<_>>()?;
    let number = |bits: &str| i64::from_str_radix(bits, 2).unwrap_or(0);
    let numbers: Vec<_> = known
        .iter()
        .map(|(lanes, bits)| (*lanes, number(bits)))
        .collect();
    let (factor, sum) = line_through(&numbers)?;
    let times = factor.abs();
    let modulo = |value: i64| value.rem_euclid(1 << width.min(62));
    let sized = |value| sized(&format!("{:x}", modulo(value)), width);
    let of_number = |value| {
        format!("{:b}", modulo(value))
            .trim_start_matches('0')
            .to_owned()
    };
    let shifted = |bits: &str, by: i64| {
        let left = bits.len().saturating_sub(usize::try_from(by).unwrap_or(0));
        bits[..left].to_owned()
    };
    let product = match times {
        1 => format!("{LANES}[{}:0]", width - 1),
        _ => format!("{} * {LANES}[{}:0]", sized(times), width - 1),
    };
    let &(from, _) = values.iter().find(|(_, value)| *value == most)?;
    let step = width as i64 / last;
    // The value of an expression at a number of lanes.
    type Value<'v> = &'v dyn Fn(i64) -> String;
    let log2: Value = &|lanes| of_number(i64::from(lanes.ilog2()));
    let multiple: Value = &|lanes| of_number(times * lanes);
    let difference: Value = &|lanes| of_number(sum - times * lanes);
    let of_least: Value = &|lanes| shifted(&least_bits, i64::from(lanes.ilog2()));
    let of_most: Value = &|lanes| shifted(&most_bits, step * (last - lanes));
    let from_then_on: Value = &|lanes| {
        if lanes >= from {
            most_bits.clone()
        } else {
            String::new()
        }
    };
    let expressions = [
        (log2, format!("{LOG2}[{}:0]", width - 1)),
        (multiple, product.clone()),
        (difference, format!("{} - {product}", sized(sum))),
        (of_least, format!("{least} >> {LOG2}")),
        (
            of_most,
            format!("{most} >> ({}-{step}*{LANES})", step * last),
        ),
        (
            from_then_on,
            format!("({LANES} >= {from}) ? {most} : {}", sized(0)),
        ),
    ];
    let has_values = |value: Value| known.iter().all(|(lanes, bits)| value(*lanes) == *bits);
    let found = expressions
        .into_iter()
        .find(|(value, _)| has_values(*value));
    found.map(|(_, text)| text)
}
