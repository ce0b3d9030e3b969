//! The assertions of `rtl/contract` at the ports of the exported units under `contract.v`, and units and traffic
//! that break each of them.

use crate::common::bench::{compiled, simulated};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/contract");

/// The bench of a unit of `lanes` lanes, with `sources` instead of modules of the repository.
fn bench(tool: &str, name: &str, lanes: usize, sources: &[&Path]) -> PathBuf {
    let rules = Path::new(FOLDER).join("agu_contract.sv");
    let lanes = format!("-DLANES={lanes}");
    let options: &[&str] = match tool {
        "verilator" => &[&lanes, "--assert"],
        _ => &[&lanes],
    };
    compiled(
        tool,
        name,
        "contract.v",
        options,
        &[sources, &[&rules]].concat(),
    )
}

#[track_caller]
fn ports_keep_the_contract(tool: &str, lanes: usize) {
    let work = bench(tool, &format!("contract_{tool}{lanes}"), lanes, &[]);
    let seed = std::process::id();
    let said = simulated(tool, &work, &[format!("+seed={seed}")]);
    let counts = said.lines().next().unwrap_or_default();
    assert!(counts.ends_with(" resets"), "seed {seed}: {said}");
}

#[test]
fn ports_keep_the_contract_icarus() {
    ports_keep_the_contract("iverilog", 1);
}

#[test]
fn ports_keep_the_contract_verilator() {
    for lanes in [1, 4, 8] {
        ports_keep_the_contract("verilator", lanes);
    }
}

#[test]
#[ignore = "make night"]
fn ports_of_other_widths_keep_the_contract() {
    for lanes in [2, 16, 32] {
        ports_keep_the_contract("verilator", lanes);
    }
}

/// Each row of `contract.tsv` breaks the rule of its name: in a module that has one text for another, or, without
/// a module, in the traffic of the bench.
#[track_caller]
fn each_rule_is_broken(tool: &str) {
    let mut broken = BTreeSet::new();
    for (number, row) in include_str!("../contract.tsv").lines().skip(1).enumerate() {
        let [rule, module, has, gets] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("four columns: {row}");
        };
        let name = match module {
            "" => format!("contract_{tool}_traffic"),
            _ => format!("contract_{tool}_broken{number}"),
        };
        let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join(&name);
        let file = work.join(format!("{module}.v"));
        let mut options = vec!["+verilator+error+limit+1000000".to_owned()];
        if module.is_empty() {
            options.push(format!("+break={rule}"));
        } else {
            let path = format!("{}/verilog/{module}.v", env!("CARGO_MANIFEST_DIR"));
            let text = fs::read_to_string(path).unwrap();
            // Once; in the unit once in each of the two instances of coalescers.
            let instances = if text.contains("  generate\n    if (LANES ==") {
                2
            } else {
                1
            };
            let count = text.matches(has).count();
            assert!((1..=instances).contains(&count), "{module}: `{has}`");
            fs::create_dir_all(&work).unwrap();
            fs::write(&file, text.replace(has, gets)).unwrap();
        }
        let sources: &[&Path] = if module.is_empty() { &[] } else { &[&file] };
        let work = bench(tool, &name, 1, sources);
        let said = simulated(tool, &work, &options);
        let failed = |line: &str| {
            let begin = line.split(": 'assert' failed").next().unwrap_or_default();
            begin.ends_with(&format!(".{rule}")) || begin.ends_with(&format!(": {rule}"))
        };
        assert!(
            said.lines().any(failed),
            "{row}: {}",
            said.lines().take(9).collect::<String>()
        );
        broken.insert(rule);
    }
    let rules = fs::read_to_string(format!("{FOLDER}/agu_contract.sv")).unwrap();
    let rules = rules.lines().filter_map(|line| {
        let line = line.trim().strip_prefix("`AGU_")?;
        Some(line.split_once('(')?.1.split_once(',')?.0)
    });
    for rule in rules {
        assert!(broken.contains(rule), "no row breaks {rule}");
    }
}

#[test]
#[ignore = "make night"]
fn a_broken_contract_is_seen_icarus() {
    each_rule_is_broken("iverilog");
}

#[test]
#[ignore = "make night"]
fn a_broken_contract_is_seen_verilator() {
    each_rule_is_broken("verilator");
}
