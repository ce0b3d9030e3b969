//! `agu cosim`, as far as no file of commands has it: `tests/cmd/gate/cosim.trycmd`.

use crate::common::{Outcome, Running, TestFolder, exported};
use rustix::io::Errno;
use rustix::process::{Signal, test_kill_process};
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
        let table = ran.stdout.clone();
        let error = ran.ended(130)?;
        assert!(error.starts_with("error: interrupted after "), "{error}");
        let row = |name: &str| table.lines().find_map(|line| line.strip_prefix(name));
        assert!(row("interrupted before ").is_some(), "{table}");
        assert_eq!(row("mismatches ").map(str::trim), Some("0"), "{table}");
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
