use super::*;
use crate::results::{Proof, SynthRow};
use cosim::testbench::coverage::{CoverageReport, Group};
use fpga::{CriticalPath, Route};
use proptest::collection::vec;
use proptest::prelude::*;

/// Hardware with this hash.
fn hardware(hash: &str) -> Hardware {
    Hardware {
        sha256: hash.to_owned(),
        exported: [("agu_unit32".to_owned(), hash.to_owned())].into(),
        top: None,
    }
}

fn record<T: Kept>(invocation: &str, shard: &str, result: T) -> Record<T> {
    Record {
        schema: SCHEMA,
        command: T::COMMAND.to_owned(),
        invocation: invocation.to_owned(),
        shard: Some(shard.parse().unwrap()),
        target: "rtl".to_owned(),
        hardware: hardware("a"),
        tool: Default::default(),
        host: Default::default(),
        tools: Default::default(),
        time: 1,
        result,
    }
}

/// Bins a to d, of which those of `hit` are hit.
fn coverage(hit: &str) -> CoverageReport {
    let missing = ["a", "b", "c", "d"]
        .iter()
        .filter(|bin| !hit.contains(**bin));
    let missing: Vec<String> = missing.map(|bin| bin.to_string()).collect();
    let hit = 4 - missing.len();
    CoverageReport {
        hit,
        total: 4,
        groups: vec![Group {
            name: "some".to_owned(),
            hit,
            total: 4,
            missing,
            ..Group::default()
        }],
    }
}

fn cosim(shard: &str, operations: u64, hit: &str) -> Merged {
    let result = Cosim {
        operations,
        seconds: 2.0,
        jobs: 1,
        coverage: coverage(hit),
        ..Cosim::default()
    };
    let record = record("agu cosim --ops 30 --seed 7", shard, result);
    Merged {
        cosim: [(record.name(), record)].into(),
        ..Merged::default()
    }
}

fn prove(shard: &str, queries: usize, proved: bool) -> Merged {
    let proof = Proof {
        name: "lea-lo".to_owned(),
        queries,
        proved,
        ..Proof::default()
    };
    let result = Prove {
        seconds: 1.0,
        proofs: vec![proof],
    };
    let record = record("agu prove lea-lo", shard, result);
    Merged {
        prove: [(record.name(), record)].into(),
        ..Merged::default()
    }
}

fn synth(shard: &str, seed: u64, fmax_mhz: f64) -> Merged {
    let row = SynthRow {
        top: "agu_lane".to_owned(),
        device: "hx8k".to_owned(),
        tools: String::new(),
        area: Default::default(),
        does_not_fit: None,
        fmax: None,
        critical_path: None,
        seeds: vec![Route {
            seed,
            fmax_mhz,
            critical_path: CriticalPath::default(),
        }],
    };
    let result = Synth {
        seconds: 1.0,
        rows: vec![row],
    };
    let record = record("agu synth --top agu_lane", shard, result);
    Merged {
        synth: [(record.name(), record)].into(),
        ..Merged::default()
    }
}

fn json(merged: &Merged) -> String {
    merged.json(&merged.summary()).unwrap()
}

/// Parts of three commands; the last two are of one part, which was run twice.
fn parts() -> Vec<Merged> {
    let mut again = cosim("2/3", 11, "bc");
    again.cosim.values_mut().for_each(|record| record.time = 2);
    let plan = Merged {
        names: ["night".to_owned()].into(),
        planned: ["agu mutate --shard 1/1".to_owned()].into(),
        ..Merged::default()
    };
    vec![
        plan,
        prove("1/2", 3, true),
        prove("2/2", 4, false),
        synth("1/2", 1, 100.0),
        synth("2/2", 2, 110.0),
        cosim("1/3", 10, "ab"),
        cosim("2/3", 10, "b"),
        again,
    ]
}

#[test]
fn sums_unions_and_what_is_missing() {
    let summary = Merged::merge(parts()).unwrap().summary();
    let [cosim] = summary.cosim.as_slice() else {
        panic!("{} co-simulations", summary.cosim.len());
    };
    assert_eq!(
        (cosim.result.operations, cosim.result.coverage.hit),
        (21, 3)
    );
    assert_eq!(cosim.result.coverage.groups[0].missing, ["d"]);
    let prove = summary.prove.unwrap().result;
    assert_eq!(
        (prove.proofs[0].queries, prove.proofs[0].proved),
        (7, false)
    );
    let row = &summary.synth.unwrap().result.rows[0];
    assert_eq!(row.fmax.map(|fmax| fmax.median), Some(105.0));
    let missing: Vec<_> = summary.missing.into_iter().collect();
    let wanted = [
        "agu cosim --ops 30 --seed 7 --shard 3/3",
        "agu mutate --shard 1/1",
    ];
    assert_eq!(missing, wanted);
    assert_eq!(summary.faults.len(), 1);
    assert_eq!(summary.faults[0].again, "agu prove lea-lo --shard 2/2");
    assert!(!summary.good);
}

/// Those parts, and the plan of another regression.
fn of_two_regressions() -> Vec<Merged> {
    let plan = Merged {
        names: ["week".to_owned()].into(),
        planned: ["agu coverage --shard 1/1".to_owned()].into(),
        ..Merged::default()
    };
    parts().into_iter().chain([plan]).collect()
}

proptest! {
    /// Any order and any groups, some parts twice, give the same.
    #[test]
    fn merging_is_associative_and_commutative(
        order in Just((0..of_two_regressions().len()).collect::<Vec<_>>()).prop_shuffle(),
        twice in vec(0..of_two_regressions().len(), 0..4),
        groups in vec(0..3_usize, 12),
    ) {
        let all = of_two_regressions();
        let wanted = Merged::merge(all.clone()).unwrap();
        let mut grouped = vec![Vec::new(); 3];
        for (place, number) in order.into_iter().chain(twice).enumerate() {
            grouped[groups[place % groups.len()]].push(all[number].clone());
        }
        let merged = grouped.into_iter().map(|group| Merged::merge(group).unwrap());
        let merged = Merged::merge(merged.collect::<Vec<_>>()).unwrap();
        prop_assert_eq!(&merged, &wanted);
        prop_assert_eq!(json(&merged), json(&wanted));
    }
}
