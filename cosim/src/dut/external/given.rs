//! Paths as the user gave them, in place of Verilator's.

use super::External;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of the files that the user gave: the absolute path, and the path as given.
#[derive(Debug)]
pub struct Given(Vec<(PathBuf, PathBuf)>);

impl Given {
    pub fn new(external: &External) -> Given {
        let files = [&external.file].into_iter().chain(&external.sources);
        let folders = files.filter_map(|file| file.parent());
        let mut given = Given(Vec::new());
        for folder in folders.chain([Path::new("")]) {
            let absolute = absolute(folder);
            // Verilator names included files by their real path.
            let real = fs::canonicalize(&absolute);
            given.0.extend(real.map(|real| (real, folder.to_owned())));
            given.0.push((absolute, folder.to_owned()));
        }
        // The nearest folder of a file comes first.
        let depth = |path: &Path| path.components().count();
        given
            .0
            .sort_by_key(|(folder, _)| std::cmp::Reverse(depth(folder)));
        given
    }

    /// A path from Verilator in the form that the user would give.
    pub fn shown(&self, path: &str) -> String {
        let below = |(folder, named): &(PathBuf, PathBuf)| {
            let rest = Path::new(path).strip_prefix(folder).ok()?;
            Some(named.join(rest).display().to_string())
        };
        let shown = self.0.iter().find_map(below);
        shown.unwrap_or_else(|| path.to_owned())
    }
}

/// `path` from the root, with links unresolved.
pub fn absolute(path: &Path) -> PathBuf {
    // `absolute` fails for an empty path, or without a working folder.
    let path = if path == "" { Path::new(".") } else { path };
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{External, Given};

    #[test]
    fn a_path_is_shown_as_it_was_given() {
        let here = std::env::current_dir().unwrap_or_default();
        let external = External {
            file: "rtl/unit.v".into(),
            sources: vec!["/cells/all.v".into()],
            ..External::default()
        };
        let given = Given::new(&external);
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
