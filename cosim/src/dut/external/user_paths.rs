//! Paths as the user gave them, in place of Verilator's.

use super::External;
use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};
use verilated::SourcePlace;

/// Folders of the files that the user gave: the absolute path, and the path as given.
#[derive(Debug)]
pub struct UserPaths(Vec<(PathBuf, PathBuf)>);

impl UserPaths {
    pub fn new(external: &External) -> UserPaths {
        let files = [&external.file].into_iter().chain(&external.sources);
        let folders = files.filter_map(|file| file.parent());
        let mut paths = UserPaths(Vec::new());
        for folder in folders.chain([Path::new("")]) {
            let absolute = absolute(folder);
            // Verilator names included files by their real path.
            let real = fs::canonicalize(&absolute);
            paths.0.extend(real.map(|real| (real, folder.to_owned())));
            paths.0.push((absolute, folder.to_owned()));
        }
        // The nearest folder of a file comes first.
        let depth = |(folder, _): &(PathBuf, PathBuf)| folder.components().count();
        paths.0.sort_by_key(|folder| Reverse(depth(folder)));
        paths
    }

    /// A place from Verilator as the place of `word` in the user's file. Macros and comments before
    /// it move Verilator's column.
    pub fn place(&self, place: &SourcePlace, word: &str) -> SourcePlace {
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let line = line_of(place);
        let mut parts = line.match_indices(word).map(|(at, _)| line.split_at(at));
        let found = parts.find(|(before, rest)| {
            !before.ends_with(is_word) && !rest[word.len()..].starts_with(is_word)
        });
        // An escaped identifier begins with its backslash.
        let column = found.map(|(before, _)| before.trim_end_matches('\\').chars().count() + 1);
        SourcePlace {
            file: self.shown(&place.file),
            line: place.line,
            column: column.unwrap_or(place.column),
        }
    }

    /// A path from Verilator in the form that the user would give.
    pub fn shown(&self, path: &str) -> String {
        let shown = self.0.iter().find_map(|(folder, named)| {
            let rest = Path::new(path).strip_prefix(folder).ok()?;
            Some(named.join(rest).display().to_string())
        });
        shown.unwrap_or_else(|| path.to_owned())
    }
}

/// The text of the line of a place from Verilator.
pub fn line_of(place: &SourcePlace) -> String {
    let text = fs::read(&place.file).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().nth(place.line.saturating_sub(1));
    line.unwrap_or_default().to_owned()
}

/// `path` from the root, with links unresolved.
pub fn absolute(path: &Path) -> PathBuf {
    // `absolute` fails for an empty path, or without a working folder.
    let path = if path.as_os_str().is_empty() {
        Path::new(".")
    } else {
        path
    };
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{External, UserPaths};

    #[test]
    fn a_path_is_shown_as_it_was_given() {
        let here = std::env::current_dir().unwrap_or_default();
        let external = External {
            file: "rtl/unit.v".into(),
            sources: vec!["/cells/all.v".into()],
            ..External::default()
        };
        let given = UserPaths::new(&external);
        for (path, shown) in [
            (here.join("rtl/sub/adder.v"), "rtl/sub/adder.v"),
            (here.join("other.v"), "other.v"),
            ("/cells/all.v".into(), "/cells/all.v"),
            ("inc/adder.v".into(), "inc/adder.v"),
            ("/elsewhere/adder.v".into(), "/elsewhere/adder.v"),
        ] {
            assert_eq!(given.shown(&path.to_string_lossy()), shown);
        }
    }
}
