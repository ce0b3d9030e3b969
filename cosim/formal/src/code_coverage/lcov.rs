//! Coverage in LCOV's tracefile format, which viewers and CI systems read.

use super::points::{Point, PointKind};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A tracefile of `points`, whose lines are those of the file `source`. The count of a line is the
/// lowest count of its blocks. A bit that toggles is a branch of the line that declares it. Bits
/// of a line are numbered from 0.
pub fn lcov(source: &str, points: &[Point]) -> String {
    let mut text = format!("TN:agu\nSF:{source}\n");
    let (mut lines, mut bits) = (BTreeMap::new(), BTreeMap::<usize, u64>::new());
    let (mut found, mut hit) = (0, 0);
    for point in points {
        match point.kind {
            PointKind::Line => {
                for &line in &point.lines {
                    let count = lines.entry(line).or_insert(point.count);
                    *count = point.count.min(*count);
                }
            }
            PointKind::Toggle => {
                let number = bits.entry(point.line).or_default();
                let _ = writeln!(text, "BRDA:{},0,{number},{}", point.line, point.count);
                *number += 1;
                found += 1;
                hit += u64::from(point.count > 0);
            }
        }
    }
    let _ = writeln!(text, "BRF:{found}\nBRH:{hit}");
    for (line, count) in &lines {
        let _ = writeln!(text, "DA:{line},{count}");
    }
    let run = lines.values().filter(|count| **count > 0).count();
    let _ = writeln!(text, "LF:{}\nLH:{run}\nend_of_record", lines.len());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(kind: PointKind, line: usize, name: &str, lines: &[usize], count: u64) -> Point {
        Point {
            module: "agu_lane".to_owned(),
            line,
            kind,
            name: name.to_owned(),
            lines: lines.to_vec(),
            count,
        }
    }

    #[test]
    fn lines_and_bits_are_written() {
        let points = [
            point(PointKind::Toggle, 2, "a[0]", &[2], 4),
            point(PointKind::Toggle, 2, "a[1]", &[2], 0),
            point(PointKind::Line, 5, "block", &[5, 6], 9),
            point(PointKind::Line, 6, "else", &[6], 0),
        ];
        let wanted = "TN:agu\nSF:agu.v\nBRDA:2,0,0,4\nBRDA:2,0,1,0\nBRF:2\nBRH:1\n\
                      DA:5,9\nDA:6,0\nLF:2\nLH:1\nend_of_record\n";
        assert_eq!(lcov("agu.v", &points), wanted);
    }
}
