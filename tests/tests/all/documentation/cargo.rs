//! Commands of cargo on the pages: crate, example and blocks exist, and each filter selects a test.

use super::{Outcome, all_pages, files, root};
use crate::replay;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Options whose next word is their value.
const WITH_VALUE: [&str; 6] = [
    "-p",
    "--test",
    "--example",
    "--profile",
    "--manifest-path",
    "--test-threads",
];

/// The words of a command without leading assignments to the environment, which are returned
/// apart.
fn words(command: &str) -> (Vec<&str>, Vec<&str>) {
    let words = command.split_whitespace();
    let is_assignment = |word: &&str| {
        let name = word.split_once('=').map(|(name, _)| name);
        name.is_some_and(|name| name.chars().all(|c| c.is_ascii_uppercase() || c == '_'))
    };
    let assigned: Vec<_> = words.clone().take_while(is_assignment).collect();
    (assigned, words.skip_while(is_assignment).collect())
}

/// Whether a command is one of cargo, after assignments to the environment.
pub fn is_cargo(command: &str) -> bool {
    words(command).1.first() == Some(&"cargo")
}

/// The folders of the crates of the workspace, with their names.
pub fn crates() -> Outcome<Vec<(String, PathBuf)>> {
    let manifest = |folder: &Path| -> Outcome<toml::Table> {
        Ok(fs::read_to_string(folder.join("Cargo.toml"))?.parse()?)
    };
    let workspace = manifest(&root())?;
    let members = workspace["workspace"]["members"].as_array();
    let folders = members
        .into_iter()
        .flatten()
        .filter_map(toml::Value::as_str);
    let named = folders.map(|folder| {
        let folder = root().join(folder);
        let name = manifest(&folder)?["package"]["name"]
            .as_str()
            .map(str::to_owned);
        Ok((name.ok_or("a crate without a name")?, folder))
    });
    named.collect()
}

/// The tests of a crate, with their modules, as the option `--list` prints them. With `target` only
/// those of that file or folder of `tests`.
pub fn tests(folder: &Path, target: Option<&str>) -> Outcome<Vec<String>> {
    let mut tests = Vec::new();
    for part in ["src", "tests"].map(|part| folder.join(part)) {
        if !part.exists() {
            continue;
        }
        for (path, text) in files(&part, "rs")? {
            let path = path.strip_prefix(&part)?.with_extension("");
            let mut modules: Vec<_> = path.iter().filter_map(|name| name.to_str()).collect();
            let is_unit = part.ends_with("src");
            if !is_unit {
                let executable = modules.remove(0);
                if target.is_some_and(|target| target != executable) {
                    continue;
                }
            } else if target.is_some() {
                continue;
            }
            modules.retain(|name| !["mod", "main", "lib"].contains(name));
            modules.extend(is_unit.then_some("tests"));
            for test in text.split("#[test]\n").skip(1) {
                let name = test.split("fn ").nth(1).unwrap_or_default();
                let name = name.split('(').next().unwrap_or_default();
                tests.push([&modules[..], &[name]].concat().join("::"));
            }
        }
    }
    Ok(tests)
}

/// Checks that cargo finds the crate of a command, or its example, and tests for each of its
/// filters, and that the replay has the blocks.
pub fn finds(command: &str) -> Outcome<()> {
    let (assigned, words) = words(command);
    for assignment in assigned {
        let (name, value) = assignment.split_once('=').unwrap_or_default();
        if name == replay::BLOCK && !replay::has_blocks(value) {
            return Err(format!("no block for each of {value}").into());
        }
    }
    let after = |option: &str| {
        let place = words.iter().position(|&word| word == option)?;
        words.get(place + 1).copied()
    };
    if let Some(manifest) = after("--manifest-path") {
        return if root().join(manifest).exists() {
            Ok(())
        } else {
            Err(format!("no {manifest}").into())
        };
    }
    let mut crates = crates()?;
    match after("-p") {
        Some(name) => crates.retain(|(known, _)| known == name),
        None if words.contains(&"--workspace") => {}
        None => return Err("neither -p nor --workspace".into()),
    }
    if crates.is_empty() {
        return Err("no such crate".into());
    }
    if let Some(name) = after("--example") {
        let example = |(_, folder): &(_, PathBuf)| folder.join("examples").join(name);
        let mut paths = crates.iter().map(example);
        return if paths.any(|path| path.exists() || path.with_extension("rs").exists()) {
            Ok(())
        } else {
            Err(format!("no example {name}").into())
        };
    }
    if words.get(1) != Some(&"test") {
        return Ok(());
    }
    let mut known = Vec::new();
    for (_, folder) in &crates {
        known.extend(tests(folder, after("--test"))?);
    }
    let before = [""].iter().chain(&words);
    let filters = words
        .iter()
        .zip(before)
        .skip(2)
        .filter_map(|(word, before)| {
            let is_filter = !word.starts_with('-') && !WITH_VALUE.contains(before);
            is_filter.then_some(*word)
        });
    // Without a filter there is at least one test.
    for filter in filters.chain([""]) {
        if !known.iter().any(|test| test.contains(filter)) {
            return Err(format!("no test has {filter:?} in its name").into());
        }
    }
    Ok(())
}

/// Commands in sentences, and those of the Makefile.
#[test]
fn commands_of_cargo_are_found() -> Outcome<()> {
    let mut texts = all_pages()?;
    let makefile = root().join("Makefile");
    let recipes = fs::read_to_string(&makefile)?;
    let recipes: Vec<_> = recipes.lines().map(str::trim_start).collect();
    texts.push((makefile, recipes.join("`")));
    let mut commands = 0;
    for (path, text) in texts {
        for command in text
            .split('`')
            .filter(|text| is_cargo(text) && text.contains("cargo test "))
        {
            finds(command).map_err(|error| format!("{}: `{command}`: {error}", path.display()))?;
            commands += 1;
        }
    }
    assert!(commands > 5);
    Ok(())
}

#[test]
fn wrong_commands_are_refused() {
    for (command, found) in [
        ("cargo test -p tests replay::", true),
        (
            "AGU_BLOCK=bounds cargo test -p tests replay::every_block_in_icarus",
            true,
        ),
        (
            "AGU_BLOCK=bounds cargo test -p tests replay::every_block_in_ikarus",
            false,
        ),
        ("AGU_BLOCK=bound cargo test -p tests replay::", false),
        ("AGU_BLOCK=bounds,typo cargo test -p tests replay::", false),
        ("cargo test -p test replay::", false),
        ("cargo test replay::", false),
        ("cargo test -p tests --test all documentation::", true),
        ("cargo test -p tests --test model documentation::", false),
        ("cargo test -p tests --test all documents::", false),
        (
            "cargo test -p tests --test all -- documentation::waves documentation::access",
            true,
        ),
        (
            "cargo test -p tests --test all -- documentation::waves documentation::typo",
            false,
        ),
        ("UPDATE=1 cargo test -p agu-isa --test all reference", true),
        ("cargo test --workspace coalescer", true),
        ("cargo test --workspace coalesser", false),
        ("cargo run --manifest-path examples/typo/Cargo.toml", false),
    ] {
        assert_eq!(
            finds(command).is_ok(),
            found,
            "{command}: {:?}",
            finds(command)
        );
    }
}

/// The tests that this executable has are those in the files.
#[test]
fn tests_are_found_by_their_text() -> Outcome<()> {
    let listed = std::process::Command::new(env::current_exe()?)
        .arg("--list")
        .output()?;
    let said = String::from_utf8(listed.stdout)?;
    let mut listed: Vec<_> = said
        .lines()
        .filter_map(|line| line.strip_suffix(": test"))
        .collect();
    let mut tests = tests(&root().join("tests"), Some("all"))?;
    listed.sort_unstable();
    tests.sort_unstable();
    assert_eq!(tests, listed);
    Ok(())
}
