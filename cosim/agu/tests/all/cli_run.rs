//! `agu run`: what it prints, where, and with which exit status.

use crate::common::{Outcome, agu, agu_with, file, isa_of, path, shared, text};
use serde_json::{Value, json};
use std::fs;

const PROGRAM: &str = "LEA R4.CC, R2, R10, 0x3\n@P0 LEA P1, RZ, R4, RZ\n";
const INIT: &str = "[registers]\nR2 = { base = 1, step = 1 }\nR10 = 0x1000\n[predicates]\nP0 = 3\n";

/// Members of an object in the order of the text.
fn members(text: &str) -> Vec<&str> {
    let starts = text.match_indices('"').collect::<Vec<_>>();
    let strings = starts.chunks(2).filter_map(|pair| match pair {
        [(start, _), (end, _)] => text.get(start + 1..*end),
        _ => None,
    });
    strings.collect()
}

#[test]
fn json_has_the_pinned_shape() -> Outcome<()> {
    let program = file("shape.agu", PROGRAM)?;
    let init = file("shape.toml", INIT)?;
    let ran = agu(&["run", &program, "--init", &init, "--json"])?;
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    let lanes = |value: fn(u32) -> u32| (0..32).map(value).collect::<Vec<_>>();
    let report: Value = serde_json::from_str(&ran.stdout)?;
    let expected = json!({
        "schema": 2,
        "mismatches": 0,
        "registers": {
            "R2": lanes(|lane| 1 + lane),
            "R4": lanes(|lane| 0x1008 + 8 * lane),
            "R10": lanes(|_| 0x1000),
        },
        "predicates": { "P0": 3, "P1": 3 },
        "cc": { "CF": 0, "ZF": 0, "SF": 0, "OF": u32::MAX },
        "address": {},
        "faults": [],
        "memory": { "global": {}, "shared": {}, "local": {} },
        "cycles": report["cycles"],
        "instructions": report["instructions"],
    });
    assert_eq!(report, expected);
    assert!(report["cycles"].as_u64() > Some(0));
    let order = [
        "schema",
        "mismatches",
        "registers",
        "R2",
        "R4",
        "R10",
        "predicates",
        "P0",
        "P1",
        "cc",
        "CF",
        "ZF",
        "SF",
        "OF",
        "address",
        "faults",
        "memory",
        "global",
        "shared",
        "local",
        "cycles",
        "instructions",
    ];
    assert_eq!(members(&ran.stdout)[..order.len()], order);
    Ok(())
}

#[test]
fn faults_have_all_their_members_and_are_no_failure() -> Outcome<()> {
    let ran = agu_with(
        &["run", "-", "--json"],
        b"LEA R1, R0, R0\n0000000000000000\n",
    )?;
    assert_eq!(ran.status, Some(0));
    let report: Value = serde_json::from_str(&ran.stdout)?;
    let fault = json!({
        "instruction": 1, "lane": null, "kind": "IllegalInstruction",
        "ea": null, "space": null, "size": 0,
    });
    assert_eq!(report["faults"], json!([fault]));
    Ok(())
}

#[test]
fn a_program_without_an_instruction_is_refused() -> Outcome<()> {
    for text in ["", "# nothing\n\n"] {
        let program = file("empty.agu", text)?;
        for (arguments, name) in [
            (&["run", &program][..], &*program),
            (&["run", &program, "--golden"], &program),
            (&["run", &program, "--isa", "visa", "--json"], &program),
            (&["run", "-"], "<stdin>"),
            (&["vectors", "--program", &program], &program),
        ] {
            let ran = agu_with(arguments, text.as_bytes())?;
            let words = format!("{name}:1:1: error: no instruction, expected at least one\n");
            assert_eq!(
                (ran.status, &*ran.stdout, &*ran.stderr),
                (Some(1), "", &*words),
                "{arguments:?}"
            );
        }
        for command in ["asm", "disasm"] {
            let ran = agu_with(&[command, "-"], text.as_bytes())?;
            assert_eq!((ran.status, &*ran.stdout), (Some(0), ""), "{command}");
        }
    }
    Ok(())
}

#[test]
fn json_has_the_stored_bytes_and_the_faults_of_lanes() -> Outcome<()> {
    let program = "ST.U16 [R2], R3, P0\nSTL.U8 [0x10], R3\nLD.64 R4, [R2], P0\n";
    let init = "active = 0x8000000b\n[registers]\nR2 = [0x1000, 0xfe000101, 0, 0xff000010]\n\
        R3 = { base = 0xaabbcc00, step = 1 }\n[predicates]\nP0 = 0xfffffffd\n";
    let (program, init) = (file("stored.agu", program)?, file("stored.toml", init)?);
    let ran = agu(&["run", &program, "--init", &init, "--json"])?;
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    let report: Value = serde_json::from_str(&ran.stdout)?;
    let memory = json!({
        // Lane 31 stores to 0.
        "global": { "0x0": 0x1f, "0x1": 0xcc, "0x1000": 0x00, "0x1001": 0xcc },
        "shared": { "0x100": 0x01, "0x101": 0xcc },
        "local": {
            "lane0": { "0x10": 0x00 },
            "lane1": { "0x10": 0x01 },
            "lane3": { "0x10": 0x03, "0x11": 0xcc },
            "lane31": { "0x10": 0x1f },
        },
    });
    assert_eq!(report["memory"], memory);
    assert_eq!(report["faults"], json!([]));
    assert_eq!(report["registers"]["R4"][0], 0xcc00);
    assert_eq!(
        report["registers"]["R5"],
        json!(vec![0; 32]),
        "the pair in full"
    );

    let (program, init) = (file("faulty.agu", "LD R4, [R2]\n")?, init);
    let ran = agu(&["run", &program, "--init", &init, "--json"])?;
    assert_eq!(ran.status, Some(0));
    let report: Value = serde_json::from_str(&ran.stdout)?;
    let fault = json!({
        "instruction": 0, "lane": 1, "kind": "OutsideWindow",
        "ea": 0xfe00_0101_u32, "space": null, "size": 4,
    });
    assert_eq!(report["faults"], json!([fault]));
    let memory = json!({ "global": {}, "shared": {}, "local": {} });
    assert_eq!(report["memory"], memory);
    Ok(())
}

#[test]
fn a_bad_line_of_the_program_ends_the_run() -> Outcome<()> {
    let program = file("bad.agu", "LEA R1, R2, R3\n\tLEA R1, R2\n")?;
    let ran = agu(&["run", &program, "--json"])?;
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), ""));
    assert!(
        ran.stderr.starts_with(&format!("{program}:2:12: error: ")),
        "{}",
        ran.stderr
    );
    let ran = agu_with(&["run", "-"], b"LEA R256, R1, R2")?;
    assert_eq!(ran.status, Some(1));
    assert!(
        ran.stderr.starts_with("<stdin>:1:5: error: "),
        "{}",
        ran.stderr
    );
    Ok(())
}

#[test]
fn a_bad_line_of_the_init_file_ends_the_run() -> Outcome<()> {
    let program = file("good.agu", PROGRAM)?;
    let cases = [
        (
            "[registers]\nR2 = 1\nRZ = 2\n",
            "3:1",
            "`RZ` does not exist",
        ),
        ("activ = 1\n", "1:1", "unknown key `activ`"),
        ("[registers]\nR2 = 0x1_0000_0000\n", "2:6", "`R2` is "),
        ("[config]\nshared_base = 1\n", "2:15", "shared_base is 0x1"),
        ("[registers\n", "1:11", ""),
        ("# \u{e9}\nactive = \u{1}", "2:10", ""),
    ];
    for (number, (init, place, message)) in cases.into_iter().enumerate() {
        let init = file(&format!("bad{number}.toml"), init)?;
        let ran = agu(&["run", &program, "--init", &init, "--json"])?;
        assert_eq!(
            (ran.status, ran.stdout.as_str()),
            (Some(1), ""),
            "{place} {message}"
        );
        let start = format!("{init}:{place}: error: {message}");
        assert!(ran.stderr.starts_with(&start), "{start}: {}", ran.stderr);
    }
    let init = file("bytes.toml", b"active = 1\n# \xff")?;
    let ran = agu(&["run", &program, "--init", &init])?;
    assert_eq!(ran.status, Some(1));
    assert!(
        ran.stderr.starts_with(&format!("{init}:2:3: error: ")),
        "{}",
        ran.stderr
    );
    Ok(())
}

#[test]
fn files_that_cannot_be_read_or_written() -> Outcome<()> {
    let program = file("files.agu", PROGRAM)?;
    let missing = text(&path("no_such_file"))?;
    let folder = text(&path(""))?;
    let vcd = text(&path("no_such_folder/wave.vcd"))?;
    for arguments in [
        &["run", &missing][..],
        &["run", &folder],
        &["run", &program, "--init", &missing],
        &["run", &program, "--init", &folder],
        &["run", &program, "--vcd", &vcd],
        &["run", "-", "--init", "-"],
        &["run"],
    ] {
        let ran = agu(arguments)?;
        assert_eq!(
            (ran.status, ran.stdout.as_str()),
            (Some(2), ""),
            "{arguments:?}"
        );
        assert!(
            ran.stderr.contains("error: "),
            "{arguments:?}: {}",
            ran.stderr
        );
    }
    Ok(())
}

#[test]
fn the_init_file_may_come_from_standard_input() -> Outcome<()> {
    let program = file("stdin_init.agu", PROGRAM)?;
    let ran = agu_with(
        &["run", &program, "--init", "-", "--json"],
        b"[registers]\nR9 = 5\n",
    )?;
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let report: Value = serde_json::from_str(&ran.stdout)?;
    assert_eq!(report["registers"]["R9"][31], 5);
    Ok(())
}

#[test]
fn all_programs_run_without_a_mismatch() -> Outcome<()> {
    let mut count = 0;
    for entry in fs::read_dir(shared("programs"))? {
        let program = entry?.path();
        if program
            .extension()
            .is_some_and(|extension| extension == "agu")
        {
            let init = text(&program.with_extension("toml"))?;
            let program = text(&program)?;
            let ran = agu(&["run", "--isa", isa_of(&program), &program, "--init", &init])?;
            let last = ran.stdout.lines().last().unwrap_or_default();
            assert_eq!(ran.status, Some(0), "{program}: {}", ran.stderr);
            assert!(last.ends_with(" 0 mismatches"), "{program}: {last}");
            count += 1;
        }
    }
    assert!(count >= 46, "found {count} programs");
    Ok(())
}
