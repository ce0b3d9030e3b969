//! Comments and pages that cite the semantics name existing sections.

use super::{Outcome, files, root};
use std::collections::BTreeSet;
use std::fs;

/// The numbers of the sections.
fn sections() -> Outcome<BTreeSet<u32>> {
    let page = fs::read_to_string(root().join("doc/semantics.md"))?;
    let headings = page.lines().filter_map(|line| line.strip_prefix("## "));
    let numbers = headings.map(|heading| heading.split('.').next().unwrap_or_default().parse());
    Ok(numbers.collect::<Result<_, _>>()?)
}

/// The numbers after each "semantics, section" of a text, `5` or `4 and 5`.
fn cited(text: &str) -> Vec<u32> {
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let mut numbers = Vec::new();
    for at in 0..words.len() {
        let word = |offset: usize| words.get(at + offset).copied().unwrap_or_default();
        if word(0) != "semantics" || !["section", "sections"].contains(&word(1)) {
            continue;
        }
        numbers.extend(word(2).parse::<u32>());
        if word(3) == "and" && word(1) == "sections" {
            numbers.extend(word(4).parse::<u32>());
        }
    }
    numbers
}

#[test]
fn cited_sections_are_there() -> Outcome<()> {
    let sections = sections()?;
    assert_eq!(sections, (1..=9).collect());
    assert_eq!(
        cited("(semantics, sections\n 4 and 5), semantics, section 3"),
        [4, 5, 3]
    );
    let mut found = 0;
    for folder in ["sim", "rtl", "cosim", "tests/src", "doc"] {
        for ending in ["rs", "md"] {
            for (path, text) in files(&root().join(folder), ending)? {
                // A citation may span several lines of a comment.
                let text = text
                    .replace("//!", " ")
                    .replace("///", " ")
                    .replace("//", " ");
                for number in cited(&text) {
                    assert!(sections.contains(&number), "{}: {number}", path.display());
                    found += 1;
                }
            }
        }
    }
    assert!(found > 20, "{found}");
    Ok(())
}
