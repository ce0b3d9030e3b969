//! Modules as the text after Verilator's preprocessor declares them. A comment in a source can hide
//! Verilator's warning that a module is declared again; this text hides nothing.

use std::collections::HashMap;
use verilated::{DeclaredAgain, SourcePlace};

/// The modules that `text` declares, in order, each with its line. A run of lines begins with
/// `` `line 12 "FILE" 1``.
pub(super) fn modules(text: &str) -> Vec<(&str, SourcePlace)> {
    let (mut modules, mut last) = (Vec::new(), "");
    let (mut file, mut line, column) = ("", 0, 1);
    for text in text.lines() {
        if let Some(place) = marker(text) {
            (line, file) = place;
            continue;
        }
        for word in words(text) {
            let is_name = ["module", "macromodule"].contains(&last);
            if is_name && ["automatic", "static"].contains(&word) {
                continue;
            }
            if is_name {
                let file = file.to_owned();
                modules.push((word, SourcePlace { file, line, column }));
            }
            last = word;
        }
        line += 1;
    }
    modules
}

/// The modules that `text` declares again.
pub(super) fn again(text: &str) -> Vec<DeclaredAgain> {
    let (mut first, mut again) = (HashMap::new(), Vec::new());
    for (name, place) in modules(text) {
        let known = first.entry(name).or_insert_with(|| place.clone());
        if *known != place {
            again.push((name.to_owned(), [place, known.clone()]));
        }
    }
    again
}

/// Line number and file name of a marker, of the line after it.
fn marker(text: &str) -> Option<(usize, &str)> {
    let (number, rest) = text.strip_prefix("`line ")?.split_once(' ')?;
    let (name, _) = rest.strip_prefix('"')?.rsplit_once('"')?;
    Some((number.parse().ok()?, name))
}

/// The words of a line but those in quotes. An escaped identifier is a word with its backslash.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let (mut in_quotes, mut is_escaped, mut before) = (false, false, ' ');
    let words = line.split(move |c: char| {
        in_quotes ^= c == '"' && before != '\\' && !is_escaped;
        is_escaped = !in_quotes && (c == '\\' || is_escaped && !c.is_whitespace());
        before = c;
        in_quotes || !(is_escaped || c.is_alphanumeric() || "_$".contains(c))
    });
    words.filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{again, modules};

    #[test]
    fn modules_are_found_with_their_lines() {
        let text = "`line 1 \"a.v\" 1\nmodule  one #(parameter W = 4) (\n);\nendmodule\n`line 7 \
                    \"b.v\" 0\nmodule automatic two;\n  initial $display(\"module three; \\\"module \
                    four\");\nendmodule module \\a.b;c (\n input \\d\" );\nmacromodule\n  one;\n";
        let found = modules(text).into_iter();
        let found = found.map(|(name, place)| format!("{}:{} {name}", place.file, place.line));
        let expected = ["a.v:1 one", "b.v:7 two", "b.v:9 \\a.b;c", "b.v:12 one"];
        assert_eq!(Vec::from_iter(found), expected);
        let again = again(text);
        assert_eq!(again.len(), 1);
        let (name, [place, first]) = &again[0];
        assert_eq!((&**name, place.line, first.line), ("one", 12, 1));
    }
}
