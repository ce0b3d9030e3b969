//! `agu cosim` and `agu bench` from the command line.

mod common;

use common::{Outcome, agu, path};
use std::fs;
use std::process::{Command, Stdio};

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
    assert!(
        ran.stderr.is_empty(),
        "no progress where nobody looks: {}",
        ran.stderr
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
        xml.contains(r#"tests="1""#) && xml.contains(r#"failures="0""#),
        "{xml}"
    );
    assert!(
        xml.contains(r#"<property name="seed" value="7"/>"#),
        "{xml}"
    );

    let wave = fs::read_to_string(&vcd)?;
    assert!(wave.contains("$timescale") && wave.contains("sum_lo"));
    // A traced unit starts at time 0 and this run is longer than its wave.
    let last = |text: &str| {
        text.lines()
            .rev()
            .find_map(|line| line.strip_prefix('#')?.parse().ok())
    };
    assert_eq!(last(&wave), Some(511_u64), "256 cycles of 2 ns");
    let expected = fs::read_to_string(vcd.with_extension("expected.vcd"))?;
    assert!(expected.contains("lane_31") && expected.contains("mismatch"));
    Ok(())
}

#[test]
fn bad_usage_is_two() -> Outcome<()> {
    for arguments in [
        &["cosim", "--ops", "0"][..],
        &["cosim", "--ops", "many"],
        &["cosim", "--ops", "-1"],
        &["cosim", "--jobs", "0"],
        &["cosim", "--jobs", "100000"],
        &["cosim", "--seed", "0x1_0000_0000_0000_0000"],
        &["cosim", "--target", "netlist"],
        &["cosim", "--target", "asic"],
        &["cosim", "--ops", "1", "--json", "no/such/folder/x.json"],
        &["cosim", "--ops", "1", "--vcd", "no/such/folder/x.vcd"],
        &["bench", "--rounds", "some"],
    ] {
        let ran = agu(arguments)?;
        assert_eq!(ran.status, Some(2), "{arguments:?}: {}", ran.stderr);
        assert!(!ran.stderr.is_empty());
        assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    }
    Ok(())
}

#[test]
fn a_closed_pipe_is_no_failure() -> Outcome<()> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_agu"))
        .args(SMALL)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    drop(child.stdout.take());
    let ended = child.wait_with_output()?;
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
    let ran = agu(&["bench", "--rounds", "1"])?;
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    for row in [
        "golden model alone",
        "nothing checked",
        "every output checked",
    ] {
        assert!(ran.stdout.contains(row), "{}", ran.stdout);
    }
    Ok(())
}
