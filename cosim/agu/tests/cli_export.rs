//! `agu export`, and the command line as a whole.

mod common;

use common::{Outcome, agu, path, text};
use std::collections::BTreeSet;
use std::fs;

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

#[test]
fn a_package_has_all_that_its_core_file_names() -> Outcome<()> {
    let folder = path("package");
    let _ = fs::remove_dir_all(&folder);
    let name = text(&folder)?;
    let ran = agu(&["export", "--top", "agu_unit8", "--package", &name])?;
    assert_eq!(
        (ran.status, ran.stdout.as_str(), ran.stderr.as_str()),
        (Some(0), "", "")
    );
    let core = fs::read_to_string(folder.join("agu.core"))?;
    let named: BTreeSet<&str> = core
        .lines()
        .filter_map(|line| line.trim().strip_prefix("files: [")?.strip_suffix(']'))
        .chain(["agu.core"])
        .collect();
    let mut written = BTreeSet::new();
    for entry in fs::read_dir(&folder)? {
        written.insert(entry?.file_name().to_string_lossy().into_owned());
    }
    assert!(written.iter().map(String::as_str).eq(named), "{written:?}");
    // Whatever speaks of a unit speaks of this one.
    let bench = fs::read_to_string(folder.join("agu_bench.v"))?;
    assert!(bench.contains("LANES = 8;") && bench.contains("agu_unit8 unit ("));
    assert!(!(core + &bench).contains("agu_unit32"));

    let ran = agu(&["export", "--top", "agu_lane", "--package", &name])?;
    assert_eq!(ran.status, Some(2));
    assert!(ran.stderr.contains("expected a unit"), "{}", ran.stderr);
    Ok(())
}

#[test]
fn bad_usage_is_status_2_and_help_is_0() -> Outcome<()> {
    for arguments in [
        &[][..],
        &["no-such-command"],
        &["asm", "-", "--no-such-option"],
    ] {
        let ran = agu(arguments)?;
        assert_eq!(
            (ran.status, ran.stdout.as_str()),
            (Some(2), ""),
            "{arguments:?}"
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
