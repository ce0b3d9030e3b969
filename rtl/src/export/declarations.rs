//! Declarations in columns: kind, range and name, with a tab between them until [`aligned`].

use super::documentation::FieldComment;

/// One declaration: its kind, its range and its name, with comments above it.
pub struct Declaration {
    kind: String,
    range: String,
    name: String,
    comment: FieldComment,
}

impl Declaration {
    pub fn new(kind: &str, range: String, name: &str) -> Self {
        Declaration {
            kind: kind.to_string(),
            range,
            name: name.to_string(),
            comment: FieldComment::default(),
        }
    }

    /// The row below `comment`.
    pub fn commented(self, comment: &FieldComment) -> Self {
        Declaration {
            comment: comment.clone(),
            ..self
        }
    }

    /// The row without a blank line above it.
    pub fn ungrouped(mut self) -> Self {
        self.comment.group_start = false;
        self
    }
}

/// Declarations that belong together.
#[derive(Default)]
pub struct Declarations {
    rows: Vec<Declaration>,
}

impl Declarations {
    pub fn push(&mut self, row: Declaration) {
        self.rows.push(row);
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The text, `separator` behind every row and `last` behind the last.
    pub fn lines(&self, separator: &str, last: &str) -> Vec<String> {
        let mut lines = Vec::new();
        for (index, row) in self.rows.iter().enumerate() {
            if row.comment.group_start && index > 0 {
                lines.push(String::new());
            }
            lines.extend(row.comment.lines.iter().map(|line| format!("  // {line}")));
            let is_last = index + 1 == self.rows.len();
            let end = if is_last { last } else { separator };
            let Declaration {
                kind, range, name, ..
            } = row;
            lines.push(format!("  {kind}\t{range}\t{name}{end}"));
        }
        lines
    }
}

/// The text of a module with its tables in columns: those of ports, of constants and of nets.
pub fn aligned(text: &str) -> String {
    let row = |line: &str| {
        let (kind, rest) = line.split_once('\t')?;
        let (range, name) = rest.split_once('\t')?;
        let table = match kind {
            "  localparam" => 0,
            "  wire" | "  reg " => 1,
            _ => 2,
        };
        Some((table, [kind, range, name].map(str::to_owned)))
    };
    let mut widest = [0; 3];
    for (table, [_, range, _]) in text.lines().filter_map(row) {
        let column = range.len() + usize::from(!range.is_empty());
        widest[table] = column.max(widest[table]);
    }
    let lines = text.lines().map(|line| match row(line) {
        Some((table, [kind, range, name])) => {
            let column = widest[table];
            format!("{kind} {range:<column$}{name}\n")
        }
        None => format!("{line}\n"),
    });
    lines.collect()
}
