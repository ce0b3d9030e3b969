//! Declarations of modules and ports, as places for messages about a design that compiles but does
//! not fit.

use super::diagnostic::Diagnostic;
use super::given::Given;
use std::collections::HashMap;
use std::fs;
use verilated::SourcePlace;

/// Output of Verilator's preprocessor for all files: without comments and macros, each line with
/// its file.
pub struct Preprocessed<'a> {
    given: &'a Given,
    modules: HashMap<&'a str, DeclaredModule<'a>>,
    /// Names of modules that are declared again, and the place of that.
    again: Vec<(&'a str, Raw<'a>)>,
}

/// Declarations of a module and its ports.
struct DeclaredModule<'a> {
    place: Raw<'a>,
    ports: HashMap<&'a str, Raw<'a>>,
}

/// A place in the preprocessor's output. Macros and comments may have moved the column.
#[derive(Clone, Copy)]
struct Raw<'a> {
    file: &'a str,
    line: usize,
    column: usize,
}

impl Raw<'_> {
    /// Whether both are the same place, under any name of its file.
    fn is(&self, other: &Raw<'_>) -> bool {
        let same_file = || fs::canonicalize(self.file).ok() == fs::canonicalize(other.file).ok();
        self.line == other.line && (self.file == other.file || same_file())
    }
}

impl<'a> Preprocessed<'a> {
    /// Reads the output of [`verilated::preprocess`].
    pub fn new(text: &'a str, given: &'a Given) -> Preprocessed<'a> {
        let mut modules = HashMap::new();
        let mut again = Vec::new();
        // The current module, and whether a direction was met since the last semicolon.
        let (mut module, mut declares) = ("", false);
        let (mut file, mut line, mut last) = ("", 0, "");
        for text in text.lines() {
            if let Some((number, name)) = marker(text) {
                (line, file) = (number, name);
                continue;
            }
            for (column, word) in words(text) {
                let place = Raw { file, line, column };
                match (last, word) {
                    ("module" | "macromodule", "automatic" | "static") => continue,
                    ("module" | "macromodule", _) => {
                        module = word;
                        let ports = HashMap::new();
                        let first = modules
                            .entry(word)
                            .or_insert(DeclaredModule { place, ports });
                        if !first.place.is(&place) {
                            again.push((word, place));
                        }
                    }
                    (_, "input" | "output" | "inout") => declares = true,
                    (_, ";") => declares = false,
                    _ if declares => {
                        if let Some(module) = modules.get_mut(module) {
                            module.ports.entry(word).or_insert(place);
                        }
                    }
                    _ => {}
                }
                last = word;
            }
            line += 1;
        }
        Preprocessed {
            given,
            modules,
            again,
        }
    }

    /// Diagnostics of modules with the same name, of which Verilator would take the first. The
    /// same file given twice is no error.
    pub fn check(&self) -> Vec<Diagnostic> {
        let again = self.again.iter().map(|&(name, place)| {
            let text = match self.module(name) {
                Some(SourcePlace { file, line, .. }) => {
                    format!("module {name} is declared again, the first is {file}:{line}")
                }
                None => format!("module {name} is declared again"),
            };
            Diagnostic::at(Some(self.place(place, name)), text)
        });
        again.collect()
    }

    /// Declaration of a module, if there is one.
    pub fn module(&self, name: &str) -> Option<SourcePlace> {
        let module = self.modules.get(name)?;
        Some(self.place(module.place, name))
    }

    /// Declaration of a module's port; that of the module if it cannot be found.
    pub fn port(&self, module: &str, name: &str) -> Option<SourcePlace> {
        match self.modules.get(module)?.ports.get(name) {
            Some(&place) => Some(self.place(place, name)),
            None => self.module(module),
        }
    }

    /// The place of `word` in the user's file.
    fn place(&self, raw: Raw<'_>, word: &str) -> SourcePlace {
        let text = fs::read(raw.file).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let line = text
            .lines()
            .nth(raw.line.saturating_sub(1))
            .unwrap_or_default();
        let written = words(line).find(|(_, found)| *found == word);
        SourcePlace {
            file: self.given.shown(raw.file),
            line: raw.line,
            column: written.map_or(raw.column, |(column, _)| column),
        }
    }
}

/// File name and line number of a directive `` `line 12 "FILE" 1``, for the line after it.
fn marker(text: &str) -> Option<(usize, &str)> {
    let (number, rest) = text.strip_prefix("`line ")?.split_once(' ')?;
    let (name, _) = rest.strip_prefix('"')?.rsplit_once('"')?;
    Some((number.parse().ok()?, name))
}

/// The words of a line and its semicolons, with their columns; text in quotes is skipped. An
/// escaped identifier is a word with its backslash.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let (mut in_quotes, mut is_escaped, mut before) = (false, false, ' ');
    let starts = line.char_indices().zip(1..).filter(move |&((_, c), _)| {
        in_quotes ^= c == '"' && before != '\\' && !is_escaped;
        let begins = c == '\\' && !in_quotes && !is_escaped;
        let starts = begins || !is_escaped && (c == ';' || is_word(c) && !is_word(before));
        is_escaped = begins || is_escaped && !c.is_whitespace();
        before = c;
        starts && !in_quotes
    });
    starts.map(move |((at, c), column)| {
        let rest = &line[at..];
        let end = match c {
            '\\' => rest.find(char::is_whitespace),
            _ => rest.find(|c| !is_word(c)),
        };
        (column, &rest[..end.unwrap_or(rest.len()).max(c.len_utf8())])
    })
}

#[cfg(test)]
mod tests {
    use super::{Given, Preprocessed};
    use crate::dut::external::External;

    #[test]
    fn modules_and_ports_of_both_styles_are_found() {
        let text = "`line 1 \"a.v\" 1\nmodule  one #(parameter W = 4) (\n  input wire [W-1:0] x,\n  \
                    y\n);\nendmodule\n`line 7 \"b.v\" 0\nmodule two(x, z);\n  input x;\n  \
                    wire z2;\n  output [3:0] z;\n  \
                    initial $display(\"module three; \\\"module four\");\nendmodule\n\
                    module \\a.b;c (\n  input \\d\" ,\n  e\n);\nendmodule\n";
        let given = Given::new(&External::default());
        let source = Preprocessed::new(text, &given);
        let at = |place: Option<verilated::SourcePlace>| {
            place.map(|place| format!("{}:{}:{}", place.file, place.line, place.column))
        };
        assert_eq!(at(source.module("one")).as_deref(), Some("a.v:1:9"));
        assert_eq!(at(source.module("three")), None);
        for (module, port, place) in [
            ("one", "x", "a.v:2:22"),
            ("one", "y", "a.v:3:3"),
            ("two", "x", "b.v:8:9"),
            ("two", "z", "b.v:10:16"),
            ("two", "hidden", "b.v:7:8"),
            ("\\a.b;c", "e", "b.v:15:3"),
        ] {
            assert_eq!(at(source.port(module, port)).as_deref(), Some(place));
        }
    }

    #[test]
    fn two_modules_of_one_name_are_reported() {
        let text = "`line 1 \"a.v\" 1\nmodule one; endmodule\n`line 1 \"a.v\" 1\nmodule one; \
                    endmodule\n`line 4 \"b.v\" 0\n\nmodule automatic one; endmodule\n";
        let given = Given::new(&External::default());
        let errors = Preprocessed::new(text, &given).check();
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        let expected = "b.v:5:18: error: module one is declared again, the first is a.v:1";
        assert_eq!(errors, [expected]);
    }
}
