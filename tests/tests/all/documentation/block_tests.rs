//! Each block of the hardware has a page, and each line of the contract has a test or a proof.

use super::{Outcome, cargo, files, pages, root};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// The texts of all Rust sources below a folder of the project.
fn sources(folder: &str) -> Outcome<Vec<String>> {
    let sources = files(&root().join(folder), "rs")?.into_iter();
    Ok(sources.map(|(_, text)| text).collect())
}

/// The blocks, by the names of their modules.
fn hardware() -> Outcome<BTreeSet<String>> {
    let mut blocks = BTreeSet::new();
    for text in sources("rtl/src")? {
        let starts = text.replace("LogicBlock)]\n", "block! {");
        let declared = starts.split("block! {").skip(1);
        for declared in declared.filter_map(|text| Some(text.split_once("pub struct ")?.1)) {
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

/// The names of all tests, without their modules.
fn tests() -> Outcome<BTreeSet<String>> {
    let mut tests = BTreeSet::new();
    for (_, folder) in cargo::crates()? {
        let of_crate = cargo::tests(&folder, None)?.into_iter();
        tests.extend(of_crate.filter_map(|test| Some(test.rsplit("::").next()?.to_owned())));
    }
    Ok(tests)
}

#[test]
fn each_block_has_a_page() -> Outcome<()> {
    let pages = pages(&root().join("doc/blocks"))?;
    let blocks = hardware()?;
    assert!(blocks.len() > 40, "{blocks:?}");
    for block in blocks {
        let own = format!("{block}.md");
        let has = |(path, page): &(PathBuf, String)| {
            path.ends_with(&own) || page.contains(&format!("`agu_{block}"))
        };
        assert!(pages.iter().any(has), "no page of {block}");
    }
    Ok(())
}

/// The last column of `doc/timing.md`.
#[test]
fn each_line_of_the_contract_names_what_holds_it() -> Outcome<()> {
    let page = |name: &str| fs::read_to_string(root().join("doc").join(name));
    let (contract, proofs) = (page("timing.md")?, page("proofs.md")?);
    let tests = tests()?;
    let assertions: BTreeSet<_> = fs::read_to_string(root().join("rtl/contract/agu_contract.sv"))?
        .lines()
        .filter_map(|line| {
            let (_, rule) = line.trim().strip_prefix("`AGU_")?.split_once('(')?;
            Some(rule.split_once(',')?.0.to_owned())
        })
        .collect();
    for name in &assertions {
        assert!(
            contract.contains(&format!("`{name}`")),
            "not on the page: {name}"
        );
    }
    assert!(contract.contains("*ports* is the test `ports_keep_the_contract_verilator`"));
    assert!(tests.contains("ports_keep_the_contract_verilator"));
    let rows = contract.lines().filter(|line| line.starts_with("| "));
    let rows: Vec<_> = rows.filter(|line| !line.ends_with(" held by |")).collect();
    assert!(rows.len() > 20, "{rows:?}");
    for row in rows {
        let holds = row.split(" | ").last().unwrap_or_default();
        for name in holds.split('`').skip(1).step_by(2) {
            let known = tests.contains(name)
                || assertions.contains(name)
                || proofs.contains(&format!("\n| `{name}` | "));
            assert!(known, "neither test nor proof: {name}");
        }
    }
    Ok(())
}
