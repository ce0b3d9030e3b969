//! `agu synth`, in a project of its own. What it measures with nextpnr takes too long for
//! a test; Yosys runs on the lane. What is refused is in `tests/cmd/gate/synth.trycmd`.

use crate::common::{Outcome, Running, TestFolder};
use fpga::Device;
use fpga::baseline::Baseline;
use rustix::process::Signal;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// The recorded figures.
const BASELINE: &str = include_str!("../../../../constraints/qor.toml");

/// Names of what is in `folder`.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.collect()
}

/// With the Yosys that was recorded, area for area; another one is named.
#[test]
fn the_area_of_the_lane_is_the_recorded_one() -> Outcome<()> {
    let place = TestFolder::new()?;
    place.write("constraints/qor.toml", BASELINE)?;
    let lane = "synth --check --top agu_lane --device hx8k --seeds 0 --json lane.json";
    let ran = place.agu(lane)?;
    let table = ran.stdout.clone();
    let said = ran.ended(0)?;
    let row = &place.json("lane.json")?["rows"][0];
    let cells = ["lut4", "carry", "flip_flops", "block_ram"];
    let cells = cells.map(|name| row[name].as_u64().unwrap_or_default() as u32);
    let printed = table.lines().last().ok_or("no table")?.split_whitespace();
    let printed: Vec<&str> = printed.take(6).collect();
    let expected = cells.map(|cells| cells.to_string());
    assert_eq!(printed[..2], ["agu_lane", "hx8k"], "{table}");
    assert_eq!(printed[2..], expected, "{table}");
    assert!(row["fmax_mhz"].is_null());
    let rows = Baseline::read(place.folder())?.result.into_iter();
    let mut lane = rows.filter(|row| row.top == "agu_lane" && row.device == Device::Hx8k);
    let lane = lane.next().ok_or("the lane is not recorded")?;
    if lane.tools.split(", ").next() == row["tools"].as_str() {
        let recorded = [lane.lut4, lane.carry, lane.flip_flops, lane.block_ram];
        assert_eq!(expected, recorded.map(|cells| cells.to_string()), "{table}");
        assert_eq!(said, "", "no progress without a terminal");
    } else {
        // Of a test that passes nothing is shown that it prints.
        let text = format!("not comparable with {}: {table}{said}", lane.tools);
        writeln!(io::stderr(), "{text}")?;
    }
    assert_eq!(names(&place.path("target")), ["synth"]);
    assert_eq!(names(&place.path("target/synth")), ["agu_lane_ice40"]);
    Ok(())
}

#[test]
fn an_interrupted_run_leaves_nothing() -> Outcome<()> {
    let place = TestFolder::new()?;
    place.write("constraints/qor.toml", "")?;
    let line = [
        "synth",
        "--top",
        "agu_unit8",
        "--device",
        "hx8k",
        "--seeds",
        "0",
    ];
    let mut child = Running::start(&mut place.command(&line))?;
    // Yosys works.
    let target = place.path("target");
    let log = |name: String| target.join(name).join("agu_unit8_ice40/yosys.log");
    child.until(|| {
        Ok(names(&target)
            .into_iter()
            .map(log)
            .any(|log| log.exists())
            .then_some(()))
    })?;
    child.signal(Signal::TERM)?;
    let said = child.ran()?.ended(130)?;
    assert_eq!(said, "error: interrupted: no files were kept\n");
    assert!(names(&target).is_empty());
    Ok(())
}
