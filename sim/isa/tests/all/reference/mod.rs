//! The reference page, `doc/isa.md`, is printed from the table of forms and `agu_isa::visa`.
//!
//! `UPDATE=1 cargo test -p agu-isa --test all reference` writes the page anew.

mod differences;
mod fields;
mod forms;
mod markdown;
mod operands;
mod page;
mod rules;
mod sources;
mod spelling;
mod visa;

use std::path::Path;
use std::{env, fs};

/// The page, from the root of the project.
const PAGE: &str = "doc/isa.md";

#[test]
fn page_is_what_the_table_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(PAGE);
    let expected = page::page();
    if env::var_os("UPDATE").is_some_and(|update| update == "1") {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for the page");
        fs::write(&path, &expected).expect("the page");
        return;
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    if found != expected {
        panic!(
            "{PAGE} does not agree with the table of forms.\n{}\n\
             UPDATE=1 cargo test -p agu-isa --test all reference writes the page anew.",
            first_difference(&found, &expected)
        );
    }
}

fn first_difference(found: &str, expected: &str) -> String {
    let lines = expected.lines().count().max(found.lines().count());
    let differs = |index: &usize| found.lines().nth(*index) != expected.lines().nth(*index);
    match (0..lines).find(differs) {
        Some(index) => {
            let line = |text: &str| text.lines().nth(index).unwrap_or("(the end)").to_owned();
            format!(
                "line {}\n  page:  {}\n  table: {}",
                index + 1,
                line(found),
                line(expected)
            )
        }
        None => "Only line ends differ.".to_owned(),
    }
}

/// Every link leads to a heading, and no two headings have one anchor.
#[test]
fn links_lead_somewhere() {
    let page = page::page();
    let headings = page.lines().filter(|line| line.starts_with('#'));
    let mut anchors: Vec<_> = headings
        .map(|line| markdown::anchor(line.trim_start_matches(['#', ' '])))
        .collect();
    anchors.sort();
    let count = anchors.len();
    anchors.dedup();
    assert_eq!(anchors.len(), count, "anchors are unique");
    for rest in page.split("](#").skip(1) {
        let link = rest.split(')').next().unwrap_or_default().to_owned();
        assert!(anchors.contains(&link), "{link}");
    }
}

/// Cells with a `|` would be cut in two.
#[test]
fn tables_are_even() {
    let page = page::page();
    let mut columns = None;
    for line in page.lines() {
        let bars = line.matches('|').count();
        match columns {
            _ if !line.starts_with('|') => columns = None,
            None => columns = Some(bars),
            Some(columns) => assert_eq!(bars, columns, "{line}"),
        }
    }
}
