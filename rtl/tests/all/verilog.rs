//! `rtl/verilog` holds what the exporter prints today, modules of several numbers of lanes as one with
//! a parameter. Units of two widths stand in one design. `make verilog` refreshes the folder.

use crate::common::bench::{compiled, simulated};
use rtl::tops;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use verilated::exported::lanes;

/// With this variable set the test writes the folder instead of comparing it.
const REFRESH: &str = "AGU_REFRESH_VERILOG";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("verilog")
}

#[test]
fn the_folder_holds_what_the_exporter_prints() {
    let folder = folder();
    let printed = lanes::merged(tops::files().unwrap()).unwrap();
    let printed: BTreeMap<String, String> = printed.into_iter().collect();
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    for inner in ["", "simulation/"] {
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
        fs::create_dir_all(folder.join("simulation")).unwrap();
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
