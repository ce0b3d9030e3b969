//! `agu cosim` and `agu bench`, as far as no file of commands has it: `tests/cmd/gate/cosim.trycmd`.

use crate::common::{Outcome, Running, TestFolder, agu, exported};
use rustix::io::Errno;
use rustix::process::{Signal, test_kill_process};
use serde_json::Value;
use std::collections::HashSet;
use std::thread::sleep;
use std::time::Duration;

/// Runs the default length, which meets all bins; gives how many.
fn bins(place: &TestFolder, target: &str, seed: &str) -> Outcome<u64> {
    let line = format!("cosim --target {target} --seed {seed} --json found.json");
    place.agu(&line)?.ended(0)?;
    let coverage = &place.json("found.json")?["coverage"];
    assert_eq!(coverage["hit"], coverage["total"], "{target} {seed}");
    coverage["total"].as_u64().ok_or_else(|| "no total".into())
}

#[test]
fn a_run_of_the_default_length_meets_every_bin() -> Outcome<()> {
    let place = TestFolder::new()?;
    assert!(bins(&place, "rtl", "1")? > 4000);
    place.write("lea.v", exported("agu_lea32")?)?;
    assert!(bins(&place, "lea.v", "1")? > 100);
    Ok(())
}

#[test]
#[ignore = "make night"]
fn another_seed_meets_every_bin() -> Outcome<()> {
    assert!(bins(&TestFolder::new()?, "rtl", "2")? > 4000);
    Ok(())
}

#[test]
fn missing_bins_have_names() -> Outcome<()> {
    let place = TestFolder::new()?;
    place
        .agu("cosim --ops 32 --jobs 1 --json found.json")?
        .ended(0)?;
    let found = place.json("found.json")?;
    let groups = found["coverage"]["groups"].as_array().ok_or("groups")?;
    let missing = groups
        .iter()
        .filter_map(|group| group["missing"].as_array());
    let missing: Vec<&str> = missing.flatten().filter_map(Value::as_str).collect();
    for bin in [
        "ST.64 generic -> shared, OutsideAllocation, one past the end",
        "LD.E.128 global -> global, OutsideAllocation, past 2^40, and inside without the upper bits",
        "ST.16 generic -> no space, OutsideWindow, last access of the local window",
        "32 lines",
        "conflict degree 17",
        "a result waits: 2..7 cycles",
        "const_size[31] written",
    ] {
        assert!(missing.contains(&bin), "{bin}");
    }
    // Names differ, and rules are beside what they take away.
    let distinct: HashSet<_> = missing.iter().collect();
    assert_eq!(distinct.len(), missing.len());
    let excluded = groups[0]["excluded"].as_array().ok_or("rules")?;
    let mut rules = excluded.iter().filter_map(|rule| rule["rule"].as_str());
    assert!(rules.any(|rule| rule == "one byte is never misaligned"));
    Ok(())
}

/// A traced unit starts at time 0, and a run is longer than its wave: 256 cycles of 2 ns, and the end of
/// a result that is in the last of them.
#[test]
fn waves_are_of_the_first_cycles() -> Outcome<()> {
    let place = TestFolder::new()?;
    place
        .agu("cosim --ops 100_000 --seed 7 --jobs 1 --vcd waves.vcd")?
        .ended(0)?;
    let wave = place.read("waves.vcd")?;
    for name in ["sum_lo", "lane_31", "mismatch"] {
        assert!(wave.contains(name), "{name}");
    }
    let mut times = wave.lines().filter_map(|line| line.strip_prefix('#'));
    let last = times.next_back();
    assert!([Some("511"), Some("513")].contains(&last), "{last:?}");
    Ok(())
}

/// A run of hours.
fn long_run(place: &TestFolder, more: &[&str]) -> Outcome<Running> {
    let ran = ["cosim", "--ops", "1_000_000_000_000", "--seed", "5"];
    Ok(Running::start(
        &mut place.command(&[&ran[..], more].concat()),
    )?)
}

#[test]
fn a_failing_test_leaves_no_child() -> Outcome<()> {
    let number = long_run(&TestFolder::new()?, &[])?.number();
    assert_eq!(test_kill_process(number), Err(Errno::SRCH));
    Ok(())
}

#[test]
fn an_interrupted_run_is_no_pass() -> Outcome<()> {
    let files = ["--json", "found.json", "--junit", "found.xml"];
    for (signal, shard) in [(Signal::INT, &[][..]), (Signal::TERM, &["--shard", "1/2"])] {
        let place = TestFolder::new()?;
        let child = long_run(&place, &[&files[..], shard].concat())?;
        sleep(Duration::from_secs(2));
        child.signal(signal)?;
        let ran = child.ran()?;
        let told = ran.stdout.clone();
        let error = ran.ended(130)?;
        assert!(error.starts_with("error: interrupted after "), "{error}");
        let row = |name: &str| told.lines().find_map(|line| line.strip_prefix(name));
        assert!(row("interrupted before ").is_some(), "{told}");
        assert_eq!(row("mismatches ").map(str::trim), Some("0"), "{told}");
        let operations = row("lane-operations ").ok_or("the table")?;
        let operations: u64 = operations.trim().replace('_', "").parse()?;
        assert!((1..1_000_000_000_000).contains(&operations), "{operations}");
        assert!(place.read("found.xml")?.contains("errors=\"1\""));
        // A part's file is the sign of its end.
        assert_eq!(place.path("found.json").exists(), shard.is_empty());
        if shard.is_empty() {
            assert_eq!(place.json("found.json")?["interrupted"], true);
            place.agu("merge found.json")?.ended(1)?;
        }
    }
    Ok(())
}

#[test]
fn bench_prints_a_table() -> Outcome<()> {
    let ran = agu(&["bench", "-q", "--rounds", "1"])?;
    for row in [
        "golden model alone, LEA",
        "golden model alone, loads and stores",
        "nothing checked",
        "every output checked",
    ] {
        assert!(ran.stdout.contains(row), "{}", ran.stdout);
    }
    ran.ended(0)?;
    Ok(())
}
