//! The end of `agu merge` and `agu regress`: a table, JUnit XML.

use super::regression::failed;
use crate::results::merged::Fold;
use crate::results::merged::{Fault, Merged, Summary};
use crate::results::record::Kept;
use crate::results::{Coverage, Record};
use quick_junit::{
    NonSuccessKind, Property, Report, SerializeError, TestCase, TestCaseStatus, TestSuite,
};
use std::fmt::Write;
use std::time::Duration;

/// Of a list that are told one by one; the rest is counted.
const TOLD: usize = 20;

/// The table, after what is wrong.
pub fn table(summary: &Summary) -> String {
    let mut text = String::new();
    for Fault {
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
        list(&mut text, "not reached", &coverage.result.holes);
        list(&mut text, "waived without need", &coverage.result.stale);
    }
    list(&mut text, "MISSING", &summary.missing);
    for record in &summary.cosim {
        let what = format!("cosim {}", record.target);
        let _ = writeln!(text, "{what:<16}{}", record.result.told());
    }
    let _ = row(&mut text, summary.prove.as_ref());
    let _ = row(&mut text, summary.mutate.as_ref());
    let _ = row(&mut text, summary.coverage.as_ref());
    let _ = row(&mut text, summary.synth.as_ref());
    let _ = writeln!(
        text,
        "{:<16}{} with a result, failed {}, missing {}",
        "parts",
        summary.parts,
        summary.faults.len(),
        summary.missing.len()
    );
    text
}

fn list<'a>(text: &mut String, what: &str, all: impl IntoIterator<Item = &'a String>) {
    let mut all = all.into_iter();
    for one in all.by_ref().take(TOLD) {
        let _ = writeln!(text, "{what}: {one}");
    }
    match all.count() {
        0 => {}
        untold => {
            let _ = writeln!(text, "and {untold} more, all of them in the JSON");
        }
    }
}

fn row<T: Fold>(text: &mut String, record: Option<&Record<T>>) -> std::fmt::Result {
    match record {
        Some(record) => writeln!(text, "{:<16}{}", T::COMMAND, record.result.told()),
        None => Ok(()),
    }
}

/// A test case a part, and one for what only all parts of `agu coverage` together reach.
///
/// # Errors
/// As the writer of the XML.
pub fn junit(merged: &Merged, summary: &Summary) -> Result<String, SerializeError> {
    let names: Vec<&str> = merged.names.iter().map(String::as_str).collect();
    let name = match names.as_slice() {
        [] => "agu merge".to_owned(),
        names => names.join(", "),
    };
    let mut suite = TestSuite::new(name);
    let mut time = Duration::ZERO;
    for part in merged.parts() {
        let status = match &part.fault {
            None => TestCaseStatus::success(),
            Some(fault) => {
                let headline = fault.text.lines().next().unwrap_or_default();
                let text = format!("{}\nagain: {}", fault.text, fault.again);
                failed("failure", headline, &text)
            }
        };
        let took = Duration::try_from_secs_f64(part.seconds).unwrap_or_default();
        let mut case = TestCase::new(part.name, status);
        case.set_classname(format!("agu.{}", part.command));
        case.set_time(took);
        case.set_system_out(part.told);
        suite.add_test_case(case);
        time += took;
    }
    for part in &summary.missing {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_type("missing");
        status.set_message("there is no result");
        let mut case = TestCase::new(part.clone(), status);
        case.set_classname("agu.missing");
        suite.add_test_case(case);
    }
    if let Some(coverage) = &summary.coverage {
        let left = coverage.result.holes.iter().chain(&coverage.result.stale);
        let left: Vec<&str> = left.map(String::as_str).collect();
        let status = match left.as_slice() {
            [] => TestCaseStatus::success(),
            left => failed(
                "coverage",
                "not reached, or waived without need",
                &left.join("\n"),
            ),
        };
        let mut case = TestCase::new("coverage of all parts", status);
        case.set_classname(format!("agu.{}", Coverage::COMMAND));
        suite.add_test_case(case);
    }
    for record in &summary.cosim {
        for group in &record.result.coverage.groups {
            let name = format!("{}: coverage of {}", record.target, group.name);
            suite.add_property(Property::new(
                name,
                format!("{}/{}", group.hit, group.total),
            ));
        }
    }
    suite.set_time(time);
    let mut xml = Report::new("agu");
    xml.set_time(time);
    xml.add_test_suite(suite);
    xml.to_string()
}
