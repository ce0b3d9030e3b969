//! Cores: words in, their own decoder compared.

use super::project::{Project, exported};
use crate::common::Outcome;

/// A core with `from` replaced by `to` where it comes last, if anywhere.
fn core(folder: &str, top: &str, from: &str, to: &str) -> Outcome<Project> {
    let project = Project::new(folder)?;
    let (parts, core) = exported(top)?;
    let text = parts + &core;
    let text = match text.rsplit_once(from) {
        Some((before, after)) => format!("{before}{to}{after}"),
        None => panic!("{from} in {top}"),
    };
    project.write("c.v", &text)?;
    // The guard is false in lane 0, and the offset is negated.
    project.write("c.agu", "@!P1 LEA R3, -R1, R2, 0x2\nLEA R4, R1, R2\n")?;
    project.write(
        "c.toml",
        "[registers]\nR1 = 1\nR2 = 8\n[predicates]\nP1 = 1\n",
    )?;
    Ok(project)
}

const COSIM: &str = "cosim --quiet --seed 1 --jobs 1 --target c.v --ops 20_000";
const RUN: &str = "run c.agu --init c.toml --target c.v";

#[test]
fn a_core_is_driven_by_words() -> Outcome<()> {
    agrees("agu_core1")
}

#[test]
#[ignore = "make night"]
fn a_core_of_several_lanes_is_driven_by_words() -> Outcome<()> {
    agrees("agu_core8")
}

fn agrees(top: &str) -> Outcome<()> {
    let project = core(top, top, "module", "module")?;
    let ran = project.agu(&COSIM.split(' ').collect::<Vec<_>>())?;
    assert_eq!((ran.status, &*ran.stderr), (Some(0), ""), "{top}");
    let first = ran.stdout.lines().find(|line| line.starts_with("top "));
    assert_eq!(
        first.and_then(|line| line.split_whitespace().last()),
        Some(top)
    );
    let ran = project.agu(&RUN.split(' ').collect::<Vec<_>>())?;
    assert_eq!((ran.status, &*ran.stderr), (Some(0), ""), "{top}");
    let end = format!(" 0 faults, 0 mismatches of {top}\n");
    assert!(ran.stdout.ends_with(&end), "{}", ran.stdout);
    let ran = project.agu(&format!("{RUN} --json").split(' ').collect::<Vec<_>>())?;
    let json: serde_json::Value = serde_json::from_str(&ran.stdout)?;
    assert_eq!(json["top"], top);
    let command = format!("{COSIM} --compare cycles");
    let ran = project.agu(&command.split(' ').collect::<Vec<_>>())?;
    assert_eq!((ran.status, &*ran.stdout), (Some(2), ""));
    assert!(
        ran.stderr.contains("expected --compare transactions"),
        "{}",
        ran.stderr
    );
    Ok(())
}

/// A top, the wiring of a control, of operands, of the handshake, of the decoder, of its outputs, of
/// a form; the command and what it says.
type Broken = [&'static str; 5];

const BROKEN: &[Broken] = &[
    [
        "agu_core1",
        ".negate(decoder_negate)",
        ".negate(1'b0)",
        COSIM,
        "    LEA R0, -R2, RZ\n",
    ],
    [
        "agu_core8",
        ".negate(decoder_negate)",
        ".negate(1'b0)",
        RUN,
        "sum_lo: expected",
    ],
    [
        "agu_core8",
        "decoder_guard_inverted ? ~guard_mask : guard_mask",
        "guard_mask",
        RUN,
        "rd_write: expected",
    ],
    [
        "agu_core8",
        "decoder_illegal | (taken & last)",
        "decoder_illegal | taken",
        COSIM,
        "mismatch: ",
    ],
    [
        "agu_core8",
        ".offset_register(offset_register)",
        ".offset_register(offset_high_register)",
        RUN,
        "decoder.offset_register: expected",
    ],
    [
        "agu_core1",
        ".helper_mask(helper_mask)",
        ".helper_mask(1'b0)",
        COSIM,
        "mismatch: ",
    ],
    [
        "agu_core32",
        ".element(decoder_element)",
        ".element(5'd0)",
        COSIM,
        "result_element: expected",
    ],
];

#[test]
fn a_broken_core_fails() -> Outcome<()> {
    fails("broken_core", &BROKEN[..1])
}

#[test]
#[ignore = "make night"]
fn all_broken_cores_fail() -> Outcome<()> {
    fails("broken_cores", &BROKEN[1..])
}

fn fails(folder: &str, broken: &[Broken]) -> Outcome<()> {
    for &[top, from, to, command, told] in broken {
        let project = core(folder, top, from, to)?;
        let ran = project.agu(&command.split(' ').collect::<Vec<_>>())?;
        assert_eq!(ran.status, Some(1), "{from}: {}", ran.stderr);
        assert!(ran.stderr.contains(told), "{from}: {}", ran.stderr);
    }
    Ok(())
}
