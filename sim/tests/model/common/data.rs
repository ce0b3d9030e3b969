//! Data files: rows of named cells, separated by tabs, and lists of numbers. Lines that start with
//! `#` and empty ones are comments; the first other line names the columns.

use std::fmt::{self, Debug, Display};
use std::fs;
use std::path::{Path, PathBuf};

pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

pub fn read(name: &str) -> String {
    let path = path(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A row, shown as `FILE:LINE`.
pub struct DataRow {
    file: PathBuf,
    line: usize,
    cells: Vec<(String, String)>,
}

impl Display for DataRow {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.file.display(), self.line)
    }
}

/// Rows of a file, at least one.
pub fn rows(name: &str) -> Vec<DataRow> {
    let text = read(name);
    let lines = (1..).zip(text.lines());
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let columns = lines.next().map_or("", |(_, columns)| columns);
    let columns: Vec<&str> = columns.split('\t').collect();
    let rows = lines.map(|(line, text)| {
        let cells: Vec<&str> = text.split('\t').collect();
        let file = path(name);
        assert_eq!(cells.len(), columns.len(), "{}:{line}", file.display());
        let named = columns.iter().zip(cells);
        let cells = named
            .map(|(&column, cell)| (column.to_owned(), cell.to_owned()))
            .collect();
        DataRow { file, line, cells }
    });
    let rows: Vec<DataRow> = rows.collect();
    assert!(!rows.is_empty(), "{name} has no rows");
    rows
}

impl DataRow {
    pub fn line(&self) -> usize {
        self.line
    }

    /// Text of a cell; empty for `.`.
    pub fn text(&self, column: &str) -> &str {
        let cell = self.cells.iter().find(|(name, _)| name == column);
        match cell {
            Some((_, cell)) if cell == "." => "",
            Some((_, cell)) => cell,
            None => panic!("{self}: no column {column}"),
        }
    }

    pub fn number(&self, column: &str) -> u64 {
        number(self.text(column)).unwrap_or_else(|| panic!("{self}: {column} is no number"))
    }

    /// A number of a smaller type.
    pub fn small<T: TryFrom<u64>>(&self, column: &str) -> T {
        let small = T::try_from(self.number(column));
        small.unwrap_or_else(|_| panic!("{self}: {column} does not fit"))
    }

    /// Flag of a cell that is 0 or 1.
    pub fn bit(&self, column: &str) -> bool {
        match self.number(column) {
            0 => false,
            1 => true,
            other => panic!("{self}: {column} is {other}"),
        }
    }

    /// Flags of a cell: one is set if its letter is in the cell, which has no other letters.
    pub fn flags<const N: usize>(&self, column: &str, flags: [char; N]) -> [bool; N] {
        let cell = self.text(column);
        assert!(cell.chars().all(|c| flags.contains(&c)), "{self}: {cell}");
        flags.map(|flag| cell.contains(flag))
    }

    /// Value among `all` with the name in a cell.
    pub fn one_of<T: Copy + Debug>(&self, column: &str, all: &[T]) -> T {
        let cell = self.text(column);
        let found = all.iter().find(|it| format!("{it:?}") == cell);
        *found.unwrap_or_else(|| panic!("{self}: {cell} is none of {all:?}"))
    }

    pub fn list(&self, column: &str) -> Vec<u64> {
        let cell = self.text(column);
        list(cell).unwrap_or_else(|| panic!("{self}: {cell} is no list"))
    }
}

pub fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(&digits.replace('_', ""), 16).ok(),
        None => text.parse().ok(),
    }
}

/// Numbers of `VALUE`, `VALUE*COUNT`, `VALUE+STEP*COUNT`, `VALUE-STEP*COUNT`, separated by spaces.
pub fn list(text: &str) -> Option<Vec<u64>> {
    let mut numbers = Vec::new();
    for item in text.split(' ') {
        let (line, count) = item.split_once('*').unwrap_or((item, "1"));
        let (first, step) = match (line.split_once('+'), line.split_once('-')) {
            (Some((first, step)), _) => (number(first)?, number(step)? as i64),
            (_, Some((first, step))) => (number(first)?, -(number(step)? as i64)),
            _ => (number(line)?, 0),
        };
        let places = 0..number(count)? as i64;
        numbers.extend(places.map(|place| first.wrapping_add_signed(place * step)));
    }
    Some(numbers)
}
