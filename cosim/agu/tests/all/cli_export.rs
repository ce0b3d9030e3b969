//! `agu export`, and the command line as a whole.

use crate::common::{Outcome, agu, path, text};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use yaml_rust2::{Yaml, YamlLoader};

#[test]
fn the_default_top_goes_to_standard_output() -> Outcome<()> {
    let ran = agu(&["export"])?;
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    assert!(
        ran.stdout.contains("module agu_unit32"),
        "no module of that name"
    );
    let named = agu(&["export", "--top", "agu_unit32", "-o", "-"])?;
    assert_eq!(named, ran);
    Ok(())
}

#[test]
fn a_file_gets_what_standard_output_would() -> Outcome<()> {
    let printed = agu(&["export", "--top", "agu_lane"])?;
    let name = path("lane.v");
    let written = agu(&["export", "--top", "agu_lane", "-o", &text(&name)?])?;
    assert_eq!((written.status, written.stdout.as_str()), (Some(0), ""));
    assert_eq!(fs::read_to_string(name)?, printed.stdout);
    Ok(())
}

#[test]
fn an_unknown_top_lists_the_known() -> Outcome<()> {
    let ran = agu(&["export", "--top", "agu_unit3"])?;
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""));
    for name in exported::modules() {
        assert!(
            ran.stderr.contains(name),
            "{name} is not in: {}",
            ran.stderr
        );
    }
    Ok(())
}

#[test]
fn a_file_that_cannot_be_written() -> Outcome<()> {
    let name = text(&path("no_such_folder/lane.v"))?;
    let ran = agu(&["export", "--top", "agu_lane", "-o", &name])?;
    assert_eq!(ran.status, Some(2));
    let start = format!("{name}: error: cannot be written: ");
    assert!(ran.stderr.starts_with(&start), "{}", ran.stderr);
    Ok(())
}

/// Exports the package of `top`; its folder.
fn package(top: &str) -> Outcome<PathBuf> {
    let folder = path("package").join(top);
    let _ = fs::remove_dir_all(&folder);
    let ran = agu(&["export", "--top", top, "--package", &text(&folder)?])?;
    assert_eq!(
        (ran.status, ran.stdout.as_str(), ran.stderr.as_str()),
        (Some(0), "", ""),
        "{top}"
    );
    Ok(folder)
}

/// The strings of a list in a core file.
fn strings(list: &Yaml) -> Vec<&str> {
    let items = list.as_vec().into_iter().flatten();
    items.filter_map(Yaml::as_str).collect()
}

/// Each module has a package; its core file is read as FuseSoC does, and its target to lint run.
#[test]
fn a_package_of_any_top_has_all_that_its_core_file_names_and_lints() -> Outcome<()> {
    for top in exported::modules() {
        let folder = package(top)?;
        let text = fs::read_to_string(folder.join("agu.core"))?;
        let core = text.strip_prefix("CAPI=2:\n").ok_or("no CAPI=2")?;
        let core = &YamlLoader::load_from_str(core)?[0];
        let name = format!("agu:gpu:{top}:{}", env!("CARGO_PKG_VERSION"));
        assert_eq!(core["name"].as_str(), Some(&*name));
        assert_eq!(core["license"].as_str(), Some("MIT OR Apache-2.0"));

        let filesets = core["filesets"].as_hash().ok_or("no filesets")?;
        let mut named: BTreeSet<&str> = ["agu.core"].into();
        named.extend(filesets.values().flat_map(|set| strings(&set["files"])));
        let mut written = BTreeSet::new();
        for entry in fs::read_dir(&folder)? {
            written.insert(entry?.file_name().to_string_lossy().into_owned());
        }
        assert!(written.iter().map(String::as_str).eq(named), "{written:?}");

        let targets = core["targets"].as_hash().ok_or("no targets")?;
        for set in targets.values().flat_map(|of| strings(&of["filesets"])) {
            assert!(!core["filesets"][set].is_badvalue(), "{top} without {set}");
        }
        assert_eq!(
            !core["targets"]["sim"].is_badvalue(),
            top.starts_with("agu_unit")
        );
        let lint = &core["targets"]["lint"];
        let sets = strings(&lint["filesets"]).into_iter();
        let files = sets.flat_map(|set| strings(&core["filesets"][set]["files"]));
        let linted = Command::new("verilator")
            .args(["--lint-only", "--top-module", top])
            .args(strings(&lint["flow_options"]["verilator_options"]))
            .args(files)
            .current_dir(&folder)
            .output()?;
        let said = String::from_utf8_lossy(&linted.stderr);
        assert!(
            linted.status.success() && !said.contains('%'),
            "{top}: {said}"
        );
    }
    Ok(())
}

#[test]
fn a_unit_has_a_bench_of_its_own_lanes() -> Outcome<()> {
    let folder = package("agu_unit8")?;
    let core = fs::read_to_string(folder.join("agu.core"))?;
    let bench = fs::read_to_string(folder.join("agu_bench.v"))?;
    assert!(bench.contains("LANES = 8;") && bench.contains("agu_unit8 unit ("));
    assert!(!(core + &bench).contains("agu_unit32"));

    let name = text(&folder)?;
    let package = |top: &str| agu(&["export", "--top", top, "--package", &name]);
    let ran = package("agu_lane_registered")?;
    assert_eq!(ran.status, Some(2));
    assert!(ran.stderr.contains("expected a module"), "{}", ran.stderr);

    // A package is replaced by one of the same top alone.
    fs::write(folder.join("agu_bench.v"), "old")?;
    assert_eq!(package("agu_unit8")?.status, Some(0));
    assert_eq!(fs::read_to_string(folder.join("agu_bench.v"))?, bench);
    for top in ["agu_unit4", "agu_lane"] {
        let ran = package(top)?;
        assert_eq!(ran.status, Some(2), "{top}");
        let words = format!("expected an empty folder or an earlier package of {top}");
        assert!(ran.stderr.contains(&words), "{}", ran.stderr);
        assert!(!folder.join(format!("{top}.v")).exists(), "{top}");
    }
    Ok(())
}

#[test]
fn bad_usage_is_status_2_and_help_is_0() -> Outcome<()> {
    for arguments in [
        &[][..],
        &["no-such-command"],
        &["asm", "-", "--no-such-option"],
        &["asm"],
    ] {
        let ran = agu(arguments)?;
        assert_eq!(
            (ran.status, ran.stdout.as_str()),
            (Some(2), ""),
            "{arguments:?}"
        );
        // The environment sets folders: they are not required.
        let usage = ran.stderr.lines().find(|line| line.starts_with("Usage: "));
        assert!(
            usage.is_some_and(|usage| !usage.contains("-dir")),
            "{}",
            ran.stderr
        );
    }
    for arguments in [&["--help"][..], &["run", "--help"], &["--version"]] {
        let ran = agu(arguments)?;
        assert_eq!(
            (ran.status, ran.stderr.as_str()),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
    Ok(())
}
