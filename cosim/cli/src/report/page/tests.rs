use super::*;
use crate::results::{MinimisedText, Mismatched, Proof, Rate, Stack, Survivor, UnitRates};
use cosim::testbench::coverage::{CoverageReport, Group};
use formal::prove::catalogue::PROOFS;
use scoreboard::Compare;

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

/// A result of somebody's own hardware.
fn of_other(time: u64, target: &str, result: Cosim) -> Record<Cosim> {
    let hardware = Hardware {
        sha256: target.to_owned(),
        exported: Exported::new(),
        top: None,
    };
    Record {
        target: target.to_owned(),
        hardware,
        ..of_shipped(time, "", result)
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

/// The sections of the page: the shipped unit, then each other target.
fn sections(page: &Page) -> Vec<String> {
    let html = page.html();
    html.split("<section>").skip(1).map(str::to_owned).collect()
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
fn what_was_not_run_is_named() {
    let page = Page::default().html();
    for command in ["cosim", "prove", "mutate", "coverage", "bench", "synth"] {
        assert!(
            page.contains(&format!("Not run yet: <code>agu {command}<")),
            "{command}"
        );
    }
}

#[test]
fn the_heat_map_has_a_mark_in_each_lane_that_differs() {
    let marks = |mismatch: Option<Mismatched>| {
        let cosim = Cosim {
            mismatches: u64::from(mismatch.is_some()),
            mismatch,
            ..Cosim::default()
        };
        let page = Page {
            cosim: vec![of_shipped(1, "now", cosim)],
            ..page()
        };
        count(&page.html(), "class=\"cell bad\"")
    };
    assert_eq!(marks(None), 0);
    for (lanes, wanted) in [(0, 1), (0x8000_0001, 2), (u32::MAX, 32)] {
        let mismatch = Mismatched {
            kind: Some("LEA.HI".to_owned()),
            lanes,
            ..Mismatched::default()
        };
        assert_eq!(marks(Some(mismatch)), wanted, "{lanes:#x}");
    }
}

#[test]
fn the_minimised_program_is_there_to_copy() {
    let mut failed = run(64, Some("sum_lo"));
    let minimised = MinimisedText {
        isa: "fermi".to_owned(),
        program: "LD R0, [R2];\n".to_owned(),
        init: "active = 0x1\n".to_owned(),
        replays: true,
        needs: vec!["a reset for 1 cycle".to_owned()],
    };
    failed.mismatch.as_mut().unwrap().minimised = Some(minimised);
    let html = |failed: &Cosim| {
        let cosim = vec![of_other(1, "broken.v", failed.clone())];
        Page { cosim, ..page() }.html()
    };
    let command = "agu run minimised.agu --init minimised.toml --isa fermi --target broken.v";
    let there = html(&failed);
    for text in [
        "<pre>LD R0, [R2];</pre>",
        "<pre>active = 0x1</pre>",
        command,
        "a reset for 1",
    ] {
        assert!(there.contains(text), "{text}");
    }
    failed
        .mismatch
        .as_mut()
        .unwrap()
        .minimised
        .as_mut()
        .unwrap()
        .replays = false;
    assert!(!html(&failed).contains(command), "agu run does not show it");
    assert_eq!(count(&html(&run(64, None)), "The failure"), 0);
}

#[test]
fn a_bar_is_as_long_as_its_rate() {
    let stack = |name: &str, all: f64| Stack {
        name: name.to_owned(),
        rate: Rate { one: all, all },
    };
    let unit = UnitRates {
        stacks: vec![stack("fast", 1600e6), stack("slow", 32e6)],
        ..UnitRates::default()
    };
    let bench = Bench {
        units: vec![unit],
        ..Bench::default()
    };
    let page = Page {
        bench: vec![of_shipped(1, "now", bench)],
        ..page()
    };
    let html = page.html();
    assert!(html.contains("width: 100.0%") && html.contains("width: 2.0%"));
}

#[test]
fn another_target_says_nothing_of_the_shipped_unit() {
    let page = Page {
        cosim: vec![
            of_shipped(1, "now", run(20_000_000, None)),
            of_other(2, "mine.v", run(1000, None)),
            of_other(3, "broken.v", run(64, Some("sum_lo"))),
        ],
        prove: vec![of_shipped(1, "now", proofs(&["mov"]))],
        ..page()
    };
    let sections = sections(&page);
    let [shipped, broken, mine] = sections.as_slice() else {
        panic!("{} sections", sections.len());
    };
    assert!(shipped.contains("<b class=\"good\">no mismatch</b>"));
    assert!(shipped.contains("in 20_000_000 lane-operations"));
    assert!(!shipped.contains("sum_lo") && !shipped.contains("broken.v"));
    assert!(broken.contains("Target <code>broken.v</code>"));
    assert!(broken.contains("<b class=\"bad\">mismatch</b>"));
    assert!(broken.contains("sum_lo: expected 0, got 1"));
    assert!(mine.contains("<b class=\"good\">no mismatch</b>"));
    for other in [broken, mine] {
        assert!(!other.contains("Proofs") && !other.contains("Mutation"));
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

#[test]
fn texts_follow_from_how_a_run_was_compared_and_how_it_ended() {
    for (cosim, texts) in [
        (
            run(1000, None),
            [
                "every output of every lane in every cycle",
                "<b>no bins</b>",
            ],
        ),
        (
            Cosim {
                compare: Compare::Transactions,
                ..run(1000, None)
            },
            [
                "each result and each memory request as it leaves",
                "No bins apply.",
            ],
        ),
        (
            Cosim {
                interrupted: true,
                ..run(1000, None)
            },
            ["<b class=\"bad\">interrupted</b>", "no bins apply"],
        ),
    ] {
        let page = Page {
            cosim: vec![of_shipped(1, "now", cosim)],
            ..page()
        };
        let html = page.html();
        for text in texts {
            assert!(html.contains(text), "{text}");
        }
        assert!(!html.contains("100.0 %"));
        // A narrow card has no heading but that of each cell.
        assert_eq!(count(&html, "data-heading=\"lane-operations\""), 1);
    }
}
