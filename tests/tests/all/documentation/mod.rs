//! The documentation, compared with the tree.

mod access;
mod block_tests;
mod cargo;
mod commands;
mod console;
mod init;
mod instances;
mod ports;
mod qor;
mod semantics;
mod setups;
mod timing;
mod waves;

use crate::{Outcome, root};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Language of a code block that is a session of a shell.
const CONSOLE: &str = "console";

/// Writes `file` by `option` of `agu run`, of the program in README's tour.
fn tour(option: &str, file: &Path) -> Outcome<()> {
    const PROGRAM: &str = "tests/programs/vector_add";
    let ran = Command::new(commands::agu()?)
        .args(["run", &format!("{PROGRAM}.agu"), option])
        .arg(file)
        .args(["--init", &format!("{PROGRAM}.toml")])
        .current_dir(root())
        .output()?;
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    Ok(())
}

/// Environment variable that has pictures of runs written anew.
const REFRESH: &str = "AGU_REFRESH_WAVES";

/// Checks that the picture at `path` is `drawn`, or makes it so.
fn kept(path: &str, drawn: &str) -> Outcome<()> {
    let picture = root().join(path);
    if env::var_os(REFRESH).is_some() {
        fs::write(&picture, drawn)?;
    }
    assert!(
        fs::read_to_string(&picture)? == drawn,
        "{path} is not of this run: `make waves` draws it again"
    );
    Ok(())
}

/// The files below `folder` with the extension `ending`, with their texts.
fn files(folder: &Path, ending: &str) -> Outcome<Vec<(PathBuf, String)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(self::files(&path, ending)?);
        } else if path
            .extension()
            .is_some_and(|extension| extension == ending)
        {
            let text = fs::read_to_string(&path)?;
            files.push((path, text));
        }
    }
    Ok(files)
}

/// The pages below `folder`, with their texts.
fn pages(folder: &Path) -> Outcome<Vec<(PathBuf, String)>> {
    files(folder, "md")
}

/// The pages of the project.
fn all_pages() -> Outcome<Vec<(PathBuf, String)>> {
    let mut all = pages(&root().join("doc"))?;
    for name in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let path = root().join(name);
        let text = fs::read_to_string(&path)?;
        all.push((path, text));
    }
    Ok(all)
}

/// The code blocks of a page, fenced or indented, each with the text after its fence.
fn blocks(page: &str) -> Vec<(&str, Vec<&str>)> {
    let mut blocks: Vec<(&str, Vec<&str>)> = Vec::new();
    let (mut fenced, mut indented) = (false, false);
    for line in page.lines() {
        if let Some(language) = line.strip_prefix("```") {
            fenced = !fenced;
            if fenced {
                blocks.push((language, Vec::new()));
            }
            continue;
        }
        let code = if fenced {
            Some(line)
        } else {
            line.strip_prefix("    ")
        };
        if code.is_some() && !fenced && !indented {
            blocks.push(("", Vec::new()));
        }
        indented = code.is_some() && !fenced;
        if let (Some(code), Some((_, lines))) = (code, blocks.last_mut()) {
            lines.push(code);
        }
    }
    blocks
}

/// The name of the Verilog file that a block shows, for the sessions of its page.
fn file_of<'a>(language: &str, lines: &[&'a str]) -> Option<&'a str> {
    let name = lines.first()?.strip_prefix("// ")?;
    (language == "verilog" && name.ends_with(".v")).then_some(name)
}

#[test]
fn links_lead_to_files() -> Outcome<()> {
    let mut links = 0;
    for (path, page) in all_pages()? {
        let folder = path.parent().ok_or("a page without a folder")?;
        for link in page.split("](").skip(1) {
            let target = link.split([')', '#']).next().unwrap_or_default();
            if !target.is_empty() && !target.starts_with("http") {
                let found = folder.join(target).exists();
                assert!(found, "{}: no {target}", path.display());
                links += 1;
            }
        }
    }
    assert!(links > 0);
    Ok(())
}
