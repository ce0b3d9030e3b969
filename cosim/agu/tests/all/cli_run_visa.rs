//! `agu run` of vISA programs: lines of text and of bytes, address variables.

use crate::common::{Outcome, Ran, agu, agu_with, file, shared};
use serde_json::{Value, json};
use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};

const INIT: &str = "\
execution_mask = 0x0f5
[visa]
address = { A1 = [1, 2, 3, 4], A9 = [9] }
[visa.grf]
V38 = { base = 0x40, bytes = 64, type = \"ud\" }
V40 = { base = 0x80, bytes = 8, type = \"uw\", data = [0, 2, 4, 6] }
V41 = { base = 0xa0, bytes = 8, type = \"w\" }
";

/// Tests run side by side, each with files of its own.
fn unique(name: &str) -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("visa{number}.{name}")
}

/// What `agu run` does with a program and an init file.
fn run(program: &[u8], init: &str, more: &[&str]) -> Outcome<Ran> {
    let program = file(&unique("agu"), program)?;
    let init = file(&unique("toml"), init)?;
    let arguments = ["run", "--isa", "visa", &program, "--init", &init];
    let mut ran = agu(&[&arguments, more].concat())?;
    ran.stderr = ran
        .stderr
        .replace(&program, "PROGRAM")
        .replace(&init, "INIT");
    Ok(ran)
}

#[test]
fn json_has_the_pinned_shape() -> Outcome<()> {
    let program = b"addr_add (M1, 4) A0(2)<1> A1(0)<1> V40(0,0)<1;1,0>\n\
        addr_add (M2, 2) A65535(0)<1> &V38(1,2) 0xffff:uw\n\
        addr_add (M1, 1) A3(0)<1> &V38 V41(0,0)<0;1,0>\n28440100\n";
    let ran = run(program, INIT, &["--json"])?;
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    let report: Value = serde_json::from_str(&ran.stdout)?;
    let elements = |first: &[u16]| {
        let mut all = [0; 16];
        all[..first.len()].copy_from_slice(first);
        all
    };
    let illegal = |instruction: u32| {
        json!({
            "instruction": instruction, "lane": null, "kind": "IllegalInstruction",
            "ea": null, "space": null, "size": 0,
        })
    };
    // Bits 3:0 of the execution mask are 0101, bits 5:4 are 11.
    let instruction = |text: &str, execute: u32, cycles: u32| json!({ "text": text, "execute": execute, "cycles": cycles });
    let expected = json!({
        "schema": 2,
        "mismatches": 0,
        "registers": {},
        "predicates": {},
        "cc": { "CF": 0, "ZF": 0, "SF": 0, "OF": 0 },
        "address": {
            "A0": elements(&[0, 0, 1, 0, 3 + 4]),
            "A1": elements(&[1, 2, 3, 4]),
            // Named by an instruction that is illegal.
            "A3": elements(&[]),
            "A9": elements(&[9]),
            "A65535": elements(&[0x67, 0x67]),
        },
        "faults": [illegal(2), illegal(3)],
        "memory": { "global": {}, "shared": {}, "local": {} },
        "cycles": report["cycles"],
        "instructions": [
            instruction("addr_add (M1, 4) A0(2)<1> A1(0)<1> V40(0,0)<1;1,0>", 0b0101, 8),
            instruction("addr_add (M2, 2) A65535(0)<1> &V38(1,2) 0xffff:uw", 0b11, 8),
            instruction("addr_add (M1, 1) A3(0)<1> &V38(0,0) V41(0,0)<0;1,0>", 0, 0),
            instruction("28440100", 0, 0),
        ],
    });
    assert_eq!(report, expected);
    assert!(report["cycles"].as_u64() > Some(0));
    // By number, not by letter.
    let places: Vec<_> = [
        "\"A0\"",
        "\"A1\"",
        "\"A3\"",
        "\"A9\"",
        "\"A65535\"",
        "\"faults\"",
    ]
    .iter()
    .map(|name| ran.stdout.find(name))
    .collect();
    assert!(places.is_sorted(), "{places:?}");
    Ok(())
}

#[test]
fn a_part_with_native_simd32_has_32_elements() -> Outcome<()> {
    let line = b"addr_add (M1_NM, 32) A0(0)<1> &V38 1:uw";
    let ran = run(line, "visa.address_elements = 32", &["--json"])?;
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    let report: Value = serde_json::from_str(&ran.stdout)?;
    assert_eq!(report["address"]["A0"], json!(vec![1; 32]));
    let ran = run(line, "visa.address_elements = 16", &["--json"])?;
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), ""));
    let error = "PROGRAM:1:22: error: the destination runs past the address variable";
    assert!(ran.stderr.starts_with(error), "{}", ran.stderr);
    // As bytes the same line runs, and faults.
    let ran = agu_with(&["asm", "--isa", "visa", "-"], line)?;
    let ran = run(ran.stdout.as_bytes(), "", &["--json"])?;
    let report: Value = serde_json::from_str(&ran.stdout)?;
    assert_eq!(report["faults"][0]["kind"], "IllegalInstruction");
    assert_eq!(report["address"], json!({ "A0": vec![0; 16] }));
    Ok(())
}

#[test]
fn people_see_what_the_channels_wrote() -> Outcome<()> {
    let program = b"addr_add (M1, 8) A0(8)<1> &V38[40] 4:uw // from element 8 on\n\
        addr_add (M3, 4) A0(0)<1> &V38 4:uw\n\
        2800010000000001000000000502ffff0000\n\
        2806\naddr_add (M1, 1) A0(0)<1> &V38 V40(0,4)<0;1,0>\n";
    let ran = run(program, INIT, &[])?;
    let expected = [
        "   0  addr_add (M1, 8) A0(8)<1> &V38(1,2) 0x4:uw  8 cycles",
        "      A0(8)    channel 0       0x006c",
        "               channel 2       0x006c",
        "               channels 4-7    0x006c",
        "   1  addr_add (M3, 4) A0(0)<1> &V38(0,0) 0x4:uw  8 cycles",
        "      nothing written",
        "   2  addr_add (M1, 1) A0(0)<1> A0(0)<1> 0xffff:uw  8 cycles",
        "      A0(0)    channel 0       0xffff",
        "   3  2806",
        "      illegal  byte 1: found 0x6, expected an exec byte: size code 0 to 5 in bits \
         2:0, bit 3 zero",
        "      fault    IllegalInstruction",
        "   4  addr_add (M1, 1) A0(0)<1> &V38(0,0) V40(0,4)<0;1,0>",
        "      illegal  channel 0 reads element 4 of V40, past its end, expected one below 4",
        "      fault    IllegalInstruction",
        "5 instructions, 24 cycles, 2 faults, 0 mismatches",
    ];
    assert_eq!(ran.stdout.lines().collect::<Vec<_>>(), expected);
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    Ok(())
}

#[test]
fn every_line_of_the_vector_file_runs() -> Outcome<()> {
    let vectors = fs::read_to_string(shared("vectors").join("visa_addr_add.tsv"))?;
    let lines = vectors.lines().filter(|line| !line.starts_with('#'));
    let lines: Vec<_> = lines.filter_map(|line| line.split('\t').next()).collect();
    let program = lines.join("\n");
    // Variables without a type have elements of bytes, as `asm` takes them to have.
    let declared = [35, 40, 41, 705].map(|number| {
        let data: Vec<_> = (0..64).map(|byte| 3 * byte + number % 7).collect();
        format!(
            "V{number} = {{ base = {}, bytes = 64, data = {data:?} }}\n",
            64 * number
        )
    });
    let init = format!("[visa.grf]\n{}", declared.concat());
    let of_text = run(program.as_bytes(), &init, &["--json"])?;
    assert_eq!((of_text.status, of_text.stderr.as_str()), (Some(0), ""));
    let report: Value = serde_json::from_str(&of_text.stdout)?;
    assert_eq!(
        (&report["mismatches"], &report["faults"]),
        (&json!(0), &json!([]))
    );
    let assembled = agu_with(&["asm", "--isa", "visa", "-"], program.as_bytes())?;
    let of_bytes = run(assembled.stdout.as_bytes(), &init, &["--json"])?;
    assert_eq!(of_bytes.stdout, of_text.stdout);
    Ok(())
}

#[test]
fn bytes_in_any_dress() -> Outcome<()> {
    let program = "\u{feff}280001000000000100000000050201000000\r\n\r\n\t# none\n  \
        28000100000000010000000005020100000\u{30} // ADDR_ADD\n\
        280001000000000100000000050201000000"
        .to_uppercase();
    let ran = run(program.as_bytes(), "", &["--json"])?;
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    let report: Value = serde_json::from_str(&ran.stdout)?;
    assert_eq!(
        (&report["address"]["A0"][0], &report["faults"]),
        (&json!(3), &json!([]))
    );
    Ok(())
}

#[test]
fn a_bad_line_of_the_program_ends_the_run() -> Outcome<()> {
    let lines: [(&[u8], &str); 9] = [
        (
            b"LEA R1, R2, R3",
            "1:1: error: unknown mnemonic LEA, expected addr_add; known with --isa maxwell",
        ),
        (
            b"\n\taddr_add (M2, 16) A0(0)<1> &V38 4:uw",
            "2:11: error: the mask offset",
        ),
        (
            b"addr_add (M1, 1) A0(16)<1> &V38 4:uw",
            "1:18: error: the destination runs",
        ),
        (
            b"addr_add (M1, 1) A0(0)<1> &V31 4:uw",
            "1:27: error: the address of a predefined",
        ),
        (
            b"addr_add (M1, 1) A0(0)<1> &V38[41] 4:uw",
            "1:32: error: the byte offset cuts",
        ),
        (
            b"addr_add (M1, 1) A0(0)<1> &V38 V40(0,0)",
            "1:40: error: found the end",
        ),
        // Not bytes, and no text either.
        (b"2800\n28000", "2:1: error: found 28000, expected addr_add"),
        (b"0x2800", "1:1: error: found 0x2800, expected addr_add"),
        (b"28\xff00", "1:1: error: "),
    ];
    for (line, error) in lines {
        let ran = run(line, INIT, &["--json"])?;
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), ""), "{error}");
        let start = format!("PROGRAM:{error}");
        assert!(ran.stderr.starts_with(&start), "{start}: {}", ran.stderr);
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    }
    Ok(())
}

#[test]
fn a_bad_line_of_the_init_file_ends_the_run() -> Outcome<()> {
    for (init, error) in [
        (
            "[visa]\naddress_elements = 8",
            "2:20: error: `address_elements` is 8, expected 16 or 32",
        ),
        ("[visa]\nadress = {}", "2:1: error: unknown key `adress`"),
        (
            "visa.address = { A65536 = [1] }",
            "1:18: error: `A65536` does not exist",
        ),
        (
            "visa.address = { A1 = [0x10000] }",
            "1:24: error: `A1` is 0x10000",
        ),
        (
            "visa.state = { V1 = 1 }",
            "1:16: error: `V1` does not exist",
        ),
        (
            "visa.grf = { V40 = { type = \"u16\" } }",
            "1:29: error: `type` is the string",
        ),
        (
            "execution_mask = 0x1_0000_0000",
            "1:18: error: `execution_mask` is ",
        ),
    ] {
        let ran = run(b"addr_add (M1, 1) A0(0)<1> &V38 4:uw", init, &["--json"])?;
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), ""), "{init}");
        let start = format!("INIT:{error}");
        assert!(ran.stderr.starts_with(&start), "{start}: {}", ran.stderr);
    }
    Ok(())
}
