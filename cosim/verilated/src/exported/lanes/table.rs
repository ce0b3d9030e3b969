//! Declarations in columns, as the exporter prints them.

const KINDS: [&str; 7] = [
    "input  wire",
    "input  reg ",
    "output wire",
    "output reg ",
    "localparam",
    "wire",
    "reg ",
];

/// A line with a declaration.
pub struct Row<'a> {
    pub kind: &'static str,
    /// Such as `[31:0]`; empty for a single bit.
    pub range: &'a str,
    /// The name, with what follows.
    pub name: &'a str,
}

impl<'a> Row<'a> {
    /// The row in `line`, which is indented by two blanks.
    pub fn new(line: &'a str) -> Option<Self> {
        let line = line.strip_prefix("  ")?;
        let (kind, rest) = KINDS
            .iter()
            .find_map(|kind| Some((*kind, line.strip_prefix(kind)?.strip_prefix(' ')?)))?;
        let rest = rest.trim_start();
        let end = match rest.starts_with('[') {
            true => rest.find(']')? + 1,
            false => 0,
        };
        let (range, name) = rest.split_at(end);
        let name = name.trim_start();
        Some(Row { kind, range, name })
    }

    pub fn is_constant(&self) -> bool {
        self.kind == "localparam"
    }

    /// The name alone.
    pub fn net(&self) -> &'a str {
        let end = self.name.find([' ', ',', ';']).unwrap_or(self.name.len());
        &self.name[..end]
    }

    /// The bits of its range.
    pub fn width(&self) -> usize {
        let last = self.range.trim_start_matches('[').split(':').next();
        last.and_then(|last| last.parse().ok())
            .map_or(1, |last: usize| last + 1)
    }

    /// Ports, constants and nets each have columns of their own.
    fn table(&self) -> usize {
        match self.kind {
            "localparam" => 0,
            "wire" | "reg " => 1,
            _ => 2,
        }
    }
}

/// Puts the declarations of a module into columns.
pub fn align(lines: &mut [String]) {
    let mut widest = [0; 3];
    for row in lines.iter().filter_map(|line| Row::new(line)) {
        let widest = &mut widest[row.table()];
        *widest = row.range.len().max(*widest);
    }
    for line in lines {
        if let Some(row) = Row::new(line) {
            let Row { kind, range, name } = row;
            let widest = widest[row.table()];
            let column = widest + usize::from(widest > 0);
            *line = format!("  {kind} {range:<column$}{name}");
        }
    }
}
