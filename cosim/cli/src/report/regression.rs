//! The end of `agu cosim`: a table, JUnit XML.

use crate::results::{Cosim, Record};
use cosim::regression::{Regression, Report};
use cosim::testbench::coverage::CoverageReport;
use quick_junit::{NonSuccessKind, Property, TestCase, TestCaseStatus, TestSuite};
use scoreboard::RequestCounts;
use std::time::Duration;

/// Digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('_');
        }
        text.push(digit);
    }
    text
}

/// Bins that were not hit and are told one by one in the text; the rest is counted.
const TOLD_BINS: usize = 20;

/// Lane-operations a second.
pub fn rate(operations: u64, seconds: f64) -> u64 {
    (operations as f64 / seconds.max(1e-9)) as u64
}

/// The bins that were not hit, a line each, nothing where all were.
pub fn missing(coverage: &CoverageReport) -> String {
    let mut text = String::new();
    for (group, bin) in coverage.missing().take(TOLD_BINS) {
        text += &format!("not covered: {bin} ({group})\n");
    }
    let untold = (coverage.total - coverage.hit).saturating_sub(TOLD_BINS);
    if untold > 0 {
        text += &format!("and {untold} more bins not covered, all of them with --json\n");
    }
    text
}

/// Bins that were hit, of all.
pub fn hits(coverage: &CoverageReport) -> String {
    match coverage.total {
        0 => "no bins apply".to_owned(),
        total => format!("{}/{total}", coverage.hit),
    }
}

/// An interrupted run, as JUnit and standard error name it.
pub fn after(regression: &Regression, report: &Report) -> String {
    let (ran, all) = (report.counts.operations, regression.operations);
    format!(
        " after {} of {} lane-operations",
        grouped(ran),
        grouped(all)
    )
}

/// The closing table.
pub fn table(regression: &Regression, report: &Report, found: &Record<Cosim>) -> String {
    let seconds = report.elapsed.as_secs_f64();
    let coverage = &found.result.coverage;
    let top = found.hardware.top.iter();
    let mut rows: Vec<_> = top.map(|top| ("top", top.clone())).collect();
    rows.extend([
        ("lane-operations", grouped(report.counts.operations)),
        ("lanes", regression.table.lanes().to_string()),
        ("cycles", grouped(report.counts.cycles)),
        ("mismatches", u8::from(report.failure.is_some()).to_string()),
        (
            "lane-operations/s",
            grouped(rate(report.counts.operations, seconds)),
        ),
        ("jobs", regression.jobs.to_string()),
        ("seed", regression.seed.to_string()),
    ]);
    rows.insert(rows.len() - 3, ("coverage", hits(coverage)));
    if report.interrupted {
        let place = 1 + usize::from(found.hardware.top.is_some());
        rows.insert(
            place,
            ("interrupted before", grouped(regression.operations)),
        );
    }
    if let Some(RequestCounts {
        made,
        fewest,
        exported,
    }) = report.requests
    {
        rows.push(("memory requests", grouped(made)));
        rows.push(("the fewest possible", grouped(fewest)));
        rows.push(("of an agu_unit", grouped(exported)));
    }
    let lines = rows
        .iter()
        .map(|(name, value)| format!("{name:<20}{value:>20}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The name of the tool and of the class of its cases, as JUnit has them.
const TOOL: &str = "agu";
const CLASS: &str = "agu.cosim";

/// The result as two JUnit test cases: the co-simulation, and the rules of its coverage.
///
/// # Errors
/// As the writer of the XML.
pub fn junit(
    regression: &Regression,
    report: &Report,
    found: &Record<Cosim>,
) -> Result<String, quick_junit::SerializeError> {
    let coverage = &found.result.coverage;
    let mut status = TestCaseStatus::success();
    if let Some(failure) = &report.failure {
        status = failed(
            "mismatch",
            &failure.headline(),
            &report.explanation().unwrap_or_default(),
        );
    } else if report.interrupted {
        status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_type("interrupted");
        status.set_message(format!("interrupted{}", after(regression, report)));
    }
    let mut simulation = TestCase::new("random co-simulation", status);
    simulation.set_time(report.elapsed);
    simulation.set_system_out(missing(coverage));

    let contradictions: Vec<_> = coverage
        .contradictions()
        .map(|(group, bin)| format!("{bin} ({group})"))
        .collect();
    let status = match contradictions.as_slice() {
        [] => TestCaseStatus::success(),
        met => failed(
            "contradiction",
            &format!("{} bins were met that a rule calls impossible", met.len()),
            &met.join("\n"),
        ),
    };
    let mut rules = TestCase::new("rules of the coverage", status);
    rules.set_time(Duration::ZERO);

    let mut suite = TestSuite::new("agu cosim");
    let properties = [
        ("seed", regression.seed.to_string()),
        ("target", regression.table.target().to_owned()),
        ("lanes", regression.table.lanes().to_string()),
        ("jobs", regression.jobs.to_string()),
        ("operations", report.counts.operations.to_string()),
        ("cycles", report.counts.cycles.to_string()),
        ("coverage", hits(coverage)),
    ];
    let top = found.hardware.top.iter();
    let top = top.map(|top| ("top", top.clone()));
    for (name, value) in properties.into_iter().chain(top) {
        suite.add_property(Property::new(name, value));
    }
    for group in &coverage.groups {
        let name = format!("coverage of {}", group.name);
        let value = format!("{}/{}", group.hit, group.total);
        suite.add_property(Property::new(name, value));
    }
    for mut case in [simulation, rules] {
        case.set_classname(CLASS);
        suite.add_test_case(case);
    }
    suite.set_time(report.elapsed);
    let mut xml = quick_junit::Report::new(TOOL);
    xml.set_time(report.elapsed);
    xml.add_test_suite(suite);
    xml.to_string()
}

/// A failed test case: one line as message, everything as text.
pub(super) fn failed(kind: &str, message: &str, text: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_type(kind);
    status.set_message(message);
    status.set_description(text);
    status
}
