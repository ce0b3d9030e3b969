//! Generated parts of the reference page, `doc/isa.md`: the text between a comment
//! `generated: NAME` and a comment `end`.
//!
//! `UPDATE=1 cargo test -p agu-isa --test all reference` writes them anew.

mod bits;
mod form;
mod lines;

use std::path::{Path, PathBuf};
use std::{env, fs};

use agu_isa::form::Form;
use agu_isa::visa::rules::RULES;
use agu_isa::{Isa, Part, table};

use crate::data::vectors;

const START: &str = "<!-- generated: ";
const NAME_END: &str = " -->\n\n";
const END: &str = "<!-- end -->\n";

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../doc/isa.md")
}

fn page() -> String {
    fs::read_to_string(path()).expect("the page")
}

/// Generates the text of a part, by its name. A table of lines keeps all but its last column.
fn generated(name: &str, present: &str) -> String {
    let words: Vec<_> = name.split(' ').collect();
    let isa = || words[1].parse().expect("an instruction set");
    match words[..] {
        ["vectors"] => vector_files(),
        ["forms", _] => forms(isa()),
        ["parts"] => forms_by_part(),
        ["form", _, form] => {
            let mut forms = table::forms(isa());
            let form = forms
                .find(|it| it.name == form)
                .expect("a form of the tables");
            form::section(isa(), form)
        }
        ["lines", _] => lines::with_outcomes(present, |line| lines::of_text(isa(), line)),
        ["texts", "visa"] => lines::with_outcomes(present, lines::bytes_of),
        ["bytes", "visa"] => lines::with_outcomes(present, lines::of_bytes),
        ["rules", "visa"] => list(RULES.iter().map(|rule| sentence(rule.message))),
        _ => panic!("unknown part {name}"),
    }
}

/// Generates the parts of the page anew. Returns the page and the names of the parts.
fn regenerated(page: &str) -> (String, Vec<&str>) {
    let mut parts = page.split(START);
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut names = Vec::new();
    for part in parts {
        let (name, rest) = part.split_once(NAME_END).expect("a name");
        let (present, after) = rest.split_once(END).expect("an end");
        text += &format!(
            "{START}{name}{NAME_END}{}{END}{after}",
            generated(name, present)
        );
        names.push(name);
    }
    (text, names)
}

#[test]
fn the_page_is_what_the_tables_say() {
    let page = page();
    let (expected, mut names) = regenerated(&page);
    if env::var("UPDATE").is_ok_and(|update| update == "1") {
        return fs::write(path(), expected).expect("the page is written");
    }
    let mut lines = (1..).zip(page.lines().zip(expected.lines()));
    if let Some((line, (found, expected))) = lines.find(|(_, (found, expected))| found != expected)
    {
        panic!("doc/isa.md:{line}: found\n  {found}\nexpected\n  {expected}");
    }
    assert_eq!(page, expected);
    // A table of lines is where it is needed; any other part stands once.
    names.retain(|name| !name.starts_with("lines "));
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count, "a part twice");
    for (isa, form) in Isa::BEFORE_VOLTA
        .into_iter()
        .flat_map(|isa| table::forms(isa).map(move |it| (isa, it)))
    {
        let name = format!("form {isa} {}", form.name);
        assert!(
            names.contains(&&*name),
            "doc/isa.md has no `{START}{name} -->`"
        );
        assert!(
            page.contains(&format!("\n### {}\n", heading(isa, form))),
            "no heading of {name}"
        );
    }
}

/// Every link leads to a heading, and no two headings have one anchor.
#[test]
fn links_lead_somewhere() {
    let page = page();
    let headings = page.lines().filter(|line| line.starts_with('#'));
    let mut anchors: Vec<_> = headings
        .map(|line| anchor(line.trim_start_matches(['#', ' '])))
        .collect();
    anchors.sort();
    let count = anchors.len();
    anchors.dedup();
    assert_eq!(anchors.len(), count, "anchors are unique");
    let links: Vec<_> = page.split("](#").skip(1).collect();
    assert!(links.len() > 30, "{links:?}");
    for rest in links {
        let link = rest.split(')').next().unwrap_or_default().to_owned();
        assert!(anchors.contains(&link), "{link}");
    }
}

/// Cells with a `|` would be cut in two.
#[test]
fn tables_are_even() {
    let mut columns = None;
    for line in page().lines() {
        let bars = line.matches('|').count();
        match columns {
            _ if !line.starts_with('|') => columns = None,
            None => columns = Some(bars),
            Some(columns) => assert_eq!(bars, columns, "{line}"),
        }
    }
}

/// The forms from Volta on, with the parts that have them. A form's syntax is that of its last part.
fn forms_by_part() -> String {
    let mut rows: Vec<(&Form, String, Vec<Part>)> = Vec::new();
    for part in Part::ALL {
        for form in table::forms(Isa::Sm(part)) {
            let known = rows.iter().position(|(known, ..)| known.name == form.name);
            let place = known.unwrap_or(rows.len());
            if known.is_none() {
                rows.push((form, String::new(), Vec::new()));
            }
            rows[place].1 = form.syntax();
            rows[place].2.push(part);
        }
    }
    rows.sort_by_key(|(form, ..)| form.name);
    let rows: Vec<_> = rows
        .into_iter()
        .map(|(form, syntax, parts)| {
            let runs = parts
                .chunk_by(|part, next| *part as u8 + 1 == *next as u8)
                .map(|run| match (run[0], run[run.len() - 1]) {
                    (Part::Sm70, Part::Sm121) => "all".to_owned(),
                    (Part::Sm70, last) => format!("up to {last}"),
                    (first, Part::Sm121) => format!("from {first} on"),
                    (first, last) if first == last => first.to_string(),
                    (first, last) => format!("{first} to {last}"),
                });
            let parts = runs.collect::<Vec<_>>().join(", ");
            let executed = if form.is_executed() {
                "yes"
            } else {
                "text alone"
            };
            [code(form.name), parts, executed.to_owned(), code(&syntax)]
        })
        .collect();
    markdown_table(["form", "parts", "executed", "syntax"], &rows)
}

fn vector_files() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors");
    let files = fs::read_dir(folder)
        .expect("the vectors")
        .map(|file| file.expect("a file"));
    let names = files.map(|file| file.file_name().into_string().expect("a name"));
    let mut rows: Vec<_> = names
        .map(|name| [code(&name), vectors(&name).len().to_string()])
        .collect();
    rows.sort();
    markdown_table(["file", "lines"], &rows)
}

fn heading(isa: Isa, form: &Form) -> String {
    let isa = isa.to_string();
    format!("{} ({}{})", form.name, isa[..1].to_uppercase(), &isa[1..])
}

fn forms(isa: Isa) -> String {
    let row = |form: &'static Form| {
        [
            format!("[{}](#{})", form.name, anchor(&heading(isa, form))),
            code(&form.syntax()),
            code(&format!("{:016x}", !form.fields_mask() as u64)),
            code(&format!("{:016x}", form.opcode_bits())),
        ]
    };
    let rows: Vec<_> = table::forms(isa).map(row).collect();
    markdown_table(["form", "text", "mask", "value"], &rows)
}

/// The anchor of a heading, as code hosts make it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c.to_ascii_lowercase()),
        _ => None,
    });
    kept.collect()
}

/// Code in a line of text.
fn code(text: &str) -> String {
    format!("`{text}`")
}

/// A table, with a blank line after it.
fn markdown_table<const N: usize>(head: [&str; N], rows: &[[String; N]]) -> String {
    let line = |cells: &[String; N]| format!("| {} |\n", cells.join(" | "));
    let rule = head.map(|_| "---".to_owned());
    let rows: String = rows.iter().map(line).collect();
    line(&head.map(str::to_owned)) + &line(&rule) + &rows + "\n"
}

/// A list, with a blank line after it.
fn list(items: impl Iterator<Item = String>) -> String {
    let lines: String = items.map(|item| format!("* {item}\n")).collect();
    lines + "\n"
}

/// A text with a capital first letter and a full stop.
fn sentence(text: &str) -> String {
    text[..1].to_uppercase() + &text[1..] + "."
}
