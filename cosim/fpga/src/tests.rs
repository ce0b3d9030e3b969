//! Tests of parsing the tools' output and of the comparison with the baseline, on short texts.

use super::area::Area;
use super::device::{CellFamily, Device};
use super::error::SynthError;
use super::levels::{Levels, levels};
use super::measurement::{Measurement, Placed};
use super::plan::{self, TopOnDevice};
use super::process::{self, Work};
use super::recorder::Recorder;
use super::route::{CriticalPath, Route, Utilisation, fullest};
use crate::baseline::{Baseline, Verdict};
use rayon::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;
use verilated::exported;

/// A report of two paths, the first of which starts at a pin.
const REPORT: &str = r#"{ "critical_paths": [
    { "from": "<async>", "to": "posedge c", "path": [] },
    { "from": "posedge c", "to": "posedge c", "path": [
        { "type": "clk-to-q", "delay": 0.5, "to": { "cell": "measured.a_s1_SB_DFF_Q_DFFLC" } },
        { "type": "routing", "delay": 1.0, "to": { "cell": "x_SB_LUT4_O_LC" } },
        { "type": "logic", "delay": 0.25, "to": { "cell": "x_SB_LUT4_O_LC" } },
        { "type": "routing", "delay": 2.0, "to": { "cell": "measured.b_s2_SB_DFF_Q_DFFLC" } },
        { "type": "setup", "delay": 0.25, "to": { "cell": "measured.b_s2_SB_DFF_Q_DFFLC" } } ] } ],
    "fmax": { "c": { "achieved": 250.0, "constraint": 12 } } }"#;

#[test]
fn the_critical_path_is_from_register_to_register() {
    let path = CriticalPath {
        from: "measured.a_s1_SB_DFF_Q_DFFLC".to_string(),
        to: "measured.b_s2_SB_DFF_Q_DFFLC".to_string(),
        logic_ns: 1.0,
        routing_ns: 3.0,
    };
    let expected = Route {
        seed: 3,
        fmax_mhz: 250.0,
        critical_path: path,
    };
    assert_eq!(Route::parse(3, REPORT), Ok(expected));
    for text in ["", "{}", r#"{ "critical_paths": [], "fmax": {} }"#] {
        assert!(Route::parse(1, text).is_err(), "{text}");
    }
}

#[test]
fn every_cell_is_counted_or_refused() {
    let statistics = r#"{ "design": { "num_cells_by_type": {
        "LUT4": 10, "CCU2C": 3, "PFUMX": 2, "TRELLIS_FF": 7, "DP16KD": 1, "$scopeinfo": 9 } } }"#;
    let expected = Area {
        lut4: 16,
        carry: 6,
        flip_flops: 7,
        block_ram: 1,
        nand2: 0,
    };
    assert_eq!(
        Area::of_statistics(CellFamily::Ecp5, statistics),
        Ok(expected)
    );
    let gates = r#"{ "design": { "num_cells_by_type": { "$_NAND_": 3, "$_XOR_": 1, "$_NOT_": 1, "$_DFF_P_": 2 } } }"#;
    let area = Area::of_statistics(CellFamily::Gates, gates).unwrap();
    assert_eq!((area.nand2, area.flip_flops), (18, 2));
    let gowin = r#"{ "design": { "num_cells_by_type": { "LUT1": 1, "LUT4": 2, "ALU": 4, "DFFRE": 8, "GND": 1 } } }"#;
    let area = Area::of_statistics(CellFamily::Gowin, gowin).unwrap();
    assert_eq!((area.lut4, area.carry, area.flip_flops), (7, 4, 8));
    let multiplier = statistics.replace("DP16KD", "MULT18X18D");
    assert!(Area::of_statistics(CellFamily::Ecp5, &multiplier).is_err());
}

#[test]
fn depth_is_of_the_stage_where_a_path_ends() {
    let cell = |kind: &str, ports: &str| {
        format!(r#"{{ "type": "{kind}", "connections": {{ {ports} }} }}"#)
    };
    let netlist = |last: &str| {
        let cells = [
            cell("$_NOT_", r#""A": [2], "Y": [3]"#),
            cell("$_NAND_", r#""A": [3], "B": ["1"], "Y": [4]"#),
            cell("$_DFF_P_", r#""C": [9], "D": [4], "Q": [5]"#),
            cell("$_NOT_", last),
        ];
        let cells = cells
            .iter()
            .enumerate()
            .map(|(at, cell)| format!(r#""c{at}": {cell}"#));
        format!(
            r#"{{ "modules": {{ "top": {{ "cells": {{ {} }},
            "ports": {{ "out": {{ "direction": "output", "bits": [6] }} }},
            "netnames": {{ "a.sum_s3": {{ "bits": [5] }}, "is_signed": {{ "bits": [3] }} }} }} }} }}"#,
            cells.collect::<Vec<_>>().join(", ")
        )
    };
    let found = levels(&netlist(r#""A": [5], "Y": [6]"#)).unwrap();
    let expected = [("other".to_owned(), 1), ("s3".to_owned(), 2)];
    assert_eq!(found, Levels::from(expected));
    assert!(
        levels(&netlist(r#""A": [6], "Y": [6]"#))
            .unwrap_err()
            .contains("loop")
    );
}

#[test]
fn the_fullest_resource_is_read_from_the_log() {
    let log = "Info: Packing LUT-FFs..\nInfo: Device utilisation:\n\
        Info: \t         ICESTORM_LC: 14948/ 7680   194%\n\
        Info: \t        ICESTORM_RAM:     0/   32     0%\n\
        Info: \t               SB_IO:     3/  256     1%\n";
    let expected = Utilisation {
        resource: "ICESTORM_LC".to_string(),
        used: 14948,
        available: 7680,
    };
    assert_eq!(fullest(log), Some(expected));
    assert_eq!(fullest("Info: nothing"), None);
}

/// The lane on HX8K, routed at `fmax` MHz.
fn lane(lut4: u64, fmax: &[f64]) -> Measurement {
    let route = |(index, fmax_mhz): (usize, &f64)| Route {
        seed: index as u64 + 1,
        fmax_mhz: *fmax_mhz,
        critical_path: CriticalPath {
            from: format!("{fmax_mhz}"),
            ..CriticalPath::default()
        },
    };
    Measurement {
        top: "agu_lane".to_string(),
        design: "0123456789abcdef".to_string(),
        device: Device::Hx8k,
        tools: "Yosys 1, nextpnr 2".to_string(),
        area: Area {
            lut4,
            carry: 100,
            flip_flops: 300,
            block_ram: 0,
            nand2: 0,
        },
        levels: Levels::new(),
        placed: Placed::Routed(fmax.iter().enumerate().map(route).collect()),
    }
}

#[test]
fn the_median_is_of_all_seeds_and_its_path_of_one() {
    let odd = lane(1, &[90.0, 120.0, 100.0]);
    assert_eq!(odd.fmax().map(|fmax| fmax.median), Some(100.0));
    let even = lane(1, &[90.0, 120.0, 100.0, 104.0]);
    let fmax = even.fmax().unwrap();
    assert_eq!((fmax.median, fmax.min, fmax.max), (102.0, 90.0, 120.0));
    assert_eq!(even.critical_path().unwrap().from, "100");
    assert_eq!(lane(1, &[]).fmax(), None);
}

/// Checks `now` against a baseline of 600 LUTs and 120 MHz.
#[track_caller]
fn check(now: &Measurement, expected: &[Verdict]) {
    let mut baseline = Baseline::default();
    baseline.record(&lane(600, &[120.0, 119.0, 121.0]));
    let changes = baseline.compare(std::slice::from_ref(now)).unwrap();
    let verdicts: Vec<Verdict> = changes.iter().map(|change| change.verdict).collect();
    assert_eq!(verdicts, expected, "{changes:?}");
}

#[test]
fn more_than_two_percent_is_a_change() {
    use Verdict::{Better, Worse};
    let same = [121.0, 120.0, 90.0];
    check(&lane(600, &same), &[]);
    check(&lane(612, &same), &[]);
    check(&lane(613, &same), &[Worse]);
    check(&lane(587, &same), &[Better]);
    check(&lane(600, &[117.7; 3]), &[]);
    check(&lane(600, &[117.5; 3]), &[Worse]);
    check(&lane(600, &[122.5; 3]), &[Better]);
    check(&lane(590, &[100.0; 3]), &[Worse]);
    check(&lane(500, &[100.0; 3]), &[Better, Worse]);

    let mut other = lane(600, &same);
    other.placed = Placed::DoesNotFit(Utilisation {
        resource: "LC".to_string(),
        used: 2,
        available: 1,
    });
    check(&other, &[Worse]);
    // A row that was not placed is compared by area, with the tool that gives it.
    let mut other = lane(600, &[]);
    other.placed = Placed::No;
    other.tools = "Yosys 1".to_string();
    check(&other, &[]);
    other.area.lut4 = 613;
    check(&other, &[Worse]);
    other.tools = "Yosys 12".to_string();
    check(&other, &[Verdict::OtherTools]);
    // A first block of RAM is more than two percent of none.
    let mut other = lane(600, &same);
    other.area.block_ram = 1;
    check(&other, &[Worse]);
}

#[test]
fn what_is_not_comparable_is_an_error() {
    let mut baseline = Baseline::default();
    let measured = [lane(600, &[120.0; 3])];
    let unrecorded = baseline.compare(&measured);
    assert!(matches!(unrecorded, Err(SynthError::NotRecorded { .. })));
    baseline.record(&measured[0]);
    assert!(baseline.compare(&measured).unwrap().is_empty());
    let of_other_seeds = baseline.compare(&[lane(600, &[120.0; 8])]);
    assert!(matches!(of_other_seeds, Err(SynthError::OtherSeeds { .. })));
    // Other tools alone are no change. Beside a change they are named, and it is not judged.
    let mut other = lane(600, &[120.0; 3]);
    other.tools = "Yosys 3".to_string();
    assert!(baseline.compare(&[other.clone()]).unwrap().is_empty());
    other.area.lut4 = 700;
    let changes = baseline.compare(&[other]).unwrap();
    assert_eq!(changes[0].verdict, Verdict::OtherTools);
    assert!(changes[0].text.contains("Yosys 3"), "{changes:?}");
}

#[test]
fn the_baseline_is_of_the_present_hardware() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let baseline = Baseline::read(&root).unwrap();
    let name = |top: &str, device: Device| format!("{top} on {}", device.name());
    let rows = plan::rows(None, None, None);
    let mut planned: Vec<_> = rows.iter().map(|row| name(&row.top, row.device)).collect();
    let mut recorded = Vec::new();
    for row in &baseline.result {
        let name = name(&row.top, row.device);
        let record = format!(
            "agu synth --record --top {} --device {}",
            row.top,
            row.device.name()
        );
        let present = exported::design(&row.top).unwrap();
        assert_eq!(row.design, present, "{name} is stale: `{record}`");
        recorded.push(name);
    }
    planned.sort();
    recorded.sort();
    assert_eq!(recorded, planned, "rows of constraints/qor.toml");
}

/// A project with an empty baseline, and the baseline's path.
fn project() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("constraints")).unwrap();
    let path = folder.path().join(super::baseline::FILE);
    std::fs::write(&path, "").unwrap();
    (folder, path)
}

#[test]
fn the_baseline_is_written_and_read_back() {
    let (folder, path) = project();
    let mut baseline = Baseline::read(folder.path()).unwrap();
    assert_eq!(baseline, Baseline::default());
    baseline.record(&lane(600, &[120.0]));
    baseline.record(&lane(601, &[121.0]));
    baseline.write(folder.path()).unwrap();
    let read = Baseline::read(folder.path()).unwrap();
    assert_eq!((read.result.len(), read.result[0].lut4), (1, 601));
    assert_eq!(read, baseline);
    std::fs::write(&path, "[[result]]\ntop = 1\n").unwrap();
    let reason = Baseline::read(folder.path()).unwrap_err().to_string();
    assert!(reason.contains("qor.toml"), "{reason}");
}

#[test]
fn rows_that_end_at_once_are_all_recorded() {
    const ROWS: usize = 50;
    let (folder, _) = project();
    let recorder = Recorder::new(folder.path());
    (0..ROWS).into_par_iter().for_each(|row| {
        let mut measured = lane(600, &[120.0]);
        measured.top = format!("top{row}");
        recorder.record(&measured).unwrap();
    });
    assert_eq!(recorder.recorded(), ROWS);
    assert_eq!(Baseline::read(folder.path()).unwrap().result.len(), ROWS);

    std::fs::remove_dir_all(folder.path().join("constraints")).unwrap();
    assert!(recorder.record(&lane(600, &[120.0])).is_err());
    assert_eq!(recorder.recorded(), ROWS);
}

#[test]
fn rows_are_of_the_plan_or_named_whole() {
    let count = |top, device| plan::rows(top, device, None).len();
    assert_eq!(count(None, None), 15);
    assert_eq!(count(Some("agu_lane"), None), 5);
    assert_eq!(count(None, Some(Device::Up5k)), 1);
    let row = &plan::rows(Some("agu_decoder"), Some(Device::Up5k), Some(2))[0];
    assert_eq!((row.device, row.seeds.clone()), (Device::Up5k, 1..3));
    let checked = plan::rows(plan::CHECKED.0, plan::CHECKED.1, None);
    assert_eq!(checked.len(), 1);
    assert_eq!(
        (checked[0].device, checked[0].placements()),
        (Device::Hx8k, 8)
    );
    assert!(
        plan::rows(None, None, None)
            .iter()
            .all(|row| exported::modules().any(|name| name == row.top))
    );
}

#[test]
fn a_stopped_child_is_ended_and_an_error_ends_the_others() {
    // So is what it has started, even if that ignores the request.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("number");
    let script = format!(
        "(trap '' TERM; exec sleep 1000) & echo $! > {0}; mv {0} {0}.whole; wait",
        file.display()
    );
    let mut forever = Command::new("sh");
    let whole = file.with_extension("whole");
    let ended = process::run(forever.args(["-c", &script]), &|| whole.is_file());
    assert!(ended.unwrap().is_none());
    let number = fs::read_to_string(whole).unwrap();
    // A process without a command line has ended. A signal takes a moment.
    let line = format!("/proc/{}/cmdline", number.trim());
    let has_ended =
        || fs::read(&line).is_ok_and(|line| line.is_empty()) || !fs::exists(&line).unwrap();
    assert!((0..1000).any(|_| has_ended() || {
        std::thread::sleep(process::POLL);
        false
    }));

    let never = AtomicBool::new(false);
    let work = Work::new(&never);
    let squares: Option<Vec<u64>> = (0..100)
        .into_par_iter()
        .map(|job| work.part(|_| Ok(job * job)))
        .collect();
    let expected: Vec<u64> = (0..100).map(|job| job * job).collect();
    assert_eq!(work.end(squares).unwrap(), expected);

    let work = Work::new(&never);
    let failed = (0..100).into_par_iter().map(|job| {
        work.part(|stopped| {
            let time = if job == 0 { "0.2" } else { "1000" };
            // The others end only because the first fails.
            match process::run(Command::new("sleep").arg(time), stopped).unwrap() {
                Some(_) => Err::<(), _>(SynthError::NoProject),
                None => Err(SynthError::Interrupted),
            }
        })
    });
    let failed = failed.collect::<Option<Vec<()>>>();
    assert!(matches!(work.end(failed), Err(SynthError::NoProject)));

    let stop = AtomicBool::new(true);
    let work = Work::new(&stop);
    let stopped = work.part(|_| Ok(()));
    assert!(matches!(work.end(stopped), Err(SynthError::Interrupted)));
}

#[test]
fn parts_have_each_placement_once() {
    let rows = plan::rows(None, None, None);
    let all: u64 = rows.iter().map(|row| row.placements().max(1)).sum();
    for of in [1, 4, all, all + 3] {
        let parts = (0..of)
            .flat_map(|index| plan::part(&rows, |all| all * index / of..all * (index + 1) / of));
        let mut met: Vec<(String, Device, Vec<u64>)> = Vec::new();
        for row in parts {
            let seeds = row.seeds.clone().collect::<Vec<_>>();
            match met.last_mut() {
                Some(last) if (&last.0, last.1) == (&row.top, row.device) => last.2.extend(seeds),
                _ => met.push((row.top, row.device, seeds)),
            }
        }
        let whole = |row: &TopOnDevice| (row.top.clone(), row.device, row.seeds.clone().collect());
        assert_eq!(met, Vec::from_iter(rows.iter().map(whole)), "{of} parts");
    }
}
