//! Command lines, and what they print and leave: the files of `tests/cmd`, run by trycmd.
//!
//! Each line `$ agu ...` or `$ sh -c "..."` is run in a copy of the folder `FILE.in`, where a folder
//! `FILE.out` asks for one, with `TESTS` and `EXAMPLES` as the folders of that name and `AGU` as the
//! program. `TRYCMD=overwrite cargo test -p agu --test all commands` writes what they print anew;
//! `[..]` and `...` stand for what varies.

use crate::common::{Outcome, root};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use trycmd::TestCases;

/// trycmd passes over a command that it does not know.
const PROGRAMS: [&str; 3] = ["agu", "bash", "sh"];

/// The commands of a file, all of which trycmd runs.
fn commands(file: &Path) -> Outcome<usize> {
    let text = fs::read_to_string(file)?;
    let (mut count, mut fenced) = (0, false);
    for (line, number) in text.lines().zip(1..) {
        fenced ^= line == "```";
        if let Some(command) = line.strip_prefix("$ ") {
            let program = command
                .split(' ')
                .find(|word| word.starts_with(char::is_lowercase));
            let known = program.is_some_and(|program| PROGRAMS.contains(&program));
            assert!(fenced && known, "{}:{number}: {command}", file.display());
            count += 1;
        }
    }
    Ok(count)
}

fn run(tier: &str, at_least: usize) -> Outcome<()> {
    let folder = Path::new("tests/cmd").join(tier);
    let mut count = 0;
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "trycmd") {
            count += commands(&path)?;
        }
    }
    assert!(
        count >= at_least,
        "{count} commands in {}",
        folder.display()
    );
    let agu = PathBuf::from(env!("CARGO_BIN_EXE_agu"));
    let before = env::var_os("PATH").unwrap_or_default();
    let own = agu.parent().map(Path::to_path_buf).into_iter();
    let path = env::join_paths(own.chain(env::split_paths(&before)))?;
    let text = |path: PathBuf| path.to_string_lossy().into_owned();
    let cases = TestCases::new();
    cases.register_bin("agu", &*agu);
    cases.register_bin("sh", Path::new("/bin/sh"));
    cases.register_bin("bash", Path::new("/bin/bash"));
    cases.env("AGU", text(agu));
    cases.env("PATH", path.to_string_lossy());
    cases.env("TESTS", text(root().join("tests")));
    cases.env("EXAMPLES", text(root().join("examples")));
    cases.case(folder.join("*.trycmd")).run();
    Ok(())
}

#[test]
fn commands_print_what_is_written() -> Outcome<()> {
    run("gate", 300)
}

#[test]
#[ignore = "make night"]
fn long_commands_print_what_is_written() -> Outcome<()> {
    run("night", 10)
}
