//! What `agu cosim` says at its end: a table, JSON, JUnit XML.

use crate::campaign::{Campaign, Report};
use quick_junit::{NonSuccessKind, Property, TestCase, TestCaseStatus, TestSuite};
use serde::Serialize;

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

/// Lane-operations a second.
pub fn rate(operations: u64, seconds: f64) -> u64 {
    (operations as f64 / seconds.max(1e-9)) as u64
}

/// The closing table.
pub fn table(campaign: &Campaign, report: &Report, lanes: usize) -> String {
    let seconds = report.elapsed.as_secs_f64();
    let rows = [
        ("lane-operations", grouped(report.counts.operations)),
        ("lanes", lanes.to_string()),
        ("cycles", grouped(report.counts.cycles)),
        ("mismatches", u8::from(report.failure.is_some()).to_string()),
        (
            "lane-operations/s",
            grouped(rate(report.counts.operations, seconds)),
        ),
        ("jobs", campaign.jobs.to_string()),
        ("seed", campaign.seed.to_string()),
    ];
    let lines = rows.map(|(name, value)| format!("{name:<20}{value:>20}"));
    lines.join("\n")
}

/// The result as `--json` writes it.
#[derive(Serialize)]
pub struct Json {
    operations: u64,
    cycles: u64,
    jobs: u64,
    seed: u64,
    seconds: f64,
    operations_per_second: u64,
    mismatches: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    mismatch: Option<JsonMismatch>,
}

#[derive(Serialize)]
struct JsonMismatch {
    seed: u64,
    instruction: usize,
    cycle: u64,
    lane: Option<usize>,
    signal: String,
    expected: u64,
    got: u64,
}

/// The result as data.
pub fn json(campaign: &Campaign, report: &Report) -> Json {
    let seconds = report.elapsed.as_secs_f64();
    let mismatch = report.failure.as_ref().and_then(|failure| {
        let mismatch = failure.mismatch.as_ref()?;
        Some(JsonMismatch {
            seed: failure.seed,
            instruction: mismatch.place.instruction,
            cycle: mismatch.place.cycle,
            lane: mismatch.lane,
            signal: mismatch.signal.clone(),
            expected: mismatch.expected,
            got: mismatch.got,
        })
    });
    Json {
        operations: report.counts.operations,
        cycles: report.counts.cycles,
        jobs: campaign.jobs,
        seed: campaign.seed,
        seconds,
        operations_per_second: rate(report.counts.operations, seconds),
        mismatches: u64::from(report.failure.is_some()),
        mismatch,
    }
}

/// The result as one JUnit test case.
///
/// # Errors
/// As the writer of the XML.
pub fn junit(campaign: &Campaign, report: &Report) -> Result<String, quick_junit::SerializeError> {
    let status = match &report.failure {
        None => TestCaseStatus::success(),
        Some(failure) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_message(failure.to_string());
            status
        }
    };
    let mut case = TestCase::new("random co-simulation", status);
    case.set_classname("agu.cosim").set_time(report.elapsed);
    let mut suite = TestSuite::new("agu cosim");
    suite.add_property(Property::new("seed", campaign.seed.to_string()));
    suite.add_property(Property::new(
        "operations",
        report.counts.operations.to_string(),
    ));
    suite.add_test_case(case);
    let mut xml = quick_junit::Report::new("agu");
    xml.add_test_suite(suite);
    xml.to_string()
}
