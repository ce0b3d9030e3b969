//! The end of `agu cosim`: a table, JUnit XML.

use super::junit::{JunitCase, Problem, Suite};
use crate::results::{Cosim, Record};
use cosim::regression::{Regression, RegressionReport};
use cosim::testbench::coverage::CoverageReport;

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

/// Bins not hit that the text names; the rest is counted.
const NAMED_BINS: usize = 20;

/// Lane-operations a second.
pub fn rate(operations: u64, seconds: f64) -> u64 {
    (operations as f64 / seconds.max(1e-9)) as u64
}

/// The bins that were not hit, a line each, nothing where all were.
pub fn missing(coverage: &CoverageReport) -> String {
    let mut text = String::new();
    for (group, bin) in coverage.missing().take(NAMED_BINS) {
        text += &format!("not covered: {bin} ({group})\n");
    }
    let more = (coverage.total - coverage.hit).saturating_sub(NAMED_BINS);
    if more > 0 {
        let more = grouped(more as u64);
        text += &format!("and {more} more bins not covered, all of them with --json\n");
    }
    text
}

/// Bins that were hit, of all.
pub fn hits(coverage: &CoverageReport) -> String {
    match coverage.total {
        0 => "no bins apply".to_owned(),
        total => {
            let [hit, total] = [coverage.hit, total].map(|bins| grouped(bins as u64));
            format!("{hit}/{total}")
        }
    }
}

/// An interrupted run, as JUnit and standard error name it.
pub fn after(regression: &Regression, report: &RegressionReport) -> String {
    let (ran, all) = (report.counts.operations, regression.operations);
    format!(
        " after {} of {} lane-operations",
        grouped(ran),
        grouped(all)
    )
}

/// The closing table.
pub fn table(regression: &Regression, report: &RegressionReport, found: &Record<Cosim>) -> String {
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
    let mut ports = regression.setup(0).contract.memory.iter();
    let fewest = match ports.any(|port| port.is_cache) {
        true => "fewest uncached",
        false => "the fewest possible",
    };
    for (name, counts) in &report.requests {
        rows.push((name, grouped(counts.made)));
        rows.push((fewest, grouped(counts.fewest)));
        rows.push(("of an agu_unit", grouped(counts.exported)));
    }
    let lines = rows
        .iter()
        .map(|(name, value)| format!("{name:<20}{value:>20}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The result as two JUnit test cases: the co-simulation, and the rules of its coverage.
pub fn junit(
    regression: &Regression,
    report: &RegressionReport,
    found: &Record<Cosim>,
) -> Result<String, minijinja::Error> {
    let coverage = &found.result.coverage;
    let problem = match &report.failure {
        Some(failure) => {
            let text = report.explanation().unwrap_or_default();
            Some(Problem::failure("mismatch", &failure.headline(), text))
        }
        None if report.interrupted => {
            let message = format!("interrupted{}", after(regression, report));
            Some(Problem::error("interrupted", &message))
        }
        None => None,
    };
    let time = report.elapsed.as_secs_f64();
    let case = |name: &str, time, problem, out| JunitCase {
        name: name.to_owned(),
        class: "agu.cosim".to_owned(),
        time,
        problem,
        out,
    };
    let met: Vec<String> = coverage
        .contradictions()
        .map(|(group, bin)| format!("{bin} ({group})"))
        .collect();
    let message = format!("{} bins were met that a rule calls impossible", met.len());
    let rules = || Problem::failure("contradiction", &message, met.join("\n"));
    let rules = (!met.is_empty()).then(rules);
    let properties = [
        ("seed", regression.seed.to_string()),
        ("target", regression.table.target().to_owned()),
        ("lanes", regression.table.lanes().to_string()),
        ("jobs", regression.jobs.to_string()),
        ("operations", report.counts.operations.to_string()),
        ("cycles", report.counts.cycles.to_string()),
        ("coverage", hits(coverage)),
    ];
    let top = found.hardware.top.iter().map(|top| ("top", top.clone()));
    let properties = properties.into_iter().chain(top);
    let groups = coverage.groups.iter().map(|group| {
        let hits = format!("{}/{}", group.hit, group.total);
        (format!("coverage of {}", group.name), hits)
    });
    let suite = Suite {
        name: "agu cosim".to_owned(),
        time,
        properties: properties
            .map(|(name, value)| (name.to_owned(), value))
            .chain(groups)
            .collect(),
        cases: vec![
            case("random co-simulation", time, problem, missing(coverage)),
            case("rules of the coverage", 0.0, rules, String::new()),
        ],
    };
    suite.xml()
}
