//! `agu cosim` and `agu bench` from the command line.

use crate::common::{Outcome, Place, Running, agu, file, path};
use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use std::fs;
use std::process::Command;

const SMALL: [&str; 7] = ["cosim", "--ops", "100_000", "--seed", "0x7", "--jobs", "1"];

#[test]
fn the_table_names_what_ran() -> Outcome<()> {
    let ran = agu(&SMALL)?;
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let rows: Vec<Vec<&str>> = ran
        .stdout
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    let value = |name: &str| rows.iter().find(|row| row[0] == name).map(|row| row[1]);
    assert_eq!(value("lanes"), Some("32"));
    assert_eq!(value("mismatches"), Some("0"));
    assert_eq!(value("seed"), Some("7"));
    assert_eq!(value("jobs"), Some("1"));
    assert_eq!(value("lane-operations"), Some("100_000"));
    let (hit, total) = fraction(value("coverage"))?;
    assert!(hit > total / 4 && hit < total, "{hit}/{total}");
    assert!(
        ran.stderr.is_empty(),
        "no progress where nobody looks: {}",
        ran.stderr
    );
    Ok(())
}

/// `hit/total`.
fn fraction(value: Option<&str>) -> Outcome<(usize, usize)> {
    let (hit, total) = value
        .and_then(|value| value.split_once('/'))
        .ok_or("a fraction")?;
    Ok((hit.parse()?, total.parse()?))
}

#[test]
fn a_run_of_the_default_length_meets_every_bin() -> Outcome<()> {
    for seed in ["1", "2"] {
        let ran = agu(&["cosim", "--seed", seed])?;
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        let row = ran.stdout.lines().find(|line| line.starts_with("coverage"));
        let (hit, total) = fraction(row.and_then(|row| row.split_whitespace().nth(1)))?;
        assert_eq!(hit, total, "{}", ran.stdout);
        assert!(total > 4000, "{total}");
        assert!(ran.stdout.lines().count() <= 12, "{}", ran.stdout);
    }
    Ok(())
}

#[test]
fn the_lea_unit_is_a_target() -> Outcome<()> {
    let ran = agu(&["cosim", "--target", "lea", "--seed", "1"])?;
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let row = ran.stdout.lines().find(|line| line.starts_with("coverage"));
    let (hit, total) = fraction(row.and_then(|row| row.split_whitespace().nth(1)))?;
    assert_eq!(hit, total, "{}", ran.stdout);
    assert!(total > 100, "{total}");
    let access = file("access.agu", "LEA R1, R2, R3\n\nLDG.E R0, [R2]\n")?;
    let ran = agu(&["run", &access, "--target", "lea"])?;
    let words = format!("{access}:3:1: error: the hardware is an LEA unit, expected LEA or MOV\n");
    assert_eq!((ran.status, ran.stderr), (Some(1), words));
    Ok(())
}

#[test]
fn missing_bins_have_names() -> Outcome<()> {
    let json = path("coverage.json");
    let json_text = json.to_string_lossy().into_owned();
    let ran = agu(&["cosim", "--ops", "32", "--jobs", "1", "--json", &json_text])?;
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let told = ran.stdout.lines();
    assert_eq!(
        told.filter(|line| line.starts_with("not covered: "))
            .count(),
        20
    );
    assert!(
        ran.stdout.contains(" more bins not covered"),
        "{}",
        ran.stdout
    );
    let value: serde_json::Value = serde_json::from_str(&fs::read_to_string(&json)?)?;
    let groups = value["coverage"]["groups"].as_array().ok_or("groups")?;
    let names = |member: &str| -> Vec<&str> {
        let lists = groups.iter().filter_map(|group| group[member].as_array());
        lists.flatten().filter_map(|name| name.as_str()).collect()
    };
    let missing = names("missing");
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
    assert!(names("contradictions").is_empty());
    // Names differ, and rules are beside what they take away.
    let distinct: std::collections::HashSet<_> = missing.iter().collect();
    assert_eq!(distinct.len(), missing.len());
    let excluded = groups[0]["excluded"].as_array().ok_or("rules")?;
    let rules = excluded.iter().filter_map(|rule| rule["rule"].as_str());
    assert!(
        rules
            .collect::<Vec<_>>()
            .contains(&"one byte is never misaligned")
    );
    Ok(())
}

#[test]
fn the_seed_alone_decides() -> Outcome<()> {
    let cycles = |seed: &str| -> Outcome<Option<String>> {
        let ran = agu(&["cosim", "--ops", "100000", "--jobs", "2", "--seed", seed])?;
        Ok(ran
            .stdout
            .lines()
            .find(|line| line.starts_with("cycles"))
            .map(str::to_string))
    };
    assert_eq!(cycles("11")?, cycles("11")?);
    assert_ne!(cycles("11")?, cycles("12")?);
    Ok(())
}

#[test]
fn json_junit_and_waves_are_written() -> Outcome<()> {
    let (json, junit, vcd) = (path("cosim.json"), path("cosim.xml"), path("cosim.vcd"));
    let mut arguments = SMALL.to_vec();
    let [json_text, junit_text, vcd_text] =
        [&json, &junit, &vcd].map(|path| path.to_string_lossy().into_owned());
    arguments.extend([
        "--json",
        &json_text,
        "--junit",
        &junit_text,
        "--vcd",
        &vcd_text,
    ]);
    let ran = agu(&arguments)?;
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);

    let value: serde_json::Value = serde_json::from_str(&fs::read_to_string(&json)?)?;
    assert_eq!(value["seed"], 7);
    assert_eq!(value["mismatches"], 0);
    assert_eq!(value["operations"], 100_000);
    let xml = fs::read_to_string(&junit)?;
    assert!(
        xml.contains(r#"tests="2""#) && xml.contains(r#"failures="0""#),
        "{xml}"
    );
    assert!(
        xml.contains(r#"<property name="seed" value="7"/>"#),
        "{xml}"
    );
    assert!(xml.contains("coverage of "), "{xml}");
    assert!(value["coverage"]["total"].as_u64() > Some(4000));

    let wave = fs::read_to_string(&vcd)?;
    assert!(wave.contains("$timescale") && wave.contains("sum_lo"));
    // A traced unit starts at time 0 and this run is longer than its wave.
    let last = |text: &str| {
        text.lines()
            .rev()
            .find_map(|line| line.strip_prefix('#')?.parse().ok())
    };
    // 256 cycles of 2 ns, and the end of a result that is in the last of them.
    let last: Option<u64> = last(&wave);
    assert!([Some(511), Some(513)].contains(&last), "{last:?}");
    assert!(wave.contains("lane_31") && wave.contains("mismatch"));
    Ok(())
}

#[test]
fn bad_usage_is_two() -> Outcome<()> {
    let program = file("usage.agu", "LEA R1, R2, R3\n")?;
    let (noise, empty) = (
        file("noise.dat", [0xff, 0, 0x80, b'\n'])?,
        file("empty.dat", "")?,
    );
    for arguments in [
        &["cosim", "--ops", "0"][..],
        &["cosim", "--ops", "many"],
        &["cosim", "--ops", "-1"],
        &["cosim", "--jobs", "0"],
        &["cosim", "--jobs", "100000"],
        &["cosim", "--seed", "0x1_0000_0000_0000_0000"],
        &["cosim", "--target", "asic"],
        &["cosim", "--target", "missing.v"],
        &["run", &program, "--target", "missing.v"],
        &["cosim", "--json", "x", "--junit", "./x"],
        &["cosim", "--vcd", "x.vcd", "--junit", "x.gtkw"],
        &["cosim", "--target", "x.v", "--json", "x.v"],
        &["coverage", "-o", "x.v"],
        &["cosim", "--ops", "1", "--vcd", "no/such/folder/x.vcd"],
        &["bench", "--rounds", "some"],
        &["bench", "--rounds", "0"],
        &["bench", "--rounds", "1001"],
        &["mutate", "--mutants", "0"],
        &["coverage", "--ops", "0"],
        &["coverage", "--read", &noise],
        &["coverage", "--read", &empty],
    ] {
        let ran = agu(arguments)?;
        assert_eq!(ran.status, Some(2), "{arguments:?}: {}", ran.stderr);
        assert!(!ran.stderr.is_empty());
        assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    }
    Ok(())
}

#[test]
fn what_cannot_be_written_is_told_before_the_run() -> Outcome<()> {
    for name in ["no/such/folder/x", "."] {
        for option in ["--json", "--junit", "--vcd"] {
            let ran = agu(&["cosim", "--ops", "1", option, name])?;
            assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{option}");
            assert!(ran.stderr.contains("cannot be written: "), "{}", ran.stderr);
        }
    }
    let program = file("kept.agu", "LEA R1, R2, R3\n")?;
    let failures = format!("{program}/below");
    let ran = agu(&["cosim", "--ops", "1", "--failures", &failures])?;
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""));
    let words = format!("{failures}: cannot be written, --failures names another folder");
    assert!(ran.stderr.contains(&words), "{}", ran.stderr);
    let ran = agu(&["run", &program, "--vcd", &program])?;
    let words = format!("error: PROGRAM and --vcd are both {program}, expected two files\n");
    assert_eq!((ran.status, ran.stderr), (Some(2), words));
    assert_eq!(std::fs::read_to_string(&program)?, "LEA R1, R2, R3\n");
    Ok(())
}

/// A run of hours.
fn long_run(place: &Place, more: &[&str]) -> Outcome<Running> {
    let ran = ["cosim", "--ops", "1_000_000_000_000", "--seed", "5"];
    Ok(Running::start(&mut place.agu(&[&ran[..], more].concat()))?)
}

#[test]
fn a_failing_test_leaves_no_child() -> Outcome<()> {
    let number = long_run(&Place::new()?, &[])?.number()?;
    assert_eq!(kill(number, None), Err(Errno::ESRCH));
    Ok(())
}

#[test]
fn an_interrupted_run_is_no_pass() -> Outcome<()> {
    let files = ["--json", "found.json", "--junit", "found.xml"];
    for (signal, shard) in [
        (Signal::SIGINT, &[][..]),
        (Signal::SIGTERM, &[]),
        (Signal::SIGTERM, &["--shard", "1/2"]),
    ] {
        let place = Place::new()?;
        let child = long_run(&place, &[&files[..], shard].concat())?;
        std::thread::sleep(std::time::Duration::from_secs(2));
        kill(child.number()?, signal)?;
        let ended = child.output()?;
        let (told, error) = (
            String::from_utf8(ended.stdout)?,
            String::from_utf8(ended.stderr)?,
        );
        assert_eq!(ended.status.code(), Some(130), "{signal}: {told}{error}");
        assert!(error.starts_with("error: interrupted after "), "{error}");
        let row = |name: &str| told.lines().find_map(|line| line.strip_prefix(name));
        assert!(row("interrupted before ").is_some(), "{told}");
        assert_eq!(row("mismatches ").map(str::trim), Some("0"), "{told}");
        let operations = row("lane-operations ").ok_or("the table")?;
        let operations: u64 = operations.trim().replace('_', "").parse()?;
        assert!((1..1_000_000_000_000).contains(&operations), "{operations}");
        let junit = fs::read_to_string(place.path("found.xml"))?;
        assert!(junit.contains("errors=\"1\""), "{junit}");
        assert!(junit.contains("interrupted after"), "{junit}");
        // A part's file is the sign of its end.
        let json = fs::read_to_string(place.path("found.json"));
        assert_eq!(json.is_ok(), shard.is_empty());
        if let Ok(json) = json {
            let json: serde_json::Value = serde_json::from_str(&json)?;
            assert_eq!(json["interrupted"], true);
            let merged = place.agu(&["merge", "found.json"]).output()?;
            assert_eq!(merged.status.code(), Some(1));
        }
        assert!(!place.path("state/results").exists(), "kept as a pass");
    }
    Ok(())
}

#[test]
fn a_closed_pipe_is_no_failure() -> Outcome<()> {
    let mut child = Running::start(Command::new(env!("CARGO_BIN_EXE_agu")).args(SMALL))?;
    drop(child.stdout.take());
    let ended = child.output()?;
    assert_eq!(
        ended.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&ended.stderr)
    );
    Ok(())
}

#[test]
fn bench_prints_a_table() -> Outcome<()> {
    let ran = agu(&["bench", "-q", "--rounds", "1"])?;
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    for row in [
        "golden model alone, LEA",
        "golden model alone, loads and stores",
        "nothing checked",
        "every output checked",
        "LEA unit, C++ loop, nothing checked",
        "LEA unit, every output checked",
    ] {
        assert!(ran.stdout.contains(row), "{}", ran.stdout);
    }
    Ok(())
}
