//! Check that a file of Verilator's coverage belongs to the present hardware and is complete.

use super::points::{Point, PointKind, WrongLine, parse};
use std::collections::{BTreeMap, BTreeSet};

/// Start of every file of Verilator's coverage, before a version.
const HEADER: &str = "# SystemC::Coverage-";

/// The width of a signal, and for each of its bits the number of instances that count it.
type Signal<'a> = (usize, BTreeMap<&'a str, usize>);

/// A module in the Verilog.
struct ModuleLines<'a> {
    /// Number of its first line, and its lines.
    first: usize,
    lines: Vec<&'a str>,
}

impl ModuleLines<'_> {
    /// The line with the number `number` in the file.
    fn line(&self, number: usize) -> Option<&str> {
        let place = number.checked_sub(self.first)?;
        self.lines.get(place).copied()
    }
}

/// Checks the coverage `text` of the modules of `exported`. All modules except `top` are counted.
///
/// # Errors
/// The first line that does not fit this hardware, or the end of the file if data is missing.
pub fn check(text: &str, exported: &str, top: &str) -> Result<(), WrongLine> {
    let wrong = |line, text: String| Err(WrongLine { line, text });
    let first = text.lines().next().unwrap_or_default();
    if !first.starts_with(HEADER) {
        let text = format!("no data of Verilator's coverage, expected `{HEADER}3`");
        return wrong(1, text);
    }
    let points = parse(text)?;
    let (modules, lines) = (modules(exported), exported.lines().count());
    let mut bits: BTreeMap<(&str, &str), Signal<'_>> = BTreeMap::new();
    let mut counted = BTreeSet::new();
    for (number, point) in &points {
        let Point { module, name, .. } = point;
        if !point.is_within(lines) {
            continue;
        }
        let line = modules.get(&**module).and_then(|it| it.line(point.line));
        let signal = name.split('[').next().unwrap_or_default();
        let width = line.and_then(|line| width(line, signal));
        let known = line.is_some() && (point.kind == PointKind::Line || width.is_some());
        if !known {
            let text = format!(
                "found {name} of {module}, line {}, expected a point of the present {top}",
                point.line
            );
            return wrong(*number, text);
        }
        counted.insert(&**module);
        if let (PointKind::Toggle, Some(width)) = (point.kind, width) {
            let signal = bits.entry((module, signal)).or_default();
            signal.0 = width;
            *signal.1.entry(name).or_default() += 1;
        }
    }
    let end = text.lines().count() + 1;
    let mut expected = modules.iter().filter(|(name, _)| **name != top);
    if let Some((name, _)) = expected.find(|(name, _)| !counted.contains(**name)) {
        return wrong(end, format!("found the end, expected points of {name}"));
    }
    let mut instances: BTreeMap<&str, usize> = BTreeMap::new();
    for ((module, signal), (width, found)) in bits {
        for (bit, count) in &found {
            let expected = *instances.entry(module).or_insert(*count);
            if *count != expected {
                let text = format!(
                    "found {bit} of {module} in {count} instances, expected {expected} as of others"
                );
                return wrong(end, text);
            }
        }
        if width != found.len() {
            let count = found.len();
            let text = format!("found {count} bits of {signal} of {module}, expected {width}");
            return wrong(end, text);
        }
    }
    Ok(())
}

/// Width of `signal` if `line` declares it: `wire [7:0] name`, `reg [16:0] name [0:31]`.
fn width(line: &str, signal: &str) -> Option<usize> {
    let (before, after) = line.split_once(&format!(" {signal}"))?;
    let ends = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
    if !after.is_empty() && !after.starts_with(ends) {
        return None;
    }
    let size = |range: &str| {
        let (one, other) = range.split_once(':')?;
        let (one, other): (usize, usize) = (one.parse().ok()?, other.parse().ok()?);
        Some(one.abs_diff(other) + 1)
    };
    let bits = before.trim_end().strip_suffix(']');
    let bits = bits.and_then(|text| size(text.rsplit('[').next()?));
    let words = after.trim_start().strip_prefix('[');
    let words = words.and_then(|text| size(text.split(']').next()?));
    Some(bits.unwrap_or(1) * words.unwrap_or(1))
}

fn modules(verilog: &str) -> BTreeMap<&str, ModuleLines<'_>> {
    let mut modules: BTreeMap<&str, ModuleLines<'_>> = BTreeMap::new();
    let mut now = None;
    for (number, line) in (1..).zip(verilog.lines()) {
        if let Some(rest) = line.strip_prefix("module ") {
            now = rest.split([' ', '(']).next();
        }
        if let Some(name) = now {
            let new = || ModuleLines {
                first: number,
                lines: Vec::new(),
            };
            modules.entry(name).or_insert_with(new).lines.push(line);
        }
        if line.starts_with("endmodule") {
            now = None;
        }
    }
    modules
}

#[cfg(test)]
mod tests {
    use super::*;

    const VERILOG: &str = "\
module agu_low (
  input  wire [1:0] a
);
  reg [1:0] words [0:1];
endmodule

module agu_high (
  output wire b
);
endmodule

module agu_top (
);
endmodule
";

    /// A point of one bit.
    fn bit(module: &str, line: usize, name: &str) -> String {
        let keys = [
            ("l", line.to_string()),
            ("page", format!("v_toggle/{module}")),
            ("o", name.to_owned()),
        ]
        .map(|(key, value)| format!("\u{1}{key}\u{2}{value}"));
        format!("C '{}' 1", keys.concat())
    }

    /// Lines of all points of the Verilog, after the header.
    fn whole() -> Vec<String> {
        let low = |line, name: String| bit("agu_low", line, &name);
        let mut lines = vec!["# SystemC::Coverage-3".to_owned()];
        lines.extend((0..2).map(|bit| low(2, format!("a[{bit}]"))));
        for word in 0..2 {
            lines.extend((0..2).map(|bit| low(4, format!("words[{word}][{bit}]"))));
        }
        lines.push(bit("agu_high", 8, "b"));
        lines.push(bit("agu_low_widened", 99, "around"));
        lines
    }

    fn checked(lines: &[String]) -> Result<(), WrongLine> {
        check(&(lines.join("\n") + "\n"), VERILOG, "agu_top")
    }

    #[test]
    fn data_is_of_the_present_hardware_and_whole() {
        assert_eq!(checked(&whole()), Ok(()));
        let without = |place: usize| {
            let mut lines = whole();
            lines.remove(place);
            lines
        };
        let with = |line: String| [whole(), vec![line]].concat();
        let cut = bit("agu_high", 8, "b").replace("' 1", "");
        for (lines, line, text) in [
            (Vec::new(), 1, "no data of Verilator's coverage"),
            (vec!["\u{fffd}\u{0}".to_owned()], 1, "no data"),
            (without(0), 1, "no data of Verilator's coverage"),
            (with(cut), 10, "expected a point"),
            (with(bit("agu_low", 2, "c")), 10, "found c of agu_low"),
            (with(bit("agu_low", 3, "a[0]")), 10, "agu_low, line 3"),
            (
                with(bit("agu_none", 2, "a[0]")),
                10,
                "expected a point of the present agu_top",
            ),
            (without(7), 9, "expected points of agu_high"),
            (without(1), 9, "found 1 bits of a of agu_low, expected 2"),
            (
                without(6),
                9,
                "found 3 bits of words of agu_low, expected 4",
            ),
            (whole()[..1].to_vec(), 2, "found the end"),
            (
                with(bit("agu_low", 2, "a[0]")),
                11,
                "found a[1] of agu_low in 1 instances, expected 2",
            ),
        ] {
            let wrong = checked(&lines).unwrap_err();
            assert_eq!(wrong.line, line, "{}", wrong.text);
            assert!(wrong.text.contains(text), "{text}: {}", wrong.text);
        }
    }
}
