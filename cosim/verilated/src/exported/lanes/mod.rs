//! Modules with a parameter: one text stands for those of all numbers of lanes. Its numbers are
//! expressions of `LANES`, and `single` is the text at one number of lanes, as the exporter prints
//! it. [`merged`] makes the text with the parameter.

mod constant;
mod merge;
mod table;

pub use merge::{NoMerge, merged};

use super::{END, body, header_of};
use constant::{evaluate, literal, modulo};
use std::collections::BTreeMap;

/// The parameter.
const LANES: &str = "LANES";

/// The parameter in the head of a module.
const PARAMETER: &str = " #(parameter LANES = 8)";

/// The parameter of an instance.
const ARGUMENT: &str = " #(.LANES(LANES))";

/// Begin and end of the part that ends elaboration.
const GUARD: [&str; 2] = ["\n  generate\n    if (LANES != ", "  endgenerate\n"];

/// The part that ends elaboration if `LANES` is none of `lanes`. Verilog-2005 has no message for that, so
/// it is the name of a module that does not exist.
fn guard(lanes: &[String]) -> String {
    let [begin, end] = GUARD;
    let condition = lanes.join(" && LANES != ");
    let numbers = lanes.join("_");
    let (others, last) = numbers.rsplit_once('_').unwrap_or(("", &numbers));
    let name = format!("LANES_must_be_{others}_or_{last}");
    format!("{begin}{condition}) begin : refused\n      {name} lanes ();\n    end\n{end}")
}

/// `body` without [`guard`].
fn unguarded(body: &str) -> String {
    let [begin, end] = GUARD;
    let parts = body.split_once(begin);
    match parts.and_then(|(before, rest)| Some((before, rest.split_once(end)?.1))) {
        Some((before, after)) => before.to_owned() + after,
        None => body.to_owned(),
    }
}

/// The modules with the parameter, in alphabetical order.
pub fn modules() -> impl Iterator<Item = &'static str> {
    let files = super::HARDWARE
        .iter()
        .filter(|(_, module)| module.lanes == Some(32));
    files.filter_map(|(name, _)| name.strip_suffix("32"))
}

/// The number of lanes in the name of module `name` of `file`; none without the parameter.
pub(super) fn of(file: &str, name: &str) -> Option<usize> {
    let (before, _) = file.split_once(PARAMETER)?;
    name.strip_prefix(last_word(before))?.parse().ok()
}

/// The text of `file` at `lanes`, which is module `name`, with its own header.
pub(super) fn module(file: &str, name: &str, lanes: usize) -> String {
    let own = format!("// {name} of agu ");
    let header = header_of(file).lines();
    let header = header.filter(|line| !line.contains(" of agu ") || line.starts_with(&own));
    header.collect::<Vec<_>>().join("\n") + END + &single(body(file), lanes)
}

/// The body of a module with a parameter at `lanes`: as of a module without one. An expression that is
/// none of [`merged`] stays, and the tool that reads it refuses it.
fn single(body: &str, lanes: usize) -> String {
    let mut constants = BTreeMap::new();
    let mut ranges = BTreeMap::new();
    let mut lines = Vec::new();
    for line in alternative(&unguarded(body), lanes).lines() {
        // A comment may name the parameter.
        if line.trim_start().starts_with("//") {
            lines.push(line.to_owned());
            continue;
        }
        let mut line = numbers(line, lanes, &ranges);
        if let Some(row) = table::Row::new(&line) {
            if let Some((name, value)) = row.name.split_once(" = ").filter(|_| row.is_constant()) {
                if let Some(bits) = evaluate(value.trim_end_matches(';'), &constants) {
                    let value = literal(row.width(), &bits);
                    constants.insert(name.to_owned(), bits);
                    line = format!("  {} {} {name} = {value};", row.kind, row.range);
                }
            } else {
                ranges.insert(row.net().to_owned(), row.range.to_owned());
            }
        } else {
            line = simple(&line, &constants);
        }
        lines.push(line);
    }
    drop_unread(&mut lines);
    table::align(&mut lines);
    lines.join("\n") + "\n"
}

/// The text with the taken one of two alternatives: see [`merge`].
fn alternative(body: &str, lanes: usize) -> String {
    const END: &str = "\n    end\n  endgenerate\n";
    let parts = || {
        let (before, rest) = body.split_once("  generate\n    if (LANES == ")?;
        let (number, rest) = rest.split_once(") begin : ")?;
        let (one, rest) = rest.split_once("\n    end else begin : ")?;
        let (other, after) = rest.split_once(END)?;
        // The first line of each is left of the label of its block.
        let [one, other] = [one, other].map(|text| text.split_once('\n').map_or("", |(_, of)| of));
        Some((before, number.parse() == Ok(lanes), one, other, after))
    };
    let Some((before, is_one, one, other, after)) = parts() else {
        return body.to_owned();
    };
    let taken = if is_one { one } else { other };
    let taken: String = taken
        .lines()
        .map(|line| line.strip_prefix("    ").unwrap_or(line).to_owned() + "\n")
        .collect();
    let text = format!("{before}{taken}{after}");
    match is_one {
        true => renamed(&text, &instance_name(other), &instance_name(one)),
        false => text,
    }
}

/// `text` with the nets of the instance `from` as those of an instance `to`.
fn renamed(text: &str, from: &str, to: &str) -> String {
    words(text)
        .map(|word| match word.strip_prefix(from) {
            Some(port) if port.starts_with('_') => format!("{to}{port}"),
            _ => word.to_owned(),
        })
        .collect()
}

/// The name of the first instance in `text`.
fn instance_name(text: &str) -> String {
    let head = text.lines().next().and_then(|line| line.strip_suffix(" ("));
    let name = head.and_then(|head| head.rsplit(' ').next());
    name.unwrap_or_default().to_owned()
}

/// Words and what is between them, character by character.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = rest.find(|next| !is_of_word(next)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end.max(first.len_utf8()));
        rest = after;
        Some(word)
    })
}

fn is_of_word(of: char) -> bool {
    of.is_ascii_alphanumeric() || of == '_' || of == '\'' || of == '$'
}

/// `line` with the values of its expressions of `LANES`. A part that is the whole of a net in `ranges`
/// is the net.
fn numbers(line: &str, lanes: usize, ranges: &BTreeMap<String, String>) -> String {
    let line = line.replace(PARAMETER, &lanes.to_string());
    let line = line.replace(ARGUMENT, &lanes.to_string());
    let mut done = String::new();
    let mut rest = &*line;
    while let Some(place) = find_word(rest, LANES) {
        let (before, after) = (&rest[..place], &rest[place + LANES.len()..]);
        if let Some((width, after)) = part(after) {
            done.push_str(before);
            done.push_str(&literal(width, &modulo(lanes as i64, width)));
            rest = after;
            continue;
        }
        let is_term = |of: char| of.is_ascii_digit() || "*+-".contains(of);
        let before = before.trim_end_matches(is_term);
        let end = after.find(|next| !is_term(next)).unwrap_or(after.len());
        let expression = &rest[before.len()..place + LANES.len() + end];
        done.push_str(before);
        rest = &after[end..];
        let Some(value) = linear(expression, lanes) else {
            done.push_str(expression);
            continue;
        };
        let range = format!("[{value}:0]");
        let vector = done.strip_suffix('[').map(last_word);
        let whole = vector.is_some_and(|vector| ranges.get(vector) == Some(&range));
        match rest.strip_prefix(":0]").filter(|_| whole) {
            Some(after) => {
                done.pop();
                rest = after;
            }
            None => done.push_str(&value.to_string()),
        }
    }
    done + rest
}

fn last_word(text: &str) -> &str {
    let start = text
        .rfind(|of| !is_of_word(of))
        .map_or(0, |place| place + 1);
    &text[start..]
}

/// Where `word` stands in `text` as a word of its own.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let mut place = 0;
    for part in words(text) {
        if part == word {
            return Some(place);
        }
        place += part.len();
    }
    None
}

/// The width of a part from 0 on at the start of `text`, and the text after it.
fn part(text: &str) -> Option<(usize, &str)> {
    let (last, after) = text.strip_prefix('[')?.split_once(":0]")?;
    Some((last.parse::<usize>().ok()? + 1, after))
}

/// The value of a sum of numbers and multiples of `LANES`, such as `32*LANES-1`; none if it is negative.
fn linear(text: &str, lanes: usize) -> Option<usize> {
    let spaced = text.replace('-', " -").replace('+', " ");
    let terms = spaced.split_whitespace().map(|term| {
        let (sign, term) = term.strip_prefix('-').map_or((1, term), |term| (-1, term));
        let factors = term.split('*').map(|factor| match factor {
            LANES => i64::try_from(lanes).ok(),
            number => number.parse().ok(),
        });
        Some(sign * factors.product::<Option<i64>>()?)
    });
    usize::try_from(terms.sum::<Option<i64>>()?).ok()
}

/// `line` as the exporter simplifies it: zeros are a literal, and there are none of no bits; a copy is
/// itself, and so is a difference to 0; a choice of 1 or 0 is its condition.
fn simple(line: &str, constants: &BTreeMap<String, String>) -> String {
    let mut line = line.to_owned();
    while let Some((before, rest)) = line.split_once("{1'b0}}") {
        let Some((before, count)) = before.rsplit_once('{') else {
            break;
        };
        let Ok(count) = count.parse() else {
            break;
        };
        line = match (count, rest.strip_prefix(", ")) {
            (0, Some(rest)) => match rest.split_once('}') {
                Some((name, rest)) if name.chars().all(is_of_word) => {
                    format!("{}{name}{rest}", before.trim_end_matches('{'))
                }
                _ => before.to_owned() + rest,
            },
            _ => before.to_owned() + &literal(count, "") + rest,
        };
    }
    while let Some((before, (copy, after))) = line
        .split_once("{1{")
        .and_then(|(before, rest)| Some((before, rest.split_once("}}")?)))
    {
        line = format!("{before}{copy}{after}");
    }
    let difference = line.split_once(" - 5'd0)");
    let difference = difference.and_then(|(left, after)| Some((left.rsplit_once('(')?, after)));
    if let Some(((before, left), after)) = difference {
        line = format!("{before}{left}{after}");
    }
    let choice = line.strip_suffix(" : 1'b0;");
    match choice.and_then(|choice| choice.rsplit_once(" ? ")) {
        Some((test, one)) if constants.get(one).is_some_and(|bits| bits == "1") => {
            format!("{test};")
        }
        _ => line,
    }
}

/// Takes out constants that no other line names, with their comments.
fn drop_unread(lines: &mut Vec<String>) {
    let name = |line: &str| {
        let row = table::Row::new(line).filter(table::Row::is_constant)?;
        Some(row.net().to_owned())
    };
    let mut index = 0;
    while index < lines.len() {
        let is_unread = name(&lines[index]).is_some_and(|name| {
            let mut others = lines
                .iter()
                .filter(|line| !line.starts_with("  localparam "));
            !others.any(|line| find_word(line, &name).is_some())
        });
        if is_unread {
            lines.remove(index);
            while index > 0 && lines[index - 1].starts_with("  //") {
                index -= 1;
                lines.remove(index);
            }
        } else {
            index += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::single;

    #[test]
    fn what_is_no_expression_of_the_lanes_stays() {
        for (line, expected) in [
            ("  localparam [4:0] A = LANES[4:0];", ""),
            (
                "  localparam [4:0] A = B + 5'd1;",
                "  localparam [4:0] A = B + 5'd1;",
            ),
            ("  wire [LANES-9:0] a;", "  wire [LANES-9:0] a;"),
            (
                "  assign a = {{LANES-9{1'b0}}, b};",
                "  assign a = {{LANES-9{1'b0}}, b};",
            ),
        ] {
            let body = format!("{line}\n  assign a = A;\n");
            let one = single(&body, 8);
            assert!(one.starts_with(expected), "{one}");
        }
    }
}
