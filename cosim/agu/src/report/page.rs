//! One HTML page of merged results, with nothing outside of it. All of its text is in `page.html`.

use super::template::render;
use crate::results::part::{COMMANDS, outline};
use crate::results::{Merged, Summary};
use formal::prove::catalogue::PROOFS;
use minijinja::Error;
use serde_json::{Value, json};

const TEMPLATE: &str = include_str!("page.html");
const DATAPATH: &str = include_str!("../../../../doc/datapath.svg");

/// The page of `merged`, whose totals are `summary`.
///
/// # Errors
/// A result lacks a member that the page shows.
pub fn html(merged: &Merged, summary: &Summary) -> Result<String, Error> {
    let parts = merged.parts().map(|part| {
        json!({
            "name": part.name(),
            "outline": outline(&part.head.command, &part.value),
            "fault": part.fault(),
            "result": part.value,
        })
    });
    let ran = |name: &str| {
        let proofs = summary
            .prove
            .as_ref()
            .and_then(|it| it["proofs"].as_array());
        let mut proofs = proofs.into_iter().flatten();
        proofs.any(|proof| proof["name"] == name)
    };
    let defaults = PROOFS
        .iter()
        .filter(|proof| proof.default && !ran(proof.name));
    let not_run = defaults.map(|proof| json!({ "name": proof.name, "about": proof.about }));
    let has = |command: &str| summary.totals().any(|(it, _)| it == command);
    let commands: Vec<&str> = COMMANDS.into_iter().filter(|it| !has(it)).collect();
    let fastest = summary.synth.iter().flat_map(routes).fold(1.0, f64::max);
    let context = json!({
        "names": merged.names,
        "summary": summary,
        "parts": parts.collect::<Vec<_>>(),
        "commands_not_run": commands,
        "proofs_not_run": not_run.collect::<Vec<_>>(),
        "fastest": fastest,
        "version": env!("CARGO_PKG_VERSION"),
        "datapath": DATAPATH,
    });
    render("page.html", TEMPLATE, context)
}

/// The clock of each placement, in MHz.
fn routes(synth: &Value) -> impl Iterator<Item = f64> {
    let rows = synth["rows"].as_array().into_iter().flatten();
    let seeds = rows.flat_map(|row| row["seeds"].as_array().into_iter().flatten());
    seeds.filter_map(|route| route["fmax_mhz"].as_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::Part;
    use serde_json::Map;
    use std::path::Path;

    /// A result of `command`, whose own members are `members`.
    fn part(command: &str, members: Value) -> Part {
        let head = json!({
            "schema": 1, "command": command, "invocation": format!("agu {command}"),
            "target": "broken.v", "time": 0, "hardware": { "sha256": "ab", "exported": {} },
            "tool": { "version": "1", "commit": "c0ffee" }, "tools": { "yosys": "0.33" },
            "host": { "name": "here", "cpu": "" }, "seconds": 1.0, "seed": 7, "operations": 20_000,
        });
        let of = |value: Value| value.as_object().cloned().unwrap_or_default();
        let all: Map<String, Value> = of(head).into_iter().chain(of(members)).collect();
        Part::new(Path::new("x.json"), all.into()).unwrap()
    }

    fn shown(parts: Vec<Part>) -> String {
        let mut merged = Merged::default();
        parts.into_iter().for_each(|part| merged.add(part));
        html(&merged, &Summary::new(&merged)).unwrap()
    }

    fn everything() -> Vec<Part> {
        let group = json!({
            "name": "lanes", "hit": 9999, "total": 10_000, "missing": ["lane < 3"],
            "excluded": [{ "rule": "one byte", "combinations": 2 }], "contradictions": ["<met>"],
        });
        let path = json!({ "from": "a", "to": "b", "logic_ns": 1.0, "routing_ns": 1.0 });
        let row = json!({
            "top": "agu_lane", "device": "hx8k", "tools": "nextpnr", "lut4": 620, "carry": 1,
            "flip_flops": 2, "block_ram": 3, "does_not_fit": null, "critical_path": path,
            "fmax_mhz": { "median": 90.5, "min": 90.0, "max": 91.0 },
            "seeds": [{ "seed": 1, "fmax_mhz": 90.5, "critical_path": path }],
        });
        let other = json!({
            "top": "agu_unit8", "device": "up5k", "tools": "nextpnr", "lut4": 9, "carry": 1,
            "flip_flops": 2, "block_ram": 3, "critical_path": null, "fmax_mhz": null, "seeds": [],
            "does_not_fit": { "resource": "LC", "used": 9, "available": 7 },
        });
        let rate = json!({ "one": 2e6, "all": 4e6 });
        vec![
            part(
                "cosim",
                json!({
                    "compare": "cycles", "lanes": 32, "cycles": 900, "jobs": 1,
                    "operations_per_second": 1, "mismatches": 1,
                    "coverage": { "hit": 9999, "total": 10_000, "groups": [group] },
                    "mismatch": {
                        "seed": 8, "operations": 64, "instruction": 3, "cycle": 1234, "lane": 5,
                        "signal": "sum_lo", "expected": 0, "got": 255, "lanes": 32, "kind": "LEA.HI",
                        "text": "mismatch: sum_lo\nand more", "again": "agu cosim --jobs 1 --seed 8",
                        "minimised": {
                            "isa": "fermi", "program": "LEA R1, R2 & R3", "init": "active = 1",
                            "replays": true, "needs": ["a second warp"],
                        },
                    },
                }),
            ),
            part(
                "prove",
                json!({ "proofs": [
                { "name": "mov", "about": "a < b", "queries": 3, "seconds": 1.5, "proved": true },
                { "name": "lea-lo", "about": "", "queries": 3, "seconds": 1.5, "proved": false },
            ] }),
            ),
            part(
                "mutate",
                json!({
                    "mutants": 5, "killed_by_cosim": 3, "killed_by_proof": 0, "equivalent": 1,
                    "survivors": [{ "place": "agu_lane, line 7", "source": "assign a = b & c;" }],
                }),
            ),
            part(
                "coverage",
                json!({
                    "holes": ["agu_lane, line 9: x"], "stale": [],
                    "kinds": [{ "kind": "line", "points": 9, "missed": ["agu_lane, line 9: x"], "hit": 8, "waived": 0 }],
                }),
            ),
            part("synth", json!({ "rows": [row, other] })),
            part(
                "bench",
                json!({
                    "rounds": 9, "jobs": 2, "units": [{ "stacks": [{ "name": "bare", "rate": rate }], "share": rate }],
                }),
            ),
        ]
    }

    #[test]
    fn every_result_is_on_the_page() {
        let page = shown(everything());
        for text in [
            "<b class=\"bad\">not all is well</b><span>6 results, 3 failed, 0 missing</span>",
            "<b class=\"bad\">mismatch</b><span>in 20_000 lane-operations of broken.v, every output",
            "<b>99.9 %</b><span>of 10000 coverage bins of broken.v hit</span>",
            "<b class=\"bad\">1 / 2</b><span>proofs hold",
            "<b class=\"bad\">75.0 %</b><span>of 4 mutants killed</span>",
            "<b class=\"bad\">88.8 %</b><span>of 9 lines and bits",
            "<b>620 LUT4, 90 MHz</b><span>agu_lane on hx8k, median of 1 seeds</span>",
            "<h3 class=\"bad\">mismatch: sum_lo</h3>",
            "Again: <code>agu cosim --jobs 1 --seed 8</code>",
            "of lane 5 is <code>0xff</code>, expected <code>0x0</code>: cycle 1_234,",
            "<i title=\"lane 5\" class=\"bad\"></i>",
            "LEA R1, R2 &amp; R3",
            "agu run minimised.agu --init minimised.toml --isa fermi --target broken.v",
            "It needs a second warp.",
            "lane &lt; 3",
            "2 combinations cannot be",
            "Met, although a rule calls it impossible: &lt;met&gt;",
            "refuted: lea-lo",
            "assign a = b &amp; c;",
            "agu_lane, line 9: x",
            "does not fit: 9 of 7 LC",
            "<td>bare</td>",
            "agu 1 of commit c0ffee on here; 0.33; hardware",
        ] {
            assert!(page.contains(text), "no {text} in {page}");
        }
        let states = page.matches("not run</td>").count();
        let others = |proof: &&formal::prove::catalogue::Proof| {
            proof.default && !["mov", "lea-lo"].contains(&proof.name)
        };
        assert_eq!(states, PROOFS.iter().filter(others).count());
    }

    #[test]
    fn a_page_needs_nothing_from_elsewhere() {
        for page in [shown(Vec::new()), shown(everything())] {
            // References into the page itself.
            let page = page.replace("url(#", "");
            for from in ["src=", "href=\"http", "url(", "@import", "<script", "<link"] {
                assert!(!page.contains(from), "{from}");
            }
        }
        let empty = shown(Vec::new());
        assert!(empty.contains("<b>no results</b>"), "{empty}");
        assert!(empty.contains("<code>agu synth</code>"), "{empty}");
    }
}
