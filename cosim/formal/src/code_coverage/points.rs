//! Verilator's coverage files.
//!
//! Format: one line for each point, `C 'KEYS' COUNT`. A key begins with the character 1, its value
//! with the character 2. Keys are `f` file, `l` line, `page` kind and module, `o` the point's
//! name. `h` is the instance, `S` the lines of a block.

use super::CodeCoverageError;
use std::collections::BTreeMap;
use std::path::Path;

/// Events that a point counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PointKind {
    /// A block was run.
    Line,
    /// A bit changed.
    Toggle,
}

/// A counted line or bit, in all instances of its module together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    pub module: String,
    pub line: usize,
    pub kind: PointKind,
    /// `if`, `else`, `block`, or a signal's bit.
    pub name: String,
    /// The lines of a block, or the point's own line.
    pub lines: Vec<usize>,
    pub count: u64,
}

/// An error in a file, with its line, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongLine {
    pub line: usize,
    pub text: String,
}

impl WrongLine {
    pub fn in_file(self, file: &Path) -> CodeCoverageError {
        CodeCoverageError::Data {
            file: file.to_owned(),
            line: self.line,
            text: self.text,
        }
    }
}

impl Point {
    /// Whether it is in a module of the exported Verilog, of `lines` lines, and not in a wrapper
    /// around it.
    pub fn is_within(&self, lines: usize) -> bool {
        let of_agu = self.module.starts_with("agu_") && !self.module.ends_with("_widened");
        of_agu && self.line <= lines
    }
}

/// The points of a file, each with the number of its line.
pub fn parse(text: &str) -> Result<Vec<(usize, Point)>, WrongLine> {
    let lines = (1..).zip(text.lines());
    let points = lines
        .filter(|(_, line)| line.starts_with("C '"))
        .map(|(number, line)| {
            let point = point(line).ok_or_else(|| WrongLine {
                line: number,
                text: format!("found `{line}`, expected a point of Verilator's coverage"),
            })?;
            Ok((number, point))
        });
    points.collect()
}

/// Points of several files, with the counts of equal points added.
pub fn added_up(found: Vec<Point>) -> Vec<Point> {
    let mut points: BTreeMap<(usize, PointKind, String, String), Point> = BTreeMap::new();
    for point in found {
        let key = (
            point.line,
            point.kind,
            point.module.clone(),
            point.name.clone(),
        );
        let sum = points.entry(key);
        sum.and_modify(|sum| sum.count += point.count)
            .or_insert(point);
    }
    points.into_values().collect()
}

fn point(line: &str) -> Option<Point> {
    let (keys, count) = line.strip_prefix("C '")?.rsplit_once("' ")?;
    let keys: BTreeMap<&str, &str> = keys
        .split('\u{1}')
        .filter_map(|key| key.split_once('\u{2}'))
        .collect();
    let (kind, module) = keys.get("page")?.split_once('/')?;
    // A module with parameters, or one of several with its name, is called agu_x__N.
    let module = module.split("__").next()?;
    let kind = match kind {
        "v_toggle" => PointKind::Toggle,
        _ => PointKind::Line,
    };
    let line = keys.get("l")?.parse().ok()?;
    Some(Point {
        module: module.to_owned(),
        line,
        kind,
        name: keys.get("o").copied().unwrap_or_default().to_owned(),
        lines: keys
            .get("S")
            .and_then(|text| ranges(text))
            .unwrap_or_else(|| vec![line]),
        count: count.trim().parse().ok()?,
    })
}

/// Line numbers of a list such as `3,5-7`.
fn ranges(text: &str) -> Option<Vec<usize>> {
    let mut lines = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        lines.extend(first.parse::<usize>().ok()?..=last.parse().ok()?);
    }
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(keys: &[(&str, &str)], count: u64) -> String {
        let keys = keys
            .iter()
            .map(|(key, value)| format!("\u{1}{key}\u{2}{value}"));
        format!("C '{}' {count}", keys.collect::<String>())
    }

    #[test]
    fn instances_are_added_up() {
        let of = |instance, count| {
            let keys = [
                ("f", "x.sv"),
                ("l", "12"),
                ("page", "v_toggle/agu_lane"),
                ("o", "sum[3]"),
                ("h", instance),
            ];
            written(&keys, count)
        };
        let block = [
            ("l", "20"),
            ("page", "v_line/agu_lane"),
            ("o", "if"),
            ("S", "20,22-23"),
        ];
        let text = [
            "# SystemC::Coverage-3".to_owned(),
            of("top.a", 2),
            of("top.b", 5),
            written(&block, 0),
        ];
        let points = parse(&text.join("\n")).unwrap();
        let points = added_up(points.into_iter().map(|(_, point)| point).collect());
        assert_eq!(points.len(), 2);
        let (toggle, block) = (&points[0], &points[1]);
        assert_eq!(
            (toggle.kind, toggle.line, toggle.count),
            (PointKind::Toggle, 12, 7)
        );
        assert_eq!(
            (toggle.module.as_str(), toggle.name.as_str()),
            ("agu_lane", "sum[3]")
        );
        assert_eq!((block.kind, block.count), (PointKind::Line, 0));
        assert_eq!(block.lines, [20, 22, 23]);
    }

    #[test]
    fn a_line_that_is_no_point_is_an_error() {
        let line = written(&[("l", "x"), ("page", "v_line/agu_lane")], 1);
        let wrong = parse(&format!("# SystemC::Coverage-3\n{line}\n")).unwrap_err();
        assert_eq!(wrong.line, 2);
        assert!(wrong.text.contains(&line), "{}", wrong.text);
    }
}
