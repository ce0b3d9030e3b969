//! `agu run --golden`: the golden model alone prints what the run on hardware prints.

use crate::common::{Outcome, agu, agu_with, isa_of, shared, text};
use std::fs;

/// What the last line ends with.
const NOTHING_COMPARED: &str = ", golden model alone, nothing compared\n";

#[test]
fn all_programs_are_told_as_on_hardware() -> Outcome<()> {
    let mut count = 0;
    for entry in fs::read_dir(shared("programs"))? {
        let program = entry?.path();
        if program
            .extension()
            .is_none_or(|extension| extension != "agu")
        {
            continue;
        }
        let init = text(&program.with_extension("toml"))?;
        let program = text(&program)?;
        let arguments = ["run", "--isa", isa_of(&program), &program, "--init", &init];
        let with = |more: &[&str]| agu(&[&arguments[..], more].concat());
        assert_eq!(
            with(&["--json"])?,
            with(&["--json", "--golden"])?,
            "{program}"
        );
        let mut hardware = with(&[])?;
        hardware.stdout = hardware
            .stdout
            .replace(", 0 mismatches\n", NOTHING_COMPARED);
        assert_eq!(hardware, with(&["--golden"])?, "{program}");
        count += 1;
    }
    assert!(count >= 46, "found {count} programs");
    Ok(())
}

#[test]
fn no_hardware_can_be_named_beside_it() -> Outcome<()> {
    for hardware in [
        &["--target", "rtl"][..],
        &["--board", "/dev/null"],
        &["--vcd", "waves.vcd"],
        &["--source", "more.v"],
        &["-f", "list"],
        &["-I", "folder"],
        &["-D", "NAME"],
        &["--top", "agu_unit4"],
    ] {
        let ran = agu(&[&["run", "-", "--golden"], hardware].concat())?;
        assert_eq!((ran.status, &*ran.stdout), (Some(2), ""), "{hardware:?}");
        let refused = ran.stderr.contains("cannot be used with");
        assert!(refused, "{hardware:?}: {}", ran.stderr);
    }
    Ok(())
}

#[test]
fn a_bad_line_is_refused_as_on_hardware() -> Outcome<()> {
    let ran = agu_with(&["run", "-", "--golden"], b"LEA R256, R1, R2")?;
    assert_eq!(ran, agu_with(&["run", "-"], b"LEA R256, R1, R2")?);
    assert_eq!(ran.status, Some(1));
    Ok(())
}
