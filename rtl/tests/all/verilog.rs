//! `rtl/verilog` holds what the exporter prints today, modules of several numbers of lanes as one with
//! a parameter. Units of two widths stand in one design. `make verilog` refreshes the folder.

use crate::common::bench::{compiled, simulated};
use rtl::export::{merged, ExportError};
use rtl::tops;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// With this variable set the test writes the folder instead of comparing it.
const REFRESH: &str = "AGU_REFRESH_VERILOG";

/// Folders of `rtl/verilog`.
const INNER: [&str; 3] = ["", "simulation/", "codes/"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("verilog")
}

#[test]
fn the_folder_holds_what_the_exporter_prints() {
    let folder = folder();
    let printed: BTreeMap<String, String> = tops::files().unwrap().into_iter().collect();
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    for inner in INNER {
        let entries = fs::read_dir(folder.join(inner))
            .into_iter()
            .flatten()
            .flatten();
        for path in entries
            .map(|entry| entry.path())
            .filter(|path| path.is_file())
        {
            let name = path.file_name().unwrap().to_str().unwrap();
            found.insert(format!("{inner}{name}"), fs::read_to_string(&path).unwrap());
        }
    }
    if std::env::var_os(REFRESH).is_some() {
        for inner in INNER {
            fs::create_dir_all(folder.join(inner)).unwrap();
        }
        for name in found.keys().filter(|name| !printed.contains_key(*name)) {
            fs::remove_file(folder.join(name)).unwrap();
        }
        for (name, text) in printed {
            // A file that stays the same keeps its time, and what is built from it stays built.
            if found.get(&name) != Some(&text) {
                fs::write(folder.join(name), text).unwrap();
            }
        }
        return;
    }
    let names = |files: &BTreeMap<String, String>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&found), names(&printed), "run `make verilog`");
    for (name, text) in printed {
        assert!(
            found[&name] == text,
            "{name} is out of date or was edited: run `make verilog`"
        );
    }
}

/// `two_units.v`: units of two widths in one design.
#[track_caller]
fn both_units_work(tool: &str) {
    let work = compiled(tool, &format!("two_units_{tool}"), "two_units.v", &[], &[]);
    let said = simulated(tool, &work, &[]);
    assert_eq!(said.lines().next(), Some("90 and 90 beats"), "{said}");
}

#[test]
fn two_units_icarus() {
    both_units_work("iverilog");
}

#[test]
fn two_units_verilator() {
    both_units_work("verilator");
}

/// The merged line of modules that have one each, of 2, 4 and 8 lanes.
fn of_lines(lines: [&str; 3]) -> Result<String, ExportError> {
    let text = |(lanes, line)| format!("module agu_m{lanes} (\n{line}\n);\n");
    let [two, four, eight] = [(2, lines[0]), (4, lines[1]), (8, lines[2])].map(text);
    let text = merged("agu_m", &[(2, &two), (4, &four), (8, &eight)])?;
    Ok(text.lines().nth(1).unwrap_or_default().to_owned())
}

#[test]
fn numbers_that_are_no_expression_of_the_lanes_are_refused() {
    let right = of_lines(["a[5:0]", "a[11:0]", "a[23:0]"]);
    assert_eq!(right.as_deref(), Ok("a[3*LANES-1:0]"));
    for lines in [
        ["a[5:0]", "a[11:0]", "a[17:0]"],
        ["a = 4'd1;", "a = 4'd3;", "a = 4'd4;"],
        ["a = b;", "a = b;", "a = c;"],
    ] {
        let refused = of_lines(lines).unwrap_err().to_string();
        let found = format!("module agu_m: `{}` and `{}`, expected", lines[0], lines[2]);
        assert!(refused.starts_with(&found), "{refused}");
    }
}
