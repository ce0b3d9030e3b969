//! Each block of the hardware is replayed, and its page names the tests that concern it.

use super::{Outcome, files, pages, root};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The simulators that replay a block, as they end the names of tests.
const SIMULATORS: [&str; 3] = ["rusthdl", "icarus", "verilator"];

/// The texts of all Rust sources below a folder of the project, by their paths.
fn sources(folder: &str) -> Outcome<Vec<(String, String)>> {
    let sources = files(&root().join(folder), "rs")?.into_iter();
    let name = |path: &Path| {
        let name = path.file_stem().unwrap_or_default();
        name.to_string_lossy().into_owned()
    };
    Ok(sources.map(|(path, text)| (name(&path), text)).collect())
}

/// The blocks, spelled as their modules are.
fn hardware() -> Outcome<BTreeSet<String>> {
    let mut blocks = BTreeSet::new();
    for (_, text) in sources("rtl/src")? {
        for declared in text.split("LogicBlock)]\npub struct ").skip(1) {
            let mut block = String::new();
            for letter in declared.chars().take_while(char::is_ascii_alphanumeric) {
                if letter.is_ascii_uppercase() && !block.is_empty() {
                    block.push('_');
                }
                block.push(letter.to_ascii_lowercase());
            }
            blocks.insert(block);
        }
    }
    Ok(blocks)
}

/// What a page may name: tests, `BLOCK_*` for the replay of a block, `MODULE::*` for all tests of
/// a file.
fn tests() -> Outcome<BTreeSet<String>> {
    let mut tests = BTreeSet::new();
    for folder in ["rtl/tests", "sim", "cosim", "tests"] {
        for (module, text) in sources(folder)? {
            for test in text.split("#[test]").skip(1) {
                let name = test.split("fn ").nth(1).unwrap_or_default();
                let name = name.split('(').next().unwrap_or_default();
                tests.insert(name.to_owned());
                tests.insert(format!("{module}::*"));
            }
            for replay in text.split("=> ").skip(1) {
                let names = replay.split(");").next().unwrap_or_default();
                let names: Vec<_> = names.split_whitespace().collect();
                let block = names.first().and_then(|name| name.strip_suffix("_rusthdl"));
                let block = block.unwrap_or_default();
                if names == SIMULATORS.map(|simulator| format!("{block}_{simulator}")) {
                    tests.insert(format!("{block}_*"));
                }
            }
        }
    }
    Ok(tests)
}

/// What the paragraph `Tests` of a page names.
fn named(page: &str) -> BTreeSet<&str> {
    let lines = page.split("\n\nTests: ").nth(1).unwrap_or_default();
    let paragraph = lines.split("\n\n").next().unwrap_or_default();
    paragraph.split('`').skip(1).step_by(2).collect()
}

#[test]
fn each_block_is_replayed_and_its_page_names_its_tests() -> Outcome<()> {
    let (blocks, tests) = (hardware()?, tests()?);
    assert!(blocks.len() > 40, "{blocks:?}");
    let pages = pages(&root().join("doc/blocks"))?;
    for (path, page) in &pages {
        let named = named(page);
        let page = path.display();
        let unknown: Vec<_> = named
            .iter()
            .filter(|name| !tests.contains(**name))
            .collect();
        assert!(unknown.is_empty(), "{page}: no tests {unknown:?}");
        assert!(
            !named.is_empty() || path.ends_with("README.md"),
            "{page}: no tests"
        );
    }
    for block in blocks {
        let replay = format!("{block}_*");
        assert!(tests.contains(&replay), "{block} is not replayed");
        let naming = pages
            .iter()
            .filter(|(_, page)| named(page).contains(&*replay));
        assert_eq!(naming.count(), 1, "pages that name `{replay}`");
    }
    Ok(())
}

/// The last column of `doc/timing.md`.
#[test]
fn each_line_of_the_contract_names_what_holds_it() -> Outcome<()> {
    let page = |name: &str| fs::read_to_string(root().join("doc").join(name));
    let (contract, proofs) = (page("timing.md")?, page("proofs.md")?);
    let tests = tests()?;
    assert!(contract.contains("*ports* is the test `ports_keep_the_contract_verilator`"));
    assert!(tests.contains("ports_keep_the_contract_verilator"));
    let rows = contract.lines().filter(|line| line.starts_with("| "));
    let rows: Vec<_> = rows.filter(|line| !line.ends_with(" held by |")).collect();
    assert!(rows.len() > 20, "{rows:?}");
    for row in rows {
        let holds = row.split(" | ").last().unwrap_or_default();
        for name in holds.split('`').skip(1).step_by(2) {
            let known = tests.contains(name) || proofs.contains(&format!("\n| `{name}` | "));
            assert!(known, "neither test nor proof: {name}");
        }
    }
    Ok(())
}
