//! Command files of Verilator with paths relative to a given folder. Verilator itself offers only
//! the working folder and the file's own.

use super::given::absolute;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

/// Maximum depth of nested lists.
const DEPTH: usize = 16;

/// The arguments in the file `list`, with paths from `folder` made absolute. No arguments if the
/// file cannot be read.
pub fn arguments(list: &Path, folder: &Path) -> Vec<OsString> {
    let mut arguments = Vec::new();
    add(&mut arguments, list, folder, DEPTH);
    arguments.into_iter().map(OsString::from).collect()
}

fn add(arguments: &mut Vec<String>, list: &Path, folder: &Path, depth: usize) {
    let text = fs::read(list).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let words = words(&text);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let path = |path: &str| absolute(&folder.join(path)).to_string_lossy().into_owned();
        match (&**word, depth.checked_sub(1)) {
            (option @ ("-f" | "-F"), Some(depth)) => {
                let inner = words.next().map(|list| folder.join(list));
                let inner = inner.unwrap_or_default();
                let beside = inner.parent().unwrap_or(folder);
                let folder = if option == "-F" { beside } else { folder };
                add(arguments, &inner, folder, depth);
            }
            (word, _) => arguments.push(match word.strip_prefix("+incdir+") {
                Some(folders) => {
                    let folders = folders.split('+').filter(|folder| !folder.is_empty());
                    let folders: Vec<String> = folders.map(path).collect();
                    format!("+incdir+{}", folders.join("+"))
                }
                None => match word.strip_prefix("-I") {
                    Some(folder) => format!("-I{}", path(folder)),
                    // Includes the arguments of -v and -y; all other words are no paths.
                    None if folder.join(word).exists() => path(word),
                    None => word.to_owned(),
                },
            }),
        }
    }
}

/// The words of a command file, without comments.
fn words(text: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/*") {
        plain += before;
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    plain += rest;
    let line = |line: &str| {
        let words = shlex::split(line);
        let words = words.unwrap_or_else(|| line.split_whitespace().map(str::to_owned).collect());
        let words = words.into_iter();
        words
            .take_while(|word| !word.starts_with("//"))
            .collect::<Vec<_>>()
    };
    plain.lines().flat_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::arguments;
    use std::fs;

    #[test]
    fn paths_are_those_of_the_folder() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        let root = folder.path();
        fs::create_dir_all(root.join("rtl/sub"))?;
        for file in ["rtl/a.v", "rtl/sub/b.v"] {
            fs::write(root.join(file), "")?;
        }
        let list = "// a comment\nrtl/a.v /* and\nanother */ +incdir+rtl+rtl/sub // rtl/b.v\n-y rtl \
                    -Irtl +define+A=rtl2 -Wno-WIDTH gone.v\n-f more.f -F rtl/sub/own.f\n";
        fs::write(root.join("all.f"), list)?;
        fs::write(root.join("more.f"), "rtl/sub/b.v\n")?;
        fs::write(root.join("rtl/sub/own.f"), "b.v\n")?;
        let found = arguments(&root.join("all.f"), root);
        let root = root.to_string_lossy();
        let found: Vec<String> = found
            .iter()
            .map(|word| word.to_string_lossy().replace(&*root, "ROOT"))
            .collect();
        let expected = [
            "ROOT/rtl/a.v",
            "+incdir+ROOT/rtl+ROOT/rtl/sub",
            "-y",
            "ROOT/rtl",
            "-IROOT/rtl",
            "+define+A=rtl2",
            "-Wno-WIDTH",
            "gone.v",
            "ROOT/rtl/sub/b.v",
            "ROOT/rtl/sub/b.v",
        ];
        assert_eq!(found, expected);
        Ok(())
    }
}
