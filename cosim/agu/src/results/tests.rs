//! Merging: rules, sets, and what is refused.

use super::fold::{each, fold};
use super::part_result::COMMANDS;
use super::*;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::path::Path;

/// A result of `command` with numbers, a subset of names and a flag of its own.
fn result(command: &str, numbers: [u32; 3], bits: u8, flag: bool) -> Value {
    let [one, other, seconds] = numbers;
    let seconds = f64::from(seconds);
    let names = ["a", "b", "c", "d"];
    let subset: Vec<&str> = (0..4)
        .filter(|at| bits >> at & 1 != 0)
        .map(|at| names[at])
        .collect();
    let each = |of: &dyn Fn(&str) -> Value| subset.iter().map(|it| of(it)).collect::<Value>();
    let mut value = match command {
        "cosim" => json!({
            "compare": "cycles", "lanes": 32, "operations": one, "cycles": other, "jobs": 1,
            "seed": other, "seconds": seconds, "operations_per_second": 1,
            "mismatches": u8::from(flag), "interrupted": flag,
            "coverage": { "hit": 0, "total": 0, "groups": [
                { "name": "some", "hit": 0, "total": 4, "missing": subset,
                  "contradictions": if flag { vec!["met"] } else { Vec::new() } },
                { "name": if flag { "other" } else { "others" }, "hit": 0, "total": 4,
                  "missing": [], "bins": subset },
            ] },
        }),
        "prove" => json!({
            "seconds": seconds,
            "proofs": each(&|name| json!({
                "name": name, "queries": one, "seconds": seconds, "proved": flag,
            })),
        }),
        "mutate" => json!({
            "seed": one, "operations": other, "seconds": seconds, "mutants": 9,
            "killed_by_cosim": one, "killed_by_proof": other, "equivalent": 1,
            "survivors": each(&|place| json!({ "place": place, "source": "x" })),
        }),
        "coverage" => json!({
            "seed": one, "operations": other, "seconds": seconds, "stale": subset,
            "holes": subset,
            "kinds": [{ "kind": "line", "points": 9, "missed": names, "hit": 0, "waived": 0 }],
        }),
        "synth" => json!({
            "seconds": seconds,
            "rows": each(&|top| json!({
                "top": top, "device": "hx8k", "tools": "", "lut4": 7, "does_not_fit": null,
                "fmax_mhz": null, "critical_path": null,
                "seeds": [{ "seed": one % 3, "fmax_mhz": f64::from(other),
                    "critical_path": { "from": top, "to": "b", "logic_ns": 1.0, "routing_ns": 1.0 } }],
            })),
        }),
        "trace" => json!({
            "seconds": seconds, "mismatches": u8::from(flag),
            "kernels": each(&|name| json!({ "name": name, "rows": [] })),
        }),
        _ => json!({ "seed": 1, "rounds": one, "jobs": other, "units": [] }),
    };
    let head = json!({
        "schema": 1, "command": command, "invocation": format!("agu {command} --seed 7"),
        "shard": format!("{}/4", 1 + one % 3), "target": "rtl", "time": other,
        "hardware": { "sha256": "abcd", "exported": { "agu_unit32": "abcd" } },
        "tool": { "version": "1", "commit": null }, "tools": {},
        "host": { "name": if flag { "one" } else { "other" }, "cpu": "" },
    });
    if let (Some(value), Some(head)) = (value.as_object_mut(), head.as_object()) {
        value.extend(head.clone());
    }
    value
}

fn any_result() -> impl Strategy<Value = Value> {
    let numbers = [0..50_u32, 0..50_u32, 0..50_u32];
    let parts = (0..COMMANDS.len(), numbers, any::<u8>(), any::<bool>());
    parts.prop_map(|(command, numbers, bits, flag)| result(COMMANDS[command], numbers, bits, flag))
}

fn merged(values: &[Value]) -> Merged {
    let mut all = Merged::default();
    for value in values {
        all.add(PartResult::new(Path::new("x.json"), value.clone()).unwrap());
    }
    all
}

fn text(merged: &Merged) -> String {
    Summary::new(merged).json(merged).unwrap()
}

proptest! {
    #[test]
    fn rules_are_associative_and_commutative(
        command in 0..COMMANDS.len(),
        numbers in vec([0..50_u32, 0..50_u32, 0..50_u32], 3),
        bits in vec(any::<u8>(), 3),
        flags in vec(any::<bool>(), 3),
    ) {
        let command = COMMANDS[command];
        let value = |at: usize| result(command, numbers[at], bits[at], flags[at]);
        let [a, b, c] = [0, 1, 2].map(value);
        let of = |one: &Value, other: &Value| fold(command, one, other);
        prop_assert_eq!(of(&a, &b), of(&b, &a));
        prop_assert_eq!(of(&of(&a, &b), &c), of(&a, &of(&b, &c)));
    }

    /// Any order and any groups, some results twice, through files or not, give the same.
    #[test]
    fn merging_is_associative_and_commutative(
        values in vec(any_result(), 1..8),
        order in vec((0..8_usize, 0..3_usize), 16),
    ) {
        let mut wanted = merged(&values);
        wanted.names.insert("night".to_owned());
        wanted.planned.insert("agu mutate --shard 1/1".to_owned());
        let mut groups = vec![Merged::default(); 3];
        groups[0].names.insert("night".to_owned());
        groups[2].planned.insert("agu mutate --shard 1/1".to_owned());
        let all = (0..values.len()).map(|at| (at, at % 3));
        for (at, group) in order.into_iter().chain(all) {
            let one = merged(&values[at % values.len()..][..1]);
            let group = &mut groups[group];
            *group = Merged::merge([one, group.clone()]).unwrap();
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("merged.json");
        std::fs::write(&path, text(&groups[1])).unwrap();
        groups[1] = Merged::read(&path).unwrap();
        let found = Merged::merge(groups).unwrap();
        prop_assert_eq!(text(&found), text(&wanted));
    }
}

#[test]
fn totals_faults_and_missing_parts() {
    let parts = [
        result("cosim", [10, 1, 2], 0b1100, false),
        result("cosim", [11, 1025, 2], 0b0101, true),
        result("prove", [3, 0, 1], 0b0011, true),
        result("prove", [4, 0, 1], 0b0010, false),
        result("synth", [1, 100, 1], 1, true),
        result("synth", [2, 110, 1], 1, true),
    ];
    let merged = merged(&parts);
    let summary = Summary::new(&merged);
    let [cosim] = summary.cosim.as_slice() else {
        panic!("{} co-simulations", summary.cosim.len());
    };
    assert_eq!(cosim["operations"], 21);
    assert_eq!(cosim["seed"], 1);
    assert_eq!(cosim["operations_per_second"], 5);
    assert_eq!(cosim["invocation"], "agu cosim --seed 7");
    let mut groups = each(&cosim["coverage"], "groups");
    let group = groups.find(|it| it["name"] == "some").unwrap();
    assert_eq!(
        (&group["missing"], &group["hit"]),
        (&json!(["c"]), &json!(3))
    );
    let prove = summary.prove.as_ref().unwrap();
    let proofs = each(prove, "proofs").map(|it| json!([it["queries"], it["proved"]]));
    assert_eq!(
        Vec::from_iter(proofs),
        [json!([3, true]), json!([7, false])]
    );
    let row = &summary.synth.as_ref().unwrap()["rows"][0];
    assert_eq!(row["fmax_mhz"]["median"], 105.0);
    let missing: Vec<&str> = summary.missing.iter().map(String::as_str).collect();
    let wanted = [
        "agu cosim --seed 7 --shard 1/4",
        "agu cosim --seed 7 --shard 4/4",
        "agu prove --seed 7 --shard 3/4",
        "agu prove --seed 7 --shard 4/4",
        "agu synth --seed 7 --shard 1/4",
        "agu synth --seed 7 --shard 4/4",
    ];
    assert_eq!(missing, wanted);
    let faults: Vec<_> = summary
        .faults
        .iter()
        .map(|it| (&*it.part, &*it.text))
        .collect();
    let wanted = [
        (
            "agu cosim --seed 7 --shard 3/4",
            "a mismatch that a second run did not show again",
        ),
        ("agu prove --seed 7 --shard 2/4", "refuted: b"),
    ];
    assert_eq!(faults, wanted);
    assert!(!summary.good);
}

#[test]
fn other_hardware_is_refused_by_name() {
    let one = result("cosim", [0, 0, 0], 0, false);
    let mut other = result("prove", [1, 0, 0], 0, true);
    other["hardware"]["exported"]["agu_unit32"] = "ef01".into();
    let error = Merged::merge([merged(&[one]), merged(&[other])]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "results of different hardware, expected one: agu_unit32 is abcd in `agu cosim --seed 7 \
         --shard 1/4`, ef01 in `agu prove --seed 7 --shard 2/4`"
    );
}

fn refusal(value: Value) -> String {
    let refused = PartResult::new(Path::new("x.json"), value);
    refused.unwrap_err().to_string()
}

#[test]
fn a_result_with_a_wrong_member_is_refused() {
    for command in COMMANDS {
        let mut value = result(command, [1, 2, 3], 1, false);
        merged(&[value.clone()]);
        value.as_object_mut().unwrap().remove("seconds");
        value.as_object_mut().unwrap().remove("units");
        let error = refusal(value);
        let is_named = [
            "`seconds` is missing, expected a number",
            "`units` is missing, expected a value",
        ];
        assert!(
            is_named.iter().any(|text| error.contains(text)),
            "{command}: {error}"
        );
    }
    let mut value = result("cosim", [1, 2, 3], 1, false);
    value["coverage"]["groups"][1]["missing"] = 7.into();
    let error = refusal(value);
    assert!(
        error.contains("`coverage.groups[].missing` is a number, expected a list"),
        "{error}"
    );
}
