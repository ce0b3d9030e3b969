//! The end of `agu merge` and `agu regress`: a table, JUnit XML.

use super::junit::{JunitCase, Problem, Suite};
use crate::results::fold::{each, text};
use crate::results::part_result::{PartFault, PartResult, outline};
use crate::results::{Merged, Summary};
use serde_json::Value;
use std::fmt::Write;

/// Lines of a list that are printed; the rest is counted.
const PRINTED: usize = 20;

/// Columns of a name in the table, where none is longer.
const COLUMNS: usize = 16;

/// The table, after what is wrong.
pub fn table(summary: &Summary) -> String {
    let mut text = String::new();
    for PartFault {
        part,
        again,
        text: fault,
        ..
    } in &summary.faults
    {
        let _ = writeln!(
            text,
            "FAILED: {part}\n  {}\n  again: {again}",
            fault.replace('\n', "\n  ")
        );
    }
    if let Some(coverage) = &summary.coverage {
        list(&mut text, "not reached", texts(coverage, "holes"));
        list(&mut text, "unused waivers", texts(coverage, "stale"));
    }
    list(
        &mut text,
        "MISSING",
        summary.missing.iter().map(String::as_str),
    );
    let totals = summary.totals().map(|(command, total)| {
        let what = match (command, total["target"].as_str()) {
            ("cosim", Some(target)) => format!("cosim {target}"),
            _ => command.to_owned(),
        };
        (what, outline(command, total))
    });
    let (failed, missing) = (summary.faults.len(), summary.missing.len());
    let parts = summary.parts;
    let parts = format!("{parts} with a result, failed {failed}, missing {missing}");
    let rows: Vec<_> = totals.chain([("parts".to_owned(), parts)]).collect();
    let widths = rows.iter().map(|(what, _)| what.chars().count() + 2);
    let width = widths.max().unwrap_or_default().max(COLUMNS);
    for (what, found) in rows {
        let _ = writeln!(text, "{what:<width$}{found}");
    }
    text
}

fn texts<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a str> {
    each(value, name).map(text)
}

fn list<'a>(text: &mut String, what: &str, mut all: impl Iterator<Item = &'a str>) {
    for one in all.by_ref().take(PRINTED) {
        let _ = writeln!(text, "{what}: {one}");
    }
    let more = all.count();
    if more > 0 {
        let _ = writeln!(text, "and {more} more, all of them in the JSON");
    }
}

/// A test case a part, and one for what only all parts of `agu coverage` together reach.
pub fn junit(merged: &Merged, summary: &Summary) -> Result<String, minijinja::Error> {
    let names: Vec<&str> = merged.names.iter().map(String::as_str).collect();
    let mut cases: Vec<JunitCase> = merged.parts().map(of_part).collect();
    cases.extend(summary.missing.iter().map(|part| JunitCase {
        name: part.clone(),
        class: "agu.missing".to_owned(),
        problem: Some(Problem::error("missing", "there is no result")),
        ..JunitCase::default()
    }));
    if let Some(coverage) = &summary.coverage {
        let left: Vec<&str> = texts(coverage, "holes")
            .chain(texts(coverage, "stale"))
            .collect();
        let message = "not reached, or an unused waiver";
        let problem = || Problem::failure("coverage", message, left.join("\n"));
        cases.push(JunitCase {
            name: "coverage of all parts".to_owned(),
            class: "agu.coverage".to_owned(),
            problem: (!left.is_empty()).then(problem),
            ..JunitCase::default()
        });
    }
    let groups = summary.cosim.iter().flat_map(|total| {
        each(&total["coverage"], "groups").map(|group| {
            let (target, name) = (text(&total["target"]), text(&group["name"]));
            let hits = format!("{}/{}", group["hit"], group["total"]);
            (format!("{target}: coverage of {name}"), hits)
        })
    });
    let suite = Suite {
        name: match names.as_slice() {
            [] => "agu merge".to_owned(),
            names => names.join(", "),
        },
        time: cases.iter().map(|case| case.time).sum(),
        properties: groups.collect(),
        cases,
    };
    suite.xml()
}

fn of_part(part: &PartResult) -> JunitCase {
    let problem = part.fault().map(|fault| {
        let headline = fault.text.lines().next().unwrap_or_default();
        let text = format!("{}\nagain: {}", fault.text, fault.again);
        Problem::failure("failure", headline, text)
    });
    JunitCase {
        name: part.name(),
        class: format!("agu.{}", part.head.command),
        time: part.seconds(),
        problem,
        out: outline(&part.head.command, &part.value),
    }
}
