//! `doc/results.md` has the members of every result, and no others.

use super::record::SCHEMA;
use super::*;
use ::cosim::shard::Shard;
use ::cosim::testbench::coverage::{BinGroup, CoverageReport, Excluded};
use fpga::{Area, CriticalPath, Fmax, Route, Utilisation};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;
use trace::{Kernels, Trace};

const PAGE: &str = include_str!("../../../../doc/results.md");

/// Objects whose members are names.
const OF_NAMES: [&str; 4] = [
    "hardware.exported",
    "tools",
    "kernels[].others",
    "rows[].levels",
];

/// The members that the table below a heading names.
fn listed(heading: &str) -> BTreeSet<String> {
    let from = PAGE.split(&format!("\n## {heading}\n")).nth(1);
    let table = from.and_then(|text| text.split("\n## ").next());
    let rows = table
        .unwrap_or_default()
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    let names = rows.flat_map(|row| row.split(", "));
    names
        .map(|name| name.trim_matches('`').to_owned())
        .collect()
}

/// The members of `value`, which is at `path`: those that hold no object, list of objects or null.
fn members(path: &str, value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                let name = if OF_NAMES.contains(&path) {
                    "NAME"
                } else {
                    name
                };
                let dot = if path.is_empty() { "" } else { "." };
                members(&format!("{path}{dot}{name}"), value, found);
            }
        }
        Value::Array(list) if list.iter().any(Value::is_object) => {
            for value in list {
                members(&format!("{path}[]"), value, found);
            }
        }
        _ => {
            found.insert(path.to_owned());
        }
    }
}

/// A record that leaves nothing out: its members are those of the page.
fn holds<T: Findings + Default>(result: T)
where
    Record<T>: Serialize,
{
    let record = Record {
        schema: SCHEMA,
        hardware: HardwareHashes {
            sha256: String::new(),
            exported: [("agu_lane".to_owned(), String::new())].into(),
            top: Some(String::new()),
        },
        shard: Shard::all(2).next(),
        tools: [("yosys".to_owned(), String::new())].into(),
        result,
        ..Record::default()
    };
    let mut found = BTreeSet::new();
    members("", &serde_json::to_value(&record).unwrap(), &mut found);
    let mut page = listed("Of every result");
    page.extend(listed(&format!("Of `agu {}`", T::COMMAND)));
    // An object that may be left out or null has a row of its own.
    page.retain(|name| !found.iter().any(|of| of.starts_with(&format!("{name}."))));
    assert_eq!(found, page, "agu {}", T::COMMAND);
}

#[test]
fn members_of_every_result_are_on_the_page() {
    let text = String::new;
    holds(Cosim {
        mismatch: Some(Mismatched {
            minimised: Some(MinimisedText::default()),
            ..Mismatched::default()
        }),
        coverage: CoverageReport {
            groups: vec![BinGroup {
                bins: vec![text()],
                excluded: vec![Excluded::default()],
                ..BinGroup::default()
            }],
            ..CoverageReport::default()
        },
        interrupted: true,
        ..Cosim::default()
    });
    holds(Prove {
        seconds: 0.0,
        proofs: vec![Proof::default()],
    });
    holds(Mutation {
        survivors: vec![Survivor::default()],
        ..Mutation::default()
    });
    let mut trace = "-kernel name = k\n\
        0 0 0 0 0000 00000001 0 LDG.E 1 R2 4 1 0x0 0\n\
        0 0 0 0 0010 00000001 0 RED.E 1 R2 4 1 0x0 0\n"
        .as_bytes();
    let mut kernels = Kernels::default();
    let mut trace = Trace::new(&mut trace, &mut kernels);
    while trace.next_access().unwrap().is_some() {}
    holds(Traced {
        kernels: kernels.list,
        ..Traced::default()
    });
    holds(Coverage {
        kinds: vec![Points::default()],
        ..Coverage::default()
    });
    holds(Bench {
        units: vec![UnitRates {
            stacks: vec![Stack::default()],
            ..UnitRates::default()
        }],
        ..Bench::default()
    });
    let path = CriticalPath::default;
    let row = SynthRow {
        top: text(),
        device: text(),
        tools: text(),
        area: Area::default(),
        levels: [(text(), 0)].into(),
        does_not_fit: Some(Utilisation {
            resource: text(),
            used: 0,
            available: 0,
        }),
        fmax: Some(Fmax {
            median: 0.0,
            min: 0.0,
            max: 0.0,
        }),
        critical_path: Some(path()),
        seeds: vec![Route {
            seed: 0,
            fmax_mhz: 0.0,
            critical_path: path(),
        }],
    };
    holds(Synth {
        rows: vec![row],
        ..Synth::default()
    });
}
