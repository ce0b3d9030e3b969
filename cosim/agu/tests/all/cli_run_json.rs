//! `agu run --json`: what each instruction did, worked out by hand.

use crate::common::{Outcome, agu, file};
use serde_json::{Value, json};
use std::fs;

/// The object that a program prints, which has to be the same on hardware and without.
fn run(name: &str, isa: &str, program: &str, init: &str) -> Outcome<Value> {
    let program = file(&format!("{name}.agu"), program)?;
    let init = file(&format!("{name}.toml"), init)?;
    let arguments = ["run", &program, "--init", &init, "--isa", isa, "--json"];
    let ran = agu(&arguments)?;
    assert_eq!((ran.status, &*ran.stderr), (Some(0), ""), "{name}");
    let golden = agu(&[&arguments[..], &["--golden"]].concat())?;
    assert_eq!(golden, ran, "{name}");
    let report: Value = serde_json::from_str(&ran.stdout)?;
    assert_eq!(report["schema"], 2);
    Ok(report)
}

/// A value for each lane; the lanes that `execute` leaves out have null.
fn lanes(execute: u32, value: impl Fn(u32) -> Value) -> Value {
    let of_lane = |lane: u32| match execute >> lane & 1 {
        0 => Value::Null,
        _ => value(lane),
    };
    (0..32).map(of_lane).collect()
}

#[test]
fn lines_of_global_memory() -> Outcome<()> {
    // Lane l at 0x1040 + 8 * l: 0x1040 to 0x1138. Lanes 0 to 7 are in line 0x20, its sectors 2 and
    // 3; 8 to 23 in line 0x21; 24 to 31 in line 0x22, its sectors 0 and 1. Lane 31 is inactive, and
    // the guard of lanes 0 and 1 fails.
    let init = "active = 0x7fffffff\n[registers]\nR2 = { base = 0x1000, step = 8 }\n\
        [predicates]\nP0 = 0xfffffffc\n";
    let report = run("lines", "maxwell", "@P0 LDG R4, [R2+0x40]\n", init)?;
    let execute = 0x7fff_fffc;
    let expected = json!([{
        "text": "@P0 LDG R4, [R2+0x40]",
        "execute": execute,
        "cycles": report["cycles"],
        "addresses": lanes(execute, |lane| json!(0x1040 + 8 * lane)),
        "space": lanes(execute, |_| json!("global")),
        // 4 bytes at 0 or 8 of the 16-byte block.
        "byte_enable": lanes(execute, |lane| json!(if lane % 2 == 0 { 0x000f } else { 0x0f00 })),
        "requests": [
            { "space": "global", "line": 0x20, "sectors": 0b1100, "lanes": 0x0000_00fc },
            { "space": "global", "line": 0x21, "sectors": 0b1111, "lanes": 0x00ff_ff00 },
            { "space": "global", "line": 0x22, "sectors": 0b0011, "lanes": 0x7f00_0000 },
        ],
    }]);
    assert_eq!(report["instructions"], expected);
    Ok(())
}

#[test]
fn passes_of_shared_memory() -> Outcome<()> {
    // Lane l at word 8 * l in banks 0, 8, 16, 24: bank 8 * (l mod 4) is asked for eight words, and
    // pass n serves lanes 4 * n to 4 * n + 3.
    let init = "[registers]\nR2 = { base = 0, step = 32 }\n";
    let report = run("passes", "maxwell", "STS.64 [R2], R4\n", init)?;
    let instruction = &report["instructions"][0];
    let passes: Vec<_> = (0..8)
        .map(|pass| json!({ "space": "shared", "pass": pass, "lanes": 0xf_u32 << (4 * pass) }))
        .collect();
    assert_eq!(instruction["requests"], json!(passes));
    assert_eq!(instruction["space"], lanes(u32::MAX, |_| json!("shared")));
    let addresses = lanes(u32::MAX, |lane| json!(32 * lane));
    assert_eq!(instruction["addresses"], addresses);
    let bytes = lanes(u32::MAX, |_| json!(0x00ff));
    assert_eq!(instruction["byte_enable"], bytes);
    Ok(())
}

#[test]
fn a_generic_access_goes_to_three_spaces() -> Outcome<()> {
    // Lane 0 global, lane 1 local, lane 2 shared, lane 3 shared in the same bank; P0 steers.
    let init = "active = 0xf\n[registers]\nR2 = [0x10004, 0xff000008, 0xfe000010, 0xfe000090]\n\
        [predicates]\nP0 = 0x3\n";
    let report = run("spaces", "maxwell", "LD.U16 R4, [R2], P0\n", init)?;
    let instruction = &report["instructions"][0];
    let spaces = ["global", "local", "shared", "shared"];
    let expected = lanes(0xf, |lane| json!(spaces[lane as usize]));
    assert_eq!(instruction["space"], expected);
    let addresses = [0x10004, 8, 0x10, 0x90];
    let expected = lanes(0xf, |lane| json!(addresses[lane as usize]));
    assert_eq!(instruction["addresses"], expected);
    let bytes = [0x0030, 0x0300, 0x0003, 0x0003];
    let expected = lanes(0xf, |lane| json!(bytes[lane as usize]));
    assert_eq!(instruction["byte_enable"], expected);
    let expected = json!([
        { "space": "global", "line": 0x200, "sectors": 1, "lanes": 1 },
        { "space": "shared", "pass": 0, "lanes": 0b0100 },
        { "space": "shared", "pass": 1, "lanes": 0b1000 },
    ]);
    assert_eq!(instruction["requests"], expected);
    Ok(())
}

#[test]
fn constant_and_local_memory_have_offsets_and_no_requests() -> Outcome<()> {
    let init = "active = 3\n[registers]\nR2 = [0x20, 0x27]\n";
    let program = "LDC R4, c[0x3][R2+0x4]\nSTL.U8 [R2], R4\n";
    let report = run("offsets", "maxwell", program, init)?;
    let instructions = &report["instructions"];
    // 0x2b aligned to 4 bytes is 0x28.
    let constant = |lane: u32| json!([0x24, 0x28][lane as usize]);
    assert_eq!(instructions[0]["addresses"], lanes(3, constant));
    assert_eq!(instructions[0]["space"], lanes(3, |_| json!("constant")));
    let bytes = |lane: u32| json!([0x00f0, 0x0f00][lane as usize]);
    assert_eq!(instructions[0]["byte_enable"], lanes(3, bytes));
    let local = |lane: u32| json!([0x20, 0x27][lane as usize]);
    assert_eq!(instructions[1]["addresses"], lanes(3, local));
    assert_eq!(instructions[1]["space"], lanes(3, |_| json!("local")));
    let bytes = |lane: u32| json!([0x0001, 0x0080][lane as usize]);
    assert_eq!(instructions[1]["byte_enable"], lanes(3, bytes));
    for instruction in [&instructions[0], &instructions[1]] {
        assert_eq!(instruction["requests"], json!([]));
    }
    Ok(())
}

#[test]
fn lanes_with_faults_have_addresses() -> Outcome<()> {
    // Lane 0 is misaligned, which is an error; lane 1 is in the shared window, past which Plg
    // steers; lane 2 is past the end of memory; lane 3 is above all 40-bit addresses.
    let init = "active = 0xf\n[config]\nglobal_limit = 0x20000\nmisaligned_is_error = 1\n\
        [registers]\nR2 = [0x10006, 0xfe000042, 0x20000, 0x20001]\nR3 = [0, 0, 0, 0x12300]\n";
    let report = run("faults", "maxwell", "LD.E R4, [R2]\n", init)?;
    let instruction = &report["instructions"][0];
    let addresses = [0x10004_u64, 0xfe00_0040, 0x20000, 0x0001_2300_0002_0000];
    let expected = lanes(0xf, |lane| json!(addresses[lane as usize]));
    assert_eq!(instruction["addresses"], expected);
    let spaces = [
        json!("global"),
        json!(null),
        json!("global"),
        json!("global"),
    ];
    let expected = lanes(0xf, |lane| spaces[lane as usize].clone());
    assert_eq!(instruction["space"], expected);
    let bytes = [0x00f0, 0x000f, 0x000f, 0x000f];
    let expected = lanes(0xf, |lane| json!(bytes[lane as usize]));
    assert_eq!(instruction["byte_enable"], expected);
    // What is only misaligned is done.
    let expected = json!([{ "space": "global", "line": 0x200, "sectors": 1, "lanes": 1 }]);
    assert_eq!(instruction["requests"], expected);
    let kinds = [
        "Misaligned",
        "OutsideWindow",
        "OutsideAllocation",
        "OutsideAllocation",
    ];
    for (lane, kind) in kinds.into_iter().enumerate() {
        let fault = &report["faults"][lane];
        assert_eq!(
            (&fault["lane"], &fault["kind"]),
            (&json!(lane), &json!(kind))
        );
        assert_eq!(fault["space"], spaces[lane]);
    }
    Ok(())
}

#[test]
fn helper_lanes_do_not_execute_a_store() -> Outcome<()> {
    let init = "helper = 0xffff0000\n[registers]\nR2 = 0x1000\n";
    let report = run("helpers", "maxwell", "STG [R2], R4\n", init)?;
    let instruction = &report["instructions"][0];
    assert_eq!(instruction["execute"], 0xffff);
    assert_eq!(instruction["addresses"], lanes(0xffff, |_| json!(0x1000)));
    let expected = json!([{ "space": "global", "line": 0x20, "sectors": 1, "lanes": 0xffff }]);
    assert_eq!(instruction["requests"], expected);
    Ok(())
}

#[test]
fn what_is_no_access_has_no_addresses() -> Outcome<()> {
    let program = "@P0 LEA R4, R2, R10, 0x3\nLEA.HI R5, R4, RZ, RZ\n0000000000000000\n";
    let init = "active = 0xf\n[predicates]\nP0 = 0x3\n";
    let report = run("lea", "maxwell", program, init)?;
    let cycles = |number: usize| report["instructions"][number]["cycles"].clone();
    let expected = json!([
        { "text": "@P0 LEA R4, R2, R10, 0x3", "execute": 0x3, "cycles": cycles(0) },
        { "text": "LEA.HI R5, R4, RZ, RZ", "execute": 0xf, "cycles": cycles(1) },
        { "text": "0000000000000000", "execute": 0, "cycles": 0 },
    ]);
    assert_eq!(report["instructions"], expected);
    let sum = cycles(0).as_u64().zip(cycles(1).as_u64());
    assert_eq!(
        report["cycles"].as_u64(),
        sum.map(|(first, second)| first + second)
    );
    Ok(())
}

#[test]
fn channels_of_an_addr_add() -> Outcome<()> {
    // M5 begins at channel 16 of the execution mask, which has the odd ones; bit i is the i-th.
    let program = "addr_add (M5, 8) A0(0)<1> A0(0)<1> 0x264:uw\n";
    let init = "execution_mask = 0xaaaaaaaa\n[visa.address]\nA0 = [1, 2]\n";
    let report = run("addr_add", "visa", program, init)?;
    let expected = json!([{
        "text": "addr_add (M5, 8) A0(0)<1> A0(0)<1> 0x264:uw",
        "execute": 0xaa,
        "cycles": report["cycles"],
    }]);
    assert_eq!(report["instructions"], expected);
    assert_eq!(report["address"]["A0"][1], 2 + 0x264);
    Ok(())
}

/// Names of members, also those of what is in a list.
fn names(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                found.push(name.clone());
                names(value, found);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| names(value, found)),
        _ => {}
    }
}

#[test]
fn the_page_names_all_members() -> Outcome<()> {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../doc/json.md");
    let page = fs::read_to_string(page)?;
    let init = "[registers]\nR2 = [0x1000, 0xfe000000]\n[predicates]\nP0 = 1\n";
    let report = run(
        "members",
        "maxwell",
        "LD.U8 R4, [R2], P0\n0000000000000000\n",
        init,
    )?;
    let mut found = Vec::new();
    names(&report, &mut found);
    // Names of registers and of predicates are the program's.
    found.retain(|name| !name.starts_with(['R', 'P']));
    assert!(found.len() > 30, "{found:?}");
    for name in found {
        let named = page.contains(&format!("`{name}`")) || page.contains(&format!("\"{name}\""));
        assert!(named, "doc/json.md: no {name}");
    }
    Ok(())
}
