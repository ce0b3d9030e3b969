use super::*;
use crate::results::{Mismatched, Proof, Survivor};
use cosim::testbench::coverage::{CoverageReport, Group};
use formal::prove::catalogue::PROOFS;

const TOP: &str = "agu_unit32";

/// A result of the shipped unit, of the hardware that is exported as `hash`.
fn of_shipped<T>(time: u64, hash: &str, result: T) -> Record<T> {
    Record {
        schema: 1,
        command: String::new(),
        invocation: String::new(),
        shard: None,
        target: SHIPPED.to_owned(),
        hardware: Hardware {
            sha256: hash.to_owned(),
            exported: [(TOP.to_owned(), hash.to_owned())].into(),
            top: None,
        },
        tool: Default::default(),
        host: Default::default(),
        tools: Default::default(),
        time,
        result,
    }
}

/// Of a program that exports the hardware as `now`.
fn page() -> Page {
    Page {
        exported: [(TOP.to_owned(), "now".to_owned())].into(),
        ..Page::default()
    }
}

fn run(operations: u64, signal: Option<&str>) -> Cosim {
    Cosim {
        operations,
        mismatches: u64::from(signal.is_some()),
        mismatch: signal.map(|signal| Mismatched {
            kind: Some("LEA.HI".to_owned()),
            lanes: 1,
            text: format!("mismatch: {signal}: expected 0, got 1"),
            ..Mismatched::default()
        }),
        ..Cosim::default()
    }
}

fn proofs(names: &[&str]) -> Prove {
    let proofs = names.iter().map(|name| Proof {
        name: (*name).to_owned(),
        proved: true,
        ..Proof::default()
    });
    Prove {
        seconds: 1.0,
        proofs: proofs.collect(),
    }
}

/// How often markup is in the page, without what is in its text.
fn count(page: &str, markup: &str) -> usize {
    page.matches(markup).count()
}

fn defaults() -> usize {
    PROOFS.iter().filter(|proof| proof.default).count()
}

#[test]
fn nothing_is_loaded_from_elsewhere() {
    // What is in the page itself has a name in it.
    let page = Page::default().html().replace("url(#", "");
    for from in ["src=", "href=\"http", "url(", "@import", "<script", "<link"] {
        assert_eq!(count(&page, from), 0, "{from}");
    }
}

#[test]
fn a_failure_leads_and_no_short_run_stands_for_a_long_one() {
    let long = of_shipped(1, "now", run(20_000_000, None));
    let short = of_shipped(3, "now", run(1000, None));
    let page_of = |cosim| Page { cosim, ..page() };
    let html = page_of(vec![long.clone(), short.clone()]).html();
    assert!(html.contains("in 20_000_000 lane-operations"));
    let failed = of_shipped(2, "now", run(64, Some("sum_lo")));
    let html = page_of(vec![long, failed, short]).html();
    assert!(html.contains("<b class=\"bad\">mismatch</b>"));
    assert!(html.contains("in 64 lane-operations"));
    assert!(html.contains("sum_lo: expected 0, got 1"));
    for operations in ["20_000_000", "1_000"] {
        let cell = format!("data-heading=\"lane-operations\">{operations}</td>");
        assert!(html.contains(&cell), "every run is in the table");
    }
}

#[test]
fn what_is_of_an_earlier_hardware_is_no_verdict() {
    let before = |time| of_shipped(time, "before", proofs(&["mov", "lea-lo"]));
    let mutation = Mutation {
        mutants: 8,
        killed_by_cosim: 8,
        ..Mutation::default()
    };
    let page = Page {
        cosim: vec![of_shipped(1, "before", run(20_000_000, None))],
        mutation: vec![of_shipped(1, "before", mutation)],
        prove: vec![before(1)],
        ..page()
    };
    let html = page.html();
    assert!(html.contains(&format!("<b>0 / {}</b>", defaults())));
    assert!(html.contains("proved, of an earlier hardware"));
    assert_eq!(count(&html, "class=\"good\""), 0);
    // Each of the figures, and where each section names its hardware.
    assert!(count(&html, "of an earlier hardware") >= 8);

    let now = of_shipped(2, "now", proofs(&["mov"]));
    let page = Page {
        prove: vec![before(1), now, before(3)],
        ..self::page()
    };
    let html = page.html();
    assert!(html.contains(&format!("<b>1 / {}</b>", defaults())));
    assert_eq!(count(&html, "proved, of an earlier hardware"), 1);
    assert_eq!(count(&html, "<td class=\"good\">proved</td>"), 1);
}

#[test]
fn one_proof_that_runs_again_hides_no_other() {
    let mut failed = proofs(&["mov"]);
    failed.proofs[0].proved = false;
    let page = Page {
        prove: vec![
            of_shipped(1, "now", proofs(&["mov", "lea-lo"])),
            of_shipped(2, "now", failed),
        ],
        ..page()
    };
    let html = page.html();
    assert!(html.contains(&format!("<b class=\"bad\">1 / {}</b>", defaults())));
    assert_eq!(count(&html, "<td class=\"bad\">failed</td>"), 1);
    assert_eq!(count(&html, "<td class=\"good\">proved</td>"), 1);
}

#[test]
fn a_share_says_of_what_and_is_whole_for_all_of_it_alone() {
    let group = Group {
        name: "lanes".to_owned(),
        hit: 9999,
        total: 10_000,
        missing: vec!["lane < 3".to_owned()],
        ..Group::default()
    };
    let page = Page {
        cosim: vec![of_shipped(
            1,
            "now",
            Cosim {
                coverage: CoverageReport {
                    hit: 9999,
                    total: 10_000,
                    groups: vec![group],
                },
                ..run(1000, None)
            },
        )],
        mutation: vec![of_shipped(
            1,
            "now",
            Mutation {
                mutants: 5,
                equivalent: 1,
                killed_by_cosim: 3,
                survivors: vec![Survivor {
                    place: "agu_lane, line 7".to_owned(),
                    source: "assign a = b & c;".to_owned(),
                }],
                ..Mutation::default()
            },
        )],
        ..page()
    };
    let html = page.html();
    for text in [
        "<b>99.9 %</b><span>of 10000 coverage bins hit</span>",
        "<b>75.0 %</b><span>of 4 mutants killed</span>",
        "lane &lt; 3",
        "b &amp; c",
    ] {
        assert!(html.contains(text), "{text}");
    }
}
