//! One HTML page of merged results, with nothing outside of it. All of its text is in `page.html`.

use super::template::render;
use crate::results::fold::each;
use crate::results::part_result::{COMMANDS, outline};
use crate::results::{Merged, Summary};
use formal::prove::catalogue::PROOFS;
use minijinja::Error;
use serde_json::{Value, json};

const TEMPLATE: &str = include_str!("page.html");
const DATAPATH: &str = include_str!("../../../../doc/datapath.svg");

/// The page of `merged`, whose totals are `summary`.
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
        let mut proofs = summary.prove.iter().flat_map(|it| each(it, "proofs"));
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
    let seeds = each(synth, "rows").flat_map(|row| each(row, "seeds"));
    seeds.filter_map(|route| route["fmax_mhz"].as_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::PartResult;
    use serde_json::Map;
    use std::path::Path;

    /// A result with the members of `own`.
    fn part(own: Map<String, Value>) -> PartResult {
        let head = json!({
            "schema": 1, "invocation": format!("agu {}", own["command"].as_str().unwrap()),
            "target": "broken.v", "time": 0, "hardware": { "sha256": "ab", "exported": {} },
            "tool": { "version": "1", "commit": "c0ffee" }, "tools": { "yosys": "0.33" },
            "host": { "name": "here", "cpu": "" }, "seconds": 1.0, "seed": 7, "operations": 20_000,
        });
        let mut all = head.as_object().cloned().unwrap_or_default();
        all.extend(own);
        PartResult::new(Path::new("x.json"), all.into()).unwrap()
    }

    fn shown(parts: Vec<PartResult>) -> String {
        let mut merged = Merged::default();
        parts.into_iter().for_each(|part| merged.add(part));
        html(&merged, &Summary::new(&merged)).unwrap()
    }

    /// A result of every command.
    fn everything() -> Vec<PartResult> {
        let results = include_str!("../../tests/page/results.json");
        let results: Vec<Map<String, Value>> = serde_json::from_str(results).unwrap();
        results.into_iter().map(part).collect()
    }

    #[test]
    fn every_result_is_on_the_page() {
        let page = shown(everything());
        for text in include_str!("../../tests/page/shown.txt").lines() {
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
