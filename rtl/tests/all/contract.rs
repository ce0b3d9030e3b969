//! The assertions of `rtl/contract` at the ports of the exported units under `contract.v`, and units and traffic
//! that break each of them.

use crate::common::bench::{compiled, simulated};
use crate::common::tools::accepts;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/contract");

/// The seed of the traffic: `AGU_SEED`, else the same each day.
fn seed() -> u32 {
    let seed = std::env::var("AGU_SEED");
    seed.map_or(490, |seed| {
        seed.parse().expect("AGU_SEED is a decimal number")
    })
}

/// The bench of a unit of `lanes` lanes, with `sources` instead of modules of the repository.
fn bench(tool: &str, name: &str, lanes: usize, sources: &[&Path]) -> PathBuf {
    let [rules, bind] =
        ["agu_contract.sv", "agu_contract_bind.sv"].map(|file| Path::new(FOLDER).join(file));
    let lanes = format!("-DLANES={lanes}");
    let (options, contract): (&[&str], &[&Path]) = match tool {
        "verilator" => (&[&lanes, "--assert"], &[&rules, &bind]),
        _ => (&[&lanes], &[&rules]),
    };
    compiled(
        tool,
        name,
        "contract.v",
        options,
        &[sources, contract].concat(),
    )
}

/// The line of the contract, in the output of a bench that ran to its end without a failure.
#[track_caller]
fn kept(said: &str, lanes: usize) -> &str {
    let ends = said.lines().any(|line| line.ends_with(" resets"));
    assert!(ends && !said.contains("ailed"), "seed {}: {said}", seed());
    said.lines()
        .find(|line| line.starts_with("agu_contract: "))
        .filter(|line| line.ends_with(&format!(" checks {lanes} lanes")))
        .unwrap_or_else(|| panic!("the contract is not bound: {said}"))
}

#[track_caller]
fn ports_keep_the_contract(tool: &str, lanes: usize) {
    let work = bench(tool, &format!("contract_{tool}{lanes}"), lanes, &[]);
    kept(
        &simulated(tool, &work, &[format!("+seed={}", seed())]),
        lanes,
    );
}

#[test]
fn ports_keep_the_contract_icarus() {
    ports_keep_the_contract("iverilog", 1);
}

#[test]
fn ports_keep_the_contract_verilator() {
    for lanes in [1, 8] {
        ports_keep_the_contract("verilator", lanes);
    }
}

/// The commands of doc/timing.md in the root of the repository, with the bench as `bench.v`. Traffic that is
/// illegal fails; without assertions there is no line of the contract.
#[test]
fn commands_of_the_page_bind_the_contract() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = fs::read_to_string(root.join("doc/timing.md")).unwrap();
    let blocks: Vec<_> = page
        .split("\n\n")
        .filter(|block| block.starts_with("    verilator "))
        .collect();
    assert_eq!(blocks.len(), 2, "{page}");
    let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join("contract_page");
    let _ = fs::remove_dir_all(&work);
    fs::create_dir_all(&work).unwrap();
    symlink(root.join("rtl"), work.join("rtl")).unwrap();
    fs::copy(root.join("rtl/tests/contract.v"), work.join("bench.v")).unwrap();
    let unit = rtl::tops::verilog("agu_unit4").unwrap().unwrap();
    fs::write(work.join("agu_unit4.v"), unit).unwrap();
    for block in blocks {
        let run = |script: &str| {
            let mut command = Command::new("bash");
            command.args(["-ec", script]).current_dir(&work);
            // Without optimisation: the traffic is shorter than that.
            command.env("MAKEFLAGS", "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0");
            let output = command.output().unwrap();
            let bytes = [output.stdout, output.stderr].concat();
            let said = String::from_utf8_lossy(&bytes).into_owned();
            (output.status.success(), said)
        };
        let (passes, said) = run(block);
        assert!(passes, "{block}: {said}");
        let line = kept(&said, 4)
            .replace("TOP.", "")
            .replace("contract.unit", "bench.unit");
        assert!(page.contains(&line), "{line}");
        let (passes, said) = run("obj_dir/Vbench +break=space_is_known");
        assert!(!passes && said.contains("space_is_known"), "{said}");
        let (passes, said) = run("obj_dir/Vbench +verilator+noassert");
        assert!(passes && !said.contains("agu_contract"), "{said}");
    }
}

#[test]
fn the_contract_has_no_warning_and_refuses_other_numbers_of_lanes() {
    let folder = Path::new(FOLDER);
    for lanes in [1, 2, 4, 8, 16, 32] {
        let verilator = [
            "--lint-only",
            "-Wall",
            "--assert",
            &format!("-GLANES={lanes}"),
            "agu_contract.sv",
        ];
        accepts(folder, "verilator", &verilator);
        let icarus = [
            "-Wall",
            "-g2012",
            "-t",
            "null",
            &format!("-Pagu_contract.LANES={lanes}"),
            "agu_contract.sv",
        ];
        accepts(folder, "iverilog", &icarus);
        let script = format!(
            "read_verilog -formal agu_contract.sv; hierarchy -check -top agu_contract -chparam LANES {lanes}; proc"
        );
        accepts(folder, "yosys", &["-q", "-p", &script]);
    }
    let refused = Command::new("verilator")
        .args(["--lint-only", "-GLANES=3", "agu_contract.sv"])
        .current_dir(folder)
        .output();
    let said = String::from_utf8(refused.unwrap().stderr).unwrap();
    assert!(said.contains("LANES_must_be_"), "{said}");
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
        let options = [
            "+verilator+error+limit+1000000".to_owned(),
            format!("+break={rule}"),
        ];
        if !module.is_empty() {
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
    let contract = fs::read_to_string(format!("{FOLDER}/agu_contract.sv")).unwrap();
    let rules = contract.lines().filter_map(|line| {
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
